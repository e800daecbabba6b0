import { makeBook, type BookEntry } from '../../../shared/chess/book';
import { polyglotKey } from '../../../shared/chess/zobrist';
import { positionAfter } from '../lines';
import type { Database } from './database';
import type { LinesCache } from './lines-cache';

/** What goes into a book. */
export interface BookOptions {
  /** Positions after fewer plies than this are written. */
  maxPly: number;
  /** Moves played less often than this are left out. */
  minGames: number;
  /** Moves with a smaller share of the points, from 0 to 1, are left out; so are those without any point. */
  minScore: number;
  /** `points`: 2 for a win of the side that moves and 1 for a draw, as Polyglot counts; `games`: 1 a game. */
  scoring: 'points' | 'games';
  /** Moves of one side only. */
  colour: 'both' | 'white' | 'black';
}

/** Twenty moves deep, without what was tried once or twice. */
export const bookDefaults: BookOptions = {
  maxPly: 40,
  minGames: 3,
  minScore: 0,
  scoring: 'points',
  colour: 'both',
};

const MAX_WEIGHT = 0xffff;

interface Move {
  games: number;
  points: number;
}

/**
 * The opening book of a library, in Polyglot's format. Games without a result say nothing about a move and are left
 * out. Weights beyond 16 bits are scaled down, all moves of that position alike.
 */
export async function bookOf(database: Database, cache: LinesCache, options: BookOptions): Promise<Uint8Array> {
  const rows = await database.columns(movesOf(options));
  const lines = await cache.load(rows.game!.map(Number));
  // The library's keys are FIDE keys. Polyglot's differs after some double pushes, so the move before tells positions
  // apart here, each is replayed once for its key, and what turns out to be the same is counted together.
  const keys = new Map<string, bigint>();
  const positions = new Map<bigint, Map<number, Move>>();
  for (let row = 0; row < rows.key!.length; row++) {
    const name = `${rows.key![row]} ${rows.before![row]}`;
    let key = keys.get(name);
    if (key === undefined) {
      const game = Number(rows.game![row]);
      key = polyglotKey(positionAfter(lines.start(game), lines.moves(game).subarray(0, Number(rows.ply![row]))));
      keys.set(name, key);
    }
    let moves = positions.get(key);
    if (!moves) positions.set(key, (moves = new Map()));
    const move = rows.move![row] as number;
    const before = moves.get(move) ?? { games: 0, points: 0 };
    moves.set(move, {
      games: before.games + Number(rows.games![row]),
      points: before.points + Number(rows.points![row]),
    });
  }
  return makeBook([...positions].flatMap(([key, moves]) => entriesOf(key, moves, options)));
}

function entriesOf(key: bigint, moves: Map<number, Move>, options: BookOptions): BookEntry[] {
  const kept = [...moves].filter(
    ([, { games, points }]) => games >= options.minGames && points > 0 && points / games / 2 >= options.minScore,
  );
  const weights = kept.map(([, { games, points }]) => (options.scoring === 'points' ? points : games));
  const scale = Math.min(1, MAX_WEIGHT / Math.max(1, ...weights));
  return kept.map(([move], i) => ({ key, move, weight: Math.max(1, Math.floor(weights[i]! * scale)), learn: 0 }));
}

/** Moves with the move before them, the number of games and points, and the earliest game and ply as an example. */
const movesOf = ({ maxPly, minGames, colour }: BookOptions): string => `
  WITH known AS (
    SELECT id, moves, coalesce(split_part(start_fen, ' ', 2), 'w') = 'w' AS white_begins,
           CASE result WHEN '1-0' THEN 2 WHEN '0-1' THEN 0 ELSE 1 END AS white_points
    FROM library.games WHERE result IN ('1-0', '0-1', '1/2-1/2')
  ), played AS (
    SELECT p.key, p.move, p.ply, p.game, (p.ply % 2 = 0) = k.white_begins AS white_moves, k.white_points,
           CASE WHEN p.ply = 0 THEN '' ELSE hex(k.moves[2 * p.ply - 1:2 * p.ply]) END AS before
    FROM library.positions p JOIN known k ON k.id = p.game
    WHERE p.ply < ${maxPly} AND p.move <> 0 AND p.move < 32768
  )
  SELECT key, move, before, count(*) AS games,
         sum(CASE WHEN white_moves THEN white_points ELSE 2 - white_points END) AS points,
         min(ply::UBIGINT * 4294967296 + game) AS example,
         example % 4294967296 AS game, example // 4294967296 AS ply
  FROM played ${colour === 'both' ? '' : `WHERE white_moves = ${colour === 'white'}`}
  GROUP BY key, move, before
  QUALIFY sum(count(*)) OVER (PARTITION BY key, move) >= ${minGames}
  ORDER BY key, move, before`;
