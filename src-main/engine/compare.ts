import type { comparison, Failure } from '../../shared/api';
import { isFailure } from '../../shared/chess/position';
import type { Comparison, ComparisonRun } from '../../shared/search/inspect';
import type { InferOutput } from 'valibot';
import type { Engine } from './engine';

/**
 * A/B: one position to one depth without the table, with an empty one, and with the one that the run before has filled;
 * on one thread and on N (not more than the engine is set to). Whatever ends a search ends the comparison.
 */
export async function compareTable(
  engine: Engine,
  { fen, moves, depth, threads }: InferOutput<typeof comparison>,
): Promise<Comparison | Failure> {
  const runs: ComparisonRun[] = [];
  for (const n of new Set([1, Math.min(threads, engine.settings.threads)])) {
    for (const table of ['off', 'cold', 'warm'] as const) {
      // What threads remember beside the table is part of being cold.
      if (table !== 'warm') engine.clearTable();
      const limit = { kind: 'depth', plies: depth } as const;
      const result = await engine.run({ fen, moves, limit }, { table: table !== 'off', threads: n, lines: 1 });
      if (isFailure(result)) return result;
      if (result.stopped) return { failure: 'the comparison was stopped' };
      const { last } = result;
      const best = last.lines[0];
      if (!best) return { failure: 'the search found no line' };
      const { nodes, timeMs } = last;
      runs.push({ table, threads: n, depth: last.depth, nodes, timeMs, score: best.score, moves: best.moves });
    }
  }
  return { fen, depth, runs };
}
