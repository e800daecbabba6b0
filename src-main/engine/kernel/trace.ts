/**
 * What the evaluation counts, weight by weight, for the tuner (bench/tune.ts). The evaluation is a sum of weights times
 * counts, so a weight that is one larger changes it by its count: no second list of features has to be kept in step with
 * the first. Changes the weights while it runs: not for use beside a search.
 */

import { evaluation, partsOf } from './evaluate';
import { edgeDistance } from './pawns';
import { KING, NO_PIECE, pieceAt, Position, roleOf } from './position';
import { POSITION } from './memory';
import { PAWN_ENTRIES, PAWN_TABLE, WEIGHTS_AT } from './search-memory';
import { BISHOP_PAIR, MATERIAL, SQUARES, TEMPO, WEIGHTS } from './weights';

/** The sum with the pawn structure evaluated anew: its table knows nothing of changed weights. */
function freshPair(area: usize): i32 {
  const key = changetype<Position>(area + POSITION).state.pawnKey;
  memory.fill(area + PAWN_TABLE + (((key as usize) & (PAWN_ENTRIES - 1)) << 6), 0, 64);
  evaluation(area);
  return partsOf(area).pair;
}

/** Writes an i32 per weight: how often it counts for White less how often for Black; tempo aside. */
export function trace(area: usize, counts: usize): void {
  const position = changetype<Position>(area + POSITION);
  memory.fill(counts, 0, (WEIGHTS as usize) << 2);
  for (let square: u32 = 0; square < 64; square++) {
    const piece = pieceAt(position, square);
    if (piece == NO_PIECE) continue;
    const white = (piece & 1) != 0;
    const role = roleOf(piece);
    const rank = white ? square >> 3 : 7 - (square >> 3);
    const sign = white ? 1 : -1;
    if (role != KING) add(counts, MATERIAL + role, sign);
    add(counts, SQUARES + role * 32 + rank * 4 + edgeDistance(square), sign);
  }
  const before = freshPair(area);
  for (let index: u32 = BISHOP_PAIR; index < <u32>TEMPO; index++) {
    const at = WEIGHTS_AT + ((index as usize) << 2);
    const weight = load<i32>(at);
    store<i32>(at, weight + 1);
    add(counts, index, freshPair(area) - before);
    store<i32>(at, weight);
  }
  freshPair(area);
}

// @ts-ignore: decorator
@inline
function add(counts: usize, index: u32, count: i32): void {
  const at = counts + ((index as usize) << 2);
  store<i32>(at, load<i32>(at) + count);
}
