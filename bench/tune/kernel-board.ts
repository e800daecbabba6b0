/** By the kernel's number of a piece. */
export const PIECE_LETTERS = 'pPnNbBrRqQkK';

/** A board as the kernel keeps it, 64 bytes from a1, each the number of a piece or beyond them all, as in a FEN. */
export function makeKernelBoard(board: Uint8Array): string {
  let fen = '';
  for (let rank = 7; rank >= 0; rank--) {
    for (let file = 0; file < 8; file++) fen += PIECE_LETTERS[board[rank * 8 + file]!] ?? '1';
    if (rank > 0) fen += '/';
  }
  return fen.replace(/1+/g, (empty) => `${empty.length}`);
}
