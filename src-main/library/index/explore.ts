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
  const all = new Counter();
  const byMove = new Map<number, Counter>();
  for (let hit = 0; hit < reached.games.length; hit++) {
    all.add(reached, hit, asked);
    const move = reached.moves[hit]!;
    if (move === 0) continue;
    let counter = byMove.get(move);
    if (!counter) byMove.set(move, (counter = new Counter()));
    counter.add(reached, hit, asked);
  }
  const counted = all.counts();
  const near = await nearest(database, cache, frequented, position, counted.anyOrder.games);
  const moves = [...byMove]
    .map(([move, counter]): ExploredMove => ({ ...named(position, move), ...counter.counts() }))
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

class Counter {
  readonly #any = new Results();
  readonly #this = new Results();
  readonly #orders = new Set<number>();

  add({ games, orders, lines }: Reached, hit: number, asked: number | undefined): void {
    this.#any.add(lines, games[hit]!);
    this.#orders.add(orders[hit]!);
    if (orders[hit] === asked) this.#this.add(lines, games[hit]!);
  }

  counts(): { anyOrder: Tally; thisOrder: Tally; orders: number } {
    return { anyOrder: this.#any.tally(), thisOrder: this.#this.tally(), orders: this.#orders.size };
  }
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
