import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RANDOM64 } from '../chess/random64';
import { generatorNames } from './generators';
import {
  emptyKey,
  extra,
  feature,
  figureOf,
  keyFromScratch,
  keySet,
  keyValue,
  makeKeyText,
  sameKey,
  toggle,
} from './key-set';

const go = { kinds: 2, places: 361, extras: 1 };
const chess = { kinds: 12, places: 64, extras: 13 };

it('the lesson at the top of the module', () => {
  const set = keySet({ ...go, bits: 64, generator: 'splitmix64', seed: 1n });
  const stone = feature(set, 1, 180);
  const key = keyFromScratch(set, [stone]);
  toggle(set, key, stone);
  expect(sameKey(key, emptyKey(set))).toBe(true);
});

it('numbers every kind on every place, then the extras', () => {
  expect(feature(chess, 11, 63)).toBe(767);
  expect(extra(chess, 12)).toBe(780);
});

describe.each(generatorNames)('%s', (generator) => {
  const widths = [8, 9, 16, 31, 32, 33, 63, 64, ...(generator === 'polyglot' ? [] : [65, 96, 97, 127, 128])];

  it.each(widths)('fills %i bits and no more, the same each time', (bits) => {
    const options = { ...chess, bits, generator, seed: 42n };
    const set = keySet(options);
    expect(set.figures).toEqual(keySet(options).figures);
    expect(set.figures.length).toBe(781 * Math.ceil(bits / 32));
    for (let f = 0; f < set.size; f++) expect(keyValue(figureOf(set, f)) >> BigInt(bits)).toBe(0n);
  });

  it('makes keys that do not depend on the order, and undoes by the same XOR', () => {
    const set = keySet({ ...chess, bits: 64, generator, seed: 3n });
    const features = fc.uniqueArray(fc.integer({ min: 0, max: 780 }), { maxLength: 40 });
    fc.assert(
      fc.property(features, features, (a, b) => {
        const key = keyFromScratch(set, a);
        expect(sameKey(key, keyFromScratch(set, [...a].reverse()))).toBe(true);
        for (const f of b) toggle(set, key, f);
        const differing = [...a.filter((f) => !b.includes(f)), ...b.filter((f) => !a.includes(f))];
        expect(sameKey(key, keyFromScratch(set, differing))).toBe(true);
        for (const f of b) toggle(set, key, f);
        expect(sameKey(key, keyFromScratch(set, a))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

it("takes Polyglot's figures as they are, the low bits of them where the key is narrower", () => {
  const whole = keySet({ ...chess, bits: 64, generator: 'polyglot', seed: 0n });
  const half = keySet({ ...chess, bits: 20, generator: 'polyglot', seed: 0n });
  expect(keyValue(figureOf(whole, 780))).toBe(RANDOM64[780]);
  expect(keyValue(figureOf(half, 780))).toBe(RANDOM64[780]! & 0xfffffn);
  expect(makeKeyText(whole, figureOf(whole, 0))).toBe('9d39247e33776d41');
});

it('says what is wrong with a request', () => {
  expect(() => keySet({ ...go, bits: 7, generator: 'splitmix64', seed: 1n })).toThrow('8 to 128, not 7');
  expect(() => keySet({ ...go, bits: 128, generator: 'polyglot', seed: 1n })).toThrow('64 bits, not 128');
  expect(() => keySet({ ...go, places: 500, bits: 64, generator: 'polyglot', seed: 1n })).toThrow(
    '781 figures, not 1001',
  );
});

it('keeps clashes in families: what clashes once clashes in every equal extension (CATS = DOGS gives CAT = DOG)', () => {
  const set = keySet({ ...go, bits: 8, generator: 'splitmix64', seed: 1n });
  const byKey = new Map<bigint, number>();
  let pair: [number, number] | undefined;
  for (let f = 0; !pair; f++) {
    const value = keyValue(figureOf(set, f));
    const other = byKey.get(value);
    if (other !== undefined) pair = [other, f];
    byKey.set(value, f);
  }
  const [dog, cat] = pair;
  const extensions = fc.uniqueArray(
    fc.integer({ min: 0, max: 722 }).filter((f) => f !== dog && f !== cat),
    { maxLength: 100 },
  );
  fc.assert(
    fc.property(extensions, (nip) => sameKey(keyFromScratch(set, [dog, ...nip]), keyFromScratch(set, [cat, ...nip]))),
  );
});
