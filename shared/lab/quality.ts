import { figureOf, keyValue, type KeySet } from './key-set';
import { figure, say, type Said } from './said';

/**
 * How good the figures of a key set are. Random figures have every bit set in about half of them, differ from each
 * other in about half of their bits, span the whole width (rank over GF(2)), and no few of them XOR to zero: a
 * dependent subset of k figures means that positions which differ in just those features clash, in every setting.
 */
export interface Quality {
  figures: number;
  bits: number;
  /** Bits that are the same in all figures: they tell nothing apart. */
  constantBits: number;
  /** Of every bit: in how many figures it is set. */
  onesPerBit: number[];
  /** The bit furthest from one half, in standard deviations (fair figures: below 5 practically always). */
  worstBalance: { bit: number; ones: number; deviations: number };
  /** Rank over GF(2): the width that the figures really span. Full: min(bits, figures). */
  rank: number;
  /** Bits in which two figures differ, over all pairs. */
  distance: { smallest: number; mean: number; largest: number; expectedMean: number; expectedDeviation: number };
  /**
   * For k = 1 to 4: subsets of k figures that XOR to zero, and how many C(figures, k) / 2^bits predicts. Null: not
   * looked for, because chance alone makes more than a million.
   */
  dependent: { size: number; found: number | null; expected: number; example: number[] }[];
  /** The fewest features known to XOR to zero: from the search above or from Gaussian elimination (an upper bound). */
  smallestDependence: number[];
  /** What is wrong, in words; empty for a good set. */
  faults: Said[];
}

const popcount = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Beyond this many standard deviations a figure is called a fault: chance alone does it once in 1.7 million draws. */
const FAULT_DEVIATIONS = 5;

/** Dependent subsets of two to four are searched over pairs; beyond this many figures the pairs would not fit memory. */
const MAX_FIGURES = 2000;

/** @throws RangeError for sets of more than 2000 figures */
export function quality(set: KeySet): Quality {
  if (set.size > MAX_FIGURES) throw new RangeError(`quality examines at most ${MAX_FIGURES} figures, not ${set.size}`);
  const values = Array.from({ length: set.size }, (_, index) => keyValue(figureOf(set, index)));
  const onesPerBit = balance(set);
  const spread = Math.sqrt(set.size) / 2;
  const deviation = (ones: number) => (ones - set.size / 2) / spread;
  const worst = onesPerBit.reduce(
    (w, ones, bit) => (Math.abs(deviation(ones)) > Math.abs(deviation(onesPerBit[w]!)) ? bit : w),
    0,
  );
  const { rank, dependence } = eliminate(values);
  const dependent = dependentSubsets(set, values);
  const found = dependent.find(({ example }) => example.length > 0)?.example;
  const report: Quality = {
    figures: set.size,
    bits: set.bits,
    constantBits: onesPerBit.filter((ones) => ones === 0 || ones === set.size).length,
    onesPerBit,
    worstBalance: { bit: worst, ones: onesPerBit[worst]!, deviations: deviation(onesPerBit[worst]!) },
    rank,
    distance: distances(set),
    dependent,
    smallestDependence: found ?? dependence,
    faults: [],
  };
  report.faults = faultsOf(report);
  return report;
}

function balance(set: KeySet): number[] {
  const ones = new Array<number>(set.bits).fill(0);
  for (let index = 0; index < set.size; index++) {
    for (let bit = 0; bit < set.bits; bit++) {
      ones[bit]! += (set.figures[index * set.lanes + (bit >> 5)]! >>> (bit & 31)) & 1;
    }
  }
  return ones;
}

/**
 * Gaussian elimination over GF(2). Each row remembers which figures it is the sum of; a row that vanishes names a
 * dependent subset. The smallest one met is an upper bound, not the minimum.
 */
function eliminate(values: bigint[]): { rank: number; dependence: number[] } {
  const pivots = new Map<number, { value: bigint; members: bigint }>();
  let smallest: bigint | undefined;
  for (const [index, figure] of values.entries()) {
    let value = figure;
    let members = 1n << BigInt(index);
    while (value !== 0n) {
      const top = value.toString(2).length;
      const pivot = pivots.get(top);
      if (!pivot) {
        pivots.set(top, { value, members });
        break;
      }
      value ^= pivot.value;
      members ^= pivot.members;
    }
    if (value === 0n && (smallest === undefined || countOnes(members) < countOnes(smallest))) smallest = members;
  }
  return { rank: pivots.size, dependence: smallest === undefined ? [] : positionsOfOnes(smallest) };
}

const positionsOfOnes = (bits: bigint): number[] =>
  [...bits.toString(2)].reverse().flatMap((digit, index) => (digit === '1' ? [index] : []));
const countOnes = (bits: bigint): number => bits.toString(2).replaceAll('0', '').length;

function distances(set: KeySet): Quality['distance'] {
  const { lanes, figures, size, bits } = set;
  let smallest = bits;
  let largest = 0;
  let sum = 0;
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      let distance = 0;
      for (let lane = 0; lane < lanes; lane++)
        distance += popcount(figures[a * lanes + lane]! ^ figures[b * lanes + lane]!);
      if (distance < smallest) smallest = distance;
      if (distance > largest) largest = distance;
      sum += distance;
    }
  }
  const pairs = (size * (size - 1)) / 2;
  return {
    smallest,
    mean: pairs ? sum / pairs : 0,
    largest,
    expectedMean: bits / 2,
    expectedDeviation: Math.sqrt(bits) / 2,
  };
}

/** Beyond this there is nothing to learn; a set so bad is not counted to the end, and `found` is a lower bound. */
const MAX_FOUND = 1_000_000;

function dependentSubsets(set: KeySet, values: bigint[]): Quality['dependent'] {
  const { size, bits } = set;
  const choose = (k: number) => Array.from({ length: k }).reduce<number>((n, _, i) => (n * (size - i)) / (i + 1), 1);
  const indexOf = new Map<bigint, number[]>();
  for (const [index, value] of values.entries()) indexOf.set(value, [...(indexOf.get(value) ?? []), index]);
  const subsets = [
    values.flatMap((value, index) => (value === 0n ? [[index]] : [])),
    [...indexOf.values()].flatMap((same) => same.flatMap((a, i) => same.slice(i + 1).map((b) => [a, b]))),
    threes(values, indexOf),
    choose(4) / 2 ** bits > MAX_FOUND ? null : fours(set, values),
  ];
  return subsets.map((found, i) => ({
    size: i + 1,
    found: found && found.length,
    expected: choose(i + 1) / 2 ** bits,
    example: found?.[0] ?? [],
  }));
}

/** Two figures whose sum is a third. */
function threes(values: bigint[], indexOf: ReadonlyMap<bigint, number[]>): number[][] {
  const found: number[][] = [];
  for (let a = 0; a < values.length; a++) {
    for (let b = a + 1; b < values.length; b++) {
      for (const c of indexOf.get(values[a]! ^ values[b]!) ?? []) if (c > b) found.push([a, b, c]);
    }
  }
  return found;
}

/** Two pairs with one sum. Pairs are sorted by a 52-bit digest of their sum, and equal digests compared in full. */
function fours({ size, lanes, figures }: KeySet, values: bigint[]): number[][] {
  const count = (size * (size - 1)) / 2;
  const first = new Uint16Array(count);
  const second = new Uint16Array(count);
  const sums = new Float64Array(count);
  const at = (index: number, lane: number) => (lane < lanes ? figures[index * lanes + lane]! : 0);
  for (let a = 0, pair = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++, pair++) {
      first[pair] = a;
      second[pair] = b;
      // Low 32 bits and 20 more: exact for widths up to 52, a filter beyond.
      sums[pair] = ((at(a, 0) ^ at(b, 0)) >>> 0) + ((at(a, 1) ^ at(b, 1)) & 0xfffff) * 0x100000000;
    }
  }
  const order = Uint32Array.from(sums, (_, pair) => pair).sort((p, q) => sums[p]! - sums[q]!);

  const found: number[][] = [];
  for (let from = 0; from < count && found.length < MAX_FOUND;) {
    let to = from + 1;
    while (to < count && sums[order[to]!] === sums[order[from]!]) to++;
    for (let i = from; i < to; i++) {
      const [a, b] = [first[order[i]!]!, second[order[i]!]!];
      for (let j = from; j < to; j++) {
        const [c, d] = [first[order[j]!]!, second[order[j]!]!];
        // Four figures make three splittings into pairs, all with equal sums: the one in ascending order counts.
        if (b < c && (values[a]! ^ values[b]!) === (values[c]! ^ values[d]!)) found.push([a, b, c, d]);
      }
    }
    from = to;
  }
  return found;
}

function faultsOf(q: Quality): Said[] {
  const faults: Said[] = [];
  if (q.constantBits > 0) faults.push(say`${q.constantBits} of ${q.bits} bits never change`);
  if (Math.abs(q.worstBalance.deviations) > FAULT_DEVIATIONS)
    faults.push(
      say`bit ${q.worstBalance.bit} is set in ${q.worstBalance.ones} of ${q.figures} figures, ${figure(Math.abs(q.worstBalance.deviations), 1)} standard deviations from half`,
    );
  const full = Math.min(q.bits, q.figures);
  if (q.rank < full) faults.push(say`the figures span ${q.rank} of ${full} dimensions: worth at most ${q.rank} bits`);
  for (const { size, found, expected } of q.dependent) {
    if (found === null) continue;
    // Poisson: more than 5 deviations above what chance gives, and at least two more than expected.
    if (found > expected + FAULT_DEVIATIONS * Math.sqrt(expected) + 2 || (found > 0 && expected < 1e-6))
      faults.push(
        say`${found} subsets of ${size} figures XOR to zero, where chance gives ${Number(expected.toPrecision(2))}`,
      );
  }
  return faults;
}
