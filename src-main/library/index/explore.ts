import type { Position } from 'chessops/chess';
import { makeSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import type { Exploration, ExploredMove, Tally } from '../../../shared/explorer';
import { NULL_MOVE, unpackMove } from '../../../shared/chess/packed-move';
import { fideKey, makeKey } from '../../../shared/chess/zobrist';
import type { Database } from './database';
import type { Frequented } from './frequented';
import type { LinesCache } from './lines-cache';
import { nearest } from './nearest';
import { Results, tally, type Tallied } from './tallied';

/** A line of packed moves from a start position: the order in which the asker came to a position. */
export interface Line {
  start: string;
  moves: readonly number[];
}

/** Moves played from a position, with the results of their games: by any order, and by one. */
export async function explore(
  database: Database,
  cache: LinesCache,
  frequented: Frequented,
  position: Position,
  line?: Line,
): Promise<Exploration> {
  const tallied = await tally(database, cache, position);
  const asked = line && orderOf(tallied, line);
  const near = await nearest(database, cache, frequented, position, tallied.games);
  const byMove = new Map<number, Tallied['rows']>();
  for (const row of tallied.rows) {
    const rows = byMove.get(row.move);
    if (rows) rows.push(row);
    else byMove.set(row.move, [row]);
  }
  const moves = [...byMove]
    .filter(([move]) => move !== 0)
    .map(([move, rows]): ExploredMove => ({ ...named(position, move), ...counts(rows, asked) }))
    .sort((a, b) => b.anyOrder.games - a.anyOrder.games || (a.uci < b.uci ? -1 : 1));
  return {
    key: makeKey(fideKey(position)),
    ...counts(tallied.rows, asked),
    moves,
    nearest: near.found,
    collisions: tallied.collisions + near.collisions,
  };
}

/** A packed move in words; the null move, which some games have, is `--`. */
export const named = (position: Position, move: number): { san: string; uci: string } =>
  move === NULL_MOVE
    ? { san: '--', uci: '0000' }
    : { san: makeSan(position, unpackMove(move)), uci: makeUci(unpackMove(move)) };

/** The number of a line among the orders that reach the position, if any game took it. */
function orderOf({ paths, rows }: Tallied, line: Line): number {
  let path = paths.root(line.start);
  for (const move of line.moves) path = paths.child(path, move);
  return rows.some(({ order }) => order === path) ? path : -1;
}

function counts(
  rows: Tallied['rows'],
  asked: number | undefined,
): { anyOrder: Tally; thisOrder: Tally; orders: number } {
  const any = new Results();
  const one = new Results();
  const orders = new Set<number>();
  for (const { order, results } of rows) {
    any.join(results);
    if (order === asked) one.join(results);
    orders.add(order);
  }
  return { anyOrder: any.tally(), thisOrder: one.tally(), orders: orders.size };
}
