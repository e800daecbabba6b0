import type { Position } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { EN_PASSANT_FIGURES, RANDOM64 } from '../../../shared/chess/random64';
import { fideKey, makeKey, polyglotKey } from '../../../shared/chess/zobrist';
import type { FoundPosition } from '../../../shared/explorer';
import { positionAfter } from '../lines';
import type { Database } from './database';
import type { LinesCache } from './lines-cache';
import { tally } from './tallied';

/**
 * The positions in the library whose FIDE key or Polyglot key it is. The table has FIDE keys; a Polyglot key is the same or,
 * where a pawn stands beside one that has just passed it and may not capture, differs from it by one en passant figure. So
 * there are nine keys to look for, and the games found say which of their positions is meant. Of a position that many games
 * reach one game for each order of moves will do: whether a pawn has just passed follows from the order alone.
 */
export async function findKey(database: Database, cache: LinesCache, key: bigint): Promise<FoundPosition[]> {
  const others = Array.from({ length: 8 }, (_, file) => key ^ RANDOM64[EN_PASSANT_FIGURES + file]!);
  const visits = await visitsOf(database, [key, ...others]);
  const lines = await cache.load(visits.map(({ game }) => game));
  const found = new Map<bigint, Position>();
  for (const { stored, game, ply } of visits) {
    if (found.has(stored)) continue;
    const position = positionAfter(lines.start(game), lines.moves(game).subarray(0, ply));
    if (fideKey(position) === key || polyglotKey(position) === key) found.set(stored, position);
  }
  return Promise.all(
    Array.from(found.values(), async (position) => {
      const { games } = await tally(database, cache, position);
      const fide = fideKey(position);
      const polyglot = polyglotKey(position);
      return {
        fen: makeFen(position.toSetup()),
        fideKey: makeKey(fide),
        polyglotKey: makeKey(polyglot),
        readAs: fide !== key ? 'polyglot' : polyglot !== key ? 'fide' : 'both',
        games,
      };
    }),
  );
}

/** First visits: all games' where they are few (popular.ts), else that of one game for each order of moves. */
async function visitsOf(
  database: Database,
  keys: readonly bigint[],
): Promise<{ stored: bigint; game: number; ply: number }[]> {
  const visits = async (sql: string) => {
    const { stored, game, ply } = await database.columns(sql);
    return stored!.map((key, row) => ({
      stored: key as bigint,
      game: game![row] as number,
      ply: ply![row] as number,
    }));
  };
  const popular = await visits(
    `SELECT DISTINCT key AS stored, line AS game, ply FROM library.popular WHERE key IN (${keys.join(', ')})
     ORDER BY key, line`,
  );
  const ready = new Set(popular.map(({ stored }) => stored));
  const rest = keys.filter((key) => !ready.has(key));
  if (rest.length === 0) return popular;
  const few = await visits(
    `SELECT key AS stored, game, min(ply) AS ply FROM library.positions WHERE key IN (${rest.join(', ')})
     GROUP BY key, game ORDER BY key, game`,
  );
  return [...popular, ...few];
}
