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
 * there are nine keys to look for, and the games found say which of their positions is meant.
 */
export async function findKey(database: Database, cache: LinesCache, key: bigint): Promise<FoundPosition[]> {
  const others = Array.from({ length: 8 }, (_, file) => key ^ RANDOM64[EN_PASSANT_FIGURES + file]!);
  const rows = await database.columns(
    `SELECT key, game, min(ply) AS ply FROM library.positions WHERE key IN (${[key, ...others].join(', ')})
     GROUP BY key, game ORDER BY key, game`,
  );
  const found = new Map<bigint, Position>();
  const lines = await cache.load(rows.game as number[]);
  rows.key!.forEach((stored, row) => {
    if (found.has(stored as bigint)) return;
    const game = rows.game![row] as number;
    const position = positionAfter(lines.start(game), lines.moves(game).subarray(0, rows.ply![row] as number));
    if (fideKey(position) === key || polyglotKey(position) === key) found.set(stored as bigint, position);
  });
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
