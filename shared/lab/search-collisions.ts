import * as v from 'valibot';
import { AlphaBeta, type SearchResult } from './alpha-beta';
import { ClashTable, clashSchemes } from './clash-table';
import { contestNames, contests } from './contest';
import { keySet } from './key-set';
import { EXPERIMENTS, experimentState } from './positions';
import type { Chart, LabResult, Running } from './result';
import { proportionDeviation } from './statistics';
import { say } from './said';

/**
 * What collisions do to a search (Hyatt's question): the lab's small searcher with only b check bits to an entry, and
 * an independent 64-bit code beside each entry as a referee that counts the wrong retrievals but does not prevent them.
 * The same search with the referee's veto is the yardstick: did the move at the root change, did the score?
 *
 * The prediction: a position looked up and another one found in its slot have a chance of 2^-b to be taken for each
 * other. What decides is only the difference between the two, so each difference met counts once, however often it is
 * met: an accident, once made, repeats itself wherever the same difference turns up.
 */
export const searchCollisionsSettings = v.object({
  game: v.optional(v.picklist(contestNames), 'draughts'),
  depth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)), 9),
  addressBits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(20)), 10),
  scheme: v.optional(v.picklist(clashSchemes), 'cluster-4'),
  positions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(EXPERIMENTS)), 8),
  /** Runs under new figures per position and width. */
  sets: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000)), 6),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
export type SearchCollisionsSettings = v.InferOutput<typeof searchCollisionsSettings>;

const CHECK_WIDTHS = [8, 10, 12, 14, 16, 20, 24, 28, 32] as const;

export interface RunAtWidth {
  bits: number;
  position: number;
  probes: number;
  wrong: number;
  differences: number;
  wrongDifferences: number;
  moveChanged: boolean;
  scoreChanged: boolean;
}

/** A run for each position, figure set and width; `summary` sums them up. */
export function* measureSearchCollisions(settings: SearchCollisionsSettings): Running<RunAtWidth[]> {
  const { game, depth, addressBits, scheme, positions, sets, seed } = settings;
  const runs: RunAtWidth[] = [];
  const total = positions * sets;
  for (let position = 0; position < positions; position++) {
    for (let set = 0; set < sets; set++) {
      const seedOf = (what: number) => BigInt(seed) * 0x100000000n + BigInt(4 * (position * sets + set) + what);
      const { shape } = contests[game].rules;
      const figures = keySet({ ...shape, bits: 96, generator: 'xoshiro256**', seed: seedOf(0) });
      const referee = keySet({ ...shape, bits: 64, generator: 'xoshiro256**', seed: seedOf(1) });
      const run = (table: ClashTable): SearchResult =>
        new AlphaBeta(contests[game], figures, referee, table).search(experimentState(game, position), depth);
      yield { done: position * sets + set, total, doing: say`searching position ${position + 1}` };
      const honest = run(new ClashTable(scheme, addressBits, { refereed: true }));
      for (const bits of CHECK_WIDTHS) {
        const table = new ClashTable(scheme, addressBits, { checkBits: bits });
        const result = run(table);
        const { probes, wrong, differences, wrongDifferences } = table.counts;
        runs.push({
          bits,
          position,
          probes,
          wrong,
          differences,
          wrongDifferences,
          moveChanged: result.move !== honest.move,
          scoreChanged: result.score !== honest.score,
        });
        yield {
          done: position * sets + set,
          total,
          doing: say`searching position ${position + 1}, ${bits} check bits`,
        };
      }
    }
  }
  return runs;
}

/** A row for each width of the check. */
export function summary(runs: RunAtWidth[]) {
  return CHECK_WIDTHS.map((bits) => {
    const rows = runs.filter((run) => run.bits === bits);
    const sum = (of: (run: RunAtWidth) => number) => rows.reduce((total, row) => total + of(row), 0);
    const probes = sum(({ probes }) => probes);
    const differences = sum(({ differences }) => differences);
    const clashed = sum(({ wrongDifferences }) => wrongDifferences);
    return {
      bits,
      runs: rows.length,
      perMillion: (1e6 * sum(({ wrong }) => wrong)) / probes,
      differences,
      clashed,
      predicted: differences * 2 ** -bits,
      deviation: proportionDeviation(clashed / differences, 2 ** -bits, differences),
      moves: sum(({ moveChanged }) => Number(moveChanged)),
      scores: sum(({ scoreChanged }) => Number(scoreChanged)),
    };
  });
}

/** Hyatt's question as a picture: at which widths a search comes out with another move or score. */
export const CHANGED_SEARCHES: Chart = {
  title: say`Searches that came out differently`,
  table: 0,
  x: 'check bits',
  xLabel: 'check bits',
  yLabel: 'searches',
  series: [
    { column: 'root move changed', as: 'points' },
    { column: 'root score changed', as: 'points' },
  ],
};

/** The instrument: see the lesson above. */
export function* searchCollisions(settings: SearchCollisionsSettings): Running<LabResult> {
  const rows = summary(yield* measureSearchCollisions(settings));
  const quiet = rows.find(({ moves, scores }) => moves === 0 && scores === 0);
  return {
    settings: { ...settings, engine: "the lab's small searcher" },
    findings: [
      say`${rows[0]!.runs} searches per width to depth ${settings.depth}, ${settings.scheme}, 2^${settings.addressBits} slots: with 8 check bits the move changed in ${rows[0]!.moves}, the score in ${rows[0]!.scores}.`,
      quiet
        ? say`From ${quiet.bits} check bits on, neither changed, with ${Number(quiet.perMillion.toPrecision(2))} wrong retrievals per million probes.`
        : say`Even the widest check measured changed something.`,
    ],
    tables: [
      {
        title: say`Wrong retrievals and what they did`,
        columns: [
          { name: 'check bits', values: rows.map(({ bits }) => bits) },
          { name: 'searches', values: rows.map(({ runs }) => runs) },
          { name: 'wrong per million probes', values: rows.map(({ perMillion }) => perMillion), digits: 2 },
          { name: 'differences met', values: rows.map(({ differences }) => differences) },
          { name: 'clashed', values: rows.map(({ clashed }) => clashed) },
          { name: 'predicted', values: rows.map(({ predicted }) => predicted), digits: 2 },
          { name: 'deviation in standard errors', values: rows.map(({ deviation }) => deviation), digits: 2 },
          { name: 'root move changed', values: rows.map(({ moves }) => moves) },
          { name: 'root score changed', values: rows.map(({ scores }) => scores) },
        ],
      },
    ],
    charts: [
      {
        title: say`Positions taken for another`,
        table: 0,
        x: 'check bits',
        xLabel: 'check bits',
        yLabel: 'differences that clashed',
        logY: true,
        series: [
          { column: 'predicted', as: 'line' },
          { column: 'clashed', as: 'points' },
        ],
      },
      CHANGED_SEARCHES,
    ],
  };
}
