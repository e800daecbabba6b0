import { describe, expect, it } from 'vitest';
import type { GeneratorName } from './generators';
import { figureOf, keySet, keyValue } from './key-set';
import { quality } from './quality';
import { inEnglish } from './said';

const chess = { kinds: 12, places: 64, extras: 13 };
const of = (generator: GeneratorName, bits: number, seed = 1n) => keySet({ ...chess, bits, generator, seed });

describe.each([
  ['splitmix64', 64],
  ['splitmix64', 128],
  ['splitmix64', 20],
  ['xoshiro256**', 64],
  ['xoshiro256**', 33],
  ['polyglot', 64],
] as const)('%s at %i bits', (generator, bits) => {
  const report = quality(of(generator, bits));

  it('is found good', () => {
    expect(report.faults).toEqual([]);
    expect(report.rank).toBe(bits);
    expect(report.constantBits).toBe(0);
  });

  it('differs in half of the bits on average', () => {
    // The mean over 304590 pairs; pairs share figures, so its deviation is of the order of bits / figures.
    expect(Math.abs(report.distance.mean - bits / 2)).toBeLessThan(bits / 100);
  });
});

it('names a dependent subset that is one', () => {
  const set = of('splitmix64', 64);
  const { smallestDependence } = quality(set);
  expect(smallestDependence.length).toBeGreaterThan(4);
  expect(smallestDependence.reduce((sum, f) => sum ^ keyValue(figureOf(set, f)), 0n)).toBe(0n);
});

describe('the bad examples are caught', () => {
  it('rand() pairs: 34 of 64 bits stand still, and 30 bits is all the key is worth', () => {
    const report = quality(of('rand-pairs', 64));
    expect(report.constantBits).toBe(34);
    expect(report.rank).toBe(30);
    expect(report.faults.map(inEnglish).join('; ')).toMatch(/34 of 64 bits never change; .*span 30 of 64/);
  });

  it('one number per kind, rotated: at 32 bits, squares 32 apart share their figure', () => {
    const report = quality(of('rotated', 32));
    const twins = report.dependent[1]!;
    expect(twins.found).toBeGreaterThanOrEqual(12 * 32);
    expect(twins.example[1]! - twins.example[0]!).toBe(32);
    expect(report.faults.length).toBeGreaterThan(0);
  });
});

it('counts dependent subsets of three and four as a direct count does', () => {
  const set = keySet({ kinds: 1, places: 40, extras: 0, bits: 12, generator: 'splitmix64', seed: 5n });
  const v = Array.from({ length: 40 }, (_, f) => keyValue(figureOf(set, f)));
  const found = [0, 0, 0, 0];
  for (let a = 0; a < 40; a++) {
    if (v[a] === 0n) found[0]!++;
    for (let b = a + 1; b < 40; b++) {
      if (v[a] === v[b]) found[1]!++;
      for (let c = b + 1; c < 40; c++) {
        if ((v[a]! ^ v[b]! ^ v[c]!) === 0n) found[2]!++;
        for (let d = c + 1; d < 40; d++) if ((v[a]! ^ v[b]! ^ v[c]! ^ v[d]!) === 0n) found[3]!++;
      }
    }
  }
  expect(found[3]).toBeGreaterThan(5);
  expect(quality(set).dependent.map((row) => row.found)).toEqual(found);
});
