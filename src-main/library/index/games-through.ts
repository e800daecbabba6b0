import type { Position } from 'chessops/chess';
import type { FoundGame } from '../../../shared/explorer';
import { fideKey } from '../../../shared/chess/zobrist';
import { sanLine } from '../lines';
import type { Database } from './database';
import type { GameRows } from './game-rows';
import type { Lines, LinesCache } from './lines-cache';
import { LISTED_GAMES } from './popular';
import { reach } from './reached';
import { readyTally } from './tallied';

/** Plies before the position that a row shows. */
const SHOWN_MOVES = 12;

/** The games that reach a position, the highest rated first, then by number; rows `offset` to `offset + limit`. */
export async function gamesThrough(
  database: Database,
  cache: LinesCache,
  rows: GameRows,
  position: Position,
  offset: number,
  limit: number,
): Promise<{ total: number; rows: FoundGame[]; collisions: number }> {
  const { total, shown, collisions } =
    (await listed(database, cache, position, offset, limit)) ??
    (await sorted(database, cache, position, offset, limit));
  const games = await rows.load(shown.map(({ game }) => game));
  // Most games come by a few orders, and writing moves down takes longer than all that went before.
  const written = new Map<string, string[]>();
  const lastMovesOf = (start: string, moves: readonly number[]): string[] => {
    const way = `${start} ${moves.join(' ')}`;
    const known = written.get(way) ?? sanLine(start, moves, SHOWN_MOVES);
    written.set(way, known);
    return known;
  };
  return {
    total,
    rows: shown.map(({ game, ply }, n): FoundGame => {
      const { start, moves, ...tags } = games[n]!;
      return { game, ply, ...tags, lastMoves: lastMovesOf(start, moves.slice(0, ply)) };
    }),
    collisions,
  };
}

interface Shown {
  total: number;
  shown: { game: number; ply: number }[];
  collisions: number;
}

/** From the list that lies ready; undefined where there is none, or it is too short. */
async function listed(
  database: Database,
  cache: LinesCache,
  position: Position,
  offset: number,
  limit: number,
): Promise<Shown | undefined> {
  if (offset + limit > LISTED_GAMES) return undefined;
  const tallied = await readyTally(database, cache, position);
  if (!tallied) return undefined;
  // All of them: to have DuckDB count takes longer than to drop what is too much.
  const { game, ply } = await database.columns('SELECT game, ply FROM library.popular_games WHERE key = $1::UBIGINT', [
    fideKey(position),
  ]);
  const shown = game!
    .map((game, row) => ({ game: game as number, ply: ply![row] as number }))
    .slice(offset, offset + limit);
  return { total: tallied.games, shown, collisions: 0 };
}

async function sorted(
  database: Database,
  cache: LinesCache,
  position: Position,
  offset: number,
  limit: number,
): Promise<Shown> {
  const { games, plies, lines, collisions } = await reach(database, cache, position);
  const shown = byRating(games, lines).subarray(offset, offset + limit);
  return {
    total: games.length,
    shown: Array.from(shown, (hit) => ({ game: games[hit]!, ply: plies[hit]! })),
    collisions,
  };
}

/**
 * The hits in order of their games' rating, highest first, then as they come. Rating and hit are packed into one number,
 * 2^32 · (20000 - 2 · rating) + hit, because typed arrays sort themselves ten times faster than with a function.
 */
function byRating(games: Uint32Array, lines: Lines): Float64Array {
  const packed = new Float64Array(games.length);
  for (let hit = 0; hit < games.length; hit++) packed[hit] = 2 ** 32 * (20_000 - 2 * lines.rating(games[hit]!)) + hit;
  packed.sort();
  for (let i = 0; i < packed.length; i++) packed[i] = packed[i]! % 2 ** 32;
  return packed;
}
