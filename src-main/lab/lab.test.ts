import { describe, expect, it } from 'vitest';
import type { CollectionSummary, Failure } from '../../shared/api';
import type { LabRequest } from '../../shared/lab/request';
import type { LabProgress, LabResult } from '../../shared/lab/result';
import { inEnglish, say } from '../../shared/lab/said';
import { Lab, type GameSource } from './lab';

const opened = (texts: string[]): GameSource => ({
  collection: async () => ({ games: texts.length, files: [{ name: 'mine.pgn' }] }) as CollectionSummary,
  game: async (index) => ({ index, pgn: texts[index]! }) as Exclude<Awaited<ReturnType<GameSource['game']>>, Failure>,
});
const none = opened([]);
const play: LabRequest = { instrument: 'games', settings: { game: 'othello', moves: 500 }, openedGames: false };
const endless: LabRequest = {
  instrument: 'games',
  settings: { game: 'draughts', moves: 100_000_000 },
  openedGames: false,
};

describe('the lab of one page', () => {
  it('runs an instrument in its thread and gives the result', async () => {
    const result = await new Lab(() => {}).run(play, none);
    expect(inEnglish((result as LabResult).findings[0]!)).toMatch(/^othello: 500 random legal moves/);
  });

  it('measures the opened games', async () => {
    const told: LabProgress[] = [];
    const lab = new Lab((progress) => told.push(progress));
    const request: LabRequest = { instrument: 'collisions', settings: { sets: 2 }, openedGames: true };
    const result = await lab.run(request, opened(['1. e4 e5 *', '1. d4 d5 2. c4 *']));
    expect(result).toMatchObject({ settings: { games: 'mine.pgn', sets: 2 } });
    expect(inEnglish((result as LabResult).findings[0]!)).toMatch(/^6 different positions of 2 games/);
    expect(told[0]).toMatchObject({ doing: say`fetching games`, total: 2 });
    expect(await lab.run(request, none)).toEqual({ failure: 'no games are open: open some, or measure random games' });
  });

  it('tells where it stands, and ends at once when cancelled', async () => {
    let told = () => {};
    const begun = new Promise<void>((resolve) => (told = resolve));
    const lab = new Lab(told);
    const running = lab.run(endless, none);
    await begun;
    await lab.cancel();
    expect(await running).toBeNull();
    await lab.cancel();
  });

  it('tells nothing more when it was cancelled while a game was being fetched', async () => {
    const told: LabProgress[] = [];
    const lab = new Lab((progress) => told.push(progress));
    const games = opened(['1. e4 e5 *', '1. d4 d5 *']);
    const game: GameSource['game'] = async (index) => {
      await lab.cancel();
      return games.game(index);
    };
    const request: LabRequest = { instrument: 'collisions', settings: { sets: 2 }, openedGames: true };
    expect(await lab.run(request, { ...games, game })).toBeNull();
    expect(told).toEqual([]);
  });

  it('lets the newest run win', async () => {
    const lab = new Lab(() => {});
    const first = lab.run(endless, none);
    const second = lab.run(play, none);
    expect(await first).toBeNull();
    expect(await second).toHaveProperty('findings');
  });

  it('says which setting does not fit', async () => {
    const lab = new Lab(() => {});
    const run = (settings: LabRequest['settings']) =>
      lab.run({ instrument: 'schemes', settings, openedGames: false }, none);
    expect(await run({ depth: 99 })).toEqual({ failure: expect.stringMatching(/^depth: .*<=20 but received 99/) });
    expect(await run({ game: 'ludo' })).toEqual({ failure: expect.stringMatching(/^game: /) });
  });
});
