import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position } from 'chessops/chess';
import { fideKey } from '../shared/chess/zobrist';
import { listedTags, type GameBatch } from '../src-main/library/batch';
import { IndexedCollection } from '../src-main/library/index/collection';
import { fileArrival } from '../src-main/library/index/file-arrival';
import { importGames, type Arrival } from '../src-main/library/index/importing';
import { LinesCache } from '../src-main/library/index/lines-cache';
import { seeded } from '../src-main/library/index/random-games';
import { positionAfter } from '../src-main/library/lines';
import { FileScanner } from '../src-main/library/scan-file';

/**
 * How long the library's questions take: node bench/run.mjs library [--library F]
 *
 * Without F the library is made first: the games of ../shared/games, and as many of them again under other names as
 * bring it to 200,000 games that are not duplicates (17 million positions). The copies double what a popular position
 * has to count, so the figures are those of the harder case.
 *
 * Positions are asked for in two ways: drawn from all positions of all games, of which most stand in one game, and
 * drawn from the first twenty plies, where people look. The first question of a fresh process is told apart.
 */
const GAMES = 226_000;
const QUESTIONS = 300;

export async function run(args: string[]): Promise<void> {
  const given = args[args.indexOf('--library') + 1];
  const folder = mkdtempSync(join(tmpdir(), 'threefold-bench-'));
  try {
    const path = args.includes('--library') ? given! : join(folder, 'library.duckdb');
    if (!existsSync(path)) await make(path);
    await measure(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function make(path: string): Promise<void> {
  const games = '../shared/games/players.pgn.gz';
  if (!existsSync(games)) throw new Error(`The games are not at ${games}: name a library with --library F.`);
  const scanner = new FileScanner(2);
  const original = await fileArrival(games, (file) => scanner.scan(file));
  const copies: Arrival = {
    ...original,
    name: 'copies',
    sha256: 'copies',
    async *games() {
      let left = GAMES - 116_343;
      for await (const { batch, bytesRead } of original.games()) {
        if (left <= 0) return;
        left -= batch.starts.length;
        yield { batch: renamed(batch), bytesRead };
      }
    },
  };
  const start = performance.now();
  const alone = await importGames(`${path}.alone`, [original]);
  const aloneSeconds = (performance.now() - start) / 1000;
  const bytes = statSync(`${path}.alone`).size;
  console.log(
    `${games} scanned and made a library in ${aloneSeconds.toFixed(1)} s: ${alone.games} games, ` +
      `${alone.duplicates} of them duplicates, ${alone.totalPositions} positions, ` +
      `${(bytes / alone.totalPositions).toFixed(2)} bytes each`,
  );
  rmSync(`${path}.alone`);
  const report = await importGames(path, [original, copies]);
  await scanner.close();
  console.log(`the larger library has ${report.totalGames} games, ${report.duplicates} of them duplicates`);
}

const renamed = (batch: GameBatch): GameBatch => ({
  ...batch,
  tags: batch.tags.map((tag, i) => (listedTags[i % listedTags.length] === 'White' ? `Copy of ${tag}` : tag)),
});

async function measure(path: string): Promise<void> {
  const opening = performance.now();
  const library = await IndexedCollection.open(path);
  const opened = performance.now() - opening;
  const { games, duplicates, positions } = await library.contents();
  const bytes = statSync(path).size;
  console.log(
    `${games} games (${duplicates} duplicates), ${positions} positions, ${(bytes / positions).toFixed(2)} bytes each; ` +
      `opened in ${opened.toFixed(0)} ms\n`,
  );

  const ids = (await library.database.columns('SELECT id FROM library.games WHERE duplicate_of IS NULL'))
    .id as number[];
  const cache = new LinesCache(library.database);
  const lines = await cache.load(ids);
  const below = seeded(1);
  const draw = (maxPly: number): Position => {
    const game = ids[below(ids.length)]!;
    const moves = lines.moves(game);
    return positionAfter(lines.start(game), moves.subarray(0, below(Math.min(maxPly, moves.length) + 1)));
  };
  const samples = {
    'anywhere in a game': Array.from({ length: QUESTIONS }, () => draw(Infinity)),
    'plies 0 to 20': Array.from({ length: QUESTIONS }, () => draw(20)),
    'the start position': Array.from({ length: 20 }, () => positionAfter(lines.start(ids[0]!), [])),
  };
  const questions = {
    'games through it': (position: Position) => library.gamesThrough(position, 0, 50),
    'moves from here': (position: Position) => library.explore(position),
    'move orders': (position: Position) => library.moveOrders(position),
    'nearest transpositions': (position: Position) => library.nearest(position),
  };
  const linear = await linearScan(library, samples['anywhere in a game']);
  console.log(`every key looked at, without regard to their order: ${linear.toFixed(0)} ms (median of 20)\n`);
  let collisions = 0;
  console.log('ms'.padEnd(46), ...['first', 'p50', 'p95', 'max', 'linear/p50'].map((name) => name.padStart(10)));
  for (const [what, ask] of Object.entries(questions)) {
    for (const [where, sample] of Object.entries(samples)) {
      const times: number[] = [];
      for (const position of sample) {
        const start = performance.now();
        const answer = await ask(position);
        times.push(performance.now() - start);
        if ('collisions' in answer) collisions += answer.collisions;
      }
      const [first] = times;
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
      const figures = [first!, at(0.5), at(0.95), at(1), linear / at(0.5)].map((time) => time.toFixed(1).padStart(10));
      console.log(`${what}, ${where}`.padEnd(46), ...figures);
    }
  }
  console.log(`\nkey collisions among all that was answered: ${collisions}`);
  await library.close();
}

/** What finding alone would cost without order: DuckDB compares every key, on as many threads as it has for the questions. */
async function linearScan(library: IndexedCollection, positions: Position[]): Promise<number> {
  const times: number[] = [];
  for (const position of positions.slice(0, 20)) {
    const start = performance.now();
    // The operation hides the column from the smallest and largest keys that DuckDB keeps of every segment.
    await library.database.columns('SELECT count(*) FROM library.positions WHERE xor(key, 1::UBIGINT) = $1::UBIGINT', [
      fideKey(position) ^ 1n,
    ]);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[10]!;
}
