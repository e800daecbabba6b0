import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../fixtures/run-cli';
import { INITIAL_FEN } from '../../shared/chess/position';
import { randomGames } from '../library/index/random-games';

const folder = mkdtempSync(join(tmpdir(), 'threefold-cli-index-'));
const db = join(folder, 'library.duckdb');
const pgn = join(folder, 'random.pgn');
afterAll(() => rmSync(folder, { recursive: true }));

async function threefold(...args: string[]) {
  const { code, out, err } = await runCli(args);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

beforeAll(async () => {
  writeFileSync(pgn, randomGames(200, 11, 20));
  expect(await threefold('index', 'build', pgn, '--db', db)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('200 games added from 1 file in'),
  });
});

test('the same file again is noticed', async () => {
  const { out } = await threefold('index', 'build', pgn, '--db', db);
  expect(out).toContain('random.pgn: is in the library already');
  expect(out).toContain('0 games added');
});

test('a query tells games, moves, orders', async () => {
  const { code, out } = await threefold('index', 'query', INITIAL_FEN, '--db', db, '--json');
  expect(code).toBe(0);
  const answer = JSON.parse(out);
  expect(answer).toMatchObject({ key: '463b96181691fc9c', anyOrder: { games: 200 }, orders: 1, collisions: 0 });
  expect(
    answer.moves.reduce((sum: number, move: { anyOrder: { games: number } }) => sum + move.anyOrder.games, 0),
  ).toBe(200);
  expect(answer.games).toMatchObject({ total: 200 });
  const plain = await threefold('index', 'query', INITIAL_FEN, '--db', db, '--moves', '1. Nf3 Nf6 2. Ng1 Ng8');
  expect(plain.out).toContain('by this order');
  expect(plain.out).toMatch(/\n1 move order\n[^]*\n200 games\n {2}White \d 2\d{3} – Black \d+(?: 2\d{3})? {2}\S/);
});

test('a position is found by its key, and a game by its number', async () => {
  const found = await threefold('index', 'find', '0x463b96181691fc9c', '--db', db);
  expect(found.out).toMatch(/^ +200 {2}both +rnbqkbnr\/pppppppp/);
  expect((await threefold('index', 'find', '1', '--db', db)).out).toBe(
    'no game reaches a position with the key 0000000000000001',
  );
  expect((await threefold('index', 'find', 'e4', 'e5', '--db', db)).err).toContain('find wants one key');
  const games = randomGames(200, 11, 20).split('\n\n[Event');
  expect((await threefold('index', 'game', '0', '--db', db)).out).toBe(games[0]!.trim());
  expect((await threefold('index', 'game', '200', '--db', db)).err).toContain('There is no game 201 in the library');
});

test('transpositions of the library and of a player', async () => {
  const all = JSON.parse((await threefold('index', 'transpositions', '--db', db, '--json')).out);
  const some = JSON.parse(
    (await threefold('index', 'transpositions', '--db', db, '--player', 'white 3', '--json')).out,
  );
  expect(all.games).toBe(200);
  expect(some.games).toBeLessThan(60);
  expect(some.transposedPositions).toBeLessThan(all.transposedPositions);
});

test('a book is made, and looked up', async () => {
  const bin = join(folder, 'book.bin');
  expect((await threefold('book', 'build', '--db', db, '--out', bin, '--min-games', '2')).out).toMatch(/\d\d entries$/);
  const found = JSON.parse((await threefold('book', 'lookup', INITIAL_FEN, '--book', bin, '--json')).out);
  expect(found).toMatchObject({ key: '463b96181691fc9c' });
  expect(found.moves.length).toBe(3);
});

test('an export has games and a folder for each bucket', async () => {
  const into = join(folder, 'parquet');
  expect((await threefold('index', 'export', '--parquet', into, '--db', db, '--buckets', '4')).code).toBe(0);
  expect(readdirSync(into).sort()).toEqual(['games', 'positions']);
  expect(readdirSync(join(into, 'positions')).sort()).toEqual(['bucket=0', 'bucket=1', 'bucket=2', 'bucket=3']);
});

test.each([
  [['index'], 'wants one of build, query'],
  [['index', 'build', pgn], '--db'],
  [['index', 'build', '/nowhere.pgn', '--db', db], '/nowhere.pgn: no such file'],
  [['index', 'query', INITIAL_FEN, '--db', '/nowhere.db'], '/nowhere.db: no such library'],
  [['index', 'query', INITIAL_FEN, '--db', pgn], 'is not a Threefold library'],
  [['index', 'query', 'nonsense', '--db', db], 'bad FEN "nonsense"'],
  [['index', 'query', INITIAL_FEN, '--db', db, '--moves', 'e4 e4'], '--moves: "e4" cannot be played'],
  [['index', 'export', '--db', db, '--parquet', folder], 'is not empty'],
  [['index', 'export', '--db', db, '--parquet', 'x', '--buckets', '3'], '--buckets wants a power of two'],
  [['book', 'build', '--db', db, '--out', 'x', '--scoring', 'luck'], '--scoring wants points or games, not "luck"'],
  [['book', 'lookup', INITIAL_FEN, '--book', pgn], 'not a Polyglot book'],
])('%j is a mistake that is named', async (args, message) => {
  const { code, err } = await threefold(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err.split('\n').length).toBe(1);
});
