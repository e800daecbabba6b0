import { pawnAttacks } from 'chessops/attacks';
import { Board } from 'chessops/board';
import type { Position } from 'chessops/chess';
import { makeBoardFen, makeCastlingFen } from 'chessops/fen';
import { SquareSet } from 'chessops/squareSet';
import type { Square } from 'chessops/types';
import { makeSquare, opposite } from 'chessops/util';

/**
 * What "the same position" means, and the only place that says so (FIDE Laws 9.2.3): the same kinds of pieces on the
 * same squares, the same side to move, the same castling rights, and the same en passant capture if one is *legal*.
 * Clocks and move numbers do not belong to it.
 *
 * An identity is nine 32-bit words, so that a million of them fit in one typed array:
 *
 *     word 0, 1   white's pieces, squares a1..d8 as bits 0..31 of the low word, then the high word
 *     word 2, 3   role bit 0: pawn, bishop, queen       roles: pawn 1, knight 2, bishop 3,
 *     word 4, 5   role bit 1: knight, bishop, king             rook 4, queen 5, king 6
 *     word 6, 7   role bit 2: rook, queen, king
 *     word 8      bits 0..7 rooks of white that may castle, by file; 8..15 black's;
 *                 16..19 file of the legal en passant capture + 1, or 0; 20 black to move
 *
 * Castling rights are kept as the rook's file, because in Chess960 "white may castle on the h-side" is not one thing.
 */
export const IDENTITY_WORDS = 9;

const EN_PASSANT_SHIFT = 16;
const BLACK_TO_MOVE = 1 << 20;

/** The square on which the side to move can legally capture en passant, if there is one. */
export const legalEnPassant = (position: Position): Square | undefined => {
  const square = position.epSquare;
  if (square === undefined || position.board.occupied.has(square)) return undefined;
  const capturers = pawnsBesideEnPassant(position);
  if (capturers.isEmpty()) return undefined;
  const context = position.ctx();
  for (const capturer of capturers) if (position.dests(capturer, context).has(square)) return square;
  return undefined;
};

/** Pawns of the side to move beside a pawn that has just made a double push, whether they may capture it or not. */
export const pawnsBesideEnPassant = (position: Position): SquareSet =>
  position.epSquare === undefined
    ? SquareSet.empty()
    : pawnAttacks(opposite(position.turn), position.epSquare).intersect(position.board.pieces(position.turn, 'pawn'));

/** Writes the position's identity into nine words of `words` from `offset`. */
export const writeIdentity = (position: Position, words: Uint32Array, offset: number): void => {
  const { board, castles } = position;
  words[offset] = board.white.lo;
  words[offset + 1] = board.white.hi;
  words[offset + 2] = board.pawn.lo | board.bishop.lo | board.queen.lo;
  words[offset + 3] = board.pawn.hi | board.bishop.hi | board.queen.hi;
  words[offset + 4] = board.knight.lo | board.bishop.lo | board.king.lo;
  words[offset + 5] = board.knight.hi | board.bishop.hi | board.king.hi;
  words[offset + 6] = board.rook.lo | board.queen.lo | board.king.lo;
  words[offset + 7] = board.rook.hi | board.queen.hi | board.king.hi;
  const enPassant = legalEnPassant(position);
  words[offset + 8] =
    (castles.castlingRights.lo & 0xff) |
    ((castles.castlingRights.hi >>> 24) << 8) |
    (enPassant === undefined ? 0 : ((enPassant & 7) + 1) << EN_PASSANT_SHIFT) |
    (position.turn === 'black' ? BLACK_TO_MOVE : 0);
};

/** The position's identity, nine words as drawn above. */
export const identityOf = (position: Position): Uint32Array => {
  const words = new Uint32Array(IDENTITY_WORDS);
  writeIdentity(position, words, 0);
  return words;
};

/** Compares two identities where they lie. */
export const sameIdentityAt = (a: Uint32Array, offsetA: number, b: Uint32Array, offsetB: number): boolean => {
  for (let word = 0; word < IDENTITY_WORDS; word++) {
    if (a[offsetA + word] !== b[offsetB + word]) return false;
  }
  return true;
};

/** By FIDE 9.2.3: clocks and move numbers do not count. */
export const samePosition = (a: Position, b: Position): boolean => sameIdentityAt(identityOf(a), 0, identityOf(b), 0);

/** An identity as the first four fields of a FEN (EPD): the en passant square is given only if a capture is legal. */
export const makeEpd = (words: Uint32Array, offset = 0): string => {
  const plane = (word: number) => new SquareSet(words[offset + word]! | 0, words[offset + word + 1]! | 0);
  const white = plane(0);
  const [one, two, four] = [plane(2), plane(4), plane(6)];
  const board = Board.empty();
  board.pawn = one.diff(two).diff(four);
  board.knight = two.diff(one).diff(four);
  board.bishop = one.intersect(two);
  board.rook = four.diff(one).diff(two);
  board.queen = one.intersect(four);
  board.king = two.intersect(four);
  board.occupied = one.union(two).union(four);
  board.white = white;
  board.black = board.occupied.diff(white);

  const state = words[offset + 8]!;
  const rights = new SquareSet(state & 0xff, (state & 0xff00) << 16);
  const black = (state & BLACK_TO_MOVE) !== 0;
  const file = ((state >>> EN_PASSANT_SHIFT) & 15) - 1;
  return [
    makeBoardFen(board),
    black ? 'b' : 'w',
    makeCastlingFen(board, rights),
    file < 0 ? '-' : makeSquare(file + (black ? 16 : 40)),
  ].join(' ');
};
