/**
 * A position: sets of squares by role and by colour, the same as a board of bytes, and a stack of states, one
 * per ply, for what a move cannot give back. Making a move pushes a state, undoing pops it; the states below the
 * top are the game's history, which is all that repetition needs.
 */

import { bishopAttacks, bit, first, isWhite, kingAttacks, knightAttacks, pawnAttacks, rookAttacks, withoutFirst } from './bits';
import { check } from './check';
import { PIECE_SQUARE_SCORES } from './memory';
import { castlingKey, epKey, pieceKey, turnKey } from './zobrist';

export const PAWN: u32 = 0;
export const KNIGHT: u32 = 1;
export const BISHOP: u32 = 2;
export const ROOK: u32 = 3;
export const QUEEN: u32 = 4;
export const KING: u32 = 5;

/** Pieces are 2 * role + (white ? 1 : 0), the order of the published figures. */
export const NO_PIECE: u32 = 12;
/** What a state has "captured" when its move castled. */
export const CASTLED: u32 = 13;
export const NO_SQUARE: u32 = 64;

/** Castling rights: one bit each, in the order of the published figures. */
export const WHITE_SHORT: u32 = 0;
export const WHITE_LONG: u32 = 1;
export const BLACK_SHORT: u32 = 2;
export const BLACK_LONG: u32 = 3;

/** 32 bytes; everything that making a move cannot reverse, and what is cheaper to keep than to find again. */
// @ts-ignore: decorator
@unmanaged
export class State {
  key: u64;
  /** Of the pawns alone, for a table of pawn structures. */
  pawnKey: u64;
  /** Sum of the piece-square scores (PIECE_SQUARE_SCORES), from White's side, two halves packed. */
  score: i32;
  /** Half-moves since a capture or pawn move, as the Laws count. */
  clock: u16;
  /** How many states below this one may hold the same position: no capture, pawn move, lost right or null move since. */
  reversible: u16;
  /** The move that led here; 0 is a null move (or nothing, in the first state). */
  move: u16;
  rights: u8;
  /** Square of a legal en passant capture, or NO_SQUARE. */
  ep: u8;
  captured: u8;
  /** The piece that moved, as it was before. */
  moved: u8;
  /** Whether the network's sums of this position are known (network.ts). */
  summed: u8;
}

export const STATE_BYTES: usize = 32;

// @ts-ignore: decorator
@unmanaged
export class Position {
  pawns: u64;
  knights: u64;
  bishops: u64;
  rooks: u64;
  queens: u64;
  kings: u64;
  black: u64;
  white: u64;
  /** The current state; the one before lies STATE_BYTES below. */
  state: State;
  /** The first state. */
  root: State;
  /** 0 White, 1 Black. */
  turn: u32;
}

// Arrays behind the fields, by their distance from the position's address.
/** u8 per square: the piece there. */
export const BOARD: usize = 128;
/** u8 per square: the rights that survive a move from or to it. */
export const KEPT_RIGHTS: usize = 192;
/** Per right: u8 rook's square, u64 squares that must be empty, u64 squares that the king must be able to cross. */
export const CASTLING_ROOK: usize = 256;
export const CASTLING_EMPTY: usize = 264;
export const CASTLING_SAFE: usize = 296;
export const POSITION_BYTES: usize = 328;

// @ts-ignore: decorator
@inline
export function pieceAt(position: Position, square: u32): u32 {
  return load<u8>(changetype<usize>(position) + square, BOARD);
}

// @ts-ignore: decorator
@inline
export function setPiece(position: Position, square: u32, piece: u32): void {
  store<u8>(changetype<usize>(position) + square, piece as u8, BOARD);
}

// @ts-ignore: decorator
@inline
export function roleOf(piece: u32): u32 {
  return piece >> 1;
}

/** The piece of colour C with this role. */
// @ts-ignore: decorator
@inline
export function pieceOf<C>(role: u32): u32 {
  return isWhite<C>() ? role * 2 + 1 : role * 2;
}

// @ts-ignore: decorator
@inline
export function squaresOf(position: Position, role: u32): u64 {
  return load<u64>(changetype<usize>(position) + (role << 3));
}

// @ts-ignore: decorator
@inline
export function colorOf<C>(position: Position): u64 {
  return isWhite<C>() ? position.white : position.black;
}

// @ts-ignore: decorator
@inline
export function kingSquare<C>(position: Position): u32 {
  return first(position.kings & colorOf<C>(position));
}

// @ts-ignore: decorator
@inline
export function castlingRook(position: Position, right: u32): u32 {
  return load<u8>(changetype<usize>(position) + right, CASTLING_ROOK);
}

// @ts-ignore: decorator
@inline
export function castlingEmpty(position: Position, right: u32): u64 {
  return load<u64>(changetype<usize>(position) + (right << 3), CASTLING_EMPTY);
}

// @ts-ignore: decorator
@inline
export function castlingSafe(position: Position, right: u32): u64 {
  return load<u64>(changetype<usize>(position) + (right << 3), CASTLING_SAFE);
}

// @ts-ignore: decorator
@inline
export function keptRights(position: Position, square: u32): u32 {
  return load<u8>(changetype<usize>(position) + square, KEPT_RIGHTS);
}

// @ts-ignore: decorator
@inline
export function pieceSquareScore(piece: u32, square: u32): i32 {
  return load<i32>(((piece << 8) | (square << 2)) as usize, PIECE_SQUARE_SCORES);
}

// Moves: from | to << 6 | promotion << 12. Castling is the king taking its own rook, en passant and double pushes are
// known by the squares. 0 is no move.

// @ts-ignore: decorator
@inline
export function fromOf(move: u32): u32 {
  return move & 63;
}

// @ts-ignore: decorator
@inline
export function toOf(move: u32): u32 {
  return (move >> 6) & 63;
}

/** A role, or 0 for none. */
// @ts-ignore: decorator
@inline
export function promotionOf(move: u32): u32 {
  return (move >> 12) & 7;
}

/** Pieces of Them that attack the square, as if `occupied` were the squares taken. */
// @ts-ignore: decorator
@inline
export function attackers<Us, Them>(position: Position, square: u32, occupied: u64): u64 {
  return colorOf<Them>(position) & (
    (pawnAttacks<Us>(square) & position.pawns) |
    (knightAttacks(square) & position.knights) |
    (kingAttacks(square) & position.kings) |
    (bishopAttacks(square, occupied) & (position.bishops | position.queens)) |
    (rookAttacks(square, occupied) & (position.rooks | position.queens)));
}

/** Pieces of Them that give check to Us. */
// @ts-ignore: decorator
@inline
export function checkers<Us, Them>(position: Position): u64 {
  return attackers<Us, Them>(position, kingSquare<Us>(position), position.white | position.black);
}

/** Whether a pawn of Us on `from` may take en passant on `to` without leaving its king in check. */
export function isLegalEnPassant<Us, Them>(position: Position, from: u32, to: u32): bool {
  const victim = bit(to ^ 8);
  const occupied = (position.white | position.black) ^ bit(from) ^ victim ^ bit(to);
  return (attackers<Us, Them>(position, kingSquare<Us>(position), occupied) & ~victim) == 0;
}

/** The square passed by a double push if Us, to move now, has a legal capture there; else NO_SQUARE. */
export function legalEpSquare<Us, Them>(position: Position, square: u32): u32 {
  let pawns = pawnAttacks<Them>(square) & position.pawns & colorOf<Us>(position);
  for (; pawns; pawns = withoutFirst(pawns))
    if (isLegalEnPassant<Us, Them>(position, first(pawns), square)) return square;
  return NO_SQUARE;
}

/** Adds or removes squares of one role and colour in the sets. */
// @ts-ignore: decorator
@inline
function toggle<C>(position: Position, role: u32, squares: u64): void {
  const roles = changetype<usize>(position) + (role << 3);
  store<u64>(roles, load<u64>(roles) ^ squares);
  if (isWhite<C>()) position.white ^= squares;
  else position.black ^= squares;
}

// @ts-ignore: decorator
@inline
export function kingsCastlingSquare<C>(king: u32, rook: u32): u32 {
  const rank: u32 = isWhite<C>() ? 0 : 56;
  return rank + (rook > king ? 6 : 2);
}

// @ts-ignore: decorator
@inline
export function rooksCastlingSquare<C>(king: u32, rook: u32): u32 {
  const rank: u32 = isWhite<C>() ? 0 : 56;
  return rank + (rook > king ? 5 : 3);
}

/** Whether the king of Us castling with its rook would stand in check: with the rook moved, as Chess960 may need. */
export function isCastledKingAttacked<Us, Them>(position: Position, king: u32, rook: u32): bool {
  const to = kingsCastlingSquare<Us>(king, rook);
  const occupied =
    ((position.white | position.black) & ~(bit(king) | bit(rook))) | bit(to) | bit(rooksCastlingSquare<Us>(king, rook));
  return attackers<Us, Them>(position, to, occupied) != 0;
}

/** Moves king and rook, whose squares may overlap in Chess960, and tells the boards. */
function castle<C>(position: Position, kingFrom: u32, kingTo: u32, rookFrom: u32, rookTo: u32): void {
  toggle<C>(position, KING, bit(kingFrom) ^ bit(kingTo));
  toggle<C>(position, ROOK, bit(rookFrom) ^ bit(rookTo));
  // A square that one leaves and the other enters was toggled twice in the colour's set, which is right.
  setPiece(position, kingFrom, NO_PIECE);
  setPiece(position, rookFrom, NO_PIECE);
  setPiece(position, kingTo, pieceOf<C>(KING));
  setPiece(position, rookTo, pieceOf<C>(ROOK));
}

/** Plays a legal move of Us. */
export function make<Us, Them>(position: Position, move: u32): void {
  const old = position.state;
  const next = changetype<State>(changetype<usize>(old) + STATE_BYTES);
  const from = fromOf(move);
  const to = toOf(move);
  const piece = pieceAt(position, from);
  const captured = pieceAt(position, to);
  let rights: u32 = old.rights;
  let key = old.key ^ turnKey() ^ epKey(old.ep) ^ castlingKey(rights);
  let pawnKey = old.pawnKey;
  let score = old.score;
  let clock: u32 = old.clock + 1;
  let reversible: u32 = old.reversible + 1;
  let ep = NO_SQUARE;

  if (captured != NO_PIECE && (captured & 1) == pieceOf<Us>(0)) {
    const kingTo = kingsCastlingSquare<Us>(from, to);
    const rookTo = rooksCastlingSquare<Us>(from, to);
    castle<Us>(position, from, kingTo, to, rookTo);
    key ^= pieceKey(piece, from) ^ pieceKey(piece, kingTo) ^ pieceKey(captured, to) ^ pieceKey(captured, rookTo);
    score += pieceSquareScore(piece, kingTo) - pieceSquareScore(piece, from) + pieceSquareScore(captured, rookTo) -
      pieceSquareScore(captured, to);
    next.captured = CASTLED as u8;
  } else {
    toggle<Us>(position, roleOf(piece), bit(from) | bit(to));
    setPiece(position, from, NO_PIECE);
    setPiece(position, to, piece);
    const moved = pieceKey(piece, from) ^ pieceKey(piece, to);
    key ^= moved ^ pieceKey(captured, to);
    score += pieceSquareScore(piece, to) - pieceSquareScore(piece, from) - pieceSquareScore(captured, to);
    next.captured = captured as u8;
    if (captured != NO_PIECE) {
      toggle<Them>(position, roleOf(captured), bit(to));
      if (roleOf(captured) == PAWN) pawnKey ^= pieceKey(captured, to);
      clock = 0;
    }
    if (roleOf(piece) == PAWN) {
      pawnKey ^= moved;
      clock = 0;
      if ((from ^ to) == 16) {
        ep = (from + to) >> 1;
        if (pawnAttacks<Us>(ep) & position.pawns & colorOf<Them>(position)) ep = legalEpSquare<Them, Us>(position, ep);
        else ep = NO_SQUARE;
        key ^= epKey(ep);
      } else if (captured == NO_PIECE && ((from ^ to) & 7) != 0) {
        const victim = to ^ 8;
        const pawn = pieceOf<Them>(PAWN);
        toggle<Them>(position, PAWN, bit(victim));
        setPiece(position, victim, NO_PIECE);
        key ^= pieceKey(pawn, victim);
        pawnKey ^= pieceKey(pawn, victim);
        score -= pieceSquareScore(pawn, victim);
      } else if (promotionOf(move)) {
        const promoted = pieceOf<Us>(promotionOf(move));
        position.pawns ^= bit(to);
        store<u64>(
          changetype<usize>(position) + (promotionOf(move) << 3),
          squaresOf(position, promotionOf(move)) | bit(to),
        );
        setPiece(position, to, promoted);
        key ^= pieceKey(piece, to) ^ pieceKey(promoted, to);
        pawnKey ^= pieceKey(piece, to);
        score += pieceSquareScore(promoted, to) - pieceSquareScore(piece, to);
      }
    }
  }
  const kept = rights & keptRights(position, from) & keptRights(position, to);
  if (kept != rights || clock == 0) reversible = 0;
  rights = kept;

  next.key = key ^ castlingKey(rights);
  next.pawnKey = pawnKey;
  next.score = score;
  next.clock = clock as u16;
  next.reversible = reversible as u16;
  next.move = move as u16;
  next.rights = rights as u8;
  next.ep = ep as u8;
  next.moved = piece as u8;
  next.summed = 0;
  position.state = next;
  position.turn ^= 1;
  if (CHECKED) check(position);
}

/** Takes back the last move, which Us played and which was no null move. */
export function undo<Us, Them>(position: Position): void {
  const state = position.state;
  const move: u32 = state.move;
  const captured: u32 = state.captured;
  const from = fromOf(move);
  const to = toOf(move);
  const piece = pieceAt(position, to);
  position.state = changetype<State>(changetype<usize>(state) - STATE_BYTES);
  position.turn ^= 1;

  if (captured == CASTLED) {
    castle<Us>(position, kingsCastlingSquare<Us>(from, to), from, rooksCastlingSquare<Us>(from, to), to);
  } else if (promotionOf(move)) {
    toggle<Us>(position, promotionOf(move), bit(to));
    toggle<Us>(position, PAWN, bit(from));
    setPiece(position, from, pieceOf<Us>(PAWN));
    setPiece(position, to, captured);
    if (captured != NO_PIECE) toggle<Them>(position, roleOf(captured), bit(to));
  } else {
    toggle<Us>(position, roleOf(piece), bit(from) | bit(to));
    setPiece(position, from, piece);
    setPiece(position, to, captured);
    if (captured != NO_PIECE) toggle<Them>(position, roleOf(captured), bit(to));
    else if (roleOf(piece) == PAWN && ((from ^ to) & 7) != 0) {
      toggle<Them>(position, PAWN, bit(to ^ 8));
      setPiece(position, to ^ 8, pieceOf<Them>(PAWN));
    }
  }
  if (CHECKED) check(position);
}

/** Passes the turn, as searches do to see what the opponent threatens. Us must not be in check. */
export function makeNull(position: Position): void {
  const old = position.state;
  const next = changetype<State>(changetype<usize>(old) + STATE_BYTES);
  next.key = old.key ^ turnKey() ^ epKey(old.ep);
  next.pawnKey = old.pawnKey;
  next.score = old.score;
  next.clock = old.clock + 1;
  next.reversible = 0;
  next.move = 0;
  next.rights = old.rights;
  next.ep = NO_SQUARE as u8;
  next.captured = NO_PIECE as u8;
  next.summed = 0;
  position.state = next;
  position.turn ^= 1;
  if (CHECKED) check(position);
}

export function undoNull(position: Position): void {
  position.state = changetype<State>(changetype<usize>(position.state) - STATE_BYTES);
  position.turn ^= 1;
  if (CHECKED) check(position);
}

/** Half-moves since the first state. */
// @ts-ignore: decorator
@inline
export function ply(position: Position): i32 {
  return ((changetype<usize>(position.state) - changetype<usize>(position.root)) / STATE_BYTES) as i32;
}

/**
 * How often the current position stood on the board before, no more than `enough` times. Walks back by two, no further
 * than the last irreversible move.
 */
export function earlierOccurrences(position: Position, enough: i32): i32 {
  const state = position.state;
  let found = 0;
  let earlier = changetype<usize>(state);
  for (let rest: i32 = state.reversible; rest >= 2; rest -= 2) {
    earlier -= 2 * STATE_BYTES;
    if (changetype<State>(earlier).key == state.key && ++found == enough) break;
  }
  return found;
}
