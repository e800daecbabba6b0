/** What a search keeps for itself: one record for the whole of it, and a frame for every ply of the line being searched. */

import { MOVE_LIST_BYTES, MOVE_LISTS, POSITION } from './memory';
import { Position } from './position';
import { FRAMES, LINES, SEARCH_STATE } from './search-memory';

/** Deepest ply from the root that is searched; below it positions are only evaluated. */
export const LAST_PLY: i32 = 120;

// @ts-ignore: decorator
@unmanaged
export class SearchState {
  /** Not 0: the search unwinds, and what it returns means nothing. */
  stopped: u32;
  /** Not 0: full width, without anything that changes scores; for comparison with the plain twin (plain.ts). */
  plain: u32;
  /** While a null move is verified, the side that may not pass before this ply. */
  verifiedUntil: i32;
  verifiedSide: u32;
  /** Moves at the root, and how many of them the lines already found have taken. */
  rootCount: u32;
  linesFound: u32;
}

/** 128 bytes from one ply's frame to the next; two frames lie before the root's. */
// @ts-ignore: decorator
@unmanaged
export class Frame {
  /** Quiet moves that refuted a sibling of this ply's node, newest first. */
  killer1: u32;
  killer2: u32;
  /** Static evaluation, or NO_EVAL in check. */
  eval: i32;
  /** The move left out while the search asks whether it is the only good one; 0 = none. */
  excluded: u32;
  /** The move being searched from here: its piece and target, and its slice of the continuation history. */
  moved: u32;
  slice: usize;
  /** Hash of the moves from the game's start to here; kept only in inspect mode. */
  path: u32;
  /** Length of this ply's principal variation. */
  length: u32;

  // The picker's (picker.ts).
  stage: u32;
  tableMove: u32;
  countermove: u32;
  /** Not 0: bad captures are not worth a look (quiescence out of check). */
  onlyGood: u32;
  next: u32;
  end: u32;
  bad: u32;
}

const FRAME_BYTES: usize = 128;
const LINE_BYTES: usize = 256;

// @ts-ignore: decorator
@inline
export function stateOf(area: usize): SearchState {
  return changetype<SearchState>(area + SEARCH_STATE);
}

// @ts-ignore: decorator
@inline
export function positionOf(area: usize): Position {
  return changetype<Position>(area + POSITION);
}

/** `ply` from -2. */
// @ts-ignore: decorator
@inline
export function frameAt(area: usize, ply: i32): Frame {
  return changetype<Frame>(area + FRAMES + ((ply + 2) as usize) * FRAME_BYTES);
}

// @ts-ignore: decorator
@inline
export function frameBefore(frame: Frame, plies: usize): Frame {
  return changetype<Frame>(changetype<usize>(frame) - plies * FRAME_BYTES);
}

// @ts-ignore: decorator
@inline
export function frameAfter(frame: Frame): Frame {
  return changetype<Frame>(changetype<usize>(frame) + FRAME_BYTES);
}

/** Forgets all frames. */
export function clearFrames(area: usize): void {
  memory.fill(area + FRAMES, 0, ((LAST_PLY + 8) as usize) * FRAME_BYTES);
}

// @ts-ignore: decorator
@inline
export function lineAt(area: usize, ply: i32): usize {
  return area + LINES + (ply as usize) * LINE_BYTES;
}

/** Makes the principal variation of a ply: a move, then the next ply's. */
export function joinLine(area: usize, ply: i32, move: u32): void {
  const next = frameAt(area, ply + 1).length;
  const line = lineAt(area, ply);
  store<u16>(line, move as u16);
  memory.copy(line + 2, lineAt(area, ply + 1), (next as usize) << 1);
  frameAt(area, ply).length = next + 1;
}

// A ply's 2 KiB for moves: 256 moves, their scores, then what was tried.
const SCORES: usize = 512;
const TRIED_QUIETS: usize = 1536;
const TRIED_CAPTURES: usize = 1792;
/** No more of either are remembered. */
export const MAX_TRIED: u32 = 64;

// @ts-ignore: decorator
@inline
export function listAt(area: usize, ply: i32): usize {
  return area + MOVE_LISTS + (ply as usize) * MOVE_LIST_BYTES;
}

// @ts-ignore: decorator
@inline
export function moveAt(list: usize, n: u32): usize {
  return list + ((n as usize) << 1);
}

// @ts-ignore: decorator
@inline
export function scoreAt(list: usize, n: u32): usize {
  return list + SCORES + ((n as usize) << 2);
}

// @ts-ignore: decorator
@inline
export function triedQuietAt(list: usize, n: u32): usize {
  return list + TRIED_QUIETS + ((n as usize) << 1);
}

// @ts-ignore: decorator
@inline
export function triedCaptureAt(list: usize, n: u32): usize {
  return list + TRIED_CAPTURES + ((n as usize) << 1);
}
