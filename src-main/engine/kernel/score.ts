import { MAX_PLY } from './memory';

/**
 * What a score means inside the kernel: centipawns for the side to move, and near the ends of the scale mates,
 * counted in plies from the ROOT of the search: MATE - 3 mates with the third ply from now, -MATE + 2 is mated
 * with the second.
 */

export const DRAW: i32 = 0;
export const MATE: i32 = 32000;
/** Scores at or beyond this are mates (or mated, negated); evaluations stay strictly between. */
export const MATE_BOUND: i32 = MATE - MAX_PLY;
/** Beyond every score: the open window. */
export const INFINITE: i32 = 32001;
/** In place of an evaluation that was not made (in check). Outside every score, inside 16 bits. */
export const NO_EVAL: i32 = -32768;

/** Mated here, `ply` half-moves from the root. */
export function matedAt(ply: i32): i32 {
  return ply - MATE;
}
