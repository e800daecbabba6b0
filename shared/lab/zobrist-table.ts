import * as v from 'valibot';
import { keysOfDistinct, type Corpus } from './corpus';
import { randomBelow } from './generators';
import { keySet } from './key-set';
import type { LabResult, Running } from './result';
import { noTypeOneError, proportionDeviation, sample, slotsFilled, wilson } from './statistics';
import { figure, say } from './said';

/**
 * Zobrist's table of TR 88, by Monte Carlo over real positions. A code of n + m bits is an address of n bits and a
 * check key of m. His formula
 *
 *     P(no type 1 error) = (1 - 2^-(n+m))^(2^n), about e^(-2^-m)
 *
 * is the chance that one code meets none of 2^n others. So that is what a trial does: fresh random figures, the codes
 * of 2^n different positions, and further positions each of which is looked up among them by all n + m bits.
 *
 * A full table is harsher, and is measured beside it: there, every retrieval finds *somebody* in its slot, and only the
 * m check bits stand between it and a wrong value, fill * 2^-m per retrieval. Type 2 errors, entries overwritten by
 * later ones, are counted in the same trials.
 */
export const zobristTableSettings = v.object({
  /** Address bits, from and to. */
  from: v.optional(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(20)), 10),
  to: v.optional(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(20)), 16),
  /** Sets of figures drawn for each n. */
  trials: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(100_000)), 300),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
export type ZobristTableSettings = v.InferOutput<typeof zobristTableSettings>;

export const CHECK_BITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** As printed in TR 88, mostly cut off or a unit off in the last digit; m = 0 should be .36788. */
export const PRINTED = [
  0.36778, 0.60653, 0.77879, 0.88251, 0.93941, 0.96924, 0.98449, 0.99222, 0.99611, 0.99805, 0.99901,
];

/** Positions looked up per trial. */
const PROBES = 16;

/** How many different positions a run up to n address bits needs. */
export const positionsNeeded = (n: number): number => 2 ** n + PROBES;

interface Cell {
  n: number;
  m: number;
  lookups: number;
  clean: number;
}

export interface ZobristTable {
  cells: Cell[];
  /** By n: of each trial the share of wrong retrievals by check width, and the entries overwritten. */
  full: { n: number; wrong: number[][]; overwritten: number[] }[];
}

/** @throws RangeError where the corpus has too few different positions */
export function* measureZobristTable(corpus: Corpus, settings: ZobristTableSettings): Running<ZobristTable> {
  const { from, to, trials, seed } = settings;
  if (corpus.distinct < positionsNeeded(to))
    throw new RangeError(
      `n = ${to} needs ${positionsNeeded(to)} different positions, ${corpus.name} has ${corpus.distinct}`,
    );
  const table: ZobristTable = { cells: [], full: [] };
  let done = 0;
  const total = (to - from + 1) * trials;
  for (let n = from; n <= to; n++) {
    const size = 2 ** n;
    const cells = CHECK_BITS.map((m) => ({ n, m, lookups: 0, clean: 0 }));
    const full: ZobristTable['full'][number] = { n, wrong: CHECK_BITS.map(() => []), overwritten: [] };
    const random = randomBelow(BigInt(seed) * 1000n + BigInt(n));
    // Beyond this the full-table count has seen enough, and only costs time.
    const fullTrials = Math.min(trials, Math.max(8, Math.ceil(2 ** 21 / size)));
    for (let trial = 0; trial < trials; trial++, done++) {
      if (trial % Math.max(1, 2 ** (14 - n)) === 0) yield { done, total, doing: say`n = ${n}` };
      const set = keySet({
        ...corpus.shape,
        bits: n + 10,
        generator: 'splitmix64',
        seed: BigInt(seed) * 0x100000000n + BigInt(n * 0x1000000 + trial),
      });
      const keys = keysOfDistinct(corpus, set, size + PROBES);
      drawProbes(keys, random);
      lookUp(keys, size, cells);
      if (trial < fullTrials) fillAndRetrieve(keys, n, random, full);
    }
    table.cells.push(...cells);
    table.full.push(full);
  }
  return table;
}

/**
 * Puts PROBES keys, drawn from all, at the end. Neighbours of one game would not do: they differ by moves that stored
 * positions differ by, too, and so would fail together.
 */
function drawProbes(keys: Uint32Array, random: (limit: number) => number): void {
  for (let end = keys.length; end > keys.length - PROBES; end--) {
    const drawn = random(end);
    [keys[drawn], keys[end - 1]] = [keys[end - 1]!, keys[drawn]!];
  }
}

/** The last PROBES keys are looked up among the first `size`. */
function lookUp(keys: Uint32Array, size: number, cells: Cell[]): void {
  const n = cells[0]!.n;
  const addressMask = size - 1;
  for (let probe = size; probe < size + PROBES; probe++) {
    const key = keys[probe]!;
    // The longest agreement, from the low bits up, with any stored code.
    let agreed = -1;
    for (let stored = 0; stored < size; stored++) {
      const difference = keys[stored]! ^ key;
      if ((difference & addressMask) !== 0) continue;
      const bits = difference === 0 ? n + 10 : 31 - Math.clz32(difference & -difference);
      if (bits > agreed) agreed = bits;
    }
    for (const cell of cells) {
      cell.lookups++;
      if (agreed < n + cell.m) cell.clean++;
    }
  }
}

/** Stores one half of the positions in a table of as many slots, always replacing, then retrieves the other half. */
function fillAndRetrieve(
  keys: Uint32Array,
  n: number,
  random: (limit: number) => number,
  full: ZobristTable['full'][number],
): void {
  const slots = 2 ** (n - 1);
  const table = new Int32Array(slots).fill(-1);
  const half = slots;
  let overwritten = 0;
  // Which half is stored is drawn, so that openings are not always the stored ones.
  const first = random(2) * half;
  for (let i = first; i < first + half; i++) {
    const slot = keys[i]! & (slots - 1);
    if (table[slot] !== -1) overwritten++;
    table[slot] = i;
  }
  const other = half - first;
  const wrong = CHECK_BITS.map(() => 0);
  for (let i = other; i < other + half; i++) {
    const key = keys[i]!;
    const stored = table[key & (slots - 1)]!;
    if (stored === -1) continue;
    const difference = (keys[stored]! ^ key) >>> (n - 1);
    const agreed = difference === 0 ? 11 : 31 - Math.clz32(difference & -difference);
    for (const m of CHECK_BITS) if (agreed >= m) wrong[m]!++;
  }
  full.overwritten.push(overwritten);
  for (const m of CHECK_BITS) full.wrong[m]!.push(wrong[m]! / half);
}

/** Tables, charts and findings of what was measured. */
export function reportZobristTable(corpus: Corpus, settings: ZobristTableSettings, table: ZobristTable): LabResult {
  const { cells, full } = table;
  const deviation = (cell: Cell) =>
    proportionDeviation(cell.clean / cell.lookups, noTypeOneError(cell.n, cell.m), cell.lookups);
  const byM = CHECK_BITS.map((m) => {
    const rows = cells.filter((cell) => cell.m === m);
    const lookups = rows.reduce((sum, row) => sum + row.lookups, 0);
    const clean = rows.reduce((sum, row) => sum + row.clean, 0);
    return { m, lookups, clean, ...wilson(clean, lookups) };
  });
  const worst = cells.reduce((a, b) => (Math.abs(deviation(b)) > Math.abs(deviation(a)) ? b : a));
  const findings = [
    say`${cells.length} cells (n = ${settings.from} to ${settings.to}, m = 0 to 10), ${cells[0]!.lookups} lookups each: the furthest from the prediction is n = ${worst.n}, m = ${worst.m}, by ${figure(Math.abs(deviation(worst)), 2)} standard errors.`,
  ];
  for (const bits of [20, 25]) {
    const cell = cells.find(({ n, m }) => n === 15 && n + m === bits);
    if (!cell) continue;
    const interval = wilson(cell.lookups - cell.clean, cell.lookups);
    findings.push(
      say`Zobrist's example, a 32K table (n = 15) with codes of ${bits} bits: predicted error ${percent(1 - noTypeOneError(15, bits - 15))} %, measured ${percent(1 - cell.clean / cell.lookups)} % (95 %: ${percent(interval.low)} % to ${percent(interval.high)} %).`,
    );
  }
  const overwrites = full.map(({ n, overwritten }) => ({ n, stored: 2 ** (n - 1), ...sample(overwritten) }));
  const wrongs = full.flatMap(({ wrong }) => wrong.map(sample));
  return {
    settings: { ...settings, games: corpus.name },
    findings,
    tables: [
      {
        title: say`P(no type 1 error) by check bits, all n together`,
        columns: [
          { name: 'm', values: byM.map(({ m }) => m) },
          { name: 'printed in TR 88', values: [...PRINTED], digits: 5 },
          { name: 'e^(-2^-m)', values: byM.map(({ m }) => Math.exp(-(2 ** -m))), digits: 5 },
          { name: 'measured', values: byM.map(({ clean, lookups }) => clean / lookups), digits: 5 },
          { name: '95 % low', values: byM.map(({ low }) => low), digits: 5 },
          { name: '95 % high', values: byM.map(({ high }) => high), digits: 5 },
          { name: 'lookups', values: byM.map(({ lookups }) => lookups) },
        ],
      },
      {
        title: say`P(no type 1 error) by address bits n and check bits m`,
        columns: [
          { name: 'n', values: cells.map(({ n }) => n) },
          { name: 'm', values: cells.map(({ m }) => m) },
          { name: 'predicted', values: cells.map(({ n, m }) => noTypeOneError(n, m)), digits: 5 },
          { name: 'measured', values: cells.map(({ clean, lookups }) => clean / lookups), digits: 5 },
          { name: 'deviation in standard errors', values: cells.map(deviation), digits: 2 },
        ],
      },
      {
        title: say`A full table: wrong values per retrieval by check bits (2^(n-1) positions stored, as many retrieved)`,
        columns: [
          { name: 'n', values: full.flatMap(({ n }) => CHECK_BITS.map(() => n)) },
          { name: 'm', values: full.flatMap(() => [...CHECK_BITS]) },
          {
            name: 'predicted',
            values: full.flatMap(({ n }) =>
              CHECK_BITS.map((m) => (slotsFilled(2 ** (n - 1), 2 ** (n - 1)) / 2 ** (n - 1)) * 2 ** -m),
            ),
            digits: 6,
          },
          { name: 'measured', values: wrongs.map(({ mean }) => mean), digits: 6 },
          { name: 'standard error', values: wrongs.map(({ standardError }) => standardError), digits: 6 },
        ],
      },
      {
        title: say`Type 2 errors: entries overwritten while as many positions as the table has slots are stored`,
        columns: [
          { name: 'slots', values: overwrites.map(({ stored }) => stored) },
          {
            name: 'predicted',
            values: overwrites.map(({ stored }) => stored - slotsFilled(stored, stored)),
            digits: 1,
          },
          { name: 'measured', values: overwrites.map(({ mean }) => mean), digits: 1 },
          { name: 'standard error', values: overwrites.map(({ standardError }) => standardError), digits: 1 },
        ],
      },
    ],
    charts: [
      {
        title: say`P(no type 1 error)`,
        table: 0,
        x: 'm',
        xLabel: 'check bits m',
        yLabel: 'probability',
        series: [
          { column: 'e^(-2^-m)', as: 'line' },
          { column: 'measured', low: '95 % low', high: '95 % high', as: 'points' },
        ],
      },
      {
        title: say`Type 2 errors by table size`,
        table: 3,
        x: 'slots',
        xLabel: 'slots',
        yLabel: 'entries overwritten',
        logX: true,
        logY: true,
        series: [
          { column: 'predicted', as: 'line' },
          { column: 'measured', as: 'points' },
        ],
      },
    ],
  };
}

const percent = (share: number): number => Number((100 * share).toPrecision(3));

/** The instrument: see the lesson above. */
export function* zobristTable(corpus: Corpus, settings: ZobristTableSettings): Running<LabResult> {
  return reportZobristTable(corpus, settings, yield* measureZobristTable(corpus, settings));
}
