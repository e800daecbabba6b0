/**
 * Iterative deepening: every iteration searches one ply deeper than the last, whose scores, moves and table entries
 * order it. Around the expected score only a narrow window is open (aspiration); what falls outside is searched again
 * with a wider one.
 *
 * Several threads run this over one table (Lazy SMP): each helper skips some depths in a rhythm of its own, so that
 * they are not all searching the same tree; thread 0 reports and ends the search for all.
 */

import { Black, White } from './bits';
import { evaluate } from './evaluate';
import { forgetEvaluated } from './evaluated';
import { clearFrames, frameAt, LAST_PLY, positionOf, stateOf } from './frame';
import { noContinuation } from './history';
import { sumUp } from './network';
import { STOP_FLAG, threadArea } from './memory';
import { isInCheck } from './movegen';
import { listRootMoves, moveToFront, reportRootMove, rootMove, searchRoot, sortRootMoves } from './root';
import { quiesce } from './quiescence';
import { DRAW, INFINITE, MATE_BOUND, NO_EVAL } from './score';
import { CONTINUATION_END, QUIET_HISTORY } from './search-memory';
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, bucketOf, entryMove, isHit, peek, save, scoreToTable } from './table';
import { beginReport, endReport, MAX_LINES, REPORT_COUNT, SOFT_STOP, tableUserOf, taskOf } from './task';

/** From this depth on the window is narrow. */
const ASPIRATION_DEPTH: i32 = 5;
const ASPIRATION_WINDOW: i32 = 14;
/** Beyond this the window is simply opened. */
const ASPIRATION_MAX: i32 = 600;

/** Forgets what earlier searches have learnt, so that the same search of an emptied table gives the same nodes. */
function forget(area: usize): void {
  memory.fill(area + QUIET_HISTORY, 0, CONTINUATION_END - QUIET_HISTORY);
  forgetEvaluated(area);
  resetFrames(area);
}

function resetFrames(area: usize): void {
  clearFrames(area);
  frameAt(area, -1).slice = noContinuation(area);
  frameAt(area, -2).slice = noContinuation(area);
  frameAt(area, -1).eval = NO_EVAL;
  frameAt(area, -2).eval = NO_EVAL;
}

/** Whether this thread leaves out this depth: helpers take turns in blocks of 1, 2, 3 … iterations. */
function skips(thread: i32, depth: i32): bool {
  if (thread == 0) return false;
  const block = 1 + ((thread - 1) >> 1) % 4;
  return (((depth + thread) / block) & 1) != 0;
}

/** One line of one iteration, within a window that follows the score. The line is at place `start` of the root moves. */
function aspire<Us, Them>(area: usize, depth: i32, start: u32, expected: i32): i32 {
  const state = stateOf(area);
  let window = ASPIRATION_WINDOW;
  let alpha = -INFINITE;
  let beta = INFINITE;
  if (depth >= ASPIRATION_DEPTH && state.plain == 0 && abs(expected) < MATE_BOUND) {
    alpha = max(expected - window, -INFINITE);
    beta = min(expected + window, INFINITE);
  }
  let searched = depth;
  while (true) {
    const score = searchRoot<Us, Them>(area, alpha, beta, max(searched, 1), start);
    sortRootMoves(area, start, state.rootCount);
    if (state.stopped) {
      // Cut short: a move that was better than expected is worth reporting, all else is not.
      if (score > alpha) report(area, start, depth, score >= beta ? BOUND_LOWER : BOUND_EXACT);
      return score;
    }
    if (score <= alpha) {
      report(area, start, depth, BOUND_UPPER);
      beta = (alpha + beta) / 2;
      alpha = window > ASPIRATION_MAX ? -INFINITE : max(score - window, -INFINITE);
      searched = depth;
    } else if (score >= beta) {
      report(area, start, depth, BOUND_LOWER);
      beta = window > ASPIRATION_MAX ? INFINITE : min(score + window, INFINITE);
      // What failed high is likely to do so again: a little less deep finds out sooner.
      if (searched > depth - 2 && abs(score) < MATE_BOUND) searched--;
    } else return score;
    window += window / 2;
  }
  return 0;
}

/** Shows the lines found in this iteration and the one being searched, at place `start`. */
function report(area: usize, start: u32, depth: i32, bound: u32): void {
  const task = taskOf(area);
  if (task.thread != 0) return;
  beginReport(area);
  for (let n: u32 = 0; n <= start; n++) reportRootMove(area, n, n, depth, n == start ? bound : BOUND_EXACT);
  endReport(area, max(start + 1, load<u32>(area + REPORT_COUNT)));
}

function deepen<Us, Them>(area: usize): void {
  const task = taskOf(area);
  const state = stateOf(area);
  const position = positionOf(area);
  const user = tableUserOf(area);
  const key = position.state.key;
  const inCheck = isInCheck<Us, Them>(position);
  frameAt(area, 0).path = task.rootPath;
  frameAt(area, 0).eval = inCheck ? NO_EVAL : evaluate<Us, Them>(position, area);

  listRootMoves<Us, Them>(area);
  const lines = min(min(task.lines, state.rootCount), MAX_LINES);
  if (lines == 0) return;
  const known = peek(user, key);
  if (isHit(known)) moveToFront(area, entryMove(known));
  // Something to play, should the search be stopped before it knows anything.
  rootMove(area, 0).score = inCheck ? DRAW : frameAt(area, 0).eval;
  report(area, 0, 0, BOUND_EXACT);
  rootMove(area, 0).score = -INFINITE;

  for (let depth = 1; depth <= min(<i32>task.maxDepth, LAST_PLY); depth++) {
    if (skips(task.thread as i32, depth)) continue;
    task.depth = depth;
    task.selectiveDepth = 0;
    for (let line: u32 = 0; line < lines; line++) {
      const expected = rootMove(area, line).score;
      const score = aspire<Us, Them>(area, depth, line, expected);
      if (state.stopped) return;
      if (line == 0 && task.rootMoves == 0) {
        save(user, bucketOf(user, key), key, task.rootPath, rootMove(area, 0).move, scoreToTable(score, 0), frameAt(area, 0).eval, depth, BOUND_EXACT);
      }
      sortRootMoves(area, 0, line + 1);
      report(area, line, depth, BOUND_EXACT);
    }
    if (task.thread == 0 && atomic.load<i32>(SOFT_STOP) != 0) return;
  }
}

/**
 * Searches the position of a thread's area as its task says, until it is done or stopped. Thread 0 ends the search for
 * all of them.
 */
export function search(thread: i32): void {
  begin(thread, false);
}

/** The same in plain mode, for comparison with the twin (plain.ts). */
export function searchPlainly(thread: i32): void {
  begin(thread, true);
}

/** The score of a thread's position when captures are played out; for the tuner, which wants quiet positions. */
export function quiescenceScore(thread: i32): i32 {
  const area = threadArea(thread);
  stateOf(area).stopped = 0;
  stateOf(area).plain = 0;
  forgetEvaluated(area);
  resetFrames(area);
  sumUp(positionOf(area), area);
  return positionOf(area).turn == 0
    ? quiesce<White, Black>(area, -INFINITE, INFINITE, 0)
    : quiesce<Black, White>(area, -INFINITE, INFINITE, 0);
}

function begin(thread: i32, plain: bool): void {
  const area = threadArea(thread);
  const task = taskOf(area);
  const state = stateOf(area);
  task.nodes = 0;
  task.depth = 0;
  task.selectiveDepth = 0;
  state.stopped = 0;
  state.plain = plain ? 1 : 0;
  state.verifiedUntil = 0;
  // Experience lasts as long as the table: in a game this position has been searched before, as one to come.
  if (isHit(peek(tableUserOf(area), positionOf(area).state.key))) resetFrames(area);
  else forget(area);
  sumUp(positionOf(area), area);
  beginReport(area);
  endReport(area, 0);
  if (positionOf(area).turn == 0) deepen<White, Black>(area);
  else deepen<Black, White>(area);
  if (thread == 0) atomic.store<i32>(STOP_FLAG, 1);
}
