import * as v from 'valibot';
import { collisionDeviation } from './collisions';
import { keysOfDistinct, type Corpus } from './corpus';
import { generatorNames, type GeneratorName } from './generators';
import { keySet } from './key-set';
import { quality } from './quality';
import type { LabResult, Running } from './result';
import { pairsOf, sample, type Sample } from './statistics';
import { say, type Said } from './said';

/**
 * The generators side by side: the quality report on their figures, and what the figures are worth in play: pairs of
 * different positions that clash, against the number that so many fair bits give. A tutorial's `rand()` pairs keep 30 of
 * 64 bits moving, so their keys clash as 30-bit keys do.
 */
export const generatorsSettings = v.object({
  bits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(8), v.maxValue(64)), 32),
  /** Different positions to take, if there are so many. */
  positions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(5_000_000)), 100_000),
  /** Sets of figures drawn from each generator (polyglot has but one). */
  sets: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000)), 16),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
export type GeneratorsSettings = v.InferOutput<typeof generatorsSettings>;

/** Pairs of equal keys among all different positions. */
export function equalPairs(keys: Uint32Array, lanes: number): number {
  const counts = new Map<number | bigint, number>();
  let pairs = 0;
  for (let i = 0; i < keys.length; i += lanes) {
    const key = lanes === 1 ? keys[i]! : (BigInt(keys[i + 1]!) << 32n) | BigInt(keys[i]!);
    const before = counts.get(key) ?? 0;
    pairs += before;
    counts.set(key, before + 1);
  }
  return pairs;
}

/** Clashing pairs of different positions, mean over the sets; the published figures are one set. */
export function* measureGenerator(
  corpus: Corpus,
  generator: GeneratorName,
  { bits, sets, seed }: GeneratorsSettings,
): Running<Sample> {
  const drawn = generator === 'polyglot' ? 1 : sets;
  const counts: number[] = [];
  for (let set = 0; set < drawn; set++) {
    yield { done: set, total: drawn, doing: say`keys by ${generator}` };
    const figures = keySet({ ...corpus.shape, bits, generator, seed: BigInt(seed) * 0x10000n + BigInt(set) });
    counts.push(equalPairs(keysOfDistinct(corpus, figures), figures.lanes));
  }
  return sample(counts);
}

/** The instrument: each generator's clashes beside chance, and what is wrong with its figures. */
export function* generatorsCompared(corpus: Corpus, settings: GeneratorsSettings): Running<LabResult> {
  const { bits, seed } = settings;
  const expected = pairsOf(corpus.distinct) * 2 ** -bits;
  const rows: {
    generator: GeneratorName;
    sets: number;
    measured: Sample;
    faults: Said[];
    report: ReturnType<typeof quality>;
  }[] = [];
  for (const [index, generator] of generatorNames.entries()) {
    yield { done: index, total: generatorNames.length, doing: say`quality of ${generator}` };
    const report = quality(keySet({ ...corpus.shape, bits, generator, seed: BigInt(seed) }));
    const running = measureGenerator(corpus, generator, settings);
    let step = running.next();
    for (; !step.done; step = running.next())
      yield {
        done: index + step.value.done / step.value.total,
        total: generatorNames.length,
        doing: step.value.doing,
      };
    rows.push({
      generator,
      sets: generator === 'polyglot' ? 1 : settings.sets,
      measured: step.value,
      faults: report.faults,
      report,
    });
  }
  const bad = rows.filter(({ faults }) => faults.length > 0);
  return {
    settings: { ...settings, games: corpus.name },
    findings: [
      say`${corpus.distinct} different positions, keys of ${bits} bits: ${Number(expected.toPrecision(3))} clashing pairs predicted.`,
      ...bad.map(
        ({ generator, faults, measured }) =>
          say`${generator}: ${faults[0]!}; ${Number(measured.mean.toPrecision(3))} pairs clash, ${Number((measured.mean / expected).toPrecision(2))} times as many as predicted.`,
      ),
    ],
    tables: [
      {
        title: say`Generators at ${bits} bits`,
        columns: [
          { name: 'generator', values: rows.map(({ generator }) => generator) },
          { name: 'rank', values: rows.map(({ report }) => report.rank) },
          { name: 'bits that never change', values: rows.map(({ report }) => report.constantBits) },
          {
            name: 'worst bit, deviations',
            values: rows.map(({ report }) => report.worstBalance.deviations),
            digits: 1,
          },
          { name: 'mean distance', values: rows.map(({ report }) => report.distance.mean), digits: 2 },
          { name: 'smallest distance', values: rows.map(({ report }) => report.distance.smallest) },
          ...[2, 3, 4].map((size) => ({
            name: `dependent sets of ${size}`,
            values: rows.map(({ report }) => report.dependent[size - 1]!.found),
          })),
          { name: 'clashing pairs', values: rows.map(({ measured }) => measured.mean), digits: 1 },
          { name: 'predicted', values: rows.map(() => expected), digits: 1 },
          {
            name: 'deviation in standard errors',
            values: rows.map(({ measured, sets }) => collisionDeviation(measured, expected, sets)),
            digits: 1,
          },
        ],
      },
      {
        title: say`What is wrong`,
        columns: [
          { name: 'generator', values: bad.flatMap(({ generator, faults }) => faults.map(() => generator)) },
          { name: 'fault', values: bad.flatMap(({ faults }) => faults) },
        ],
      },
    ],
    charts: [],
  };
}
