import { expect, test } from 'vitest';
import { hold, slope, spreadOf } from './contest';
import { makeResults } from './results';

test('the median and the range', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, least: 1, most: 4 });
});

test('ratios are taken within a round, and more than one is in our favour whatever is measured', async () => {
  const series = (...values: number[]) => ({ measure: () => values.shift()! });
  const contest = { title: 'T', unit: 's', ours: { name: 'we', ...series(1, 2, 1) } };
  const peers = [
    { name: 'they', ...series(2, 6, 4) },
    { name: 'gone', absent: 'not installed' },
  ];
  const { rows } = await hold({ ...contest, better: 'less', peers }, 3);
  expect(rows[1]!.ratio).toEqual({ median: 3, least: 2, most: 4 });
  expect(rows[2]).toEqual({ name: 'gone', absent: 'not installed' });
});

test('a cost in proportion has slope 1, a constant one 0', () => {
  const points = (cost: (n: number) => number) => [10, 100, 1000].map((n) => ({ size: n, cost: spreadOf([cost(n)]) }));
  const growth = { title: '', of: '', unit: '' };
  expect(slope({ ...growth, points: points((n) => 3 * n) })).toBeCloseTo(1);
  expect(slope({ ...growth, points: points(() => 7) })).toBeCloseTo(0);
});

test('the page of results names who is not there', () => {
  const value = spreadOf([1, 2, 3]);
  const contest = {
    title: 'Speed',
    unit: 'games/s',
    better: 'more' as const,
    ours: { name: 'we', measure: () => 1 },
    peers: [],
  };
  const rows = [
    { name: 'we', value },
    { name: 'they', value, ratio: value },
    { name: 'gone', absent: 'not installed' },
  ];
  const page = makeResults({ facts: ['4 cores'], outcomes: [{ contest, rows }], growths: [], failures: [] });
  expect(page).toContain('| they | 2.00 (1.00 to 3.00) | **2.00** (1.00 to 3.00) |');
  expect(page).toContain('| gone | not installed | |');
});
