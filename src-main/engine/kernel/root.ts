/**
 * The root: its moves are kept in a list with their scores and lines, sorted between iterations, so that a stopped
 * search can still say what it knows and further lines (MultiPV) leave out the first moves.
 *
 * A record is 512 bytes: move, score, selective depth, length of the line (u32 each), whether it was searched in the
 * current iteration, then the line from byte 32.
 */

import { enter, Pv, Cut, reductionFor, search } from './search';
import { frameAt, lineAt, listAt, positionOf, stateOf } from './frame';
import { quietScore } from './history';
import { isQuiet } from './picker';
import { All, generate, MOVE_BYTES, Write } from './movegen';
import { undo } from './position';
import { INFINITE } from './score';
import { ROOT } from './search-memory';
import { MAX_REPORT_MOVES, reportLine, REPORT_MOVES, ROOT_MOVES, taskOf } from './task';

// @ts-ignore: decorator
@unmanaged
export class RootMove {
  move: u32;
  /** -INFINITE: no better than the line before it. */
  score: i32;
  selectiveDepth: u32;
  length: u32;
}

const ROOT_MOVE_BYTES: usize = 512;
const ROOT_LINE: usize = 32;
/** A spare record behind 255 moves, which are more than any position has. */
const SPARE: u32 = 255;

/** Moves from this one on are reduced at the root; not in shallow iterations, which cost little and find short mates. */
const ROOT_LMR_DEPTH: i32 = 7;
const ROOT_LMR_MOVES: u32 = 3;

// @ts-ignore: decorator
@inline
export function rootMove(area: usize, n: u32): RootMove {
  return changetype<RootMove>(area + ROOT + (n as usize) * ROOT_MOVE_BYTES);
}

/** Lists the legal moves, or those of them that the task wants. */
export function listRootMoves<Us, Them>(area: usize): void {
  const task = taskOf(area);
  const list = listAt(area, 0);
  const end = generate<Us, Them, All, Write>(positionOf(area), list);
  let count: u32 = 0;
  for (let at = list; at < end; at += MOVE_BYTES) {
    const move: u32 = load<u16>(at);
    if (task.rootMoves && !isWanted(area, move, task.rootMoves)) continue;
    const root = rootMove(area, count++);
    root.move = move;
    root.score = -INFINITE;
    root.selectiveDepth = 0;
    root.length = 1;
    store<u16>(changetype<usize>(root) + ROOT_LINE, move as u16);
  }
  stateOf(area).rootCount = count;
}

function isWanted(area: usize, move: u32, count: u32): bool {
  for (let n: u32 = 0; n < count; n++) if (load<u16>(area + ROOT_MOVES + ((n as usize) << 1)) == move) return true;
  return false;
}

/** The table's move, if it is among them, comes first. */
export function moveToFront(area: usize, move: u32): void {
  const count = stateOf(area).rootCount;
  for (let n: u32 = 1; n < count; n++) {
    if (rootMove(area, n).move != move) continue;
    memory.copy(changetype<usize>(rootMove(area, SPARE)), changetype<usize>(rootMove(area, n)), ROOT_MOVE_BYTES);
    memory.copy(changetype<usize>(rootMove(area, 1)), changetype<usize>(rootMove(area, 0)), (n as usize) * ROOT_MOVE_BYTES);
    memory.copy(changetype<usize>(rootMove(area, 0)), changetype<usize>(rootMove(area, SPARE)), ROOT_MOVE_BYTES);
  }
}

/** Sorts by score from `start`, equals staying in their order. */
export function sortRootMoves(area: usize, start: u32, end: u32): void {
  for (let n = start + 1; n < end; n++) {
    let to = n;
    while (to > start && rootMove(area, to - 1).score < rootMove(area, n).score) to--;
    if (to == n) continue;
    memory.copy(changetype<usize>(rootMove(area, SPARE)), changetype<usize>(rootMove(area, n)), ROOT_MOVE_BYTES);
    memory.copy(
      changetype<usize>(rootMove(area, to + 1)), changetype<usize>(rootMove(area, to)), ((n - to) as usize) * ROOT_MOVE_BYTES,
    );
    memory.copy(changetype<usize>(rootMove(area, to)), changetype<usize>(rootMove(area, SPARE)), ROOT_MOVE_BYTES);
  }
}

/** Copies a root move's line to the report. */
export function reportRootMove(area: usize, place: u32, from: u32, depth: i32, bound: u32): void {
  const line = reportLine(area, place);
  const root = rootMove(area, from);
  line.depth = depth;
  line.selectiveDepth = root.selectiveDepth;
  line.score = root.score;
  line.bound = bound;
  line.length = min(root.length, MAX_REPORT_MOVES);
  memory.copy(changetype<usize>(line) + REPORT_MOVES, changetype<usize>(root) + ROOT_LINE, (line.length as usize) << 1);
}

/** Searches the root moves from `start`; the best score is returned and kept, with its line, in its record. */
export function searchRoot<Us, Them>(area: usize, alpha: i32, beta: i32, depth: i32, start: u32): i32 {
  const position = positionOf(area);
  const state = stateOf(area);
  const task = taskOf(area);
  const frame = frameAt(area, 0);
  let best = -INFINITE;
  for (let n = start; n < state.rootCount; n++) {
    const root = rootMove(area, n);
    const move = root.move;
    const first = n == start;
    const quiet = isQuiet(position, move);
    const history = quiet ? quietScore(position, area, move, frameAt(area, -1).slice, frameAt(area, -2).slice) : 0;
    frame.length = 0;
    enter<Us, Them>(area, position, frame, move, 0);
    let score = 0;
    let zeroWindow = !first;
    if (state.plain == 0 && depth >= ROOT_LMR_DEPTH && n - start >= ROOT_LMR_MOVES && quiet) {
      const reduction = max(0, min(reductionFor(depth, (n - start + 1) as i32) - 1 - history / 8192, depth - 2));
      score = -search<Them, Us, Cut>(area, -alpha - 1, -alpha, depth - 1 - reduction, 1, true);
      zeroWindow = score > alpha && reduction > 0;
    }
    if (zeroWindow) score = -search<Them, Us, Cut>(area, -alpha - 1, -alpha, depth - 1, 1, true);
    if (first || score > alpha) score = -search<Them, Us, Pv>(area, -beta, -alpha, depth - 1, 1, false);
    undo<Us, Them>(position);
    if (state.stopped) return best;

    if (first || score > alpha) {
      const next = frameAt(area, 1).length;
      root.score = score;
      root.selectiveDepth = task.selectiveDepth;
      root.length = next + 1;
      memory.copy(changetype<usize>(root) + ROOT_LINE + 2, lineAt(area, 1), (next as usize) << 1);
    } else root.score = -INFINITE;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    if (score >= beta) break;
  }
  return best;
}
