import type { Position } from 'chessops/chess';
import * as v from 'valibot';
import { featureName } from '../chess/zobrist';
import { familyByPlay, positionOf, type FamilyByPlay } from './clash-family';
import { eachKey, featuresAt, type Corpus } from './corpus';
import { generatorNames, type GeneratorName } from './generators';
import { keySet } from './key-set';
import type { LabResult, Running } from './result';
import { pairsOf, sample, type Sample } from './statistics';
import { say } from './said';

/**
 * What shorter keys would do to the games at hand. Keys of 64 bits are cut to their top b bits; two different positions
 * with the same b bits are a clash. Of N positions, N(N-1)/2 pairs clash with a chance of 2^-b each (the birthday
 * problem), so 32 bits are too few for a database and 64 are enough.
 *
 * The pairs do not fail independently: when A and B clash, so does every other pair that differs in the same features
 * (Zobrist's CATS = DOGS gives CAT = DOG and CATNIP = DOGNIP). The expected number is the birthday's all the same, but
 * clashes come in families. That is why the prediction is held against the mean over many sets of figures, whose own
 * scatter gives the standard error.
 */
export const collisionsSettings = v.object({
  generator: v.optional(v.picklist(generatorNames), 'xoshiro256**'),
  /** Different positions to take, if there are so many. */
  positions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(5_000_000)), 200_000),
  /** Sets of figures drawn; the app's own figures are measured beside them. */
  sets: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000)), 32),
  /** Width at which families of clashes are looked at. */
  familyBits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(40)), 24),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
export type CollisionsSettings = v.InferOutput<typeof collisionsSettings>;

export const WIDTHS = [16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64] as const;

/** Keys of all different positions as one number each, in the order of first meeting. */
export function keys64(corpus: Corpus, generator: GeneratorName, seed: bigint): BigUint64Array {
  const set = keySet({ ...corpus.shape, bits: 64, generator, seed });
  const halves = new Uint32Array(2 * corpus.distinct);
  let next = 0;
  eachKey(corpus, set, (position, key) => {
    if (corpus.id[position] === next) {
      halves[2 * next] = key[0]!;
      halves[2 * next++ + 1] = key[1]!;
    }
    return next < corpus.distinct;
  });
  return toWhole(halves);
}

/** Pairs of 32-bit words, the lower first, as 64-bit numbers. The machine is little-endian, as all that run this are. */
const toWhole = (halves: Uint32Array): BigUint64Array => new BigUint64Array(halves.buffer);

/** Pairs of keys that agree in their top b bits, for each width at once: sorted, those lie side by side. */
export function clashingPairs(keys: BigUint64Array, widths: readonly number[] = WIDTHS): number[] {
  const halves = new Uint32Array(keys.slice().sort().buffer);
  const count = keys.length;
  const pairs = widths.map(() => 0);
  const run = widths.map(() => 0);
  for (let i = 1; i < count; i++) {
    const high = halves[2 * i + 1]! ^ halves[2 * i - 1]!;
    const agreed = high !== 0 ? Math.clz32(high) : 32 + Math.clz32(halves[2 * i]! ^ halves[2 * i - 2]!);
    for (let w = 0; w < widths.length; w++) {
      run[w] = agreed >= widths[w]! ? run[w]! + 1 : 0;
      pairs[w]! += run[w]!;
    }
  }
  return pairs;
}

export interface GamesAtWidth {
  bits: number;
  /** Games whose threefold verdict (whether, and at which ply) is not the true one. */
  wrongVerdicts: number;
  /** Games in which a position seems to come back that was never there. */
  falseReturns: number;
  /** Expected pairs of different positions within one game that clash. */
  expectedPairs: number;
  pairs: number;
}

/** The verdict on repetition, game by game, from the top b bits alone. */
export function verdictsAtWidths(
  corpus: Corpus,
  keys: BigUint64Array,
  widths: readonly number[] = WIDTHS,
): GamesAtWidth[] {
  const halves = new Uint32Array(keys.buffer);
  const result = widths.map((bits) => ({ bits, wrongVerdicts: 0, falseReturns: 0, expectedPairs: 0, pairs: 0 }));
  const NEVER = -1;
  for (let game = 0; game < corpus.games; game++) {
    const first = corpus.gameStart[game]!;
    const end = corpus.gameStart[game + 1]!;
    let truth = NEVER;
    const seen = widths.map(() => NEVER);
    const clashes = widths.map(() => 0);
    let different = 0;
    for (let b = first; b < end; b++) {
      const idB = corpus.id[b]!;
      let same = 1;
      const alike = widths.map(() => 1);
      for (let a = first; a < b; a++) {
        const idA = corpus.id[a]!;
        if (idA === idB) {
          same++;
          for (let w = 0; w < widths.length; w++) alike[w]!++;
          continue;
        }
        different++;
        const high = halves[2 * idA + 1]! ^ halves[2 * idB + 1]!;
        const agreed = high !== 0 ? Math.clz32(high) : 32 + Math.clz32(halves[2 * idA]! ^ halves[2 * idB]!);
        for (let w = 0; w < widths.length && agreed >= widths[w]!; w++) {
          alike[w]!++;
          clashes[w]!++;
        }
      }
      if (same >= 3 && truth === NEVER) truth = b;
      for (let w = 0; w < widths.length; w++) if (alike[w]! >= 3 && seen[w] === NEVER) seen[w] = b;
    }
    for (const [w, row] of result.entries()) {
      if (seen[w] !== truth) row.wrongVerdicts++;
      if (clashes[w]! > 0) row.falseReturns++;
      row.pairs += clashes[w]!;
      row.expectedPairs += different * 2 ** -row.bits;
    }
  }
  return result;
}

export interface Family {
  /** Pairs that differ in these features and no others. All of them clash. */
  pairs: number;
  /** Names of the features, as the app shows them. */
  features: string[];
  /** One of the pairs, as positions of the corpus. */
  example: [number, number];
}

export interface Families {
  bits: number;
  pairs: number;
  families: number;
  /** By size: how many families have so many pairs. */
  sizes: Map<number, number>;
  largest: Family[];
  /** A pair of each family, the larger families first: enough of them to find one that can be played on. */
  examples: [number, number][];
}

/** Enough to look at; a hundred thousand pairs of so many bits tell no more than the first. */
const MAX_PAIRS = 200_000;

/**
 * The clashes at a width, put into families by what the two positions differ in. Pairs with one difference are found by
 * the XOR of their whole 64-bit keys, and confirmed by their features.
 */
export function familiesOf(corpus: Corpus, keys: BigUint64Array, bits: number): Families {
  const order = Uint32Array.from(keys, (_, i) => i).sort((a, b) =>
    keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0,
  );
  const shift = BigInt(64 - bits);
  const byDifference = new Map<bigint, [number, number][]>();
  let pairs = 0;
  for (let from = 0; from < order.length && pairs < MAX_PAIRS;) {
    let to = from + 1;
    while (to < order.length && keys[order[to]!]! >> shift === keys[order[from]!]! >> shift) to++;
    for (let i = from; i < to; i++)
      for (let j = i + 1; j < to; j++, pairs++) {
        const [a, b] = [order[i]!, order[j]!];
        const difference = keys[a]! ^ keys[b]!;
        const family = byDifference.get(difference);
        if (family) family.push([a, b]);
        else byDifference.set(difference, [[a, b]]);
      }
    from = to;
  }
  const firstAt = firstPositions(corpus);
  const sizes = new Map<number, number>();
  for (const { length } of byDifference.values()) sizes.set(length, (sizes.get(length) ?? 0) + 1);
  const ordered = [...byDifference.values()].sort((a, b) => b.length - a.length);
  const placesOf = ([a, b]: [number, number]): [number, number] => [firstAt[a]!, firstAt[b]!];
  const examples = ordered.slice(0, EXAMPLES).map((members) => placesOf(members[0]!));
  const largest = ordered.slice(0, LARGEST).map((members, family) => {
    const features = differenceOf(corpus, ...examples[family]!);
    const text = features.join();
    const confirmed = members.filter((pair) => differenceOf(corpus, ...placesOf(pair)).join() === text);
    return { pairs: confirmed.length, features: features.map(featureName), example: examples[family]! };
  });
  return { bits, pairs, families: byDifference.size, sizes, largest, examples };
}

/** Families shown, and families of which a pair is kept. */
const LARGEST = 8;
const EXAMPLES = 200;

const firstPositions = (corpus: Corpus): Uint32Array => {
  const first = new Uint32Array(corpus.distinct);
  let next = 0;
  for (let position = 0; position < corpus.positions; position++)
    if (corpus.id[position] === next) first[next++] = position;
  return first;
};

const differenceOf = (corpus: Corpus, a: number, b: number): number[] => {
  const [inA, inB] = [featuresAt(corpus, a), featuresAt(corpus, b)];
  return [...inA.filter((f) => !inB.includes(f)), ...inB.filter((f) => !inA.includes(f))].sort((x, y) => x - y);
};

export interface Collisions {
  widths: readonly number[];
  expected: number[];
  /** Over the drawn sets of figures. */
  measured: Sample[];
  /** With the app's own figures. */
  ours: number[];
  verdicts: GamesAtWidth[];
  families: Families;
  /** What the first clash at that width leads to when the same moves are played in both positions. */
  byPlay: FamilyByPlay[];
}

/** Plies played on from one clash. */
const PLAY_ON = 3;

/** The clash, of those kept, whose two positions share the most moves. */
export function playOn(corpus: Corpus, { bits, examples }: Families): FamilyByPlay[] {
  let most: { a: Position; b: Position; moves: number } | undefined;
  for (const example of examples) {
    const [a, b] = example.map((position) => positionOf(featuresAt(corpus, position)));
    if (!a || !b) continue;
    const moves = familyByPlay(a, b, bits, 1)[0]!.clashes;
    if (moves > (most?.moves ?? 0)) most = { a, b, moves };
  }
  return most ? familyByPlay(most.a, most.b, bits, PLAY_ON) : [];
}

/** Counts; `collisions` makes tables and findings of them. */
export function* measureCollisions(corpus: Corpus, settings: CollisionsSettings): Running<Collisions> {
  const { generator, sets, familyBits, seed } = settings;
  const counts: number[][] = WIDTHS.map(() => []);
  for (let set = 0; set < sets; set++) {
    yield { done: set, total: sets + 2, doing: say`keys under new figures` };
    const pairs = clashingPairs(keys64(corpus, generator, BigInt(seed) * 0x100000000n + BigInt(set)));
    for (const [w, count] of pairs.entries()) counts[w]!.push(count);
  }
  const own = keys64(corpus, 'polyglot', 0n);
  yield { done: sets, total: sets + 2, doing: say`verdicts game by game` };
  const verdicts = verdictsAtWidths(corpus, own);
  yield { done: sets + 1, total: sets + 2, doing: say`families of clashes` };
  const families = familiesOf(corpus, own, familyBits);
  return {
    widths: WIDTHS,
    expected: WIDTHS.map((bits) => pairsOf(corpus.distinct) * 2 ** -bits),
    measured: counts.map(sample),
    ours: clashingPairs(own),
    verdicts,
    families,
    byPlay: playOn(corpus, families),
  };
}

/** Of the mean from the expectation, in standard errors; where nothing scattered, in those of the prediction. */
export const collisionDeviation = ({ mean, standardError }: Sample, expected: number, sets: number): number =>
  (mean - expected) / Math.max(standardError, Math.sqrt(expected / sets));

/** The instrument: see the lesson above. */
export function* collisions(corpus: Corpus, settings: CollisionsSettings): Running<LabResult> {
  const result = yield* measureCollisions(corpus, settings);
  const { widths, expected, measured, ours, verdicts, families, byPlay } = result;
  const firstSafe = widths.find((_, w) => ours[w] === 0);
  const at32 = verdicts.find(({ bits }) => bits === 32)!;
  const largest = families.largest[0];
  const sizes = [...families.sizes].sort(([a], [b]) => a - b);
  return {
    settings: { ...settings, games: corpus.name },
    findings: [
      say`${corpus.distinct} different positions of ${corpus.games} games: the app's keys of 64 bits clash ${ours.at(-1)!} times; ${firstSafe === undefined ? say`every width measured clashes` : say`${firstSafe} bits are the fewest measured without a clash`}.`,
      say`At 16 bits the verdict on threefold repetition would be wrong in ${verdicts[0]!.wrongVerdicts} games, at 32 bits in ${at32.wrongVerdicts}.`,
      say`At ${families.bits} bits ${families.pairs} pairs clash, in ${families.families} families.`,
      ...(largest && largest.pairs > 1
        ? [
            say`The largest has ${largest.pairs} pairs, all differing in: ${largest.features.join(', ')}. One accident made them all; independent errors would make ${Number((largest.pairs * 2 ** -families.bits).toPrecision(2))} of them.`,
          ]
        : []),
      ...byPlay.map(
        ({ clashes, plies }) =>
          say`From one of these clashes, the same moves played in both positions lead to ${clashes} further clashes after ${plies === 1 ? say`one ply` : say`${plies} plies`}.`,
      ),
    ],
    tables: [
      {
        title: say`Pairs of different positions with the same key`,
        columns: [
          { name: 'bits', values: [...widths] },
          { name: 'predicted', values: expected, digits: 2 },
          { name: 'measured, mean of the sets', values: measured.map(({ mean }) => mean), digits: 2 },
          { name: 'standard error', values: measured.map(({ standardError }) => standardError), digits: 2 },
          {
            name: 'deviation in standard errors',
            values: measured.map((m, w) => collisionDeviation(m, expected[w]!, settings.sets)),
            digits: 2,
          },
          { name: "the app's figures", values: ours },
        ],
      },
      {
        title: say`Repetition by the app's key, cut short`,
        columns: [
          { name: 'bits', values: verdicts.map(({ bits }) => bits) },
          { name: 'games with a wrong threefold verdict', values: verdicts.map((row) => row.wrongVerdicts) },
          { name: 'games with a false return', values: verdicts.map((row) => row.falseReturns) },
          { name: 'clashing pairs within games', values: verdicts.map(({ pairs }) => pairs) },
          { name: 'predicted', values: verdicts.map(({ expectedPairs }) => expectedPairs), digits: 2 },
        ],
      },
      {
        title: say`Families of clashes at ${families.bits} bits`,
        columns: [
          { name: 'pairs in the family', values: sizes.map(([size]) => size) },
          { name: 'families', values: sizes.map(([, count]) => count) },
        ],
      },
      {
        title: say`The largest families`,
        columns: [
          { name: 'pairs', values: families.largest.map(({ pairs }) => pairs) },
          { name: 'they differ in', values: families.largest.map(({ features }) => features.join(', ')) },
        ],
      },
      {
        title: say`One clash, and the same moves played in both positions`,
        columns: [
          { name: 'plies played on', values: byPlay.map(({ plies }) => plies) },
          { name: 'clashes that follow', values: byPlay.map(({ clashes }) => clashes) },
          { name: 'by chance', values: byPlay.map(({ byChance }) => byChance), digits: 2 },
        ],
      },
    ],
    charts: [
      {
        title: say`Clashing pairs by key width`,
        table: 0,
        x: 'bits',
        xLabel: 'key width in bits',
        yLabel: 'pairs',
        logY: true,
        series: [
          { column: 'predicted', as: 'line' },
          { column: 'measured, mean of the sets', as: 'points' },
          { column: "the app's figures", as: 'points' },
        ],
      },
    ],
  };
}
