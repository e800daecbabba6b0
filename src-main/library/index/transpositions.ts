import { makeEpd, identityOf } from '../../../shared/chess/identity';
import { fideKey, makeKey } from '../../../shared/chess/zobrist';
import type { LibraryTranspositions, Selection } from '../../../shared/explorer';
import { positionAfter } from '../lines';
import type { Database } from './database';
import type { LinesCache } from './lines-cache';
import { meetingsOf } from './schema';
import { complete, condition } from './selecting';

/**
 * Where the chosen games meet: counts, and the positions with most move orders. Of the whole library the answer lies
 * ready in `meetings`; for a selection it is counted anew (a second for each 5 million positions chosen).
 */
export async function transpositions(
  database: Database,
  cache: LinesCache,
  chosen: Selection,
): Promise<LibraryTranspositions> {
  const selected = complete(chosen);
  const where = condition(selected);
  const whole = where === 'true' && selected.maxPly === 0xffff;
  const met = whole ? 'library.meetings' : `(${meetingsOf('library', where, selected.maxPly)})`;
  const stood =
    `library.positions WHERE ply <= ${selected.maxPly}` +
    (where === 'true' ? '' : ` AND game IN (SELECT id FROM library.games WHERE ${where})`);
  const counts = await database.columns(`
    SELECT (SELECT count(DISTINCT game) FROM ${stood}) AS games, (SELECT count(*) FROM ${stood}) AS occurrences,
           (SELECT count(DISTINCT key) FROM ${stood}) AS positions`);
  // One pass over the meetings for sums and the head of the list.
  const rows = await database.columns(`
    WITH met AS MATERIALIZED (SELECT * FROM ${met}),
    sums AS (
      SELECT count(*) AS shared, count(*) FILTER (orders > 1) AS transposed,
             count(*) FILTER (predecessors > 1) AS convergence FROM met
    ),
    head AS (
      SELECT * FROM met WHERE orders > 1 AND games >= ${selected.minGames}
      ORDER BY orders DESC, games DESC, key LIMIT ${selected.limit}
    )
    SELECT s.*, h.* FROM sums s LEFT JOIN head h ON true ORDER BY orders DESC, games DESC, key`);
  const number = (column: string, row: number) => Number(rows[column]![row]);
  const found = rows.key!.flatMap((key, row) => (key === null ? [] : [row]));
  const lines = await cache.load(found.map((row) => number('game', row)));
  return {
    games: Number(counts.games![0]),
    occurrences: Number(counts.occurrences![0]),
    distinctPositions: Number(counts.positions![0]),
    sharedPositions: number('shared', 0),
    transposedPositions: number('transposed', 0),
    convergencePositions: number('convergence', 0),
    top: found.map((row) => {
      const game = number('game', row);
      const position = positionAfter(lines.start(game), lines.moves(game).subarray(0, number('ply', row)));
      return {
        key: makeKey(fideKey(position)),
        epd: makeEpd(identityOf(position)),
        orders: number('orders', row),
        games: number('games', row),
        predecessors: number('predecessors', row),
        ply: number('ply', row),
      };
    }),
  };
}
