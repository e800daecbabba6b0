import type { Position } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { makeUci } from 'chessops/util';
import { samePosition } from '../../../shared/chess/identity';
import { fideKey } from '../../../shared/chess/zobrist';
import type { NearTransposition } from '../../../shared/explorer';
import { packMove } from '../../../shared/chess/packed-move';
import { positionAfter } from '../lines';
import type { Database } from './database';
import type { Frequented } from './frequented';
import type { LinesCache } from './lines-cache';

/** Better known neighbours shown. */
const SHOWN = 5;

/**
 * Positions one legal move away that more than `games` games reach: since at most `games` of theirs came through
 * here, the others came by another order. The most frequented first, each confirmed on the game that reached it first.
 */
export async function nearest(
  database: Database,
  cache: LinesCache,
  frequented: Frequented,
  position: Position,
  games: number,
): Promise<{ found: NearTransposition[]; collisions: number }> {
  const moves = legalMoves(position);
  if (moves.length === 0) return { found: [], collisions: 0 };
  const after = moves.map((move) => {
    const next = position.clone();
    next.play(move);
    return { move, next, key: fideKey(next) };
  });
  const promising = await frequented.above(
    after.map(({ key }) => key),
    games,
  );
  if (promising.length === 0) return { found: [], collisions: 0 };
  // Keys are our own numbers, not text from outside: they may stand in the SQL.
  const rows = await database.columns(`
    SELECT key, games, orders, ply, game FROM library.meetings
    WHERE key IN (${promising.slice(0, SHOWN).join(', ')}) AND games > ${games} ORDER BY games DESC, key`);
  const found: NearTransposition[] = [];
  let collisions = 0;
  const lines = await cache.load(rows.game as number[]);
  for (let row = 0; row < rows.key!.length; row++) {
    const game = rows.game![row] as number;
    const reached = positionAfter(lines.start(game), lines.moves(game).subarray(0, rows.ply![row] as number));
    // Two moves may lead to the same key only by collision; the identity says which is meant.
    const { move, next } = after.find(({ key }) => key === rows.key![row])!;
    if (!samePosition(next, reached)) {
      collisions++;
      continue;
    }
    found.push({
      san: makeSan(position, move),
      uci: makeUci(move),
      fen: makeFen(next.toSetup()),
      games: rows.games![row] as number,
      orders: rows.orders![row] as number,
    });
  }
  return { found, collisions };
}

/** Every legal move once, promotions spelled out. */
export function legalMoves(position: Position): NormalMove[] {
  const moves: NormalMove[] = [];
  for (const [from, dests] of position.allDests()) {
    const pawn = position.board.pawn.has(from);
    for (const to of dests) {
      if (pawn && (to < 8 || to >= 56))
        for (const promotion of ['queen', 'rook', 'bishop', 'knight'] as const) moves.push({ from, to, promotion });
      else moves.push({ from, to });
    }
  }
  // Castling is listed by both of the king's destinations: the packed form is the same.
  const seen = new Set<number>();
  return moves.filter((move) => {
    const packed = packMove(position, move);
    return !seen.has(packed) && seen.add(packed);
  });
}
