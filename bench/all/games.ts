import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findInstalled } from '../../src-main/engine/installed';
import { listedTags, type GameBatch } from '../../src-main/library/batch';
import { IndexedCollection } from '../../src-main/library/index/collection';
import { fileArrival } from '../../src-main/library/index/file-arrival';
import { importGames } from '../../src-main/library/index/importing';
import { LinesCache } from '../../src-main/library/index/lines-cache';
import { seeded } from '../../src-main/library/index/random-games';
import { positionAfter } from '../../src-main/library/lines';
import { FileScanner } from '../../src-main/library/scan-file';
import { PgnScanner } from '../../src-main/library/scan';
import { fideKey } from '../../shared/chess/zobrist';
import { drain, replay } from '../pgn';
import { seconds, spreadOf, type Contest, type Growth } from './contest';

/** Reading games and finding positions in them, and how both grow with the number of games. */

const COLLECTION = '../shared/games/players.pgn.gz';
const FIXTURES = ['fixtures/first-light.pgn', 'fixtures/rules.pgn', 'fixtures/annotated.pgn'];

/** Files with so many games each: those of the collection beside the project, else our own few, over and over. */
export class GameFiles {
  readonly origin: string;
  readonly #games: Buffer[];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    const collection = existsSync(COLLECTION);
    const text = collection
      ? gunzipSync(readFileSync(COLLECTION)).toString('latin1')
      : FIXTURES.map((file) => readFileSync(file, 'latin1')).join('\n');
    this.#games = text.split(/(?=^\[Event ")/m).map((game) => Buffer.from(`${game.trimEnd()}\n\n`, 'latin1'));
    this.origin = collection
      ? `${this.#games.length} tournament games, repeated where more are asked for`
      : `our own ${this.#games.length} games, repeated (no collection beside the project)`;
  }

  file(games: number): string {
    const path = join(this.#folder, `${games}.pgn`);
    if (!existsSync(path))
      writeFileSync(path, Buffer.concat(Array.from({ length: games }, (_, i) => this.#games[i % this.#games.length]!)));
    return path;
  }
}

export async function readingContest(
  files: GameFiles,
  games: number,
): Promise<{ contests: Contest[]; close(): Promise<unknown> }> {
  const path = files.file(games);
  const sample = readFileSync(path, 'latin1').slice(0, Math.min(statSync(path).size, 2_000_000));
  const extract = await findInstalled('pgn-extract');
  const scanner = await PgnScanner.load();
  const [one, two] = [new FileScanner(1), new FileScanner(2)];
  const rate = async (count: number, work: () => unknown) => count / (await seconds(work));
  const read = () => createReadStream(path, { highWaterMark: 2 ** 20 });
  for (const warm of [one, two]) await drain(warm.scan(path));
  const contests: Contest[] = [
    {
      title: 'Reading games',
      unit: 'games/s',
      better: 'more',
      note: `${files.origin}; ${games.toLocaleString('en')} of them, ${(statSync(path).size / 1e6).toFixed(1)} MB. Ours: moves checked, a key for every position, repetitions counted.`,
      ours: { name: 'Threefold, one thread', measure: () => rate(games, () => drain(scanner.scan(read()))) },
      peers: [
        extract
          ? {
              name: 'pgn-extract `-r` (checks the moves)',
              measure: () => rate(games, () => spawnSync(extract, ['-r', '-s', path])),
            }
          : { name: 'pgn-extract', absent: 'not installed' },
        {
          name: 'chessops, a replay without keys',
          measure: async () => {
            let sampled = 0;
            const time = await seconds(() => (sampled = replay(sample)));
            return sampled / time;
          },
        },
      ],
    },
    {
      title: 'A second thread reading',
      unit: 'games/s',
      better: 'more',
      ours: { name: 'two workers', measure: () => rate(games, () => drain(two.scan(path))) },
      peers: [{ name: 'one worker', measure: () => rate(games, () => drain(one.scan(path))) }],
    },
  ];
  return { contests, close: () => Promise.all([one.close(), two.close()]) };
}

/** Repeats are given other players, so that each counts. */
async function makeLibrary(path: string, file: string): Promise<number> {
  const scanner = new FileScanner(2);
  let batches = 0;
  const arrival = await fileArrival(file, (name) => scanner.scan(name));
  const games = async function* () {
    for await (const part of arrival.games()) yield { ...part, batch: renamed(part.batch, ++batches) };
  };
  const time = await seconds(() => importGames(path, [{ ...arrival, games }], { countDuplicates: true }));
  await scanner.close();
  return time;
}

const renamed = (batch: GameBatch, number: number): GameBatch => ({
  ...batch,
  tags: batch.tags.map((tag, i) => (listedTags[i % listedTags.length] === 'White' ? `${number} ${tag}` : tag)),
});

/** Some positions that occur, from the first thirty plies of games drawn at random. */
async function someVisited(library: IndexedCollection, count: number) {
  const ids = (await library.database.columns('SELECT id FROM library.games WHERE duplicate_of IS NULL'))
    .id as number[];
  const below = seeded(1);
  const drawn = Array.from({ length: count }, () => ids[below(ids.length)]!);
  const lines = await new LinesCache(library.database).load(drawn);
  return drawn.map((game) => {
    const moves = lines.moves(game);
    return positionAfter(lines.start(game), moves.subarray(0, below(Math.min(30, moves.length) + 1)));
  });
}

const LOOKUPS = 20;

export async function lookupContest(
  files: GameFiles,
  games: number,
  folder: string,
): Promise<{ contest: Contest; close(): Promise<unknown> }> {
  const path = join(folder, `lookup-${games}.duckdb`);
  const file = files.file(games);
  await makeLibrary(path, file);
  const library = await IndexedCollection.open(path);
  const positions = await someVisited(library, LOOKUPS);
  const keys = positions.map(fideKey);
  const { database } = library;
  await database.run('CREATE TEMP TABLE as_played AS SELECT * FROM library.positions ORDER BY game, ply');
  const { positions: total } = await library.contents();
  const all = new BigUint64Array(total);
  let at = 0;
  const scanner = await PgnScanner.load();
  for await (const { batch } of scanner.scan(createReadStream(file))) {
    const part = batch.keys.subarray(0, Math.max(0, Math.min(batch.keys.length, total - at)));
    all.set(part, at);
    at += part.length;
  }
  const each = async (work: (n: number) => unknown) => {
    const times: number[] = [];
    for (let n = 0; n < LOOKUPS; n++) times.push((await seconds(() => work(n))) * 1000);
    return spreadOf(times).median;
  };
  let found = 0;
  const contest: Contest = {
    title: 'Finding a position',
    unit: 'ms, median of 20',
    better: 'less',
    note: `${total.toLocaleString('en')} positions of ${games.toLocaleString('en')} games. Ours gives the games with their players, each confirmed on the board; the others only count keys.`,
    ours: {
      name: 'Threefold: positions sorted by key',
      measure: () => each((n) => library.gamesThrough(positions[n]!, 0, 50)),
    },
    peers: [
      {
        name: 'DuckDB, positions as played, no order',
        measure: () =>
          each((n) =>
            database.columns('SELECT count(DISTINCT game) AS games FROM as_played WHERE key = ?', [keys[n]!]),
          ),
      },
      {
        name: 'a linear scan over all keys in memory',
        measure: () =>
          each((n) => {
            const key = keys[n]!;
            for (let i = 0; i < all.length; i++) if (all[i] === key) found++;
          }),
      },
      {
        name: 'reading the file again, two threads',
        measure: async () => {
          const two = new FileScanner(2);
          const time = (await seconds(() => drain(two.scan(file)))) * 1000;
          await two.close();
          return time;
        },
      },
    ],
  };
  return {
    contest,
    async close() {
      await library.close();
      rmSync(path, { force: true });
      return found;
    },
  };
}

/** Reading, making a library, and a look-up in it, for each size. */
export async function gamesGrowth(
  files: GameFiles,
  sizes: number[],
  rounds: number,
  folder: string,
): Promise<Growth[]> {
  const growth = (title: string, unit: string): Growth => ({ title, of: 'games', unit, points: [] });
  const reading = growth('More games: reading', 's, one thread');
  const making = growth('More games: making a library', 's, two threads');
  const opening = growth('More games: opening the library', 'ms');
  const finding = growth('More games: finding a position', `ms, median of ${LOOKUPS}`);
  const scanner = await PgnScanner.load();
  for (const size of sizes) {
    const file = files.file(size);
    const library = join(folder, `growth-${size}.duckdb`);
    const costs = { read: [] as number[], make: [] as number[], open: [] as number[], find: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      costs.read.push(await seconds(() => drain(scanner.scan(createReadStream(file, { highWaterMark: 2 ** 20 })))));
      rmSync(library, { force: true });
      costs.make.push(await makeLibrary(library, file));
      let opened!: IndexedCollection;
      costs.open.push((await seconds(async () => (opened = await IndexedCollection.open(library)))) * 1000);
      const times: number[] = [];
      for (const position of await someVisited(opened, LOOKUPS))
        times.push((await seconds(() => opened.gamesThrough(position, 0, 50))) * 1000);
      costs.find.push(spreadOf(times).median);
      await opened.close();
    }
    rmSync(library, { force: true });
    reading.points.push({ size, cost: spreadOf(costs.read) });
    making.points.push({ size, cost: spreadOf(costs.make) });
    opening.points.push({ size, cost: spreadOf(costs.open) });
    finding.points.push({ size, cost: spreadOf(costs.find) });
  }
  return [reading, making, opening, finding];
}
