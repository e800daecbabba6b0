/**
 * What moves have been good for, whatever the position: the statistics that order quiet moves. Every score has gravity:
 * the nearer it is to the limit, the less it grows, so that old experience fades (HISTORY_MAX is never exceeded).
 */

import { fromOf, NO_PIECE, pieceAt, Position, roleOf, toOf } from './position';
import {
  CAPTURE_HISTORY, CONTINUATION_HISTORY, CONTINUATION_SLICE, COUNTERMOVES, QUIET_HISTORY,
} from './search-memory';

export const HISTORY_MAX: i32 = 16384;
const BONUS_PER_DEPTH: i32 = 170;
const BONUS_BASE: i32 = -100;
const BONUS_MAX: i32 = 1800;

/** For a move that was the best at this depth; its negative for those tried before it. */
export function bonusFor(depth: i32): i32 {
  return min(BONUS_PER_DEPTH * depth + BONUS_BASE, BONUS_MAX);
}

// @ts-ignore: decorator
@inline
function learn(at: usize, bonus: i32): void {
  const old: i32 = load<i16>(at);
  store<i16>(at, (old + bonus - (old * abs(bonus)) / HISTORY_MAX) as i16);
}

// @ts-ignore: decorator
@inline
export function pieceTo(position: Position, move: u32): u32 {
  return (pieceAt(position, fromOf(move)) << 6) | toOf(move);
}

// @ts-ignore: decorator
@inline
function quietAt(position: Position, area: usize, move: u32): usize {
  return area + QUIET_HISTORY + (((position.turn << 12) | (move & 0xfff)) << 1);
}

/** The slice of the continuation history that belongs to a move of this piece to this square. */
// @ts-ignore: decorator
@inline
export function continuationSlice(area: usize, pieceAndTo: u32): usize {
  return area + CONTINUATION_HISTORY + (pieceAndTo as usize) * CONTINUATION_SLICE;
}

/** The slice for a null move, or none. */
// @ts-ignore: decorator
@inline
export function noContinuation(area: usize): usize {
  return continuationSlice(area, 768);
}

/** Slices of the last move and of the one before it. */
// @ts-ignore: decorator
@inline
export function quietScore(position: Position, area: usize, move: u32, last: usize, before: usize): i32 {
  const index: usize = pieceTo(position, move) << 1;
  return (load<i16>(quietAt(position, area, move)) as i32) + (load<i16>(last + index) as i32) + (load<i16>(before + index) as i32);
}

export function learnQuiet(position: Position, area: usize, move: u32, last: usize, before: usize, bonus: i32): void {
  const index: usize = pieceTo(position, move) << 1;
  learn(quietAt(position, area, move), bonus);
  if (last != noContinuation(area)) learn(last + index, bonus);
  if (before != noContinuation(area)) learn(before + index, bonus);
}

// @ts-ignore: decorator
@inline
function captureAt(position: Position, area: usize, move: u32): usize {
  const captured = pieceAt(position, toOf(move));
  const role = captured == NO_PIECE ? 0 : roleOf(captured);
  return area + CAPTURE_HISTORY + (((pieceTo(position, move) << 3) | role) << 1);
}

// @ts-ignore: decorator
@inline
export function captureScore(position: Position, area: usize, move: u32): i32 {
  return load<i16>(captureAt(position, area, move));
}

export function learnCapture(position: Position, area: usize, move: u32, bonus: i32): void {
  learn(captureAt(position, area, move), bonus);
}

/** The reply that last refuted the move of this piece to this square; 0 = none known. */
// @ts-ignore: decorator
@inline
export function countermove(area: usize, pieceAndTo: u32): u32 {
  return load<u16>(area + COUNTERMOVES + ((pieceAndTo as usize) << 1));
}

// @ts-ignore: decorator
@inline
export function learnCountermove(area: usize, pieceAndTo: u32, reply: u32): void {
  store<u16>(area + COUNTERMOVES + ((pieceAndTo as usize) << 1), reply as u16);
}
