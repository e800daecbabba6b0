/** Writes the read-only tables. The host calls it once, after the figures are in place and before any thread runs. */

import { bit, first, withoutFirst } from './bits';
import { writeMagics } from './magics';
import {
  BETWEEN,
  BISHOP_MAGICS,
  BISHOP_RAYS,
  CASTLING_KEYS,
  EP_KEYS,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  PIECE_KEYS,
  QUEEN_RAYS,
  RANDOM64,
  ROOK_MAGICS,
  ROOK_RAYS,
  SLIDER_ATTACKS,
  TURN_KEY,
} from './memory';

/** The square so many files and ranks away, as a set; empty beyond the edge. */
function step(square: i32, files: i32, ranks: i32): u64 {
  const file = (square & 7) + files;
  const rank = (square >> 3) + ranks;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? bit(rank * 8 + file) : 0;
}

/** The squares in one direction up to and including the first blocker. */
function ray(square: i32, files: i32, ranks: i32, occupied: u64): u64 {
  let attacks: u64 = 0;
  for (let i = 1; i < 8; i++) {
    const next = step(square, files * i, ranks * i);
    attacks |= next;
    if (next == 0 || (next & occupied) != 0) break;
  }
  return attacks;
}

/** The slow twin of `rookAttacks`. */
export function rookAttacksBySteps(square: i32, occupied: u64): u64 {
  return ray(square, 1, 0, occupied) | ray(square, -1, 0, occupied) | ray(square, 0, 1, occupied) |
    ray(square, 0, -1, occupied);
}

/** The slow twin of `bishopAttacks`. */
export function bishopAttacksBySteps(square: i32, occupied: u64): u64 {
  return ray(square, 1, 1, occupied) | ray(square, -1, 1, occupied) | ray(square, 1, -1, occupied) |
    ray(square, -1, -1, occupied);
}

function leaperAttacks(square: i32, files: i32, ranks: i32): u64 {
  return step(square, files, ranks) | step(square, -files, ranks) | step(square, files, -ranks) |
    step(square, -files, -ranks);
}

/** The squares whose occupation matters: the rays without their last squares, which block nothing further. */
function relevant(square: i32, rook: bool): u64 {
  let squares: u64 = 0;
  for (let files = -1; files <= 1; files++)
    for (let ranks = -1; ranks <= 1; ranks++) {
      if ((files == 0 && ranks == 0) || (files == 0 || ranks == 0) != rook) continue;
      for (let i = 1; step(square, files * (i + 1), ranks * (i + 1)) != 0; i++) squares |= step(square, files * i, ranks * i);
    }
  return squares;
}

/** Returns where the next square's attacks go. */
function writeSlider(square: i32, rook: bool, attacks: usize): usize {
  const entry = (rook ? ROOK_MAGICS : BISHOP_MAGICS) + (square << 5);
  const mask = relevant(square, rook);
  const shift: u64 = 64 - popcnt(mask);
  store<u64>(entry, mask);
  store<u64>(entry, shift, 16);
  store<u32>(entry, attacks as u32, 24);
  let occupied: u64 = 0;
  do {
    const index = (occupied * load<u64>(entry, 8)) >> shift;
    store<u64>(
      attacks + ((index as usize) << 3),
      rook ? rookAttacksBySteps(square, occupied) : bishopAttacksBySteps(square, occupied),
    );
    occupied = (occupied - mask) & mask;
  } while (occupied);
  return attacks + ((1 as usize) << (67 - (shift as usize)));
}

function writeLines(square: i32): void {
  for (let files = -1; files <= 1; files++)
    for (let ranks = -1; ranks <= 1; ranks++) {
      if (files == 0 && ranks == 0) continue;
      const whole = bit(square) | ray(square, files, ranks, 0) | ray(square, -files, -ranks, 0);
      let passed: u64 = 0;
      for (let i = 1; i < 8; i++) {
        const next = step(square, files * i, ranks * i);
        if (next == 0) break;
        const entry: usize = (square << 9) | (first(next) << 3);
        store<u64>(BETWEEN + entry, passed);
        store<u64>(LINE + entry, whole);
        passed |= next;
      }
    }
}

/** Arranges the figures as the kernel indexes them. */
function writeKeys(): void {
  for (let i: usize = 0; i < 768; i++) store<u64>(PIECE_KEYS + (i << 3), load<u64>(RANDOM64 + (i << 3)));
  for (let rights = 0; rights < 16; rights++) {
    let key: u64 = 0;
    for (let rest: u64 = rights; rest; rest = withoutFirst(rest)) key ^= load<u64>(RANDOM64 + ((768 + first(rest)) << 3));
    store<u64>(CASTLING_KEYS + (rights << 3), key);
  }
  for (let square = 0; square < 64; square++)
    store<u64>(EP_KEYS + (square << 3), load<u64>(RANDOM64 + ((772 + (square & 7)) << 3)));
  store<u64>(TURN_KEY, load<u64>(RANDOM64 + (780 << 3)));
}

export function writeTables(): void {
  writeKeys();
  writeMagics();
  let attacks = SLIDER_ATTACKS;
  for (let square = 0; square < 64; square++) {
    store<u64>(KING_ATTACKS + (square << 3),
      leaperAttacks(square, 1, 1) | leaperAttacks(square, 0, 1) | leaperAttacks(square, 1, 0));
    store<u64>(KNIGHT_ATTACKS + (square << 3), leaperAttacks(square, 1, 2) | leaperAttacks(square, 2, 1));
    store<u64>(PAWN_ATTACKS + (square << 3), step(square, -1, 1) | step(square, 1, 1));
    store<u64>(PAWN_ATTACKS + 512 + (square << 3), step(square, -1, -1) | step(square, 1, -1));
    store<u64>(ROOK_RAYS + (square << 3), rookAttacksBySteps(square, 0));
    store<u64>(BISHOP_RAYS + (square << 3), bishopAttacksBySteps(square, 0));
    store<u64>(QUEEN_RAYS + (square << 3), rookAttacksBySteps(square, 0) | bishopAttacksBySteps(square, 0));
    writeLines(square);
    attacks = writeSlider(square, true, attacks);
  }
  for (let square = 0; square < 64; square++) attacks = writeSlider(square, false, attacks);
}
