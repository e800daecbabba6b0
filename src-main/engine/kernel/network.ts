/**
 * The evaluation's network: for each side, a layer of WIDTH sums over the men on the board as that side sees them; then one
 * weighted sum of their squares, with weights of its own for each amount of material.
 *
 * The layer is linear, so a move changes it by a few rows: what leaves a square is subtracted, what enters one is added
 * (Nasu's efficiently updatable network). Each ply's sums lie in a ring, by the place of its state, and are brought up to
 * date only where a position is evaluated. All numbers are whole: a position is worth the same on every machine.
 */

import { Black, first, isWhite, White, withoutFirst } from './bits';
import { fail, FAULT_SUMS } from './check';
import {
  CASTLED, fromOf, KING, kingsCastlingSquare, kingSquare, NO_PIECE, PAWN, pieceAt, pieceOf, Position, promotionOf, roleOf, ROOK,
  rooksCastlingSquare, State, STATE_BYTES, toOf,
} from './position';
import { NETWORK, SUMS } from './search-memory';

/** Sums per side. */
const WIDTH: usize = 256;
const ROW_BYTES: usize = WIDTH * 2;
/** What one turn of a loop over a row takes: with 16 bytes, a third of the time went to the loop itself. */
const STEP: usize = 64;
/** Plies in the ring, more than a search is deep. */
const RING: usize = 128;
const SUMS_BYTES: usize = RING * 2 * ROW_BYTES;
/** In the checked build, one position's sums anew. */
const SUMS_ANEW: usize = SUMS + SUMS_BYTES;
/** u32 per man: its row, while sums are found anew. */
const ROWS: usize = SUMS_ANEW + 2 * ROW_BYTES;
/** The end of what lies here in a thread's area. */
export const SUMS_END: usize = ROWS + 32 * 4;

/** Amounts of material, by the number of men: 2 to 5, 6 to 9, … 30 to 32. */
const PHASES: usize = 8;

// The network's file: i16 rows by piece and square, the rows' common start, the weights of the output by phase (own side's
// sums, then the other's), then i32 per phase.
const START: usize = NETWORK + 768 * ROW_BYTES;
const OUTPUT: usize = START + ROW_BYTES;
const OUTPUT_START: usize = OUTPUT + PHASES * 2 * ROW_BYTES;
export const NETWORK_BYTES: usize = OUTPUT_START + PHASES * 4 - NETWORK;

/** A sum counts from 0 to 1, which is this. */
const ONE: i32 = 255;
/** An output weight of 1. */
const OUTPUT_ONE: i32 = 64;
/** Centipawns that an output of 1 is worth. */
const CENTIPAWNS: i32 = 400;

/**
 * What turns a piece and square, piece * 64 + square, into the row that a side sees there. White sees the board as it is,
 * Black turned round and the colours exchanged; and both see their own king on the right wing, left and right exchanged
 * where it is not, so that one row serves for both.
 */
// @ts-ignore: decorator
@inline
function viewOf<View>(position: Position): u32 {
  const mirrored: u32 = kingSquare<View>(position) & RIGHT_WING ? 0 : 7;
  return isWhite<View>() ? mirrored : mirrored ^ 120;
}

/** Set in the squares of the files e to h. */
const RIGHT_WING: u32 = 4;

// @ts-ignore: decorator
@inline
function rowOf(view: u32, piece: u32, square: u32): usize {
  return NETWORK + ((((piece << 6) | square) ^ view) as usize) * ROW_BYTES;
}

/** Where a state's sums lie, White's view first. */
// @ts-ignore: decorator
@inline
function sumsOf(area: usize, state: State): usize {
  return area + SUMS + ((changetype<usize>(state) / STATE_BYTES) & (RING - 1)) * (2 * ROW_BYTES);
}

/** Sums up the position on the board anew. */
export function sumUp(position: Position, area: usize): void {
  const sums = sumsOf(area, position.state);
  const rows = area + ROWS;
  sumUpView<White>(position, sums, rows);
  sumUpView<Black>(position, sums + ROW_BYTES, rows);
  position.state.summed = 1;
}

/** One side's sums: part by part, so that each is added up without being stored in between. */
function sumUpView<View>(position: Position, sums: usize, rows: usize): void {
  const view = viewOf<View>(position);
  let end = rows;
  for (let rest = position.white | position.black; rest; rest = withoutFirst(rest), end += 4) {
    const square = first(rest);
    store<u32>(end, rowOf(view, pieceAt(position, square), square) as u32);
  }
  for (let n: usize = 0; n < ROW_BYTES; n += STEP) {
    let a = v128.load(START + n, 0);
    let b = v128.load(START + n, 16);
    let c = v128.load(START + n, 32);
    let d = v128.load(START + n, 48);
    for (let at = rows; at < end; at += 4) {
      const row = (load<u32>(at) as usize) + n;
      a = i16x8.add(a, v128.load(row, 0));
      b = i16x8.add(b, v128.load(row, 16));
      c = i16x8.add(c, v128.load(row, 32));
      d = i16x8.add(d, v128.load(row, 48));
    }
    v128.store(sums + n, a, 0);
    v128.store(sums + n, b, 16);
    v128.store(sums + n, c, 32);
    v128.store(sums + n, d, 48);
  }
}

/** One view's sums after a move: `enters` and `leaves` are rows, the second ones 0 where there is none. */
// @ts-ignore: decorator
@inline
function change(from: usize, to: usize, enters: usize, leaves: usize, leavesToo: usize, entersToo: usize, more: u32): void {
  for (let n: usize = 0; n < ROW_BYTES; n += STEP) {
    let a = i16x8.sub(i16x8.add(v128.load(from + n, 0), v128.load(enters + n, 0)), v128.load(leaves + n, 0));
    let b = i16x8.sub(i16x8.add(v128.load(from + n, 16), v128.load(enters + n, 16)), v128.load(leaves + n, 16));
    let c = i16x8.sub(i16x8.add(v128.load(from + n, 32), v128.load(enters + n, 32)), v128.load(leaves + n, 32));
    let d = i16x8.sub(i16x8.add(v128.load(from + n, 48), v128.load(enters + n, 48)), v128.load(leaves + n, 48));
    if (more > 0) {
      a = i16x8.sub(a, v128.load(leavesToo + n, 0));
      b = i16x8.sub(b, v128.load(leavesToo + n, 16));
      c = i16x8.sub(c, v128.load(leavesToo + n, 32));
      d = i16x8.sub(d, v128.load(leavesToo + n, 48));
    }
    if (more > 1) {
      a = i16x8.add(a, v128.load(entersToo + n, 0));
      b = i16x8.add(b, v128.load(entersToo + n, 16));
      c = i16x8.add(c, v128.load(entersToo + n, 32));
      d = i16x8.add(d, v128.load(entersToo + n, 48));
    }
    v128.store(to + n, a, 0);
    v128.store(to + n, b, 16);
    v128.store(to + n, c, 32);
    v128.store(to + n, d, 48);
  }
}

/** Brings a state's sums up to date from those of the state before it. */
function follow(position: Position, area: usize, state: State): void {
  const before = sumsOf(area, changetype<State>(changetype<usize>(state) - STATE_BYTES));
  const sums = sumsOf(area, state);
  if (state.move == 0) memory.copy(sums, before, 2 * ROW_BYTES);
  else if (state.moved & 1) {
    followView<White, Black>(state, viewOf<White>(position), before, sums);
    followView<White, Black>(state, viewOf<Black>(position), before + ROW_BYTES, sums + ROW_BYTES);
  } else {
    followView<Black, White>(state, viewOf<White>(position), before, sums);
    followView<Black, White>(state, viewOf<Black>(position), before + ROW_BYTES, sums + ROW_BYTES);
  }
  state.summed = 1;
}

/** One side's sums; Us played the move that led to the state. */
function followView<Us, Them>(state: State, view: u32, from: usize, to: usize): void {
  const move: u32 = state.move;
  const moved: u32 = state.moved;
  const captured: u32 = state.captured;
  const origin = fromOf(move);
  const target = toOf(move);
  const leaves = rowOf(view, moved, origin);
  if (captured == CASTLED) {
    const rook = pieceOf<Us>(ROOK);
    const king = rowOf(view, moved, kingsCastlingSquare<Us>(origin, target));
    const rookTo = rowOf(view, rook, rooksCastlingSquare<Us>(origin, target));
    change(from, to, king, leaves, rowOf(view, rook, target), rookTo, 2);
    return;
  }
  const enters = rowOf(view, promotionOf(move) ? pieceOf<Us>(promotionOf(move)) : moved, target);
  if (captured != NO_PIECE) change(from, to, enters, leaves, rowOf(view, captured, target), 0, 1);
  else if (roleOf(moved) == PAWN && ((origin ^ target) & 7) != 0) {
    change(from, to, enters, leaves, rowOf(view, pieceOf<Them>(PAWN), target ^ 8), 0, 1);
  } else change(from, to, enters, leaves, 0, 0, 0);
}

/** Whether a king went from one wing to the other, so that its side sees the whole board otherwise. */
// @ts-ignore: decorator
@inline
function changedWings(state: State): bool {
  if (roleOf(state.moved) != KING) return false;
  const from = fromOf(state.move);
  let to = toOf(state.move);
  if (state.captured == CASTLED) to = state.moved & 1 ? kingsCastlingSquare<White>(from, to) : kingsCastlingSquare<Black>(from, to);
  return ((from ^ to) & RIGHT_WING) != 0;
}

/** The current state's sums, found from the nearest state before it that has its own. */
function summed(position: Position, area: usize): usize {
  const state = position.state;
  let known = state;
  while (known.summed == 0) {
    if (changedWings(known)) {
      sumUp(position, area);
      return sumsOf(area, state);
    }
    known = changetype<State>(changetype<usize>(known) - STATE_BYTES);
  }
  while (known != state) {
    known = changetype<State>(changetype<usize>(known) + STATE_BYTES);
    follow(position, area, known);
  }
  return sumsOf(area, state);
}

/** In the checked build: the sums kept up step by step are those found anew. */
function checkSums(position: Position, area: usize, sums: usize): void {
  const anew = area + SUMS_ANEW;
  sumUpView<White>(position, anew, area + ROWS);
  sumUpView<Black>(position, anew + ROW_BYTES, area + ROWS);
  for (let n: usize = 0; n < 2 * ROW_BYTES; n += 8) if (load<u64>(anew + n) != load<u64>(sums + n)) fail(FAULT_SUMS);
}

/** A part of the sums, cut off at 0 and ONE, squared and weighed: in units of 1 / (ONE * ONE * OUTPUT_ONE). */
// @ts-ignore: decorator
@inline
function weighPart(sums: v128, weights: v128): v128 {
  const part = i16x8.min_s(i16x8.max_s(sums, i16x8.splat(0)), i16x8.splat(ONE as i16));
  // A weight of at most 127 keeps the product within 16 bits.
  return i32x4.dot_i16x8_s(i16x8.mul(part, weights), part);
}

/** All of one side's sums, likewise: in four parts, to be added up. */
// @ts-ignore: decorator
@inline
function weigh(sums: usize, weights: usize): v128 {
  let total = i32x4.splat(0);
  for (let n: usize = 0; n < ROW_BYTES; n += STEP) {
    const a = weighPart(v128.load(sums + n, 0), v128.load(weights + n, 0));
    const b = weighPart(v128.load(sums + n, 16), v128.load(weights + n, 16));
    const c = weighPart(v128.load(sums + n, 32), v128.load(weights + n, 32));
    const d = weighPart(v128.load(sums + n, 48), v128.load(weights + n, 48));
    total = i32x4.add(total, i32x4.add(i32x4.add(a, b), i32x4.add(c, d)));
  }
  return total;
}

/** Centipawns for Us, to move, by the network alone. */
export function networkScore<Us>(position: Position, area: usize): i32 {
  const sums = summed(position, area);
  if (CHECKED) checkSums(position, area, sums);
  const phase = ((popcnt(position.white | position.black) - 2) >> 2) as usize;
  const weights = OUTPUT + phase * (2 * ROW_BYTES);
  const own = isWhite<Us>() ? sums : sums + ROW_BYTES;
  const other = isWhite<Us>() ? sums + ROW_BYTES : sums;
  const total = i32x4.add(weigh(own, weights), weigh(other, weights + ROW_BYTES));
  const sum = i32x4.extract_lane(total, 0) + i32x4.extract_lane(total, 1) + i32x4.extract_lane(total, 2) + i32x4.extract_lane(total, 3);
  return ((sum / ONE + load<i32>(OUTPUT_START + (phase << 2))) * CENTIPAWNS) / (ONE * OUTPUT_ONE);
}
