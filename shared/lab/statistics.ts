/** The few formulas that predictions and measurements are compared by. */

/** Wilson's interval for a proportion: right for few events, too. `z` = 1.96 for 95 %. */
export function wilson(successes: number, trials: number, z = 1.96): { low: number; high: number } {
  const p = successes / trials;
  const spread = z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
  const denominator = 1 + (z * z) / trials;
  return {
    low: Math.max(0, (p + (z * z) / (2 * trials) - spread) / denominator),
    high: Math.min(1, (p + (z * z) / (2 * trials) + spread) / denominator),
  };
}

/** Deviation of a measured proportion from the predicted one, in standard errors of the prediction. */
export const proportionDeviation = (measured: number, predicted: number, trials: number): number =>
  measured === predicted ? 0 : (measured - predicted) / Math.sqrt((predicted * (1 - predicted)) / trials);

export interface Sample {
  mean: number;
  /** Of the mean. */
  standardError: number;
}

/** Mean of independent draws, and how far it may be off. */
export function sample(values: readonly number[]): Sample {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { mean, standardError: Math.sqrt(variance / values.length) };
}

/** Unordered pairs of so many things. */
export const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** TR 88: no type 1 error in 2^n retrievals by codes of n + m bits. About exp(-2^-m). */
export const noTypeOneError = (n: number, m: number): number => Math.exp(2 ** n * Math.log1p(-(2 ** -(n + m))));

/** Slots of `slots` that `stored` positions, each into a slot of its own choice, fill on average. */
export const slotsFilled = (stored: number, slots: number): number =>
  -slots * Math.expm1(stored * Math.log1p(-1 / slots));
