import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortKeys } from './sort-keys';

test('sorts as comparing would, and keeps the order of equal keys', () => {
  // Few different values make equal keys common; big ones use every digit and the sign bit.
  const key = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, (1n << 64n) - 1n));
  fc.assert(
    fc.property(fc.array(key), (list) => {
      const expected = list
        .map((value, place) => ({ value, place }))
        .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.place - b.place));
      expect([...sortKeys(BigUint64Array.from(list))]).toEqual(expected.map(({ place }) => place));
    }),
  );
});
