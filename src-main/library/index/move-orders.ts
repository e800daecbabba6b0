import type { Position } from 'chessops/chess';
import { fideKey } from '../../../shared/chess/zobrist';
import type { MoveOrders } from '../../../shared/explorer';
import { playPacked, sanLine, startPosition } from '../lines';
import type { Database } from './database';
import { named } from './explore';
import { GraphBuilder } from './graph';
import type { LinesCache } from './lines-cache';
import { tally } from './tallied';

/** The `limit` most frequent move orders that reach a position, as lines and as one graph. */
export async function moveOrders(
  database: Database,
  cache: LinesCache,
  position: Position,
  limit: number,
): Promise<MoveOrders> {
  const { rows, paths } = await tally(database, cache, position);
  const games = new Map<number, number>();
  for (const { order, results } of rows) games.set(order, (games.get(order) ?? 0) + results.games);
  const shown = [...games].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
  const graph = new GraphBuilder();
  const lines = shown.map(([path, count]) => {
    const { start, moves } = paths.unfold(path);
    addLine(graph, start, moves, count);
    return { games: count, start, moves: sanLine(start, moves, moves.length) };
  });
  return { total: games.size, orders: lines, graph: graph.build() };
}

function addLine(graph: GraphBuilder, start: string, moves: number[], games: number): void {
  const position = startPosition(start);
  const seen = new Set<number>();
  let from = graph.node(fideKey(position), position, 0);
  const visit = (node: number | undefined) => {
    // A line that comes back to a position is still one game there.
    if (node !== undefined && !seen.has(node)) graph.count(node, games);
    if (node !== undefined) seen.add(node);
  };
  visit(from);
  moves.forEach((move, ply) => {
    const { san } = named(position, move);
    playPacked(position, move);
    const to = graph.node(fideKey(position), position, ply + 1);
    if (from !== undefined && to !== undefined) graph.edge(from, to, san, games);
    visit(to);
    from = to;
  });
}
