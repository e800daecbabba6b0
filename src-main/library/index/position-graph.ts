import type { Position } from 'chessops/chess';
import type { PositionGraph, Selection } from '../../../shared/explorer';
import { playPacked, positionAfter } from '../lines';
import type { Database } from './database';
import { named } from './explore';
import { GraphBuilder } from './graph';
import type { LinesCache } from './lines-cache';
import { complete, condition } from './selecting';

/**
 * The moves of the chosen games as a graph: an edge for each move that at least `minGames` games play in the same
 * position, the `limit` most played. Each edge is replayed on one game and its two ends compared with the identity of
 * what other edges brought there.
 */
export async function positionGraph(
  database: Database,
  cache: LinesCache,
  chosen: Selection,
  signal?: AbortSignal,
): Promise<PositionGraph> {
  const selected = complete(chosen);
  const where = condition(selected);
  const rows = await database.columns(
    `
    SELECT key, move, next, count(DISTINCT game) AS games, min(ply) AS ply, arg_min(game, ply * 4294967296 + game) AS game
    FROM library.positions
    WHERE next <> 0 AND ply < ${selected.maxPly}
      ${where === 'true' ? '' : `AND game IN (SELECT id FROM library.games WHERE ${where})`}
    GROUP BY key, move, next HAVING count(DISTINCT game) >= ${selected.minGames}
    ORDER BY games DESC, key, move LIMIT ${selected.limit}`,
    [],
    signal,
  );
  signal?.throwIfAborted();
  const number = (column: string, row: number) => Number(rows[column]![row]);
  const lines = await cache.load(rows.game!.map(Number));
  const graph = new GraphBuilder();
  const reachedBy = new Map<number, number>();
  const reaches = (node: number, games: number) => reachedBy.set(node, (reachedBy.get(node) ?? 0) + games);
  const roots = new Map<number, number>();
  for (let row = 0; row < rows.key!.length; row++) {
    const game = number('game', row);
    const ply = number('ply', row);
    const position: Position = positionAfter(lines.start(game), lines.moves(game).subarray(0, ply));
    const from = graph.node(rows.key![row] as bigint, position, ply);
    const move = number('move', row);
    const { san } = named(position, move);
    playPacked(position, move);
    const to = graph.node(rows.next![row] as bigint, position, ply + 1);
    if (from === undefined || to === undefined) continue;
    const games = number('games', row);
    graph.edge(from, to, san, games);
    reaches(to, games);
    roots.set(from, (roots.get(from) ?? 0) + games);
  }
  // A node's games: those the drawn edges bring, or, where none does, those the drawn edges take away.
  for (const node of new Set([...reachedBy.keys(), ...roots.keys()]))
    graph.count(node, Math.max(reachedBy.get(node) ?? 0, roots.get(node) ?? 0));
  return graph.build();
}
