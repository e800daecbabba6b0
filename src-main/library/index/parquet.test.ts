import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INITIAL_FEN } from '../../../shared/chess/position';
import { fideKey } from '../../../shared/chess/zobrist';
import { unpackMove } from '../../../shared/chess/packed-move';
import { makeUci } from 'chessops/util';
import { positionAfter } from '../lines';
import { IndexedCollection } from './collection';
import { Database, type Columns } from './database';
import { importGames } from './importing';
import { legalMoves } from './nearest';
import { exportedKey } from './parquet';
import { randomGames } from './random-games';
import { slowArrival } from './slow-arrival';

/** The SQL that docs/library.md shows, by its name there. */
const doc = readFileSync('docs/library.md', 'utf8');
const sql = new Map([...doc.matchAll(/```sql ([\w-]+)\n([\s\S]*?)```/g)].map(([, name, text]) => [name!, text!]));

const BUCKETS = 8;
const folder = mkdtempSync(join(tmpdir(), 'threefold-parquet-'));
const parquet = join(folder, "it's parquet");
let library: IndexedCollection;
let outside: Database;

beforeAll(async () => {
  const path = join(folder, 'library.duckdb');
  await importGames(path, [slowArrival('random.pgn', randomGames(400, 9, 24))]);
  library = await IndexedCollection.open(path);
  await library.exportParquet(parquet, BUCKETS);
  outside = await Database.open({ threads: 2, memoryMb: 500 });
  await outside.run(sql.get('duckdb')!.replaceAll('DIR', parquet.replaceAll("'", "''")));
});
afterAll(async () => {
  await library.close();
  await outside.close();
  rmSync(folder, { recursive: true });
});

const ask = (name: string, position: ReturnType<typeof positionAfter>): Promise<Columns> => {
  const { key, bucket } = exportedKey(fideKey(position), BUCKETS);
  const neighbours = legalMoves(position).map((move) => {
    const next = position.clone();
    next.play(move);
    return exportedKey(fideKey(next), BUCKETS).key;
  });
  const text = sql
    .get(name)!
    .replaceAll(':keys', neighbours.join(', '))
    .replaceAll(':key', String(key))
    .replaceAll(':bucket', String(bucket));
  return outside.columns(text);
};

/** Positions that many games reach by several orders, and the start. */
const popular = async () => {
  const { top } = await library.transpositions({ limit: 12 });
  expect(top.length).toBe(12);
  const rows = await library.database.columns(`
    SELECT m.ply, m.game, g.moves FROM library.meetings m JOIN library.games g ON g.id = m.game
    WHERE m.orders > 1 ORDER BY m.games DESC, m.key LIMIT 12`);
  const positions = rows.ply!.map((ply, row) => {
    const bytes = new Uint8Array((rows.moves![row] as { bytes: Uint8Array }).bytes);
    return positionAfter(INITIAL_FEN, new Uint16Array(bytes.buffer).subarray(0, ply as number));
  });
  return [positionAfter(INITIAL_FEN, []), ...positions];
};
const numbers = (values: unknown[]) => values.map(Number);

test('every position is in the bucket of its key, sorted', async () => {
  const rows = await outside.columns(`
    SELECT count(*) AS n, count(*) FILTER (bucket <> ((key >> 61) & 7)) AS misplaced FROM positions`);
  expect(rows.misplaced).toEqual([0n]);
  expect(Number(rows.n![0])).toBe((await library.contents()).positions);
});

test('games through a position', async () => {
  for (const position of await popular()) {
    const { rows } = await library.gamesThrough(position, 0, 1000);
    const answer = await ask('games-through', position);
    const ours = rows.sort((a, b) => a.game - b.game);
    expect(numbers(answer.id!)).toEqual(ours.map(({ game }) => game));
    expect(numbers(answer.ply!)).toEqual(ours.map(({ ply }) => ply));
    expect(answer.white).toEqual(ours.map(({ white }) => white));
  }
});

test('moves played from it', async () => {
  for (const position of await popular()) {
    const { moves } = await library.explore(position);
    const answer = await ask('moves', position);
    const theirs = answer.move!.map((move, row) => ({
      uci: makeUci(unpackMove(move as number)),
      anyOrder: {
        games: Number(answer.games![row]),
        white: Number(answer.white![row]),
        draws: Number(answer.draws![row]),
        black: Number(answer.black![row]),
        averageRating: expect.closeTo(Number(answer.rating![row]), 6),
      },
      orders: Number(answer.orders![row]),
    }));
    expect(moves.length).toBe(theirs.length);
    for (const { uci, anyOrder, orders } of moves) expect(theirs).toContainEqual({ uci, anyOrder, orders });
  }
});

test('move orders that reach it', async () => {
  for (const position of await popular()) {
    const { total, orders } = await library.moveOrders(position, 1000);
    const answer = await ask('move-orders', position);
    expect(answer.moves!.length).toBe(total);
    expect(numbers(answer.games!)).toEqual(orders.map(({ games }) => games));
  }
});

test('nearest transpositions', async () => {
  let met = 0;
  for (const position of await popular()) {
    const here = (await library.explore(position)).anyOrder.games;
    const answer = await ask('nearest', position);
    const more = numbers(answer.games!).filter((games) => games > here);
    expect((await library.nearest(position)).map(({ games }) => games)).toEqual(more.slice(0, 5));
    met += answer.games!.length;
  }
  expect(met).toBeGreaterThan(10);
});

test('transpositions of the collection', async () => {
  const { sharedPositions, transposedPositions, convergencePositions } = await library.transpositions();
  const answer = await ask('transpositions', positionAfter(INITIAL_FEN, []));
  expect([answer.shared, answer.transposed, answer.convergence].map((column) => Number(column![0]))).toEqual([
    sharedPositions,
    transposedPositions,
    convergencePositions,
  ]);
});
