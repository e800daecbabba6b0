/**
 * What the evaluation counts, weight by weight, for the tuner (bench/tune.ts). The parts of an evaluation are sums of
 * weights times counts, so a weight that is one larger changes them by its count: no second list of features has to be kept
 * in step with the first. Four weights are asked at a time, the second larger by 256, and so on: no count reaches 128, and
 * all of them can be read off the sum like digits. Changes the weights while it runs: not for use beside a search.
 */

import { featureScore } from './evaluate';
import { EvaluationParts, partsOf } from './evaluation-side';
import { edgeDistance } from './pawns';
import { KING, NO_PIECE, pieceAt, Position, roleOf } from './position';
import { POSITION } from './memory';
import { PAWN_ENTRIES, PAWN_TABLE, WEIGHTS_AT } from './search-memory';
import { BISHOP_PAIR, MATERIAL, SQUARES, TEMPO, WEIGHTS } from './weights';

/** The parts, with the pawn structure evaluated anew: its table knows nothing of changed weights. */
function freshParts(area: usize): EvaluationParts {
  const key = changetype<Position>(area + POSITION).state.pawnKey;
  memory.fill(area + PAWN_TABLE + (((key as usize) & (PAWN_ENTRIES - 1)) << 6), 0, 64);
  featureScore(area);
  return partsOf(area);
}

/**
 * Writes three i32 per weight, tempo aside: how often it counts for White less how often for Black in the sum and the
 * complexity, then in the danger to White's king, then in that to Black's.
 */
export function trace(area: usize, counts: usize): void {
  const position = changetype<Position>(area + POSITION);
  memory.fill(counts, 0, (WEIGHTS as usize) * 12);
  for (let square: u32 = 0; square < 64; square++) {
    const piece = pieceAt(position, square);
    if (piece == NO_PIECE) continue;
    const white = (piece & 1) != 0;
    const role = roleOf(piece);
    const rank = white ? square >> 3 : 7 - (square >> 3);
    const sign = white ? 1 : -1;
    if (role != KING) add(counts, MATERIAL + role, 0, sign);
    add(counts, SQUARES + role * 32 + rank * 4 + edgeDistance(square), 0, sign);
  }
  const parts = freshParts(area);
  const sum = parts.pair + parts.complexity;
  const white = parts.whiteDanger;
  const black = parts.blackDanger;
  for (let index: u32 = BISHOP_PAIR; index < <u32>TEMPO; index += DIGITS) {
    raise(index, 1);
    freshParts(area);
    addDigits(counts, index, 0, parts.pair + parts.complexity - sum);
    addDigits(counts, index, 4, parts.whiteDanger - white);
    addDigits(counts, index, 8, parts.blackDanger - black);
    raise(index, -1);
  }
  freshParts(area);
}

const DIGITS: u32 = 4;
const DIGIT_BITS: u32 = 8;

/** Adds a digit's worth to each of four weights, or takes it away. */
function raise(index: u32, by: i32): void {
  for (let digit: u32 = 0; digit < DIGITS && index + digit < <u32>TEMPO; digit++) {
    const at = WEIGHTS_AT + ((index + digit) << 2);
    store<i32>(at, load<i32>(at) + (by << (digit * DIGIT_BITS)));
  }
}

/** The counts of four weights, each a signed digit of the sum. */
function addDigits(counts: usize, index: u32, offset: usize, sum: i32): void {
  for (let digit: u32 = 0; digit < DIGITS; digit++) {
    const count = <i32>(<i8>sum);
    if (count) add(counts, index + digit, offset, count);
    sum = (sum - count) >> DIGIT_BITS;
  }
}

// @ts-ignore: decorator
@inline
function add(counts: usize, index: u32, offset: usize, count: i32): void {
  const at = counts + (index as usize) * 12 + offset;
  store<i32>(at, load<i32>(at) + count);
}
