import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Kernel } from '../src-main/engine/kernel';
import { bestScale, fit, lossOf, type Dataset, type WeightVector } from './tune/fit';
import { chance, samples } from './tune/games';
import { weightsFile } from './tune/file';
import { start as initial } from './tune/start';

/**
 * Fits the evaluation's weights to results of games (Texel's method): a quiet position's score, through a logistic curve,
 * shall tell how the game ended. Starts from weights set by hand and writes src-main/engine/weights.ts anew.
 *
 *     node bench/run.mjs tune GAMES.pgn[.gz] --positions 260000 --seed 1
 *
 * The same games, number and seed give the same weights.
 */

const PER_GAME = 6;
const EPOCHS = 50;
const BATCH = 8192;
const RATE = 0.8;
/**
 * Strong players give material for the initiative and win the more often for it, which a fit takes for pawns being cheap
 * in the middle game; so material stays as set, and everything else is held near where it was in proportion to how
 * seldom it occurs.
 */
const PULL = 2e-9;
const FROZEN = 2 * initial.material.length;
const HELD_OUT = 0.05;
const PHASE_ALL = 24;
const SCALE_NORMAL = 64;

/** What the kernel offers the tuner beside the calls of `KernelExports`. */
interface TunerExports {
  evaluation(area: number): number;
  quiescenceScore(thread: number): number;
  partsOf(area: number): number;
  trace(area: number, counts: number): void;
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { positions: { type: 'string', default: '260000' }, seed: { type: 'string', default: '1' } },
  });
  const [file] = positionals;
  if (!file) throw new Error('Say which games: node bench/run.mjs tune GAMES.pgn');
  const seed = Number(values.seed);
  const data = await collect(file, Number(values.positions), seed);
  const start: WeightVector = Float64Array.from(Object.values(initial).flat(2));
  const scale = bestScale(data, start);
  const held = Math.floor(data.positions * (1 - HELD_OUT));
  console.log(`${data.positions} positions, scale ${scale.toFixed(5)}, loss ${lossOf(data, start, scale).toFixed(6)}`);
  const fitted = fit(data, start, {
    ...{ epochs: EPOCHS, batch: BATCH, rate: RATE, pull: PULL, frozen: FROZEN, scale, seed, held },
    told: (epoch, weights) => {
      if (epoch % 5 !== 0) return;
      const seen = lossOf(data, weights, scale, 0, held).toFixed(6);
      console.log(
        `epoch ${epoch}: loss ${seen}, on positions held out ${lossOf(data, weights, scale, held).toFixed(6)}`,
      );
    },
  });
  writeFileSync(new URL('../src-main/engine/weights.ts', import.meta.url), weightsFile(initial, fitted));
}

/** Quiet positions of the games, traced by the kernel. */
async function collect(file: string, wanted: number, seed: number): Promise<Dataset> {
  const kernel = await Kernel.load('node_modules/.cache/threefold/kernel.wasm');
  const exports = kernel.exports as unknown as TunerExports & Record<string, WebAssembly.Global>;
  const constant = (name: string): number => (exports[name]!.value as number) >>> 0;
  const area = kernel.exports.threadArea(0);
  const counts = area + constant('REPORT');
  const packed = Int32Array.from(
    Object.values(initial).flat(),
    ([middlegame, endgame]) => (endgame << 16) + middlegame,
  );
  const size = packed.length;
  // The only weight that counts for the side to move, and the last.
  const tempo = size - 1;
  kernel.writeWeights(packed);
  const view = new DataView(kernel.memory.buffer);
  const position = kernel.position(0);

  const start = new Uint32Array(wanted + 1);
  const middlegame = new Float32Array(wanted);
  const endgame = new Float32Array(wanted);
  const result = new Float32Array(wanted);
  const index: number[] = [];
  const count: number[] = [];
  let n = 0;
  for await (const sample of samples(file, PER_GAME, chance(seed))) {
    if (n === wanted) break;
    if (position.load(sample.setup) !== undefined) continue;
    // Quiet: no capture is better than standing still. A known ending has a score without features.
    const standing = exports.evaluation(area);
    if (Math.abs(standing) > 1500 || exports.quiescenceScore(0) !== standing) continue;
    const parts = exports.partsOf(area);
    const phase = view.getInt32(parts + constant('PART_PHASE'), true) / PHASE_ALL;
    const scale = view.getInt32(parts + constant('PART_SCALE'), true) / SCALE_NORMAL;
    exports.trace(area, counts);
    for (let weight = 0; weight < size; weight++) {
      const times =
        weight === tempo ? (sample.setup.turn === 'white' ? 1 : -1) : view.getInt32(counts + weight * 4, true);
      if (times === 0) continue;
      index.push(weight);
      count.push(times);
    }
    middlegame[n] = phase;
    endgame[n] = (1 - phase) * scale;
    result[n] = sample.result;
    n++;
    start[n] = index.length;
    if (n % 50_000 === 0) console.log(`${n} positions`);
  }
  return {
    ...{ positions: n, start, middlegame, endgame, result },
    index: Uint16Array.from(index),
    count: Int8Array.from(count),
  };
}
