import * as v from 'valibot';
import { AlphaBeta } from './alpha-beta';
import { ClashTable, clashSchemes, NO_COUNTS, type ClashScheme, type TableCounts } from './clash-table';
import { contestNames, contests } from './contest';
import { keySet } from './key-set';
import { EXPERIMENTS, experimentState } from './positions';
import type { LabResult, Running } from './result';
import { figure, say } from './said';

/**
 * The ways to deal with a clash, side by side: the same positions, the same depth, the same figures, tables of the same
 * number of slots. A better scheme keeps what will be asked for again, so the search visits fewer nodes; the search
 * without any table is the measure of what a table is worth.
 */
export const schemesSettings = v.object({
  game: v.optional(v.picklist(contestNames), 'draughts'),
  depth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)), 10),
  /** Table sizes as powers of two, from and to, in steps of 2. */
  fromBits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(22)), 10),
  toBits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(22)), 16),
  positions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(EXPERIMENTS)), 8),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
export type SchemesSettings = v.InferOutput<typeof schemesSettings>;

export interface SchemeRun extends TableCounts {
  scheme: ClashScheme | 'no table';
  addressBits: number;
  position: number;
  nodes: number;
  score: number;
  fill: number;
}

/** A run for each position, scheme and size; `schemes` sums them up. */
export function* measureSchemes(settings: SchemesSettings): Running<SchemeRun[]> {
  const { game, depth, fromBits, toBits, positions, seed } = settings;
  const { shape } = contests[game].rules;
  const figures = keySet({ ...shape, bits: 96, generator: 'xoshiro256**', seed: BigInt(seed) });
  const referee = keySet({ ...shape, bits: 64, generator: 'splitmix64', seed: BigInt(seed) });
  const sizes: number[] = [];
  for (let bits = fromBits; bits <= toBits; bits += 2) sizes.push(bits);
  const runs: SchemeRun[] = [];
  const total = positions * (1 + sizes.length * clashSchemes.length);
  for (let position = 0; position < positions; position++) {
    const run = (scheme: SchemeRun['scheme'], addressBits: number, table?: ClashTable) => {
      const { nodes, score } = new AlphaBeta(contests[game], figures, referee, table).search(
        experimentState(game, position),
        depth,
      );
      runs.push({
        scheme,
        addressBits,
        position,
        nodes,
        score,
        fill: table?.fill() ?? 0,
        ...(table?.counts ?? NO_COUNTS),
      });
    };
    yield { done: runs.length, total, doing: say`position ${position + 1}, no table` };
    run('no table', 0);
    for (const addressBits of sizes)
      for (const scheme of clashSchemes) {
        yield { done: runs.length, total, doing: say`position ${position + 1}, ${scheme}, 2^${addressBits} slots` };
        run(scheme, addressBits, new ClashTable(scheme, addressBits));
      }
  }
  return runs;
}

/** The instrument: see the lesson above. */
export function* schemes(settings: SchemesSettings): Running<LabResult> {
  const runs = yield* measureSchemes(settings);
  const without = runs.filter(({ scheme }) => scheme === 'no table').reduce((sum, { nodes }) => sum + nodes, 0);
  const sizes = [...new Set(runs.map(({ addressBits }) => addressBits))].filter((bits) => bits > 0);
  const rows = sizes.flatMap((addressBits) =>
    clashSchemes.map((scheme) => {
      const those = runs.filter((run) => run.scheme === scheme && run.addressBits === addressBits);
      const sum = (of: (run: SchemeRun) => number) => those.reduce((total, run) => total + of(run), 0);
      return {
        addressBits,
        scheme,
        slots: new ClashTable(scheme, addressBits).size,
        nodes: sum(({ nodes }) => nodes),
        hitRate: sum(({ hits }) => hits) / sum(({ probes }) => probes),
        overwritten: sum(({ overwritten }) => overwritten),
        refused: sum(({ refused }) => refused),
        fill: sum(({ fill }) => fill) / those.length,
      };
    }),
  );
  const best = (bits: number) =>
    rows.filter((row) => row.addressBits === bits).reduce((a, b) => (b.nodes < a.nodes ? b : a));
  return {
    settings: { ...settings, engine: "the lab's small searcher" },
    findings: [
      say`Without a table ${without} nodes to depth ${settings.depth} over ${settings.positions} positions.`,
      ...sizes.map(
        (bits) =>
          say`2^${bits} slots: fewest nodes with ${best(bits).scheme}, ${best(bits).nodes}, ${figure((100 * best(bits).nodes) / without, 1)} % of those without a table.`,
      ),
    ],
    tables: [
      {
        title: say`Clash schemes to depth ${settings.depth}`,
        columns: [
          { name: 'address bits', values: rows.map(({ addressBits }) => addressBits) },
          { name: 'scheme', values: rows.map(({ scheme }) => scheme) },
          { name: 'slots', values: rows.map(({ slots }) => slots) },
          { name: 'nodes', values: rows.map(({ nodes }) => nodes) },
          { name: '% of no table', values: rows.map(({ nodes }) => (100 * nodes) / without), digits: 1 },
          { name: 'hit rate %', values: rows.map(({ hitRate }) => 100 * hitRate), digits: 1 },
          { name: 'overwritten', values: rows.map(({ overwritten }) => overwritten) },
          { name: 'refused', values: rows.map(({ refused }) => refused) },
          { name: 'filled %', values: rows.map(({ fill }) => 100 * fill), digits: 1 },
        ],
      },
      {
        title: say`Nodes by table size`,
        columns: [
          { name: 'slots', values: sizes.map((bits) => 2 ** bits) },
          ...clashSchemes.map((scheme) => ({
            name: scheme,
            values: sizes.map((bits) => rows.find((row) => row.addressBits === bits && row.scheme === scheme)!.nodes),
          })),
        ],
      },
    ],
    charts: [
      {
        title: say`Nodes to depth ${settings.depth}`,
        table: 1,
        x: 'slots',
        xLabel: 'slots',
        yLabel: 'nodes',
        logX: true,
        series: clashSchemes.map((scheme) => ({ column: scheme, as: 'line' as const })),
      },
    ],
  };
}
