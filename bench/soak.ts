import { parseArgs } from 'node:util';
import { INITIAL_FEN, parseFen } from 'chessops/fen';
import { Kernel } from '../src-main/engine/kernel';
import { chance } from './tune/games';

/**
 * Random positions without end: the search in plain mode, table off, must give the score that the plain twin gives
 * (kernel/plain.ts). Stops at the first difference and names the position by its seed and moves.
 *
 *     node bench/run.mjs soak --positions 10000000 --depth 1 --seed 1
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
  const { values } = parseArgs({
    args,
    options: {
      positions: { type: 'string', default: '10000' },
      depth: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
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
  const began = performance.now();
  let compared = 0;
  let left = 0;
  let nodes = 0;
  while (compared < wanted) {
    kernel.position(0).load(start);
    for (let ply = 0; ply < MAX_PLIES && compared < wanted; ply++) {
      const count = x.legalMoves(position, list);
      if (count === 0 || x.clock(position) > 110) break;
      x.makeMove(position, moves[below(count)]!);
      if (x.legalMoves(position, list) === 0) break;
      const depth = 1 + below(maxDepth);
      new Uint8Array(kernel.memory.buffer, task, 64).fill(0);
      view.setBigUint64(task + 8, BigInt(MAX_NODES), true);
      view.setUint32(task + 16, depth, true);
      view.setUint32(task + 20, 1, true);
      view.setInt32(constant('STOP_FLAG'), 0, true);
      x.searchPlainly(0);
      const searched = Number(view.getBigUint64(task, true));
      nodes += searched;
      if (searched >= MAX_NODES) {
        left++;
        continue;
      }
      const found = view.getInt32(score, true);
      const plain = x.plainScore(area, depth);
      if (found !== plain)
        throw new Error(`Position ${compared} of seed ${seed}, depth ${depth}: ${found}, plainly ${plain}`);
      if (++compared % 100_000 === 0) console.log(`${compared} positions agree`);
    }
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${compared} positions agree (${nodes} nodes searched, ${left} positions left out as too large) in ${seconds} s`,
  );
}
