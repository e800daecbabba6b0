import { rookAttacks } from 'chessops/attacks';
import type { Position } from 'chessops/chess';
import type { Square } from 'chessops/types';
import { opposite } from 'chessops/util';
import { legalEnPassant, pawnsBesideEnPassant } from './identity';

/**
 * What became of the chance that a double push gives: only a legal capture makes the position another one (FIDE Laws
 * 9.2.3.1), and four things can stand in its way.
 */
export const EN_PASSANT_VERDICTS = {
  none: 'the last move was no double push of a pawn',
  'no pawn beside': 'no pawn stands beside the pushed pawn',
  legal: 'a capture is legal',
  'in check': 'the king is in check from another piece, and the capture does not parry it',
  'pinned on the file': 'the capturing pawn is pinned on its file',
  'pinned on the diagonal': 'the capturing pawn is pinned on a diagonal',
  'pinned on the rank': 'the capturing pawn is pinned on its rank',
  'both leave the rank': 'both pawns leave the rank, and a rook or queen behind them would give check',
  'shield removed': 'the captured pawn shields the king',
} as const;
export type EnPassantVerdict = keyof typeof EN_PASSANT_VERDICTS;

/** Judges the capture that stands nearest to being legal. */
export const enPassantVerdict = (position: Position): EnPassantVerdict => {
  const square = position.epSquare;
  if (square === undefined) return 'none';
  const capturers = pawnsBesideEnPassant(position);
  if (capturers.isEmpty()) return 'no pawn beside';
  if (legalEnPassant(position) !== undefined) return 'legal';
  return obstacle(position, square, capturers.first()!);
};

const obstacle = (position: Position, square: Square, capturer: Square): EnPassantVerdict => {
  const { king, blockers, checkers } = position.ctx();
  const pushed = square + (position.turn === 'white' ? -8 : 8);
  if (king === undefined) return 'legal';
  if (checkers.without(pushed).nonEmpty()) return 'in check';
  if (blockers.has(capturer)) {
    if ((king & 7) === (capturer & 7)) return 'pinned on the file';
    return king >> 3 === capturer >> 3 ? 'pinned on the rank' : 'pinned on the diagonal';
  }
  const rank = rookAttacks(king, position.board.occupied.without(capturer).without(pushed)).intersect(
    position.board[opposite(position.turn)].intersect(position.board.rooksAndQueens()),
  );
  const onRank = [...rank].some((attacker) => attacker >> 3 === king >> 3);
  return king >> 3 === pushed >> 3 && onRank ? 'both leave the rank' : 'shield removed';
};
