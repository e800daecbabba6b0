import { parseBoardFen, makeCastlingFen } from 'chessops/fen';
import { expect, it } from 'vitest';
import { rightsAtHome } from './castling';

it.each([
  ['r3k2r/8/8/8/8/8/8/R3K2R', 'KQkq'],
  ['r3kr2/8/8/8/8/8/8/R2K3R', 'q'],
  ['4k3/8/8/8/7r/8/8/r3K2R', 'K'],
  // Rooks in the corners of the other side.
  ['R3k2R/8/8/8/8/8/8/r3K2r', '-'],
])('%s: %s', (fen, rights) => {
  const board = parseBoardFen(fen).unwrap();
  expect(makeCastlingFen(board, rightsAtHome(board))).toBe(rights);
});
