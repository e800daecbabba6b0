/**
 * Where each weight of the evaluation lies: an index into one array of i32 in the read-only tables, written by the host
 * from engine/weights.ts before any thread starts. The kernel keeps the layout and never the numbers, so that the tuner
 * can change a weight by writing four bytes.
 *
 * A weight is a pair, middle game and endgame in centipawns, packed as `endgame << 16 + middlegame`: one addition adds both.
 */

import { WEIGHTS_AT } from './search-memory';

/** Pawn, knight, bishop, rook, queen. */
export const MATERIAL: i32 = 0;
/** By role (6), rank from the own side (8) and distance of the file from the edge (4): left and right weigh the same. */
export const SQUARES: i32 = MATERIAL + 5;
export const BISHOP_PAIR: i32 = SQUARES + 6 * 32;

/** By number of squares attacked in the mobility area. */
export const KNIGHT_MOBILITY: i32 = BISHOP_PAIR + 1;
export const BISHOP_MOBILITY: i32 = KNIGHT_MOBILITY + 9;
export const ROOK_MOBILITY: i32 = BISHOP_MOBILITY + 14;
export const QUEEN_MOBILITY: i32 = ROOK_MOBILITY + 15;

/** On a file closed, and open, to the enemy's pawns in front. */
export const PAWN_ISOLATED: i32 = QUEEN_MOBILITY + 28;
export const PAWN_BACKWARD: i32 = PAWN_ISOLATED + 2;
export const PAWN_DOUBLED: i32 = PAWN_BACKWARD + 2;
/** By rank. */
export const PAWN_SUPPORTED: i32 = PAWN_DOUBLED + 1;
export const PAWN_PHALANX: i32 = PAWN_SUPPORTED + 8;

/** By rank; then more if the square in front is empty, and more again if the enemy does not attack it either. */
export const PASSED: i32 = PAWN_PHALANX + 8;
export const PASSED_FREE: i32 = PASSED + 8;
export const PASSED_SAFE: i32 = PASSED_FREE + 8;
/** Per king-step from the square in front, weighed by rank. */
export const PASSED_OWN_KING: i32 = PASSED_SAFE + 8;
export const PASSED_ENEMY_KING: i32 = PASSED_OWN_KING + 8;
export const PASSED_ROOK_BEHIND: i32 = PASSED_ENEMY_KING + 8;

/** By distance of the file from the edge (4) and rank of the nearest own pawn not behind the king (8; 0 = none). */
export const SHELTER: i32 = PASSED_ROOK_BEHIND + 1;
/** The same for the enemy's nearest pawn, its rank seen from the king's side. */
export const STORM: i32 = SHELTER + 32;
/** By units of danger to the enemy's king, two to a step. */
export const KING_DANGER: i32 = STORM + 32;
export const KING_DANGER_STEPS: i32 = 40;

export const ROOK_OPEN_FILE: i32 = KING_DANGER + KING_DANGER_STEPS;
export const ROOK_HALF_OPEN_FILE: i32 = ROOK_OPEN_FILE + 1;
export const ROOK_ON_SEVENTH: i32 = ROOK_HALF_OPEN_FILE + 1;
/** Without, and with, a pawn's support. */
export const KNIGHT_OUTPOST: i32 = ROOK_ON_SEVENTH + 1;
export const BISHOP_OUTPOST: i32 = KNIGHT_OUTPOST + 2;
export const MINOR_BEHIND_PAWN: i32 = BISHOP_OUTPOST + 2;
/** Per own pawn on the bishop's colour. */
export const BISHOP_PAWNS: i32 = MINOR_BEHIND_PAWN + 1;

/** By role attacked: pawn, knight, bishop, rook, queen. */
export const THREAT_BY_PAWN: i32 = BISHOP_PAWNS + 1;
export const THREAT_BY_MINOR: i32 = THREAT_BY_PAWN + 5;
export const THREAT_BY_ROOK: i32 = THREAT_BY_MINOR + 5;
/** Attacked and not defended; a king's attack on the weak; a safe pawn push that will attack a piece. */
export const HANGING: i32 = THREAT_BY_ROOK + 5;
export const THREAT_BY_KING: i32 = HANGING + 1;
export const THREAT_BY_PUSH: i32 = THREAT_BY_KING + 1;
/** Per safe square behind the own pawns in the centre. */
export const SPACE: i32 = THREAT_BY_PUSH + 1;
export const TEMPO: i32 = SPACE + 1;

export const WEIGHTS: i32 = TEMPO + 1;

// @ts-ignore: decorator
@inline
export function weightOf(index: u32): i32 {
  return load<i32>((index << 2) as usize, WEIGHTS_AT);
}

// @ts-ignore: decorator
@inline
export function middlegameOf(pair: i32): i32 {
  return <i32>(<i16>pair);
}

/** The endgame half; the rounding undoes the borrow that a negative middle game took. */
// @ts-ignore: decorator
@inline
export function endgameOf(pair: i32): i32 {
  return (pair + 0x8000) >> 16;
}
