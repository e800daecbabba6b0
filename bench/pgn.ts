import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { findInstalled } from '../src-main/engine/installed';
import { FileScanner } from '../src-main/library/scan-file';
import { PgnScanner, type Scanned, type ScanEnd } from '../src-main/library/scan';

/**
 * How fast games are read: legality, a key for every position, repetitions. Beside it pgn-extract's plain check (`-r`),
 * where it is installed, and a replay by chessops. Rounds alternate, so that a busy machine slows all; look at the ratios.
 *
 *     npm run bench:pgn [-- file.pgn]
 */

const COLLECTION = '../shared/games/players.pgn.gz';
const ROUNDS = 7;
/** It takes several times as long, and on one core varies less. */
const EXTRACT_ROUNDS = 3;
const cache = 'node_modules/.cache/threefold';

export async function drain(scanning: AsyncGenerator<Scanned, ScanEnd>): Promise<{ games: number; positions: number }> {
  const total = { games: 0, positions: 0 };
  for await (const { batch } of scanning) {
    total.games += batch.starts.length;
    total.positions += batch.keys.length;
  }
  return total;
}

async function seconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** What two threads can be worth on this machine at this moment: the same for a loop that does nothing. */
async function parallelism(): Promise<number> {
  const loop = 'let x = 0; for (let i = 0; i < 3e8; i++) x = (x * 31 + i) | 0;';
  const spin = () => new Promise((resolve) => new Worker(loop, { eval: true }).on('exit', resolve));
  const one = await seconds(spin);
  const two = await seconds(() => Promise.all([spin(), spin()]));
  return (2 * one) / two;
}

/** chessops reads and plays the main line, without keys: what a TypeScript program does by itself. */
export function replay(pgn: string): number {
  const games = parsePgn(pgn);
  for (const game of games) {
    const position = startingPosition(game.headers).unwrap();
    for (const { san } of game.moves.mainline()) {
      const move = parseSan(position, san);
      if (!move) break;
      position.play(move);
    }
  }
  return games.length;
}

/** The file to read: the one named, or the collection beside the project, unpacked for the time of the run. */
function collection(named: string | undefined, folder: string): string | undefined {
  if (named) return named;
  if (!existsSync(COLLECTION)) return undefined;
  const path = join(folder, 'games.pgn');
  writeFileSync(path, gunzipSync(readFileSync(COLLECTION)));
  return path;
}

export async function run([named]: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'threefold-bench-'));
  try {
    const path = collection(named, folder);
    if (path) await measure(path);
    else console.log(`no games to read: name a file, or have ${COLLECTION}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(path: string): Promise<void> {
  const input = { 'scan-worker': 'src-main/library/scan-worker.ts' };
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, outDir: cache, emptyOutDir: false, rolldownOptions: { input } },
    ssr: { noExternal: true },
  });
  const scanner = await PgnScanner.load();
  const [worker, workers] = [new FileScanner(1), new FileScanner(2)];
  const extract = await findInstalled('pgn-extract');
  const read = () => createReadStream(path, { highWaterMark: 2 ** 20 });
  const { games, positions } = await drain(scanner.scan(read()));
  for (const threads of [worker, workers]) await drain(threads.scan(path));

  const best = { one: Infinity, worker: Infinity, workers: Infinity, extract: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    best.one = Math.min(best.one, await seconds(() => drain(scanner.scan(read()))));
    best.worker = Math.min(best.worker, await seconds(() => drain(worker.scan(path))));
    best.workers = Math.min(best.workers, await seconds(() => drain(workers.scan(path))));
    if (extract && round < EXTRACT_ROUNDS)
      best.extract = Math.min(best.extract, await seconds(() => spawnSync(extract, ['-r', '-s', path])));
  }
  await Promise.all([worker.close(), workers.close()]);

  // A slow reader needs no more than a sample.
  const sample = readFileSync(path, 'latin1').slice(0, 4_000_000);
  let sampled = 0;
  const chessops = await seconds(() => (sampled = replay(sample)));

  const rate = (time: number, count = games): number => count / time;
  const show = (name: string, value: number): void =>
    console.log(`${name.padEnd(34)} ${Math.round(value).toLocaleString('en').padStart(9)} games/s`);
  console.log(
    `${games} games, ${positions} positions, ${(statSync(path).size / 1e6).toFixed(0)} MB; best of ${ROUNDS}`,
  );
  show('kernel scan, this thread', rate(best.one));
  show('kernel scan, a worker', rate(best.worker));
  show('kernel scan, two workers', rate(best.workers));
  if (extract) show('pgn-extract -r', rate(best.extract));
  show('chessops replay, no keys', rate(chessops, sampled));
  console.log(
    `one thread / pgn-extract: ${extract ? (best.extract / best.one).toFixed(1) : 'not installed'}  (wanted: 4)`,
  );
  console.log(`one thread / chessops: ${(rate(best.one) / rate(chessops, sampled)).toFixed(1)}  (wanted: 20)`);
  const ratio = (best.worker / best.workers).toFixed(2);
  const possible = (await parallelism()).toFixed(2);
  console.log(`two workers / one: ${ratio}  (wanted: 1.7; two empty loops just now: ${possible})`);
}
