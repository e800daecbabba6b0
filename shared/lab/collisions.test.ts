import type { Position } from 'chessops/chess';
import { beforeAll, describe, expect, it } from 'vitest';
import { parsePosition } from '../chess/position';
import { featuresOf, fideKey } from '../chess/zobrist';
import { familyByPlay, positionOf } from './clash-family';
import {
  clashingPairs,
  collisionDeviation,
  collisions,
  familiesOf,
  keys64,
  measureCollisions,
  playOn,
  verdictsAtWidths,
  WIDTHS,
  type Collisions,
} from './collisions';
import { corpusFromPgn, eachKey, featuresAt, randomCorpus, type Corpus } from './corpus';
import { generatorNames } from './generators';
import { equalPairs, generatorsCompared, measureGenerator } from './generators-compared';
import { keyFromScratch, keySet, keyValue } from './key-set';
import { finish } from './result';
import { pairsOf } from './statistics';
import { inEnglish } from './said';

const settings = { generator: 'xoshiro256**', positions: 20_000, sets: 24, familyBits: 20, seed: 1 } as const;
let corpus: Corpus;

beforeAll(() => {
  corpus = finish(randomCorpus(20_000, 9n));
});

describe('the corpus', () => {
  it('tells positions apart by identity and counts repetitions', () => {
    const text = '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n1. e4 *';
    const small = finish(corpusFromPgn([{ name: 'knights', text }], 1e6));
    expect(small).toMatchObject({ name: 'knights', games: 2, positions: 11, distinct: 5 });
    expect([...small.id]).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 0, 4]);
  });

  it('gives the keys that the features give', () => {
    const set = keySet({ ...corpus.shape, bits: 64, generator: 'polyglot', seed: 0n });
    eachKey(corpus, set, (position, key) => {
      if (position % 997 === 0) expect(keyValue(keyFromScratch(set, featuresAt(corpus, position)))).toBe(keyValue(key));
      return true;
    });
  });
});

describe('clashing pairs', () => {
  it('are counted as a direct count does', () => {
    const keys = keys64(corpus, 'splitmix64', 3n).slice(0, 2000);
    const direct = [16, 20].map((bits) => {
      let pairs = 0;
      for (let a = 0; a < keys.length; a++)
        for (let b = a + 1; b < keys.length; b++) if ((keys[a]! ^ keys[b]!) >> BigInt(64 - bits) === 0n) pairs++;
      return pairs;
    });
    expect(direct[0]).toBeGreaterThan(10);
    expect(clashingPairs(keys, [16, 20])).toEqual(direct);
  });

  it('are within 3 standard errors of the prediction at every width', () => {
    const result: Collisions = finish(measureCollisions(corpus, settings));
    for (const [w, bits] of WIDTHS.entries()) {
      const deviation = collisionDeviation(result.measured[w]!, result.expected[w]!, settings.sets);
      expect(Math.abs(deviation), `${bits} bits`).toBeLessThan(3);
    }
    expect(result.ours.at(-1)).toBe(0);
  });
});

it('wrong verdicts vanish as the key grows, and false returns are no fewer than wrong verdicts need', () => {
  const verdicts = verdictsAtWidths(corpus, keys64(corpus, 'polyglot', 0n));
  expect(verdicts[0]!.falseReturns).toBeGreaterThan(10);
  expect(verdicts.at(-1)).toMatchObject({ bits: 64, wrongVerdicts: 0, falseReturns: 0, pairs: 0 });
  for (const row of verdicts) {
    expect(row.wrongVerdicts).toBeLessThanOrEqual(row.falseReturns);
    // The app's figures are one draw; pairs within a game are few enough to scatter like Poisson's.
    expect(Math.abs(row.pairs - row.expectedPairs)).toBeLessThan(5 * Math.sqrt(row.expectedPairs) + 5);
  }
});

it('a wrong verdict at few bits is a clash, named by an example', () => {
  const text = '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *';
  const game = finish(corpusFromPgn([{ name: 'knights', text }], 1e6));
  const honest = keys64(game, 'polyglot', 0n);
  expect(verdictsAtWidths(game, honest).every(({ wrongVerdicts }) => wrongVerdicts === 0)).toBe(true);
  // All keys alike: the third position already seems to be the third occurrence.
  const blind = new BigUint64Array(game.distinct);
  expect(verdictsAtWidths(game, blind, [16])).toMatchObject([{ wrongVerdicts: 1, falseReturns: 1, pairs: 30 }]);
});

it('clashes come in families, whose members differ in the same features', () => {
  const keys = keys64(corpus, 'polyglot', 0n);
  const { pairs, families, sizes, largest } = familiesOf(corpus, keys, 16);
  expect(pairs).toBe(clashingPairs(keys, [16])[0]);
  expect([...sizes].reduce((sum, [size, count]) => sum + size * count, 0)).toBe(pairs);
  expect(families).toBeLessThan(pairs);
  expect(largest[0]!.pairs).toBeGreaterThan(1);
  const [a, b] = largest[0]!.example;
  expect(featuresAt(corpus, a)).not.toEqual(featuresAt(corpus, b));
});

describe('a clash, played on', () => {
  it('makes a position again from its features', () => {
    for (let position = 0; position < 3000; position += 37) {
      const features = featuresAt(corpus, position);
      const again = positionOf(features);
      expect(again && featuresOf(again).sort((a, b) => a - b)).toEqual(features);
    }
  });

  it('goes on as long as the same moves are played: the keys of all successors agree in the same bits', () => {
    const keys = keys64(corpus, 'polyglot', 0n);
    const families = familiesOf(corpus, keys, 16);
    for (const example of families.examples) {
      const [a, b] = example.map((position) => positionOf(featuresAt(corpus, position))!);
      expect((fideKey(a!) ^ fideKey(b!)) >> 48n).toBe(0n);
    }
    const [one, two] = playOn(corpus, families);
    expect(one!.clashes).toBeGreaterThan(0);
    expect(two!.clashes).toBeGreaterThan(0);
    expect(one!.byChance).toBeLessThan(0.01);
  });

  it('counts the moves that make the same XORs in both', () => {
    const a = parsePosition('4k3/8/8/8/8/8/8/4K2R w - - 0 1') as Position;
    const b = parsePosition('4k3/8/8/8/8/8/8/4K2Q w - - 0 1') as Position;
    // Five king moves are common; after each of them, Black's five.
    expect(familyByPlay(a, b, 16, 2).map(({ clashes }) => clashes)).toEqual([5, 25]);
  });
});

describe('generators compared', () => {
  it('counts equal keys of one and of two words', () => {
    expect(equalPairs(Uint32Array.of(7, 7, 7, 8), 1)).toBe(3);
    expect(equalPairs(Uint32Array.of(7, 1, 7, 2, 7, 1), 2)).toBe(1);
  });

  it.each(generatorNames.filter((name) => name === 'splitmix64' || name === 'xoshiro256**' || name === 'polyglot'))(
    '%s clashes as often as predicted',
    (generator) => {
      for (const bits of [20, 24]) {
        const measured = finish(measureGenerator(corpus, generator, { bits, positions: 20_000, sets: 16, seed: 2 }));
        const sets = generator === 'polyglot' ? 1 : 16;
        expect(Math.abs(collisionDeviation(measured, pairsOf(corpus.distinct) * 2 ** -bits, sets))).toBeLessThan(3);
      }
    },
  );

  it("the tutorial's rand() pairs clash far more often than their width promises", () => {
    const measured = finish(
      measureGenerator(corpus, 'rand-pairs', { bits: 64, positions: 20_000, sets: 120, seed: 1 }),
    );
    expect(collisionDeviation(measured, pairsOf(corpus.distinct) * 2 ** -64, 120)).toBeGreaterThan(3);
    // The 30 bits that move are worth about 30 bits.
    expect(Math.abs(collisionDeviation(measured, pairsOf(corpus.distinct) * 2 ** -30, 120))).toBeLessThan(3);
  });

  it('reports faults and collisions side by side', () => {
    const { findings, tables } = finish(generatorsCompared(corpus, { bits: 40, positions: 20_000, sets: 2, seed: 1 }));
    expect(findings.map(inEnglish).join('\n')).toMatch(/rand-pairs: 10 of 40 bits never change/);
    expect(tables[0]!.columns[0]!.values).toEqual([...generatorNames]);
  });
});

it('reports', () => {
  const { findings, tables } = finish(collisions(corpus, { ...settings, sets: 2 }));
  expect(inEnglish(findings[0]!)).toMatch(/different positions of \d+ games: the app's keys of 64 bits clash 0 times/);
  expect(tables.map(({ columns }) => columns[0]!.values.length)).toEqual([
    WIDTHS.length,
    WIDTHS.length,
    expect.any(Number),
    expect.any(Number),
    expect.any(Number),
  ]);
});
