import { beforeAll, describe, expect, it } from 'vitest';
import { randomCorpus, type Corpus } from './corpus';
import { finish } from './result';
import { noTypeOneError, proportionDeviation, sample, slotsFilled } from './statistics';
import { CHECK_BITS, measureZobristTable, PRINTED, reportZobristTable, type ZobristTable } from './zobrist-table';

const settings = { from: 10, to: 14, trials: 100, seed: 1 };
let corpus: Corpus;
let table: ZobristTable;

beforeAll(() => {
  corpus = finish(randomCorpus(2 ** 14 + 100, 5n));
  table = finish(measureZobristTable(corpus, settings));
});

it('agrees with the table printed in TR 88 to about a unit of the last digit, but for m = 0', () => {
  for (const m of CHECK_BITS) {
    const exact = Math.exp(-(2 ** -m));
    expect(Math.abs(exact - PRINTED[m]!), `m = ${m}`).toBeLessThan(m === 0 ? 0.00011 : 0.000015);
    expect(Math.abs(noTypeOneError(20, m) - exact)).toBeLessThan(1e-6);
  }
  expect(1 - noTypeOneError(15, 5)).toBeCloseTo(0.03, 2);
  expect(1 - noTypeOneError(15, 10)).toBeCloseTo(0.001, 3);
});

describe('measured over positions of play', () => {
  it('is within 3 standard errors of the prediction for every n and m', () => {
    expect(table.cells).toHaveLength(5 * 11);
    for (const { n, m, clean, lookups } of table.cells) {
      expect(lookups).toBe(1600);
      const deviation = proportionDeviation(clean / lookups, noTypeOneError(n, m), lookups);
      expect(Math.abs(deviation), `n = ${n}, m = ${m}`).toBeLessThan(3);
    }
  });

  it('counts overwritten entries, and wrong values from a full table, as predicted', () => {
    for (const { n, overwritten, wrong } of table.full) {
      const slots = 2 ** (n - 1);
      const overwrites = sample(overwritten);
      expect(Math.abs(overwrites.mean - (slots - slotsFilled(slots, slots)))).toBeLessThan(
        3 * overwrites.standardError,
      );
      for (const m of [0, 1, 2, 3, 4, 5]) {
        const share = sample(wrong[m]!);
        const predicted = (slotsFilled(slots, slots) / slots) * 2 ** -m;
        expect(Math.abs(share.mean - predicted), `n = ${n}, m = ${m}`).toBeLessThan(3 * share.standardError);
      }
    }
  });

  it('comes out the same again', () => {
    const again = { ...settings, to: 10, trials: 20 };
    expect(finish(measureZobristTable(corpus, again))).toEqual(finish(measureZobristTable(corpus, again)));
  });

  it('reports columns of equal length that the charts refer to', () => {
    const { tables, charts } = reportZobristTable(corpus, settings, table);
    for (const { columns } of tables) expect(new Set(columns.map(({ values }) => values.length)).size).toBe(1);
    for (const chart of charts) {
      const names = tables[chart.table]!.columns.map(({ name }) => name);
      for (const { column, low, high } of chart.series)
        for (const used of [chart.x, column, low, high]) if (used !== undefined) expect(names).toContain(used);
    }
  });
});

it('says how many positions it lacks', () => {
  expect(() => finish(measureZobristTable(corpus, { ...settings, to: 16 }))).toThrow(
    /n = 16 needs 65552 different positions, random legal games has \d+/,
  );
});
