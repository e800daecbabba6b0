/** Wins, draws and losses of the first engine. */
export interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

export interface Estimate {
  games: number;
  /** Share of the points, 0 to 1, and its 95 % interval by the normal approximation. */
  score: number;
  low: number;
  high: number;
  /** The same as differences of rating points. */
  elo: number;
  eloLow: number;
  eloHigh: number;
}

/** The rating difference that makes this share of points expected. */
export const eloOf = (score: number): number => -400 * Math.log10(1 / Math.min(Math.max(score, 1e-6), 1 - 1e-6) - 1);

export function estimate({ wins, draws, losses }: Tally): Estimate {
  const games = wins + draws + losses;
  if (games === 0) return { games, score: 0.5, low: 0, high: 1, elo: 0, eloLow: -Infinity, eloHigh: Infinity };
  const score = (wins + draws / 2) / games;
  const variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score ** 2) / games;
  const margin = 1.96 * Math.sqrt(variance / games);
  const [low, high] = [Math.max(0, score - margin), Math.min(1, score + margin)];
  return { games, score, low, high, elo: eloOf(score), eloLow: eloOf(low), eloHigh: eloOf(high) };
}

/**
 * Log-likelihood ratio of "elo1 better" against "elo0 better" (Wald's sequential test, normal approximation): above
 * 2.94 the former holds at 5 % error, below -2.94 the latter.
 */
export function likelihoodRatio(tally: Tally, elo0: number, elo1: number): number {
  const { games, score } = estimate(tally);
  const { wins, draws, losses } = tally;
  if (games === 0 || wins + draws === 0 || losses + draws === 0) return 0;
  const variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score ** 2) / games;
  const expected = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));
  const [s0, s1] = [expected(elo0), expected(elo1)];
  return variance === 0 ? 0 : ((s1 - s0) * (2 * score - s0 - s1) * games) / (2 * variance);
}
