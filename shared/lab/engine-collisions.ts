import * as v from 'valibot';
import { chess } from './chess';
import { keySet } from './key-set';
import { EXPERIMENT_FENS, EXPERIMENTS } from './positions';
import type { LabResult, Running } from './result';
import { CHANGED_SEARCHES } from './search-collisions';
import { say } from './said';

/**
 * Hyatt's question put to the app's own engine: does a search with short keys choose another move? The engine's figures
 * are replaced by random ones of which only the bits that name a bucket, and b more, are kept; its table compares whole
 * keys, so b bits are all that tells two positions in a bucket apart. The same figures in full are the yardstick.
 *
 * Beside each entry stands an independent code of 32 bits, the referee's, which counts the retrievals that bring up
 * another position's entry and does not prevent them. Everything in the engine that goes by key goes by the short one:
 * the table, the detection of repetitions, the cache of pawn structures.
 */
export const engineCollisionsSettings = v.object({
  depth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)), 9),
  /** Buckets of four entries, as a power of two. */
  bucketBits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(20)), 10),
  positions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(EXPERIMENTS)), 8),
  sets: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 10),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
export type EngineCollisionsSettings = v.InferOutput<typeof engineCollisionsSettings>;

/** The engine as an instrument needs it: one thread, an empty table, figures of the caller's. */
export interface EngineUnderTest {
  /** `figures` in the order of the app's 781. Buckets are named by the key's top `bucketBits`. */
  search(fen: string, depth: number, figures: BigUint64Array, bucketBits: number): EngineRun;
}

export interface EngineRun {
  move: string;
  /** For the side to move, as the engine counts. */
  score: number;
  nodes: number;
  probes: number;
  misses: number;
  /** Hits that the referee knows to be another position's. */
  wrong: number;
  /** Share of entries occupied at the end. */
  fill: number;
}

/** Width of the keys that the engine has when left alone. */
const WHOLE = 64;

const ENGINE_CHECK_WIDTHS = [4, 6, 8, 10, 12, 16, 20, 24, 28, 32] as const;

export interface EngineRunAtWidth extends EngineRun {
  /** 64: the yardstick. */
  bits: number;
  moveChanged: boolean;
  scoreChanged: boolean;
}

/** Only the top `bucketBits` and the low `bits` of each figure. */
export function shortened(figures: BigUint64Array, bucketBits: number, bits: number): BigUint64Array {
  const mask = (((1n << BigInt(bucketBits)) - 1n) << BigInt(64 - bucketBits)) | ((1n << BigInt(bits)) - 1n);
  return figures.map((figure) => figure & mask);
}

function* measureEngineCollisions(
  engine: EngineUnderTest,
  { depth, bucketBits, positions, sets, seed }: EngineCollisionsSettings,
): Running<EngineRunAtWidth[]> {
  const runs: EngineRunAtWidth[] = [];
  for (let set = 0; set < sets; set++) {
    const drawn = keySet({
      ...chess.shape,
      bits: 64,
      generator: 'xoshiro256**',
      seed: BigInt(seed) * 0x10000n + BigInt(set),
    });
    const figures = new BigUint64Array(drawn.figures.buffer);
    for (let position = 0; position < positions; position++) {
      const fen = EXPERIMENT_FENS[position]!;
      const honest = engine.search(fen, depth, figures, bucketBits);
      runs.push({ ...honest, bits: WHOLE, moveChanged: false, scoreChanged: false });
      for (const bits of ENGINE_CHECK_WIDTHS) {
        yield {
          done: set * positions + position,
          total: sets * positions,
          doing: say`position ${position + 1}, ${bits} check bits`,
        };
        const run = engine.search(fen, depth, shortened(figures, bucketBits, bits), bucketBits);
        runs.push({ ...run, bits, moveChanged: run.move !== honest.move, scoreChanged: run.score !== honest.score });
      }
    }
  }
  return runs;
}

/** Entries of a bucket, each of which may be taken for the position looked up. */
const BUCKET_ENTRIES = 4;
/** A hit was preceded by none to three others, on average so many. */
const BEFORE_A_HIT = 1.5;

/** A table that is stored into at random and ends with this fill was on average so full. */
const meanFill = (fill: number): number => (fill >= 1 ? 1 : fill <= 0 ? 0 : 1 + fill / Math.log1p(-fill));

/** About: the engine does not store at random, and the same two positions may meet often. */
const predictedWrong = ({ probes, misses, fill }: EngineRun, bits: number): number =>
  (misses * BUCKET_ENTRIES + (probes - misses) * BEFORE_A_HIT) * meanFill(fill) * 2 ** -bits;

/** The instrument: see the lesson above. */
export function* engineCollisions(engine: EngineUnderTest, settings: EngineCollisionsSettings): Running<LabResult> {
  const runs = yield* measureEngineCollisions(engine, settings);
  const rows = [...ENGINE_CHECK_WIDTHS, WHOLE].map((bits) => {
    const those = runs.filter((run) => run.bits === bits);
    const sum = (of: (run: EngineRunAtWidth) => number) => those.reduce((total, run) => total + of(run), 0);
    const probes = sum((run) => run.probes);
    return {
      bits,
      searches: those.length,
      wrongPerMillion: (1e6 * sum(({ wrong }) => wrong)) / probes,
      predictedPerMillion: (1e6 * sum((run) => predictedWrong(run, bits))) / probes,
      moves: those.filter(({ moveChanged }) => moveChanged).length,
      scores: those.filter(({ scoreChanged }) => scoreChanged).length,
    };
  });
  const at = (bits: number) => rows.find((row) => row.bits === bits)!;
  const quiet = rows.find((row, i) => rows.slice(i).every(({ moves, scores }) => moves === 0 && scores === 0));
  return {
    settings: { ...settings, engine: "the app's own" },
    findings: [
      say`With 8 check bits the move changed in ${at(8).moves} of ${at(8).searches} searches to depth ${settings.depth}, the score in ${at(8).scores}; with 16 bits in ${at(16).moves} and ${at(16).scores}.`,
      quiet
        ? say`From ${quiet.bits} check bits on, nothing changed in these searches.`
        : say`Even the widest check measured changed something.`,
    ],
    tables: [
      {
        title: say`The app's engine with short keys`,
        columns: [
          { name: 'check bits', values: rows.map(({ bits }) => bits) },
          { name: 'searches', values: rows.map(({ searches }) => searches) },
          { name: 'wrong per million probes', values: rows.map(({ wrongPerMillion }) => wrongPerMillion), digits: 2 },
          { name: 'predicted, about', values: rows.map(({ predictedPerMillion }) => predictedPerMillion), digits: 2 },
          { name: 'root move changed', values: rows.map(({ moves }) => moves) },
          { name: 'root score changed', values: rows.map(({ scores }) => scores) },
        ],
      },
    ],
    charts: [
      {
        title: say`Wrong retrievals per million probes`,
        table: 0,
        x: 'check bits',
        xLabel: 'check bits',
        yLabel: 'per million probes',
        logY: true,
        series: [
          { column: 'predicted, about', as: 'line' },
          { column: 'wrong per million probes', as: 'points' },
        ],
      },
      CHANGED_SEARCHES,
    ],
  };
}
