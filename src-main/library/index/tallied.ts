import type { Position } from 'chessops/chess';
import { fideKey } from '../../../shared/chess/zobrist';
import type { Tally } from '../../../shared/explorer';
import { Paths } from '../paths';
import type { Database } from './database';
import { OUTCOME, type Lines, type LinesCache } from './lines-cache';
import { pathsElsewhere, reach, type Reached } from './reached';

/**
 * The games that reach a position, summed by the order of moves that led there and the move played from it: all that the
 * explorer shows follows from this. Of positions that many games reach the sums lie ready (popular.ts).
 */
export interface Tallied {
  /** A row for each order and move; `order` is its number in `paths`, `move` 0 where the game ended. */
  rows: { order: number; move: number; results: Results }[];
  paths: Paths;
  games: number;
  /** Games whose key was the same and whose position was another: not counted. Expected: 0. */
  collisions: number;
}

/** From the sums that lie ready, else counted game by game: the same either way. */
export async function tally(database: Database, cache: LinesCache, position: Position): Promise<Tallied> {
  return (await readyTally(database, cache, position)) ?? counted(await reach(database, cache, position));
}

/** What lies ready, each order played through and its end compared with the position; undefined where nothing does. */
export async function readyTally(
  database: Database,
  cache: LinesCache,
  position: Position,
): Promise<Tallied | undefined> {
  const found = await database.columns('SELECT * FROM library.popular WHERE key = $1::UBIGINT', [fideKey(position)]);
  const number = (column: string, row: number) => Number(found[column]![row]);
  if (found.key!.length === 0) return undefined;
  const lines = await cache.load(found.line as number[]);
  const paths = new Paths();
  let games = 0;
  const rows = found.key!.map((_, row) => {
    const [white, draws, black] = [number('white', row), number('draws', row), number('black', row)];
    const all = number('games', row);
    games += all;
    return {
      order: lines.path(number('line', row), number('ply', row), paths),
      move: number('move', row),
      results: new Results(
        [all - white - draws - black, white, black, draws],
        number('rated', row),
        number('ratings', row) / 2,
      ),
    };
  });
  // Where keys collide the sums mix two positions: then they are of no use.
  if (pathsElsewhere(paths, new Set(rows.map(({ order }) => order)), position).size > 0) return undefined;
  return { rows, paths, games, collisions: 0 };
}

/** One pass over the games. */
export function counted({ games, moves, orders, lines, paths, collisions }: Reached): Tallied {
  const byOrder = new Map<number, Map<number, Results>>();
  for (let hit = 0; hit < games.length; hit++) {
    let byMove = byOrder.get(orders[hit]!);
    if (!byMove) byOrder.set(orders[hit]!, (byMove = new Map()));
    let results = byMove.get(moves[hit]!);
    if (!results) byMove.set(moves[hit]!, (results = new Results()));
    results.add(lines, games[hit]!);
  }
  const rows = [...byOrder].flatMap(([order, byMove]) =>
    Array.from(byMove, ([move, results]) => ({ order, move, results })),
  );
  return { rows, paths, games: games.length, collisions };
}

/** Sums over some games. */
export class Results {
  /** By `OUTCOME`. */
  readonly #games: [number, number, number, number];
  #rated: number;
  #ratings: number;

  constructor(games: [number, number, number, number] = [0, 0, 0, 0], rated = 0, ratings = 0) {
    this.#games = games;
    this.#rated = rated;
    this.#ratings = ratings;
  }

  add(lines: Lines, game: number): void {
    this.#games[lines.outcome(game)]++;
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

  get games(): number {
    return this.#games.reduce((sum, games) => sum + games, 0);
  }

  tally(): Tally {
    return {
      games: this.games,
      white: this.#games[OUTCOME.white],
      draws: this.#games[OUTCOME.draw],
      black: this.#games[OUTCOME.black],
      averageRating: this.#rated === 0 ? undefined : this.#ratings / this.#rated,
    };
  }
}
