/**
 * The figures of a position's key, as `writeTables` arranged them. The key is the FIDE key: the en passant file
 * counts only where a capture is legal (shared/chess/zobrist.ts has the definition and the slow twin).
 */

import { CASTLING_KEYS, EP_KEYS, PIECE_KEYS, TURN_KEY } from './memory';

// @ts-ignore: decorator
@inline
export function pieceKey(piece: u32, square: u32): u64 {
  return load<u64>(((piece << 9) | (square << 3)) as usize, PIECE_KEYS);
}

// @ts-ignore: decorator
@inline
export function castlingKey(rights: u32): u64 {
  return load<u64>((rights << 3) as usize, CASTLING_KEYS);
}

/** Zero for NO_SQUARE. */
// @ts-ignore: decorator
@inline
export function epKey(square: u32): u64 {
  return load<u64>((square << 3) as usize, EP_KEYS);
}

/** Stands for White to move. */
// @ts-ignore: decorator
@inline
export function turnKey(): u64 {
  return load<u64>(TURN_KEY);
}
