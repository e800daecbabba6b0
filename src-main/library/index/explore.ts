import type { Position } from 'chessops/chess';
import { makeSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import type { Exploration, ExploredMove, Tally } from '../../../shared/explorer';
import { NULL_MOVE, unpackMove } from '../../../shared/chess/packed-move';
import { fideKey, makeKey } from '../../../shared/chess/zobrist';
import type { Database } from './database';
import type { Frequented } from './frequented';
import { type Lines, type LinesCache, OUTCOME } from './lines-cache';
import { nearest } from './nearest';
import { reach, type Reached } from './reached';

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
  const reached = await reach(database, cache, position);
  const asked = line && orderOf(reached, line);
  const byMove = resultsByMove(reached);
  const counted = counts([...byMove.values()], asked);
  const near = await nearest(database, cache, frequented, position, counted.anyOrder.games);
  const moves = [...byMove]
    .filter(([move]) => move !== 0)
    .map(([move, results]): ExploredMove => ({ ...named(position, move), ...counts([results], asked) }))
    .sort((a, b) => b.anyOrder.games - a.anyOrder.games || (a.uci < b.uci ? -1 : 1));
  return {
    key: makeKey(fideKey(position)),
    ...counted,
    moves,
    nearest: near.found,
    collisions: reached.collisions + near.collisions,
  };
}

export const named = (position: Position, move: number): { san: string; uci: string } =>
  move === NULL_MOVE
    ? { san: '--', uci: '0000' }
    : { san: makeSan(position, unpackMove(move)), uci: makeUci(unpackMove(move)) };

/** The number of a line among the orders that reach the position, if any game took it. */
function orderOf({ paths, orders }: Reached, line: Line): number {
  let path = paths.root(line.start);
  for (const move of line.moves) path = paths.child(path, move);
  return orders.includes(path) ? path : -1;
}

/** Results of the games that came by one order, by the order's number. */
type ByOrder = Map<number, Results>;

/** By the move played; 0 for the games that ended there. One pass: a popular position has 100,000 hits. */
function resultsByMove({ games, moves, orders, lines }: Reached): Map<number, ByOrder> {
  const byMove = new Map<number, ByOrder>();
  for (let hit = 0; hit < games.length; hit++) {
    let byOrder = byMove.get(moves[hit]!);
    if (!byOrder) byMove.set(moves[hit]!, (byOrder = new Map()));
    let results = byOrder.get(orders[hit]!);
    if (!results) byOrder.set(orders[hit]!, (results = new Results()));
    results.add(lines, games[hit]!);
  }
  return byMove;
}

function counts(moves: ByOrder[], asked: number | undefined): { anyOrder: Tally; thisOrder: Tally; orders: number } {
  const any = new Results();
  const one = new Results();
  const orders = new Set<number>();
  for (const byOrder of moves) {
    for (const [order, results] of byOrder) {
      any.join(results);
      if (order === asked) one.join(results);
      orders.add(order);
    }
  }
  return { anyOrder: any.tally(), thisOrder: one.tally(), orders: orders.size };
}

class Results {
  /** By `OUTCOME`. */
  readonly #games = [0, 0, 0, 0];
  #rated = 0;
  #ratings = 0;

  add(lines: Lines, game: number): void {
    this.#games[lines.outcome(game)]!++;
    const rating = lines.rating(game);
    if (rating === 0) return;
    this.#rated++;
    this.#ratings += rating;
  }

  join(other: Results): void {
    other.#games.forEach((games, outcome) => (this.#games[outcome]! += games));
    this.#rated += other.#rated;
    this.#ratings += other.#ratings;
  }

  tally(): Tally {
    return {
      games: this.#games.reduce((sum, games) => sum + games),
      white: this.#games[OUTCOME.white]!,
      draws: this.#games[OUTCOME.draw]!,
      black: this.#games[OUTCOME.black]!,
      averageRating: this.#rated === 0 ? undefined : this.#ratings / this.#rated,
    };
  }
}
