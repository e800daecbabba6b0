import * as v from 'valibot';
import { eachKey, type Corpus } from './corpus';
import { emptyKey, keySet, toggle, type KeySet } from './key-set';
import type { LabResult, Running } from './result';
import { sample } from './statistics';
import { figure, say, type Said } from './said';

/**
 * What a key costs: kept up by the XORs of each move, or made from scratch, or by a cryptographic digest of the FEN as
 * a tutorial compares. The moves are made beforehand; what is timed is the key alone, over the same positions in the
 * same run. Laps alternate between the ways, so that a busy machine troubles all alike.
 */
export const speedSettings = v.object({
  positions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(1_000_000)), 20_000),
  laps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(3), v.maxValue(1000)), 15),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
export type SpeedSettings = v.InferOutput<typeof speedSettings>;

/** What the host lends: a clock in milliseconds, and digests of a text by name. */
export interface SpeedTools {
  now(): number;
  digests: { name: string; digest(text: string): unknown }[];
}

interface Way {
  name: Said;
  /** Makes the keys of all positions. */
  lap(): void;
}

/** The features of every position, one after the other: what a key from scratch has to add up. */
function flatFeatures(corpus: Corpus): { start: Uint32Array; features: Uint16Array; texts: string[] } {
  const start = new Uint32Array(corpus.positions + 1);
  const all: number[] = [];
  const texts: string[] = [];
  const present = new Set<number>();
  for (let game = 0; game < corpus.games; game++) {
    present.clear();
    for (let position = corpus.gameStart[game]!; position < corpus.gameStart[game + 1]!; position++) {
      for (const feature of corpus.deltas.subarray(corpus.deltaStart[position]!, corpus.deltaStart[position + 1]!))
        if (!present.delete(feature)) present.add(feature);
      start[position] = all.length;
      all.push(...present);
      texts.push(boardText(present));
    }
  }
  start[corpus.positions] = all.length;
  return { start, features: Uint16Array.from(all), texts };
}

const LETTERS = 'pPnNbBrRqQkK';

/** Piece placement as in a FEN, without the digits' arithmetic: what is digested must only be as long and as varied. */
const boardText = (present: ReadonlySet<number>): string => {
  const squares = new Array<string>(64).fill('1');
  for (const feature of present) if (feature < 768) squares[feature & 63] = LETTERS[feature >> 6]!;
  const rows = Array.from({ length: 8 }, (_, row) => squares.slice(8 * (7 - row), 8 * (8 - row)).join(''));
  return `${rows.map((row) => row.replaceAll(/1+/g, (empty) => String(empty.length))).join('/')} ${present.has(780) ? 'w' : 'b'}`;
};

/** The instrument. @throws Error where keys kept up and keys from scratch differ: then nothing here means anything */
export function* speed(corpus: Corpus, settings: SpeedSettings, tools: SpeedTools): Running<LabResult> {
  yield { done: 0, total: settings.laps, doing: say`preparing` };
  const flat = flatFeatures(corpus);
  const scratch = (set: KeySet) => (): number => {
    const key = emptyKey(set);
    let guard = 0;
    for (let position = 0; position < corpus.positions; position++) {
      key.fill(0);
      for (let at = flat.start[position]!; at < flat.start[position + 1]!; at++) toggle(set, key, flat.features[at]!);
      guard ^= key[0]!;
    }
    return guard;
  };
  const incremental = (set: KeySet) => (): number => {
    let guard = 0;
    eachKey(corpus, set, (_, key) => {
      guard ^= key[0]!;
      return true;
    });
    return guard;
  };
  const sets = [64, 128].map((bits) =>
    keySet({ ...corpus.shape, bits, generator: 'xoshiro256**', seed: BigInt(settings.seed) }),
  );
  for (const set of sets)
    if (incremental(set)() !== scratch(set)()) throw new Error('incremental keys differ from those from scratch');
  const ways: Way[] = [
    ...sets.flatMap((set) => [
      { name: say`incremental, ${set.bits} bits`, lap: incremental(set) },
      { name: say`from scratch, ${set.bits} bits`, lap: scratch(set) },
    ]),
    ...tools.digests.map(({ name, digest }) => ({
      name: say`${name} of the FEN`,
      lap: () => {
        for (const text of flat.texts) digest(text);
      },
    })),
  ];

  const times = ways.map(() => [] as number[]);
  for (let lap = -1; lap < settings.laps; lap++) {
    yield { done: Math.max(0, lap), total: settings.laps, doing: lap < 0 ? say`warming up` : say`timing` };
    for (const [index, way] of ways.entries()) {
      const begun = tools.now();
      way.lap();
      const perKey = (1e6 * (tools.now() - begun)) / corpus.positions;
      if (lap >= 0) times[index]!.push(perKey);
    }
  }
  const rows = ways.map(({ name }, i) => {
    const sorted = times[i]!.toSorted((a, b) => a - b);
    return { name, median: sorted[sorted.length >> 1]!, ...sample(times[i]!) };
  });
  const base = rows[0]!.median;
  const xors = corpus.deltas.length / corpus.positions;
  const features = flat.features.length / corpus.positions;
  return {
    settings: { ...settings, games: corpus.name },
    findings: [
      say`A move changes ${figure(xors, 1)} features of ${figure(features, 1)} on average: that is what keeping the key saves.`,
      ...rows
        .slice(1)
        .map(({ name, median }) => say`${name}: ${figure(median / base, 1)} times the cost of keeping a 64-bit key.`),
    ],
    tables: [
      {
        title: say`Time per key, ${settings.laps} laps over ${corpus.positions} positions`,
        columns: [
          { name: 'key', values: rows.map(({ name }) => name) },
          { name: 'median ns', values: rows.map(({ median }) => median), digits: 1 },
          { name: 'mean ns', values: rows.map(({ mean }) => mean), digits: 1 },
          { name: 'standard error', values: rows.map(({ standardError }) => standardError), digits: 1 },
          { name: 'times incremental', values: rows.map(({ median }) => median / base), digits: 1 },
        ],
      },
    ],
    charts: [],
  };
}
