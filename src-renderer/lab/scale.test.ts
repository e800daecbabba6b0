import { expect, test } from 'vitest';
import { makeTicks, scale } from './scale';

test('a plain axis begins at nought where that costs little, and has round ticks', () => {
  const axis = scale([3, 40, 97], false, 0, 100);
  expect([axis.place(0), axis.place(97)]).toEqual([0, 100]);
  expect(makeTicks(axis).map(({ text }) => text)).toEqual(['0', '20', '40', '60', '80']);
});

test('an axis by powers of ten', () => {
  const axis = scale([2e-5, 0.3, 4], true, 100, 0);
  expect(makeTicks(axis).map(({ text }) => text)).toEqual(['10⁻⁵', '10⁻⁴', '10⁻³', '0.01', '0.1', '1', '10']);
  expect(axis.place(1e-5)).toBe(100);
  expect(axis.place(10)).toBe(0);
});

test('one value, and none, still make an axis', () => {
  expect(Number.isFinite(scale([5], false, 0, 10).place(5))).toBe(true);
  expect(Number.isFinite(scale([], true, 0, 10).place(1))).toBe(true);
});
