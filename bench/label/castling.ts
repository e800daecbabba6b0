import { COLORS, SquareSet, type Board } from 'chessops';

const KING_AT_HOME = { white: 4, black: 60 };

/**
 * All castling rights that a board leaves possible, as the squares of their rooks: at home, and so is their king. Who knows
 * the board alone is wrong less often with them than without: few kings that have moved come back.
 */
export function rightsAtHome(board: Board): SquareSet {
  let rights = SquareSet.empty();
  for (const color of COLORS) {
    if (!board.pieces(color, 'king').has(KING_AT_HOME[color])) continue;
    const corners = SquareSet.corners().intersect(SquareSet.backrank(color));
    rights = rights.union(board.pieces(color, 'rook').intersect(corners));
  }
  return rights;
}
