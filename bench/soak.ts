import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { INITIAL_FEN, parseFen } from 'chessops/fen';
import { Kernel } from '../src-main/engine/kernel';
import { PgnScanner } from '../src-main/library/scan';
import { chance } from './tune/chance';

/**
 * Positions without end: the search in plain mode, table off, must give the score that the plain twin gives
 * (kernel/plain.ts). They come from the games of the files named, then from random moves. Stops at the first difference
 * and names the position.
 *
 *     node bench/run.mjs soak GAMES.pgn[.gz] --positions 10000000 --depth 1 --seed 1 [--skip GAMES]
 */

/** Trees larger than this, in which captures do not end, are left out and counted. */
const MAX_NODES = 200_000;
const MAX_PLIES = 120;

interface SoakExports {
  searchPlainly(thread: number): void;
  plainScore(area: number, depth: number): number;
  tableUser(thread: number): number;
  task(thread: number): number;
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      positions: { type: 'string', default: '10000' },
      depth: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      /** Games of each file to pass over, so that several runs can share one. */
      skip: { type: 'string', default: '0' },
    },
  });
  const [wanted, maxDepth, seed] = [Number(values.positions), Number(values.depth), Number(values.seed)];
  const kernel = await Kernel.load('node_modules/.cache/threefold/kernel.wasm');
  const x = kernel.exports as unknown as SoakExports & Kernel['exports'];
  const constants = kernel.exports as unknown as Record<string, WebAssembly.Global>;
  const constant = (name: string): number => (constants[name]!.value as number) >>> 0;
  const area = x.threadArea(0);
  const position = area + constant('POSITION');
  const list = area + constant('MOVE_LISTS');
  const score = area + constant('REPORT_LINES') + constant('LINE_SCORE');
  const view = new DataView(kernel.memory.buffer);
  const moves = new Uint16Array(kernel.memory.buffer, list, 256);
  const task = x.task(0);
  new Uint8Array(kernel.memory.buffer, x.tableUser(0), constant('USER_BYTES')).fill(0);

  const random = chance(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const start = parseFen(INITIAL_FEN).unwrap();
  kernel.position(0).load(start);
  const startKey = x.key(position);
  const began = performance.now();
  let compared = 0;
  let left = 0;
  let nodes = 0;

  /** Searches the current position both ways. */
  function compare(name: () => string): void {
    if (compared >= wanted || x.legalMoves(position, list) === 0) return;
    const depth = 1 + below(maxDepth);
    new Uint8Array(kernel.memory.buffer, task, 64).fill(0);
    view.setBigUint64(task + constant('TASK_NODE_LIMIT'), BigInt(MAX_NODES), true);
    view.setBigUint64(task + constant('TASK_COUNT_AGAIN_AT'), BigInt(MAX_NODES), true);
    view.setUint32(task + constant('TASK_MAX_DEPTH'), depth, true);
    view.setUint32(task + constant('TASK_LINES'), 1, true);
    view.setUint32(task + constant('TASK_THREADS'), 1, true);
    view.setInt32(constant('STOP_FLAG'), 0, true);
    x.searchPlainly(0);
    const searched = Number(view.getBigUint64(task + constant('TASK_NODES'), true));
    nodes += searched;
    if (searched >= MAX_NODES) {
      left++;
      return;
    }
    const found = view.getInt32(score, true);
    const plain = x.plainScore(area, depth);
    if (found !== plain) throw new Error(`${name()}, depth ${depth}: ${found}, plainly ${plain}`);
    if (++compared % 100_000 === 0) console.log(`${compared} positions agree`);
  }

  const scanner = await PgnScanner.load();
  for (const file of positionals) {
    const raw = createReadStream(file);
    let game = 0;
    for await (const { batch } of scanner.scan(file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw)) {
      for (let n = 0; n + 1 < batch.plyStart.length && compared < wanted; n++) {
        if (game++ < Number(values.skip)) continue;
        // Only games from the usual start: the batch does not tell where the others begin.
        if (batch.keys[batch.plyStart[n]!] !== startKey) continue;
        kernel.position(0).load(start);
        for (let ply = batch.plyStart[n]!; ply + 1 < batch.plyStart[n + 1]!; ply++) {
          x.makeMove(position, batch.moves[ply]!);
          compare(() => `${file}, game ${game}, half-move ${ply + 1 - batch.plyStart[n]!}`);
        }
      }
      if (compared >= wanted) break;
    }
  }
  while (compared < wanted) {
    kernel.position(0).load(start);
    for (let ply = 0; ply < MAX_PLIES && compared < wanted; ply++) {
      const count = x.legalMoves(position, list);
      if (count === 0 || x.clock(position) > 110) break;
      x.makeMove(position, moves[below(count)]!);
      compare(() => `position ${compared} of seed ${seed}`);
    }
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${compared} positions agree (${nodes} nodes searched, ${left} positions left out as too large) in ${seconds} s`,
  );
}
