import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePosition } from '../../../shared/chess/position';
import { IndexedCollection } from './collection';
import { importGames } from './importing';
import { slowArrival } from './slow-arrival';

const oracle = '../shared/oracle';
const present = existsSync(oracle);
if (!present) console.log(`skipped: the oracle's games are not at ${oracle}`);

const sections = (text: string): Map<string, string[][]> => {
  const found = new Map<string, string[][]>();
  let rows: string[][] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || line === '') continue;
    if (line.startsWith('[')) found.set(line.split(':')[0]!.replace(/^\[/, '').replace(/\]$/, ''), (rows = []));
    else rows.push(line.split('\t'));
  }
  return found;
};

describe.skipIf(!present)('the transpositions of 9,745 games', () => {
  const folder = mkdtempSync(join(tmpdir(), 'threefold-oracle-'));
  const path = join(folder, 'library.duckdb');
  let library: IndexedCollection;

  beforeAll(async () => {
    const arrivals = ['worldchamp.pgn', 'candidates.pgn'].map((name) =>
      slowArrival(name, readFileSync(join(oracle, 'pgn', name), 'utf8')),
    );
    // The oracle counts every copy of a game.
    const report = await importGames(path, arrivals, { countDuplicates: true });
    expect(report).toMatchObject({ games: 9745, totalGames: 9745, totalPositions: 817291 });
    library = await IndexedCollection.open(path);
  });
  afterAll(async () => {
    await library.close();
    rmSync(folder, { recursive: true });
  });

  test('a position takes less than 24 bytes', () => {
    // Blocks of 256 KB that are not full weigh more in a small file: 10 % is for them.
    expect(statSync(path).size / 817291).toBeLessThan(24 * 1.1);
  });

  const file = present
    ? sections(readFileSync(join(oracle, 'transpositions.tsv'), 'utf8'))
    : new Map<string, string[][]>();

  test('counts', async () => {
    const summary = new Map(file.get('summary')!.map(([name, count]) => [name, Number(count)]));
    expect(await library.transpositions()).toMatchObject({
      games: summary.get('games'),
      occurrences: summary.get('occurrences (game, ply), ply 0 included'),
      distinctPositions: summary.get('distinct positions (FIDE identity)'),
      sharedPositions: summary.get('positions in >= 2 games'),
      transposedPositions: summary.get('transposed positions (paths >= 2)'),
      convergencePositions: summary.get('convergence positions (preds >= 2)'),
    });
  });

  test('counts by ply limit', async () => {
    const rows = file
      .get('by ply limit')!
      .slice(1)
      .map((row) => row.map(Number));
    expect(rows.length).toBeGreaterThan(10);
    for (const [maxPly, occurrences, distinct, shared, transposed, convergence] of rows) {
      expect(await library.transpositions({ maxPly, limit: 1 })).toMatchObject({
        occurrences,
        distinctPositions: distinct,
        sharedPositions: shared,
        transposedPositions: transposed,
        convergencePositions: convergence,
      });
    }
  });

  test('every transposed position', async () => {
    const all = gunzipSync(readFileSync(join(oracle, 'transpositions-all.tsv.gz'))).toString();
    const expected = all
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replaceAll('\t', ' '));
    expect(expected.length).toBe(13406);
    const rows = await library.database.columns(`
      SELECT printf('%016x', key) AS key, games, orders, predecessors, ply FROM library.meetings WHERE orders > 1`);
    const found = rows.key!.map((_, row) =>
      [rows.key, rows.games, rows.orders, rows.predecessors, rows.ply].map((values) => values![row]).join(' '),
    );
    expect(found.sort()).toEqual(expected.sort());
  });

  test('the first fifty, confirmed by identity, and each with its games and orders', async () => {
    const rows = file.get('top 50 by paths, then games, then key')!.slice(1);
    expect(rows.length).toBe(50);
    const { top } = await library.transpositions({ limit: 50 });
    expect(top.map(({ key, epd, orders, games }) => [key, epd, `${orders}`, `${games}`])).toEqual(
      rows.map(([, paths, games, , , key, epd]) => [key, epd, paths, games]),
    );
    for (const { epd, orders, games } of top) {
      const position = parsePosition(epd);
      if ('failure' in position) throw new Error(position.failure);
      const explored = await library.explore(position);
      expect(explored).toMatchObject({ orders, anyOrder: { games }, collisions: 0 });
    }
  });
});
