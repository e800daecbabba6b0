/**
 * One move of a game in Standard Algebraic Notation, found without generating the others: the pieces that could go to
 * the square are those it would attack in their place, and of them exactly one must be legal. Only the notation as
 * the standard and common programs write it is read here; anything else is left to the tolerant reader.
 */

import { between, bit, FILE_A, first, isWhite, pieceRays, RANK_1, withoutFirst } from './bits';
import { isKingSafe, isLegalCastling } from './legality';
import {
  attackers,
  BISHOP,
  BLACK_LONG,
  BLACK_SHORT,
  castlingRook,
  colorOf,
  isLegalEnPassant,
  KING,
  kingSquare,
  KNIGHT,
  NO_PIECE,
  PAWN,
  pieceAt,
  pieceOf,
  Position,
  QUEEN,
  ROOK,
  squaresOf,
  WHITE_LONG,
  WHITE_SHORT,
} from './position';
import { Scan } from './scan-memory';

/** What `readSan` gives where it finds no legal move. */
export const NO_MOVE: u32 = 0;

/** Roles of the letters B to R, three bits each: a table without memory, and without branches to guess. */
const ROLES_OF_LETTERS: u64 =
  (BISHOP as u64) | ((KING as u64) << 27) | ((KNIGHT as u64) << 36) | ((QUEEN as u64) << 45) | ((ROOK as u64) << 48);

/** Role of an upper-case piece letter; PAWN for any other. */
// @ts-ignore: decorator
@inline
function roleOfLetter(letter: u32): u32 {
  const place = letter - 0x42;
  return place <= 16 ? ((ROLES_OF_LETTERS >> (place * 3)) as u32) & 7 : PAWN;
}

// @ts-ignore: decorator
@inline
function isFile(letter: u32): bool {
  return letter - 0x61 < 8;
}

// @ts-ignore: decorator
@inline
function isRank(letter: u32): bool {
  return letter - 0x31 < 8;
}

/**
 * The one legal move of such a piece from `origins` to `to`. Candidates are few, so looking at what stands between is
 * cheaper than asking for the attacks that the blockers leave.
 */
// @ts-ignore: decorator
@inline
function pieceMove<Us, Them>(position: Position, role: u32, origins: u64, to: u32): u32 {
  const own = colorOf<Us>(position);
  if (own & bit(to)) return NO_MOVE;
  const occupied = position.white | position.black;
  let move = NO_MOVE;
  for (let set = pieceRays(role, to) & squaresOf(position, role) & own & origins; set; set = withoutFirst(set)) {
    const from = first(set);
    if (between(from, to) & occupied) continue;
    const safe = role == KING
      ? attackers<Us, Them>(position, to, occupied ^ bit(from)) == 0
      : isKingSafe<Us, Them>(position, from, to);
    if (!safe) continue;
    if (move != NO_MOVE) return NO_MOVE;
    move = from | (to << 6);
  }
  return move;
}

function pawnPush<Us, Them>(position: Position, to: u32): u32 {
  if (pieceAt(position, to) != NO_PIECE) return NO_MOVE;
  const back: i32 = isWhite<Us>() ? -8 : 8;
  let from = to + back;
  if (from > 63) return NO_MOVE;
  if (pieceAt(position, from) == NO_PIECE && to >> 3 == (isWhite<Us>() ? 3 : 4)) from += back;
  if (pieceAt(position, from) != pieceOf<Us>(PAWN)) return NO_MOVE;
  return isKingSafe<Us, Them>(position, from, to) ? from | (to << 6) : NO_MOVE;
}

function pawnCapture<Us, Them>(position: Position, file: u32, to: u32): u32 {
  const distance = file - (to & 7);
  if (distance != 1 && distance != -1) return NO_MOVE;
  const from = (isWhite<Us>() ? to - 8 : to + 8) + distance;
  if (from > 63 || pieceAt(position, from) != pieceOf<Us>(PAWN)) return NO_MOVE;
  if (to == position.state.ep)
    return isLegalEnPassant<Us, Them>(position, from, to) ? from | (to << 6) : NO_MOVE;
  if ((colorOf<Them>(position) & bit(to)) == 0) return NO_MOVE;
  return isKingSafe<Us, Them>(position, from, to) ? from | (to << 6) : NO_MOVE;
}

/** Whether a character may not follow a move directly. */
// @ts-ignore: decorator
@inline
function continuesWord(letter: u32): bool {
  if (letter <= 0x20) return false;
  return !(
    letter == 0x21 || letter == 0x3f || letter == 0x28 || letter == 0x29 || letter == 0x7b || letter == 0x7d ||
    letter == 0x24 || letter == 0x3b
  );
}

/** Reads a check or mate sign, then notes the move's end; NO_MOVE if more letters follow. */
// @ts-ignore: decorator
@inline
function ended(scan: Scan, at: usize, move: u32): u32 {
  let letter: u32 = load<u8>(at);
  if (letter == 0x2b || letter == 0x23) letter = load<u8>(++at);
  if (continuesWord(letter)) return NO_MOVE;
  scan.tokenEnd = at;
  return move;
}

function castling<Us, Them>(scan: Scan, position: Position, at: usize, letter: u32): u32 {
  let long = false;
  at++;
  if (load<u8>(at) != 0x2d || load<u8>(at, 1) != letter) return NO_MOVE;
  at += 2;
  if (load<u8>(at) == 0x2d && load<u8>(at, 1) == letter) {
    long = true;
    at += 2;
  }
  const right = isWhite<Us>() ? (long ? WHITE_LONG : WHITE_SHORT) : long ? BLACK_LONG : BLACK_SHORT;
  if (((position.state.rights >> (right as u8)) & 1) == 0) return NO_MOVE;
  const rook = castlingRook(position, right);
  if (!isLegalCastling<Us, Them>(position, rook)) return NO_MOVE;
  return ended(scan, at, kingSquare<Us>(position) | (rook << 6));
}

/**
 * Reads the move at `at`, whose first character is a letter or the zero of castling.
 * @returns the packed move, its end in `scan.tokenEnd`; or NO_MOVE
 */
export function readSan<Us, Them>(scan: Scan, position: Position, at: usize): u32 {
  const letter: u32 = load<u8>(at);
  const back: u64 = RANK_1 | (RANK_1 << 56);

  if (isFile(letter)) {
    let next: u32 = load<u8>(++at);
    let move = NO_MOVE;
    let to: u32 = 0;
    if (isRank(next)) {
      to = ((next - 0x31) << 3) | (letter - 0x61);
      at++;
      move = pawnPush<Us, Them>(position, to);
    } else {
      if (next == 0x78) next = load<u8>(++at);
      const rank: u32 = load<u8>(at, 1);
      if (!isFile(next) || !isRank(rank)) return NO_MOVE;
      to = ((rank - 0x31) << 3) | (next - 0x61);
      at += 2;
      move = pawnCapture<Us, Them>(position, letter - 0x61, to);
    }
    if (move == NO_MOVE) return NO_MOVE;
    if (back & bit(to)) {
      if (load<u8>(at) == 0x3d) at++;
      const promotion = roleOfLetter(load<u8>(at++));
      if (promotion == PAWN || promotion == KING) return NO_MOVE;
      move |= promotion << 12;
    }
    return ended(scan, at, move);
  }

  if (letter == 0x4f || letter == 0x30) return castling<Us, Them>(scan, position, at, letter);

  const role = roleOfLetter(letter);
  if (role == PAWN) return NO_MOVE;
  // What stands before the square it goes to says where it comes from: file, rank, both or nothing.
  let origins: u64 = ~0;
  at++;
  let a: u32 = load<u8>(at);
  let b: u32 = load<u8>(at, 1);
  if (!(isFile(a) && isRank(b) && !isFile(load<u8>(at, 2)) && load<u8>(at, 2) != 0x78)) {
    if (isFile(a)) {
      origins = FILE_A << (a - 0x61);
      a = load<u8>(++at);
    }
    if (isRank(a)) {
      origins &= RANK_1 << ((a - 0x31) << 3);
      a = load<u8>(++at);
    }
    if (a == 0x78) a = load<u8>(++at);
    b = load<u8>(at, 1);
    if (!isFile(a) || !isRank(b)) return NO_MOVE;
  }
  const to = ((b - 0x31) << 3) | (a - 0x61);
  const move = pieceMove<Us, Them>(position, role, origins, to);
  return move == NO_MOVE ? NO_MOVE : ended(scan, at + 2, move);
}
