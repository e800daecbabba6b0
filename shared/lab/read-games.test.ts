import { describe, expect, it } from 'vitest';
import { draughts } from './draughts';
import { keySet } from './key-set';
import { meetings } from './meetings';
import { othello, PASS } from './othello';
import { readTranscripts } from './othello-transcript';
import { parseDraughtsFen, readPdn } from './pdn';
import { randomPlay } from './random-play';

const figures = (rules: { shape: { kinds: number; places: number; extras: number } }) =>
  keySet({ ...rules.shape, bits: 64, generator: 'splitmix64', seed: 1n });

/** Notation of a random game, for round trips. */
function randomGame(rules: typeof draughts | typeof othello, seed: bigint): string[] {
  const state = (rules as typeof othello).start();
  const words: string[] = [];
  for (const { game, move } of randomPlay(rules as typeof othello, figures(rules), seed)) {
    if (game > 0) break;
    words.push((rules as typeof othello).makeMove(state, move));
    (rules as typeof othello).play(state, move);
  }
  return words;
}

describe('English draughts from PDN', () => {
  const text = `
[Event "A test"]
[Black "Heron"] [White "Tern"]
1. 11-15 22-18 {the Single Corner} 2. 15x22 25x18 (25x19 {never}) 3. 12-16 $2 *
; the next one has no tags
1. 9-13 24-19 2. 11-16? 0-1`;

  it('reads tags, comments, variations and several games', () => {
    const { games, problems } = readPdn(text);
    expect(problems).toEqual(['game 2, line 6: ? is not a move']);
    expect(games.map(({ name, moves }) => [name, moves.length])).toEqual([
      ['Heron – Tern', 5],
      ['game 2', 3],
    ]);
  });

  it('reads a position and repetition within it', () => {
    const { games, problems } = readPdn('[FEN "W:WK30:BK2,BK7"] 30-26 7-11 26-30 11-7 30-26 7-11 26-30 11-7 1/2-1/2');
    expect(problems).toEqual(['game 1: bad draughts FEN "W:WK30:BK2,BK7": "BK7" is no square']);
    expect(games).toHaveLength(1);
    const good = readPdn('[FEN "W:WK30:BK2,K7"] 30-26 7-11 26-30 11-7 30-26 7-11 26-30 11-7 1/2-1/2');
    expect(good.problems).toEqual([]);
    const report = meetings(draughts, figures(draughts), good.games);
    expect(report.repetitions.map(({ plies }) => plies)).toEqual([
      [0, 4, 8],
      [1, 5],
      [2, 6],
      [3, 7],
    ]);
    expect(report).toMatchObject({ positions: 9, distinct: 4, checked: 9, collisions: 0 });
  });

  it('finds two orders of the same opening', () => {
    const { games } = readPdn('11-15 23-19 9-14 27-23 *\n9-14 23-19 11-15 27-23 *');
    const report = meetings(draughts, figures(draughts), games);
    expect(report.transpositions).toMatchObject([
      {
        orders: 2,
        places: [
          { game: 0, ply: 3 },
          { game: 1, ply: 3 },
        ],
      },
    ]);
    expect(report.transposed).toBe(2);
  });

  it('says which move is at fault', () => {
    expect(readPdn('11-15 22-18 12-16').problems).toEqual(['game 1, line 1: 12-16 is not legal, or not only one move']);
    expect(parseDraughtsFen('X:W1')).toEqual({ failure: 'bad draughts FEN "X:W1": the side to move must be W or B' });
  });

  it('reads what it writes', () => {
    for (let seed = 1n; seed <= 20n; seed++) {
      const words = randomGame(draughts, seed);
      const { games, problems } = readPdn(`${words.join(' ')} *`);
      expect(problems).toEqual([]);
      expect(games[0]!.moves).toHaveLength(words.length);
    }
  });
});

describe('Othello from transcripts', () => {
  it('reads what it writes, passes written or left out', () => {
    let passes = 0;
    for (let seed = 1n; seed <= 20n; seed++) {
      const words = randomGame(othello, seed);
      const written = readTranscripts(words.join(''));
      const without = readTranscripts(
        words
          .filter((word) => word !== 'pass')
          .join(' ')
          .toUpperCase(),
      );
      expect(written.problems).toEqual([]);
      expect(without.games[0]!.moves).toEqual(written.games[0]!.moves);
      passes += written.games[0]!.moves.filter((move) => move === PASS).length;
    }
    expect(passes).toBeGreaterThan(5);
  });

  it('finds where two orders meet, and does not take a mirror image for the same position', () => {
    // All meet in a symmetric position at ply 3; the third goes on as the mirror image of the others.
    const { games, problems } = readTranscripts('# three games\nd3c3c4e3b2a1\nc4c3d3e3b2a1\nc4c3d3c5b2a1');
    expect(problems).toEqual([]);
    const report = meetings(othello, figures(othello), games);
    expect(report.collisions).toBe(0);
    expect(report.transpositions).toMatchObject([{ orders: 2, places: [{ ply: 3 }, { ply: 3 }, { ply: 3 }] }]);
    // Plies 4 to 6 are shared by the first two games only.
    expect(report).toMatchObject({ transposed: 4, distinct: 1 + 2 + 2 + 1 + 2 * 3 });
  });

  it('says which move is at fault', () => {
    expect(readTranscripts('f5d6\n\nf5f5').problems).toEqual(['line 3, move 2: f5 is not legal']);
    expect(readTranscripts('f5 z9').problems).toEqual(['line 1, move 2: z is not a square']);
  });
});
