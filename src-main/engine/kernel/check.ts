/**
 * The checked build's conscience: after every make and undo, everything that is kept up step by step is found again
 * from the board of bytes and compared. A difference is written to FAULT and traps.
 */

import { bit } from './bits';
import { FAULT } from './memory';
import { BOARD, NO_PIECE, pieceAt, Position, roleOf } from './position';
import { keyFromScratch, pawnKeyFromScratch, scoreFromScratch } from './setup';

export const FAULT_BOARDS: i32 = 1;
export const FAULT_KINGS: i32 = 2;
export const FAULT_KEY: i32 = 3;
export const FAULT_PAWN_KEY: i32 = 4;
export const FAULT_SCORE: i32 = 5;
export const FAULT_SUMS: i32 = 6;

export function fail(fault: i32): void {
  store<i32>(FAULT, fault);
  unreachable();
}

export function check(position: Position): void {
  let white: u64 = 0;
  let black: u64 = 0;
  for (let square: u32 = 0; square < 64; square++) {
    const piece = pieceAt(position, square);
    for (let role: u32 = 0; role < 6; role++) {
      const there = (load<u64>(changetype<usize>(position) + (role << 3)) & bit(square)) != 0;
      if (there != (piece != NO_PIECE && roleOf(piece) == role)) fail(FAULT_BOARDS);
    }
    if (piece == NO_PIECE) continue;
    if (piece & 1) white |= bit(square);
    else black |= bit(square);
  }
  if (white != position.white || black != position.black) fail(FAULT_BOARDS);
  if (popcnt(position.kings & white) != 1 || popcnt(position.kings & black) != 1) fail(FAULT_KINGS);
  if (position.state.key != keyFromScratch(position)) fail(FAULT_KEY);
  if (position.state.pawnKey != pawnKeyFromScratch(position)) fail(FAULT_PAWN_KEY);
  if (position.state.score != scoreFromScratch(position)) fail(FAULT_SCORE);
}
