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
/** By rank: the square in front is covered; the whole way is free and nowhere attacked; another pawn beside or behind. */
export const PASSED_COVERED: i32 = PASSED_ROOK_BEHIND + 1;
export const PASSED_CLEAR: i32 = PASSED_COVERED + 8;
export const PASSED_CONNECTED: i32 = PASSED_CLEAR + 8;
/** By rank: not passed yet, but at least as many pawns help it as stand in its way. */
export const PASSED_CANDIDATE: i32 = PASSED_CONNECTED + 8;
/** The enemy has a king alone to stop it, and that is too far. */
export const PASSED_UNSTOPPABLE: i32 = PASSED_CANDIDATE + 8;

/** By distance of the file from the edge (4) and rank of the nearest own pawn not behind the king (8; 0 = none). */
export const SHELTER: i32 = PASSED_UNSTOPPABLE + 1;
/** The same for the enemy's nearest pawn, its rank seen from the king's side. */
export const STORM: i32 = SHELTER + 32;

// Danger to a king is a sum of weights like any other, but counts by its square (king-danger.ts); these are its units.
/** Once, where enough pieces attack for any danger at all. */
export const DANGER_BASE: i32 = STORM + 32;
/** By role (knight, bishop, rook, queen): for each that attacks the ring; per square of it; per safe check. */
export const DANGER_ATTACKER: i32 = DANGER_BASE + 1;
export const DANGER_RING: i32 = DANGER_ATTACKER + 4;
export const DANGER_CHECK: i32 = DANGER_RING + 4;
/** Per square from which a check is possible, but not safe. */
export const DANGER_UNSAFE_CHECK: i32 = DANGER_CHECK + 4;
/** Per square of the ring that only king or queen defend. */
export const DANGER_WEAK: i32 = DANGER_UNSAFE_CHECK + 1;
export const DANGER_NO_QUEEN: i32 = DANGER_WEAK + 1;
/** Per square of the king's wing, on its side of the board: attacked (twice counts twice), defended. */
export const DANGER_FLANK: i32 = DANGER_NO_QUEEN + 1;
export const DANGER_FLANK_DEFENCE: i32 = DANGER_FLANK + 1;
/** Per own man that cannot leave the king's line, and per own minor piece in the ring. */
export const DANGER_PINNED: i32 = DANGER_FLANK_DEFENCE + 1;
export const DANGER_DEFENDER: i32 = DANGER_PINNED + 1;
/** On a file beside the king's, and on it (2): as SHELTER and STORM by rank. */
export const DANGER_SHELTER: i32 = DANGER_DEFENDER + 1;
export const DANGER_STORM: i32 = DANGER_SHELTER + 16;
export const DANGER_END: i32 = DANGER_STORM + 16;

export const ROOK_OPEN_FILE: i32 = DANGER_END;
export const ROOK_HALF_OPEN_FILE: i32 = ROOK_OPEN_FILE + 1;
export const ROOK_ON_SEVENTH: i32 = ROOK_HALF_OPEN_FILE + 1;
/** Without, and with, a pawn's support. */
export const KNIGHT_OUTPOST: i32 = ROOK_ON_SEVENTH + 1;
export const BISHOP_OUTPOST: i32 = KNIGHT_OUTPOST + 2;
export const MINOR_BEHIND_PAWN: i32 = BISHOP_OUTPOST + 2;
/** Per own pawn on the bishop's colour. */
export const BISHOP_PAWNS: i32 = MINOR_BEHIND_PAWN + 1;

/** Per own pawn on its colour and own pawn blocked in the centre. */
export const BISHOP_BLOCKED: i32 = BISHOP_PAWNS + 1;
/** Both squares of the centre on its diagonal are its own, but for pieces. */
export const BISHOP_LONG_DIAGONAL: i32 = BISHOP_BLOCKED + 1;
/** Per king-step from the own king: knight, bishop. */
export const MINOR_KING_STEPS: i32 = BISHOP_LONG_DIAGONAL + 1;
/** Per own pawn: knight, rook. */
export const KNIGHT_PER_PAWN: i32 = MINOR_KING_STEPS + 2;
export const ROOK_PER_PAWN: i32 = KNIGHT_PER_PAWN + 1;
/** With few squares, in the corner that its own king keeps shut. */
export const ROOK_TRAPPED: i32 = ROOK_PER_PAWN + 1;

/** By role attacked: pawn, knight, bishop, rook, queen. */
export const THREAT_BY_PAWN: i32 = ROOK_TRAPPED + 1;
export const THREAT_BY_MINOR: i32 = THREAT_BY_PAWN + 5;
export const THREAT_BY_ROOK: i32 = THREAT_BY_MINOR + 5;
/** Attacked and not defended; a king's attack on the weak; a safe pawn push that will attack a piece. */
export const HANGING: i32 = THREAT_BY_ROOK + 5;
export const THREAT_BY_KING: i32 = HANGING + 1;
export const THREAT_BY_PUSH: i32 = THREAT_BY_KING + 1;
/** Per safe square from which a knight, or a bishop or rook, would attack the queen. */
export const THREAT_TO_QUEEN: i32 = THREAT_BY_PUSH + 1;
/** Per square that both attack and the enemy does not hold firmly. */
export const RESTRICTED: i32 = THREAT_TO_QUEEN + 2;
/** Per safe square behind the own pawns in the centre. */
export const SPACE: i32 = RESTRICTED + 1;
/**
 * What makes an ending easier to win for whoever is ahead, in the endgame half alone: per pawn, pawns on both wings, pawns
 * alone, and always. Never turns a score's sign.
 */
export const COMPLEXITY_PAWN: i32 = SPACE + 1;
export const COMPLEXITY_WINGS: i32 = COMPLEXITY_PAWN + 1;
export const COMPLEXITY_PAWNS_ALONE: i32 = COMPLEXITY_WINGS + 1;
export const COMPLEXITY_BASE: i32 = COMPLEXITY_PAWNS_ALONE + 1;
export const TEMPO: i32 = COMPLEXITY_BASE + 1;

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
