import type { DuckDBBlobValue } from '@duckdb/node-api';
import { INITIAL_FEN } from '../../../shared/chess/position';
import type { FoundGame } from '../../../shared/explorer';
import { movesIn, type Database } from './database';

/** What a list shows of a game, and its moves. */
export interface GameRow extends Omit<FoundGame, 'game' | 'ply' | 'lastMoves'> {
  start: string;
  moves: number[];
}

/** Some 10 MB. */
const ROWS_HELD = 8192;

/**
 * Rows of the games table, the last used in memory: fifty that lie anywhere take 5 ms to fetch, and whoever goes through
 * an opening meets the same games of the highest rating again and again.
 */
export class GameRows {
  readonly #database: Database;
  /** In order of last use. */
  readonly #rows = new Map<number, GameRow>();

  constructor(database: Database) {
    this.#database = database;
  }

  async load(games: readonly number[]): Promise<GameRow[]> {
    const fetched = await this.#fetch(games.filter((game) => !this.#rows.has(game)));
    const rows = games.map((game) => fetched.get(game) ?? this.#rows.get(game)!);
    games.forEach((game, n) => {
      this.#rows.delete(game);
      this.#rows.set(game, rows[n]!);
    });
    for (const game of this.#rows.keys()) {
      if (this.#rows.size <= ROWS_HELD) break;
      this.#rows.delete(game);
    }
    return rows;
  }

  async #fetch(games: readonly number[]): Promise<Map<number, GameRow>> {
    const found = new Map<number, GameRow>();
    if (games.length === 0) return found;
    // A game's row number is its id, for imports write the table in that order. DuckDB fetches a few rows by number
    // through a join in half the time that it takes to compare every id.
    const rows = await this.#database.columns(`
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
}
