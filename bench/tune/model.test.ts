import { describe, expect, it } from 'vitest';
import { Kernel } from '../../src-main/engine/kernel';
import { lossOf, Model, type Dataset, type WeightVector } from './model';
import { start } from './start';
import { traced } from './trace';

const fens = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b',
  'r1b2rk1/1pq1bppp/p1nppn2/8/3NPP2/2N1B3/PPP1B1PP/R2Q1RK1 w',
  'r2q1rk1/pb3p1p/1p4pQ/3pP1N1/3n4/3B3P/P4PP1/R4RK1 b',
  '8/5k2/3p2p1/p1pP3p/P1P2P2/5K1P/8/8 w',
  '8/2p2pk1/1p4p1/1P1r3p/P4P2/2R3KP/8/8 b',
  '6k1/5pp1/3b3p/8/1P1B4/5P2/6PP/6K1 w',
];

const kernel = await Kernel.load('node_modules/.cache/threefold/kernel.wasm');
const positions = fens.map((fen) => ({ fen, result: 0.5, score: undefined }));
const data: Dataset = traced(kernel, positions, start, { trust: 0, scale: 0.006 });
const weights: WeightVector = Float64Array.from(Object.values(start).flat(2));

describe('the model of the evaluation', () => {
  it('knows every position', () => {
    expect(data.positions).toBe(fens.length);
  });

  it('leaves out the endings that the kernel knows', () => {
    const won = { fen: '8/8/4k3/8/3R4/3K4/8/8 w', result: 1, score: undefined };
    expect(traced(kernel, [won], start, { trust: 0, scale: 0.006 }).positions).toBe(0);
  });

  it('gives the scores that the kernel gives', () => {
    const { featureScore, threadArea } = kernel.exports as unknown as Record<string, (n: number) => number>;
    const model = new Model(data, weights);
    fens.forEach((fen, n) => {
      traced(kernel, [{ fen, result: 0.5, score: undefined }], start, { trust: 0, scale: 0.006 });
      const white = featureScore!(threadArea!(0)) * (fen.endsWith('w') ? 1 : -1);
      // The kernel rounds at each of its four divisions.
      expect(Math.abs(model.score(n) - white), fen).toBeLessThan(4);
    });
  });

  it('has the gradient that small steps have', () => {
    const model = new Model(data, weights);
    for (let n = 0; n < data.positions; n++) {
      model.score(n);
      const gradient = new Float64Array(weights.length);
      model.addGradient(n, 1, gradient);
      for (let i = 0; i < weights.length; i++) {
        const moved = Float64Array.from(weights);
        moved[i] = weights[i]! + 1e-4;
        const above = new Model(data, moved).score(n);
        moved[i] = weights[i]! - 1e-4;
        const slope = (above - new Model(data, moved).score(n)) / 2e-4;
        expect(Math.abs(gradient[i]! - slope), `${fens[n]} weight ${i}`).toBeLessThan(1e-4 * (1 + Math.abs(slope)));
      }
    }
  });

  it('loses less where it expects what happened', () => {
    const sure = {
      ...data,
      expected: Float32Array.from(data.expected, (_, n) => Number(new Model(data, weights).score(n) > 0)),
    };
    const wrong = { ...sure, expected: sure.expected.map((one) => 1 - one) };
    expect(lossOf(sure, weights, 0.006)).toBeLessThan(lossOf(wrong, weights, 0.006));
  });
});
