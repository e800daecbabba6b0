import { chance, shuffle } from './chance';
import { Model, sigmoid, type Dataset, type WeightVector } from './model';

export interface FitOptions {
  epochs: number;
  batch: number;
  rate: number;
  /** Pull towards the starting weights, so that what hardly occurs stays near what it was. */
  pull: number;
  /** From centipawns to expectation. */
  scale: number;
  seed: number;
  /** By entry of the vector: whether it stays as it is. */
  frozen: readonly boolean[];
  /** Positions from here on are not learnt from. */
  held: number;
  told: (epoch: number, weights: WeightVector) => void;
}

/** Stochastic gradient descent with Adam's step. */
export function fit(data: Dataset, start: WeightVector, options: FitOptions): WeightVector {
  const { epochs, batch, pull, held, frozen } = options;
  const weights = Float64Array.from(start);
  const model = new Model(data, weights);
  const gradient = new Float64Array(weights.length);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  const random = chance(options.seed);
  const order = Uint32Array.from({ length: held }, (_, n) => n);
  let step = 0;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    shuffle(order, random);
    // Falls to nothing, so that the last steps only settle.
    const rate = options.rate * (1 - (epoch - 1) / epochs);
    for (let from = 0; from < held; from += batch) {
      const to = Math.min(held, from + batch);
      gradient.fill(0);
      for (let n = from; n < to; n++) learn(data, order[n]!, model, options.scale, gradient);
      step++;
      for (let i = 0; i < weights.length; i++) {
        if (frozen[i]) continue;
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

function learn(data: Dataset, n: number, model: Model, scale: number, gradient: Float64Array): void {
  const expected = sigmoid(model.score(n), scale);
  const slope = -2 * (data.expected[n]! - expected) * expected * (1 - expected) * scale;
  model.addGradient(n, slope * data.worth[n]!, gradient);
}
