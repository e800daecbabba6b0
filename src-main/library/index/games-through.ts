import type { DuckDBBlobValue } from '@duckdb/node-api';
import type { Position } from 'chessops/chess';
import { INITIAL_FEN } from '../../../shared/chess/position';
import type { FoundGame } from '../../../shared/explorer';
import { fideKey } from '../../../shared/chess/zobrist';
import { sanLine } from '../lines';
import { movesIn, type Database } from './database';
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
  position: Position,
  offset: number,
  limit: number,
): Promise<{ total: number; rows: FoundGame[]; collisions: number }> {
  const { total, shown, collisions } =
    (await listed(database, cache, position, offset, limit)) ??
    (await sorted(database, cache, position, offset, limit));
  const rows = await rowsOf(
    database,
    shown.map(({ game }) => game),
  );
  return {
    total,
    rows: shown.map(({ game, ply }): FoundGame => {
      const { start, moves, ...tags } = rows.get(game)!;
      return { game, ply, ...tags, lastMoves: sanLine(start, moves.slice(0, ply), SHOWN_MOVES) };
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
  const { game, ply } = await database.columns(
    'SELECT game, ply FROM library.popular_games WHERE key = $1::UBIGINT LIMIT $2::UINTEGER OFFSET $3::UINTEGER',
    [fideKey(position), limit, offset],
  );
  const shown = game!.map((game, row) => ({ game: game as number, ply: ply![row] as number }));
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

interface Row extends Omit<FoundGame, 'game' | 'ply' | 'lastMoves'> {
  start: string;
  moves: number[];
}

async function rowsOf(database: Database, games: readonly number[]): Promise<Map<number, Row>> {
  const found = new Map<number, Row>();
  if (games.length === 0) return found;
  // A game's row number is its id, for imports write the table in that order. DuckDB fetches a few rows by number
  // through a join in half the time that it takes to compare every id.
  const rows = await database.columns(`
    SELECT id, white, black, white_elo, black_elo, event, date, result, eco, start_fen, moves FROM library.games
    WHERE rowid IN (${games.length === 1 ? games[0] : `SELECT unnest([${games.join(', ')}]::BIGINT[])`})`);
  const text = (column: string, row: number) => rows[column]![row] as string;
  const elo = (column: string, row: number) => (rows[column]![row] as number | null) ?? undefined;
  rows.id!.forEach((id, row) =>
    found.set(id as number, {
      white: text('white', row),
      black: text('black', row),
      whiteElo: elo('white_elo', row),
      blackElo: elo('black_elo', row),
      event: text('event', row),
      date: text('date', row),
      result: text('result', row),
      eco: text('eco', row),
      start: (rows.start_fen![row] as string | null) ?? INITIAL_FEN,
      moves: movesIn(rows.moves![row] as DuckDBBlobValue),
    }),
  );
  return found;
}
