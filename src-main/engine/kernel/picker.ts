/**
 * Moves one at a time, the most promising first, each kind generated only when it is asked for: a cutoff by the first
 * move costs no move generation at all. Every move is legal and comes exactly once (a test counts perft this way).
 */

import { frameBefore, Frame, moveAt, scoreAt } from './frame';
import { captureScore, countermove, quietScore } from './history';
import { isLegal } from './legality';
import { generate, MOVE_BYTES, Noisy, Quiet, Write } from './movegen';
import { fromOf, NO_PIECE, PAWN, pieceAt, Position, promotionOf, QUEEN, roleOf, toOf } from './position';
import { seeAtLeast, seeValue } from './see';

// Stages, in order.
export const STAGE_TABLE_MOVE: u32 = 0;
const STAGE_GENERATE_NOISY: u32 = 1;
const STAGE_GOOD_NOISY: u32 = 2;
const STAGE_KILLER_1: u32 = 3;
const STAGE_KILLER_2: u32 = 4;
const STAGE_COUNTERMOVE: u32 = 5;
const STAGE_GENERATE_QUIET: u32 = 6;
const STAGE_QUIET: u32 = 7;
const STAGE_BEGIN_BAD: u32 = 8;
const STAGE_BAD_NOISY: u32 = 9;
const STAGE_DONE: u32 = 10;

/** A captured role weighs this much more than all history. */
const VICTIM_WEIGHT: i32 = 64;
/** Promotions to less than a queen come last. */
const UNDERPROMOTION: i32 = -(1 << 20);

/** No capture, no promotion: the moves that `Quiet` generates. The king that castles "takes" its own rook. */
// @ts-ignore: decorator
@inline
export function isQuiet(position: Position, move: u32): bool {
  const piece = pieceAt(position, fromOf(move));
  const there = pieceAt(position, toOf(move));
  if (there != NO_PIECE) return ((there ^ piece) & 1) == 0;
  if (promotionOf(move)) return false;
  return roleOf(piece) != PAWN || ((fromOf(move) ^ toOf(move)) & 7) == 0;
}

/** All moves of a node. `tableMove`: legal, or 0. */
export function startPicker(frame: Frame, area: usize, tableMove: u32): void {
  frame.stage = tableMove ? STAGE_TABLE_MOVE : STAGE_GENERATE_NOISY;
  frame.tableMove = tableMove;
  frame.countermove = countermove(area, frameBefore(frame, 1).moved);
  frame.onlyGood = 0;
}

/** Continues after the table's move, where a search of the same ply has used the frame in between. */
export function resumePicker(frame: Frame, area: usize, tableMove: u32): void {
  startPicker(frame, area, tableMove);
  frame.stage = STAGE_GENERATE_NOISY;
}

/** Captures and promotions that lose nothing. */
export function startNoisyPicker(frame: Frame, tableMove: u32): void {
  frame.stage = tableMove ? STAGE_TABLE_MOVE : STAGE_GENERATE_NOISY;
  frame.tableMove = tableMove;
  frame.onlyGood = 1;
}

function scoreNoisy(position: Position, area: usize, list: usize, end: u32): void {
  for (let n: u32 = 0; n < end; n++) {
    const move: u32 = load<u16>(moveAt(list, n));
    const victim = pieceAt(position, toOf(move));
    const promotion = promotionOf(move);
    let score = captureScore(position, area, move) + VICTIM_WEIGHT * seeValue(victim == NO_PIECE ? PAWN : roleOf(victim));
    if (promotion == QUEEN) score += VICTIM_WEIGHT * seeValue(QUEEN);
    else if (promotion) score += UNDERPROMOTION;
    store<i32>(scoreAt(list, n), score);
  }
  endScores(list, end);
}

/** Ends the scores of a list with some that nothing is below, so that `select` may look at four at a time. */
// @ts-ignore: decorator
@inline
function endScores(list: usize, end: u32): void {
  v128.store(scoreAt(list, end), i32x4.splat(i32.MIN_VALUE));
}

/**
 * The best of the moves from `n`, the first of equals, swapped to place n. Four scores at a time, and no branch that depends
 * on one: which move is better than those before it is just what a processor cannot guess.
 */
function select(list: usize, n: u32, end: u32): u32 {
  const from = scoreAt(list, n);
  const to = scoreAt(list, end);
  let most = v128.load(from);
  for (let at = from + 16; at < to; at += 16) most = i32x4.max_s(most, v128.load(at));
  most = i32x4.max_s(most, i32x4.shuffle(most, most, 2, 3, 0, 1));
  most = i32x4.max_s(most, i32x4.shuffle(most, most, 1, 0, 3, 2));
  let found = from;
  let places = i32x4.bitmask(i32x4.eq(most, v128.load(found)));
  while (places == 0) {
    found += 16;
    places = i32x4.bitmask(i32x4.eq(most, v128.load(found)));
  }
  found += (ctz(places) as usize) << 2;
  store<i32>(found, load<i32>(from));
  store<i32>(from, i32x4.extract_lane(most, 0));
  const best = moveAt(list, (((found - scoreAt(list, 0)) as u32) >> 2));
  const move: u32 = load<u16>(best);
  store<u16>(best, load<u16>(moveAt(list, n)));
  store<u16>(moveAt(list, n), move as u16);
  return move;
}

/** A killer or countermove, if it is playable, quiet, and did not come before. */
// @ts-ignore: decorator
@inline
function mayRefute<Us, Them>(position: Position, frame: Frame, move: u32): bool {
  return move != 0 && move != frame.tableMove && isQuiet(position, move) && isLegal<Us, Them>(position, move);
}

/**
 * The next move, or 0. `list`: this ply's place for moves. With `skipQuiets` no further quiet move comes.
 */
export function nextMove<Us, Them>(position: Position, area: usize, frame: Frame, list: usize, skipQuiets: bool): u32 {
  let stage = frame.stage;

  // 1. The table's move: it has been legal, and most often it is the only one needed.
  if (stage == STAGE_TABLE_MOVE) {
    frame.stage = STAGE_GENERATE_NOISY;
    return frame.tableMove;
  }

  // 2. Captures and promotions that the exchange does not refute, richest victim first.
  if (stage == STAGE_GENERATE_NOISY) {
    const end = ((generate<Us, Them, Noisy, Write>(position, list) - list) / MOVE_BYTES) as u32;
    scoreNoisy(position, area, list, end);
    frame.next = 0;
    frame.end = end;
    frame.bad = 0;
    stage = STAGE_GOOD_NOISY;
    frame.stage = stage;
  }
  if (stage == STAGE_GOOD_NOISY) {
    while (frame.next < frame.end) {
      const n = frame.next++;
      const move = select(list, n, frame.end);
      if (move == frame.tableMove) continue;
      if (load<i32>(scoreAt(list, n)) < UNDERPROMOTION / 2 || !seeAtLeast(position, move, 0)) {
        // Put off, at the head of the list, behind which quiet moves will follow.
        store<u16>(moveAt(list, frame.bad), move as u16);
        frame.bad++;
        continue;
      }
      return move;
    }
    if (frame.onlyGood) {
      frame.stage = STAGE_DONE;
      return 0;
    }
    stage = STAGE_KILLER_1;
    frame.stage = stage;
  }

  // 3. Quiet moves that refuted something like this.
  if (stage == STAGE_KILLER_1) {
    stage = STAGE_KILLER_2;
    frame.stage = stage;
    if (!skipQuiets && mayRefute<Us, Them>(position, frame, frame.killer1)) return frame.killer1;
  }
  if (stage == STAGE_KILLER_2) {
    stage = STAGE_COUNTERMOVE;
    frame.stage = stage;
    if (!skipQuiets && mayRefute<Us, Them>(position, frame, frame.killer2)) return frame.killer2;
  }
  if (stage == STAGE_COUNTERMOVE) {
    stage = STAGE_GENERATE_QUIET;
    frame.stage = stage;
    const move = frame.countermove;
    if (!skipQuiets && move != frame.killer1 && move != frame.killer2 && mayRefute<Us, Them>(position, frame, move)) {
      return move;
    }
  }

  // 4. All other quiet moves, by history.
  if (stage == STAGE_GENERATE_QUIET) {
    if (!skipQuiets) {
      const start = moveAt(list, frame.bad);
      const end = frame.bad + (((generate<Us, Them, Quiet, Write>(position, start) - start) / MOVE_BYTES) as u32);
      const last = frameBefore(frame, 1).slice;
      const before = frameBefore(frame, 2).slice;
      for (let n = frame.bad; n < end; n++) {
        store<i32>(scoreAt(list, n), quietScore(position, area, load<u16>(moveAt(list, n)), last, before));
      }
      endScores(list, end);
      frame.next = frame.bad;
      frame.end = end;
    }
    stage = STAGE_QUIET;
    frame.stage = stage;
  }
  if (stage == STAGE_QUIET) {
    while (!skipQuiets && frame.next < frame.end) {
      const move = select(list, frame.next++, frame.end);
      if (move == frame.tableMove || move == frame.killer1 || move == frame.killer2 || move == frame.countermove) continue;
      return move;
    }
    stage = STAGE_BEGIN_BAD;
  }

  // 5. Captures that lose material, in the order in which they were put off.
  if (stage == STAGE_BEGIN_BAD) {
    frame.next = 0;
    stage = STAGE_BAD_NOISY;
    frame.stage = stage;
  }
  if (stage == STAGE_BAD_NOISY) {
    if (frame.next < frame.bad) return load<u16>(moveAt(list, frame.next++));
    frame.stage = STAGE_DONE;
  }
  return 0;
}
