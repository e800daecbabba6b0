import { describe, expect, it } from 'vitest';
import { Kernel } from '../../src-main/engine/kernel';
import { buildLearner } from '../../tools/kernel.mjs';
import { chance } from '../tune/chance';
import { networkFile, ROWS, WIDTH } from './file';
import { expectation, RECORD_BYTES, RecordWriter, SCALE } from './records';

interface Learner {
  learn(...numbers: number[]): number;
  lossOf(...numbers: number[]): number;
  step(...numbers: number[]): void;
  readonly WEIGHTS: WebAssembly.Global;
}

const PAGE = 65536;
const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b',
  'r1b2rk1/1pq1bppp/p1nppn2/8/3NPP2/2N1B3/PPP1B1PP/R2Q1RK1 w',
  '8/5k2/3p2p1/p1pP3p/P1P2P2/5K1P/8/8 b',
  '1k1r4/ppp5/8/8/4p3/8/PPP5/1K1R4 w',
];

const module = await WebAssembly.compile(await buildLearner());
const memory = new WebAssembly.Memory({ initial: 1024, maximum: 65536, shared: true });
const learner = (await WebAssembly.instantiate(module, { env: { memory } })).exports as unknown as Learner;
const count = learner.WEIGHTS.value as number;
const weights = PAGE;
const gradient = weights + count * 4;
const moments = gradient + count * 4;
const scratch = moments + count * 8;
const records = scratch + PAGE;
const order = records + PAGE;
const network = new Float32Array(memory.buffer, weights, count);
const kernel = await Kernel.load('node_modules/.cache/threefold/kernel.wasm');
const writer = new RecordWriter(kernel);

/** As small as where learning begins, the same each time, and whole in the units of the network's file. */
function beginAnew(): void {
  const random = chance(3);
  network.forEach((_, n) => {
    const unit = n < ROWS * WIDTH ? 255 : 64;
    network[n] = Math.round((random() * 2 - 1) * 0.12 * unit) / unit;
  });
}

/** Writes all positions, judged at so many centipawns for White. */
function judged(score: number): void {
  const view = new DataView(memory.buffer);
  FENS.forEach((fen, n) => {
    expect(writer.write({ fen, result: 0.5, score }, view, records + n * RECORD_BYTES)).toBe(true);
    view.setUint32(order + n * 4, n, true);
  });
}

describe('the learner', () => {
  it('expects of a position what the kernel expects with the same network', () => {
    beginAnew();
    judged(0);
    const view = new DataView(memory.buffer);
    new Uint8Array(kernel.memory.buffer).set(networkFile(network), kernel.exports.NETWORK.value as number);
    const { evaluation, threadArea } = kernel.exports as unknown as Record<string, (n: number) => number>;
    FENS.forEach((fen, n) => {
      // Judged as surely lost, so that the error is the expectation.
      view.setFloat32(records + n * RECORD_BYTES + 64, 0, true);
      const expected = Math.sqrt(learner.lossOf(records, order, n, n + 1, weights, scratch, SCALE));
      expect(writer.write({ fen, result: 0.5, score: 0 }, view, records + n * RECORD_BYTES)).toBe(true);
      const byKernel = expectation(evaluation!(threadArea!(0)));
      // The kernel rounds to whole centipawns, the features' and the network's.
      expect(Math.abs(expected - byKernel), fen).toBeLessThan(2 * (expectation(1) - 0.5));
    });
  });

  it('finds the gradient that small steps have', () => {
    beginAnew();
    judged(150);
    const all = [0, FENS.length] as const;
    learner.learn(records, order, ...all, weights, gradient, scratch, SCALE);
    const found = new Float32Array(memory.buffer, gradient, count).slice();
    const random = chance(5);
    const loss = (): number => learner.lossOf(records, order, ...all, weights, scratch, SCALE);
    const steep = found.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0);
    let asked = 0;
    for (let n = 0; n < count; n++) {
      // Of the many that touch none of these positions a few, of the others one in twenty; of the last, the outputs', all.
      if (n < count - 8 && random() > (found[n] === 0 ? 0.001 : 0.05)) continue;
      const kept = network[n]!;
      const here = loss();
      network[n] = kept + 0.01;
      const above = (loss() - here) / 0.01;
      network[n] = kept - 0.01;
      const below = (here - loss()) / 0.01;
      network[n] = kept;
      // Where a sum is cut off between here and there the two differ, and any slope between them is right.
      const slope = found[n]!;
      expect(slope, `weight ${n}`).toBeGreaterThan(Math.min(above, below) - 0.02 * steep);
      expect(slope, `weight ${n}`).toBeLessThan(Math.max(above, below) + 0.02 * steep);
      asked++;
    }
    expect(asked).toBeGreaterThan(300);
  });

  it('comes near to the judge step by step', () => {
    beginAnew();
    judged(-80);
    new Float32Array(memory.buffer, moments, count * 2).fill(0);
    const losses = Array.from({ length: 30 }, (_, before) => {
      const loss = learner.learn(records, order, 0, FENS.length, weights, gradient, scratch, SCALE);
      const rate = 0.0005 / (1 - 0.9 ** (before + 1));
      learner.step(weights, gradient, 1, moments, 0, count, 1 / FENS.length, rate, 1 / (1 - 0.999 ** (before + 1)));
      return loss;
    });
    expect(losses.at(-1)).toBeLessThan(losses[0]! / 20);
  });

  it('leaves out what is judged lost or won beyond telling, or not at all', () => {
    const view = new DataView(memory.buffer);
    for (const score of [undefined, 3000, -3000])
      expect(writer.write({ fen: FENS[0]!, result: 1, score }, view, records)).toBe(false);
  });
});
