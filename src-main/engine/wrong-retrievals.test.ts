import { expect, it } from 'vitest';
import { expectedWrongRetrievals } from './kernel-search';

// Zobrist's own table (TR 88, 1970): the chance that a retrieval from a table of 2^n entries is right, with m bits more
// than the n that make the address.
it.each([
  [0, 0.36778],
  [1, 0.60653],
  [2, 0.77879],
  [3, 0.88251],
  [4, 0.93941],
  [5, 0.96924],
  [6, 0.98449],
  [7, 0.99222],
  [8, 0.99611],
  [9, 0.99805],
  [10, 0.99901],
])('with %i check bits a retrieval is right with probability %f', (m, right) => {
  const n = 15;
  expect(1 - expectedWrongRetrievals(1, 2 ** n, n + m)).toBeCloseTo(right, 3);
});

it('expects nothing of an empty table, and next to nothing of 64 bits', () => {
  expect(expectedWrongRetrievals(1e9, 0)).toBe(0);
  const many = expectedWrongRetrievals(1e9, 2 ** 28);
  expect(many).toBeGreaterThan(0);
  expect(many).toBeLessThan(0.02);
});
