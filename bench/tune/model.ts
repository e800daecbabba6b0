import type { PlayedPosition } from './positions';

/**
 * The evaluation as the tuner sees it: a position's score as a function of the weights, with its gradient. Nearly all of it
 * is a sum of weights times counts, which the kernel's trace gives; what the kernel bends afterwards, the danger to a king
 * (king-danger.ts) and the complexity of an ending (evaluate.ts), is bent here alike.
 */

/** [middlegame, endgame] alternating, in centipawns. */
export type WeightVector = Float64Array;

/** Counts that add up to one part of a score, of all positions, flat: those of position n lie from start[n] to start[n + 1]. */
export class Counts {
  readonly start: Uint32Array;
  index = new Uint16Array(1 << 20);
  count = new Int16Array(1 << 20);
  private used = 0;

  constructor(positions: number) {
    this.start = new Uint32Array(positions + 1);
  }

  add(index: number, count: number): void {
    if (this.used === this.index.length) {
      this.index = grown(this.index, new Uint16Array(2 * this.used));
      this.count = grown(this.count, new Int16Array(2 * this.used));
    }
    this.index[this.used] = index;
    this.count[this.used++] = count;
  }

  /** The counts of position n are all there. */
  close(position: number): void {
    this.start[position + 1] = this.used;
  }
}

function grown<T extends Uint16Array | Int16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Positions, many and flat. */
export class Dataset {
  positions = 0;
  /** From White's side. */
  readonly sum: Counts;
  readonly complexity: Counts;
  readonly whiteDanger: Counts;
  readonly blackDanger: Counts;
  /** What share of a weight's two halves reaches the score: middle game, and endgame with its scale. */
  readonly middlegame: Float32Array;
  readonly endgame: Float32Array;
  /** 1 with White to move, -1 with Black. */
  readonly turn: Int8Array;
  /** What White may expect: 1, 0.5, 0 or between. */
  readonly expected: Float32Array;
  /** What a position is worth learning from, 1 as a rule. */
  readonly worth: Float32Array;

  constructor(most: number) {
    this.sum = new Counts(most);
    this.complexity = new Counts(most);
    this.whiteDanger = new Counts(most);
    this.blackDanger = new Counts(most);
    this.middlegame = new Float32Array(most);
    this.endgame = new Float32Array(most);
    this.turn = new Int8Array(most);
    this.expected = new Float32Array(most);
    this.worth = new Float32Array(most);
  }
}

/** As kernel/king-danger.ts has them. */
const UNITS_SQUARED_PER_CENTIPAWN = 400;
const MOST_UNITS = 800;
const ENDGAME_UNITS_PER_CENTIPAWN = 8;

export const sigmoid = (score: number, scale: number): number => 1 / (1 + Math.exp(-score * scale));

/** What White may expect of a labelled position: the result, drawn by a share towards what the search thought. */
export function expectation({ result, score }: PlayedPosition, trust: number, scale: number): number {
  return score === undefined ? result : result + trust * (sigmoid(score, scale) - result);
}

/** Evaluates positions of a dataset with given weights, one at a time. */
export class Model {
  private readonly data: Dataset;
  private readonly weights: WeightVector;
  // The parts of the last position's score.
  private middlegame = 0;
  private endgame = 0;
  private complexity = 0;
  private whiteUnits = 0;
  private whiteEndgameUnits = 0;
  private blackUnits = 0;
  private blackEndgameUnits = 0;

  constructor(data: Dataset, weights: WeightVector) {
    this.data = data;
    this.weights = weights;
  }

  private add({ start, index, count }: Counts, n: number): void {
    const weights = this.weights;
    let middlegame = 0;
    let endgame = 0;
    for (let at = start[n]!, end = start[n + 1]!; at < end; at++) {
      const weight = index[at]! * 2;
      middlegame += count[at]! * weights[weight]!;
      endgame += count[at]! * weights[weight + 1]!;
    }
    this.middlegame = middlegame;
    this.endgame = endgame;
  }

  /** Centipawns for White. */
  score(n: number): number {
    const { data } = this;
    this.add(data.whiteDanger, n);
    this.whiteUnits = clamp(this.middlegame);
    this.whiteEndgameUnits = Math.max(this.endgame, 0);
    this.add(data.blackDanger, n);
    this.blackUnits = clamp(this.middlegame);
    this.blackEndgameUnits = Math.max(this.endgame, 0);
    this.add(data.complexity, n);
    this.complexity = this.endgame;
    this.add(data.sum, n);
    this.middlegame += (this.blackUnits ** 2 - this.whiteUnits ** 2) / UNITS_SQUARED_PER_CENTIPAWN;
    this.endgame += (this.blackEndgameUnits - this.whiteEndgameUnits) / ENDGAME_UNITS_PER_CENTIPAWN;
    const lead = Math.max(0, Math.abs(this.endgame) + this.complexity);
    const score = this.middlegame * data.middlegame[n]! + Math.sign(this.endgame) * lead * data.endgame[n]!;
    return score + this.tempo(n);
  }

  /** The right to move, which no scale diminishes; its weight is the last. */
  private tempo(n: number): number {
    const { middlegame, turn } = this.data;
    const [forMiddlegame, forEndgame] = this.weights.subarray(-2);
    return turn[n]! * (forMiddlegame! * middlegame[n]! + forEndgame! * (1 - middlegame[n]!));
  }

  /** Adds the gradient of the position scored last, times `slope`. */
  addGradient(n: number, slope: number, gradient: Float64Array): void {
    const { data } = this;
    const middlegame = slope * data.middlegame[n]!;
    const leads = Math.abs(this.endgame) + this.complexity > 0;
    const endgame = leads ? slope * data.endgame[n]! : 0;
    add(data.sum, n, middlegame, endgame, gradient);
    gradient[gradient.length - 2]! += middlegame * data.turn[n]!;
    gradient[gradient.length - 1]! += slope * (1 - data.middlegame[n]!) * data.turn[n]!;
    add(data.complexity, n, 0, Math.sign(this.endgame) * endgame, gradient);
    const bend = (2 * middlegame) / UNITS_SQUARED_PER_CENTIPAWN;
    const share = endgame / ENDGAME_UNITS_PER_CENTIPAWN;
    add(data.whiteDanger, n, -bend * open(this.whiteUnits), this.whiteEndgameUnits > 0 ? -share : 0, gradient);
    add(data.blackDanger, n, bend * open(this.blackUnits), this.blackEndgameUnits > 0 ? share : 0, gradient);
  }
}

const clamp = (units: number): number => Math.min(Math.max(units, 0), MOST_UNITS);
/** The units, if one more would change anything. */
const open = (units: number): number => (units < MOST_UNITS ? units : 0);

function add({ start, index, count }: Counts, n: number, middlegame: number, endgame: number, to: Float64Array): void {
  for (let at = start[n]!, end = start[n + 1]!; at < end; at++) {
    const weight = index[at]! * 2;
    to[weight] = to[weight]! + count[at]! * middlegame;
    to[weight + 1] = to[weight + 1]! + count[at]! * endgame;
  }
}

/** Mean squared difference between expected and real results, over positions [from, to). */
export function lossOf(data: Dataset, weights: WeightVector, scale: number, from = 0, to = data.positions): number {
  const model = new Model(data, weights);
  let sum = 0;
  let worth = 0;
  for (let n = from; n < to; n++) {
    sum += data.worth[n]! * (data.expected[n]! - sigmoid(model.score(n), scale)) ** 2;
    worth += data.worth[n]!;
  }
  return sum / worth;
}
