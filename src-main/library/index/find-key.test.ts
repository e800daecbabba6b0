import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parsePosition } from '../../../shared/chess/position';
import { parseKey, polyglotKey, fideKey } from '../../../shared/chess/zobrist';
import { IndexedCollection } from './collection';
import { importGames } from './importing';
import { LinesCache } from './lines-cache';
import { slowArrival } from './slow-arrival';

const game = (moves: string, fen?: string) =>
  `[White "${moves}"]\n${fen ? `[SetUp "1"]\n[FEN "${fen}"]\n` : ''}[Result "*"]\n\n${moves} *\n`;
const folder = mkdtempSync(join(tmpdir(), 'threefold-find-key-'));
/** After c5 White's pawn stands beside and is pinned by the queen on a5: Polyglot hashes the file, FIDE does not. */
const pinned = '4k3/2p5/8/q2P1K2/8/8/8/8 b - - 0 1';
let library: IndexedCollection;

beforeAll(async () => {
  const path = join(folder, 'library.duckdb');
  const games = [game('1. e4 e5 2. Nf3'), game('1. Nf3 e5 2. e4'), game('1... c5', pinned), game('1. e4 a6 2. e5 d5')];
  await importGames(path, [slowArrival('games.pgn', games.join('\n'))]);
  library = await IndexedCollection.open(path);
});
afterAll(async () => {
  await library.close();
  rmSync(folder, { recursive: true });
});

const at = (fen: string) => {
  const position = parsePosition(fen);
  if ('failure' in position) throw new Error(position.failure);
  return position;
};

test('where both keys are the same, the position is found by it, however it was reached', async () => {
  const position = at('rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2');
  expect(await library.findKey(fideKey(position))).toMatchObject([{ readAs: 'both', games: 2 }]);
});

test('an en passant capture that is legal is in both keys', async () => {
  const position = at('rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3');
  expect(await library.findKey(polyglotKey(position))).toMatchObject([{ readAs: 'both', games: 1 }]);
});

test('one that is not is in the Polyglot key alone: both keys find the position', async () => {
  const position = at('4k3/8/8/q1pP1K2/8/8/8/8 w - c6 0 2');
  const [fide, polyglot] = [fideKey(position), polyglotKey(position)];
  expect(fide).not.toBe(polyglot);
  expect(await library.findKey(fide)).toMatchObject([{ readAs: 'fide', games: 1 }]);
  const [found] = await library.findKey(polyglot);
  expect(found).toMatchObject({ readAs: 'polyglot', games: 1 });
  expect([parseKey(found!.fideKey), parseKey(found!.polyglotKey)]).toEqual([fide, polyglot]);
});

test('a key that many games have is answered by one game for each order of moves', async () => {
  const path = join(folder, 'popular.duckdb');
  const games = [
    ...Array<string>(300).fill(game('1... c5', '4k3/8/2p5/q2P1K2/8/8/8/8 b - - 0 1')),
    game('1... c5', pinned),
  ];
  await importGames(path, [slowArrival('games.pgn', games.join('\n'))], { countDuplicates: true });
  const popular = await IndexedCollection.open(path);
  const position = at('4k3/8/8/q1pP1K2/8/8/8/8 w - c6 0 2');
  let asked = 0;
  const load = vi.spyOn(LinesCache.prototype, 'load');
  try {
    expect(await popular.findKey(fideKey(position))).toMatchObject([{ readAs: 'both', games: 301 }]);
    // The pawn has just passed in the last game alone.
    expect(await popular.findKey(polyglotKey(position))).toMatchObject([{ readAs: 'polyglot', games: 301 }]);
    for (const [games] of load.mock.calls) asked = Math.max(asked, [...games].length);
  } finally {
    load.mockRestore();
    await popular.close();
  }
  expect(asked).toBe(2);
});

test('a key that no position has', async () => {
  expect(await library.findKey(1n)).toEqual([]);
});
