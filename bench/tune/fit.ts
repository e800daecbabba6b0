import { chance } from './games';

/**
 * Positions as the evaluation sees them, many and flat: for each the counts of the weights that matter, its phase and
 * scale, and the result. The score is linear in the weights, so its gradient is the counts.
 */
export interface Dataset {
  positions: number;
  /** Where each position's counts begin in `index` and `count`; one more at the end. */
  start: Uint32Array;
  index: Uint16Array;
  count: Int8Array;
  /** What share of a weight's two halves reaches the score: middle game, and endgame with its scale. */
  middlegame: Float32Array;
  endgame: Float32Array;
  /** 1, 0.5 or 0 for White. */
  result: Float32Array;
}

/** [middlegame, endgame] alternating, in centipawns. */
export type WeightVector = Float64Array;

export const sigmoid = (score: number, scale: number): number => 1 / (1 + Math.exp(-score * scale));

export function scoreOf(data: Dataset, position: number, weights: WeightVector): number {
  let middlegame = 0;
  let endgame = 0;
  for (let at = data.start[position]!; at < data.start[position + 1]!; at++) {
    const weight = data.index[at]! * 2;
    middlegame += data.count[at]! * weights[weight]!;
    endgame += data.count[at]! * weights[weight + 1]!;
  }
  return middlegame * data.middlegame[position]! + endgame * data.endgame[position]!;
}

/** Mean squared difference between expected and real results, over positions [from, to). */
export function lossOf(data: Dataset, weights: WeightVector, scale: number, from = 0, to = data.positions): number {
  let sum = 0;
  for (let n = from; n < to; n++) sum += (data.result[n]! - sigmoid(scoreOf(data, n, weights), scale)) ** 2;
  return sum / (to - from);
}

/** The scale from centipawns to expectation that suits these weights best, by golden section. */
export function bestScale(data: Dataset, weights: WeightVector): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = 0.001;
  let high = 0.01;
  while (high - low > 1e-5) {
    const a = high - ratio * (high - low);
    const b = low + ratio * (high - low);
    if (lossOf(data, weights, a) < lossOf(data, weights, b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}

export interface FitOptions {
  epochs: number;
  batch: number;
  rate: number;
  /** Pull towards the starting weights, so that what hardly occurs stays near what it was. */
  pull: number;
  scale: number;
  seed: number;
  /** The first so many entries of the vector stay as they are. */
  frozen: number;
  /** Positions from here on are not learnt from. */
  held: number;
  told: (epoch: number, weights: WeightVector) => void;
}

/** Stochastic gradient descent with Adam's step. */
export function fit(data: Dataset, start: WeightVector, options: FitOptions): WeightVector {
  const { epochs, batch, pull, scale, held, frozen } = options;
  const weights = Float64Array.from(start);
  const gradient = new Float64Array(weights.length);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  const random = chance(options.seed);
  const order = Uint32Array.from({ length: held }, (_, n) => n);
  let step = 0;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    for (let n = held - 1; n > 0; n--) {
      const other = Math.floor(random() * (n + 1));
      [order[n], order[other]] = [order[other]!, order[n]!];
    }
    const rate = options.rate * (1 - (epoch - 1) / epochs);
    for (let from = 0; from < held; from += batch) {
      gradient.fill(0);
      const to = Math.min(held, from + batch);
      for (let n = from; n < to; n++) addGradient(data, order[n]!, weights, scale, gradient);
      step++;
      for (let i = frozen; i < weights.length; i++) {
        const slope = gradient[i]! / (to - from) + pull * (weights[i]! - start[i]!);
        mean[i] = 0.9 * mean[i]! + 0.1 * slope;
        square[i] = 0.999 * square[i]! + 0.001 * slope * slope;
        const unbiased = mean[i]! / (1 - 0.9 ** step);
        weights[i] = weights[i]! - (rate * unbiased) / (Math.sqrt(square[i]! / (1 - 0.999 ** step)) + 1e-12);
      }
    }
    options.told(epoch, weights);
  }
  return weights;
}

function addGradient(data: Dataset, n: number, weights: WeightVector, scale: number, gradient: Float64Array): void {
  const expected = sigmoid(scoreOf(data, n, weights), scale);
  const slope = -2 * (data.result[n]! - expected) * expected * (1 - expected) * scale;
  const middlegame = slope * data.middlegame[n]!;
  const endgame = slope * data.endgame[n]!;
  for (let at = data.start[n]!; at < data.start[n + 1]!; at++) {
    const weight = data.index[at]! * 2;
    gradient[weight] = gradient[weight]! + data.count[at]! * middlegame;
    gradient[weight + 1] = gradient[weight + 1]! + data.count[at]! * endgame;
  }
}
