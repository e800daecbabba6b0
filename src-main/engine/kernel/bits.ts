/** Sets of squares in 64 bits: bit 0 is a1, bit 7 h1, bit 63 h8. */

import {
  BETWEEN,
  BISHOP_MAGICS,
  BISHOP_RAYS,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  PIECE_RAYS,
  ROOK_MAGICS,
  ROOK_RAYS,
} from './memory';

export const FILE_A: u64 = 0x0101010101010101;
export const FILE_H: u64 = 0x8080808080808080;
export const RANK_1: u64 = 0xff;
export const RANK_3: u64 = RANK_1 << 16;
export const RANK_6: u64 = RANK_1 << 40;
export const RANK_8: u64 = RANK_1 << 56;

/**
 * A colour as a type: functions take `<Us, Them>` and the compiler makes one copy for each side, without
 * branches. The types differ in size, which is what `isWhite` asks.
 */
export type White = u8;
export type Black = u16;

// @ts-ignore: decorator
@inline
export function isWhite<C>(): bool {
  return sizeof<C>() == 1;
}

// @ts-ignore: decorator
@inline
export function bit(square: u32): u64 {
  return (1 as u64) << square;
}

/** The lowest square of a set that is not empty. */
// @ts-ignore: decorator
@inline
export function first(set: u64): u32 {
  return ctz(set) as u32;
}

// @ts-ignore: decorator
@inline
export function withoutFirst(set: u64): u64 {
  return set & (set - 1);
}

// @ts-ignore: decorator
@inline
export function kingAttacks(square: u32): u64 {
  return load<u64>((square << 3) as usize, KING_ATTACKS);
}

// @ts-ignore: decorator
@inline
export function knightAttacks(square: u32): u64 {
  return load<u64>((square << 3) as usize, KNIGHT_ATTACKS);
}

/** Squares that a pawn of colour C on this square attacks. */
// @ts-ignore: decorator
@inline
export function pawnAttacks<C>(square: u32): u64 {
  return isWhite<C>()
    ? load<u64>((square << 3) as usize, PAWN_ATTACKS)
    : load<u64>((square << 3) as usize, PAWN_ATTACKS + 512);
}

// @ts-ignore: decorator
@inline
export function rookRays(square: u32): u64 {
  return load<u64>((square << 3) as usize, ROOK_RAYS);
}

// @ts-ignore: decorator
@inline
export function bishopRays(square: u32): u64 {
  return load<u64>((square << 3) as usize, BISHOP_RAYS);
}

/** What a knight, bishop, rook, queen or king attacks on an empty board. */
// @ts-ignore: decorator
@inline
export function pieceRays(role: u32, square: u32): u64 {
  return load<u64>(((role << 9) | (square << 3)) as usize, PIECE_RAYS);
}

// @ts-ignore: decorator
@inline
export function rookAttacks(square: u32, occupied: u64): u64 {
  const entry: usize = square << 5;
  const index = ((occupied & load<u64>(entry, ROOK_MAGICS)) * load<u64>(entry, ROOK_MAGICS + 8)) >>
    load<u64>(entry, ROOK_MAGICS + 16);
  return load<u64>(load<u32>(entry, ROOK_MAGICS + 24) + ((index as u32) << 3));
}

// @ts-ignore: decorator
@inline
export function bishopAttacks(square: u32, occupied: u64): u64 {
  const entry: usize = square << 5;
  const index = ((occupied & load<u64>(entry, BISHOP_MAGICS)) * load<u64>(entry, BISHOP_MAGICS + 8)) >>
    load<u64>(entry, BISHOP_MAGICS + 16);
  return load<u64>(load<u32>(entry, BISHOP_MAGICS + 24) + ((index as u32) << 3));
}

/** Squares strictly between two squares of one rank, file or diagonal; else none. */
// @ts-ignore: decorator
@inline
export function between(a: u32, b: u32): u64 {
  return load<u64>(((a << 9) | (b << 3)) as usize, BETWEEN);
}

/** The whole rank, file or diagonal through two squares; none if they share none. */
// @ts-ignore: decorator
@inline
export function line(a: u32, b: u32): u64 {
  return load<u64>(((a << 9) | (b << 3)) as usize, LINE);
}
