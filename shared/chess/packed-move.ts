import { normalizeMove, type Position } from 'chessops/chess';
import type { NormalMove, Role } from 'chessops/types';

/**
 * A move in 16 bits, as the kernel keeps it:
 *
 *     bits 0..5 from, 6..11 to, 12..14 promotion (0 none, 1 knight, 2 bishop, 3 rook, 4 queen)
 *
 * Castling is the king taking its own rook. 0 is no move; `NULL_MOVE` (bit 15) is the passed turn of a game score.
 */
export const NULL_MOVE = 0x8000;

const PROMOTIONS: readonly (Role | undefined)[] = [undefined, 'knight', 'bishop', 'rook', 'queen'];

/** `position` is where the move is played from: it tells castling from a king's step. */
export const packMove = (position: Position, move: NormalMove): number => {
  const { from, to, promotion } = normalizeMove(position, move) as NormalMove;
  return from | (to << 6) | (Math.max(0, PROMOTIONS.indexOf(promotion)) << 12);
};

/** The move of a code that `packMove` made; a null move has a code of its own, and is none. */
export const unpackMove = (packed: number): NormalMove => {
  const promotion = PROMOTIONS[(packed >> 12) & 7];
  return { from: packed & 63, to: (packed >> 6) & 63, ...(promotion && { promotion }) };
};
