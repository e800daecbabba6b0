/**
 * The search of one node: principal variation search over a table, with the selectivity that engines have agreed upon.
 * The steps are numbered in their order; the constants they use stand here together.
 *
 * In plain mode (frame.ts) every step that can change a score is left out; what remains must agree with the twin in
 * plain.ts to the centipawn, and a test holds it to that.
 */

import { isDraw } from './draws';
import { evaluate } from './evaluate';
import { evaluateOnce } from './evaluated';
import {
  Frame, frameAt, frameBefore, joinLine, LAST_PLY, listAt, MAX_TRIED, positionOf, stateOf, triedCaptureAt, triedQuietAt,
} from './frame';
import {
  bonusFor, captureScore, continuationSlice, learnCapture, learnCountermove, learnQuiet, noContinuation,
  pieceTo, quietScore,
} from './history';
import { givesCheck, isLegal } from './legality';
import { isInCheck } from './movegen';
import { isQuiet, nextMove, resumePicker, startNoisyPicker, startPicker } from './picker';
import { colorOf, make, makeNull, Position, undo, undoNull } from './position';
import { quiesce } from './quiescence';
import { refereeCode } from './referee';
import { DRAW, INFINITE, MATE_BOUND, matedAt, NO_EVAL } from './score';
import { REDUCTIONS } from './search-memory';
import { seeAtLeast } from './see';
import { enterNode } from './stop';
import {
  BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, bucketOf, entryBound, entryDepth, entryEval, entryMove, entryScore, isHit,
  judge, NO_ENTRY, pathAfter, probe, save, scoreFromTable, scoreToTable,
} from './table';
import { tableUserOf, taskOf } from './task';

/** A node of the principal variation, with an open window, or one that only has to fall on either side of a bound: as types. */
export type Pv = u8;
export type Cut = u16;

/** Near the fifty-move limit a score from another history may hide a draw: from this clock on the table does not cut. */
const TABLE_CUT_CLOCK: u32 = 90;

/** No line is extended beyond so many times the iteration's depth: without a table, a series of checks would have no end. */
const EXTENSION_PLIES: i32 = 2;

const REVERSE_FUTILITY_DEPTH: i32 = 8;
const REVERSE_FUTILITY_MARGIN: i32 = 70;

const RAZOR_DEPTH: i32 = 2;
const RAZOR_MARGIN: i32 = 280;

const NULL_DEPTH: i32 = 3;
const NULL_REDUCTION: i32 = 4;
const NULL_REDUCTION_DIVISOR: i32 = 5;
const NULL_EVAL_DIVISOR: i32 = 180;
/** From this depth on a null move's cutoff is verified; below it, a side with one piece or none may not pass at all. */
const NULL_VERIFY_DEPTH: i32 = 10;

const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_MARGIN: i32 = 130;
const PROBCUT_REDUCTION: i32 = 4;

const INTERNAL_REDUCTION_DEPTH: i32 = 4;

const LATE_MOVE_DEPTH: i32 = 8;
const FUTILITY_DEPTH: i32 = 8;
const FUTILITY_BASE: i32 = 90;
const FUTILITY_MARGIN: i32 = 80;
const HISTORY_PRUNING_DEPTH: i32 = 4;
const HISTORY_PRUNING_MARGIN: i32 = -5000;
const SEE_QUIET_DEPTH: i32 = 8;
const SEE_QUIET_MARGIN: i32 = -20;
const SEE_CAPTURE_DEPTH: i32 = 7;
const SEE_CAPTURE_MARGIN: i32 = -90;

const SINGULAR_DEPTH: i32 = 7;
const SINGULAR_TABLE_DEPTH: i32 = 3;
const SINGULAR_MARGIN: i32 = 2;

const LMR_DEPTH: i32 = 3;
const LMR_MOVES: i32 = 2;
const LMR_HISTORY_DIVISOR: i32 = 12000;

/** Natural logarithm from 1 up, by halving and the series of artanh: the library's own would bring static data along. */
function logarithm(x: f64): f64 {
  let halvings = 0;
  while (x >= 2) {
    x /= 2;
    halvings++;
  }
  const t = (x - 1) / (x + 1);
  let power = t;
  let sum: f64 = 0;
  for (let n = 1; n < 40; n += 2) {
    sum += power / n;
    power *= t * t;
  }
  return 2 * sum + <f64>halvings * 0.6931471805599453;
}

/** Late move reductions grow with the logarithms of depth and move number. */
export function writeReductions(): void {
  for (let depth = 1; depth < 64; depth++)
    for (let count = 1; count < 64; count++) {
      const plies = 1.0 + (logarithm(depth) * logarithm(count)) / 2.1;
      store<u8>(REDUCTIONS + ((depth << 6) | count), <u8>plies);
    }
}

// @ts-ignore: decorator
@inline
export function reductionFor(depth: i32, count: i32): i32 {
  return load<u8>(REDUCTIONS + ((min(depth, 63) << 6) | min(count, 63)));
}

/** How many quiet moves are tried at all. */
// @ts-ignore: decorator
@inline
function lateMoveCount(depth: i32, improving: bool): i32 {
  return improving ? 4 + depth * depth : 3 + depth * depth / 2;
}

/** At least so many pieces besides king and pawns: with one or none, having to move may be what loses. */
// @ts-ignore: decorator
@inline
function hasPieces<Us>(position: Position, enough: i32): bool {
  const pieces = colorOf<Us>(position) & ~(position.pawns | position.kings);
  return (enough > 1 ? pieces & (pieces - 1) : pieces) != 0;
}

/**
 * The score of the position for Us, to move, within (alpha, beta) if it is there, else a bound on its own side.
 * @param depth plies to the horizon
 * @param ply plies from the root
 * @param expectCut a zero-window node that is expected to fail high
 */
export function search<Us, Them, Node>(area: usize, alpha: i32, beta: i32, depth: i32, ply: i32, expectCut: bool): i32 {
  const isPv = sizeof<Node>() == 1;
  const position = positionOf(area);
  const state = stateOf(area);
  const plain = state.plain != 0;
  const frame = frameAt(area, ply);
  const excluded = frame.excluded;
  const task = taskOf(area);
  const inCheck = isInCheck<Us, Them>(position);
  frame.length = 0;

  // 1. A check is looked into one ply deeper, so that the horizon never falls upon one; but not for ever.
  if (inCheck && !plain && excluded == 0 && ply < EXTENSION_PLIES * <i32>task.depth) depth++;
  if (depth <= 0) return quiesce<Us, Them>(area, alpha, beta, ply);

  // 2. The end of the search, of the game, or of the memory for lines.
  if (enterNode(area)) return 0;
  if (isPv && <u32>ply > task.selectiveDepth) task.selectiveDepth = ply;
  if (isDraw<Us, Them>(position, area, ply, inCheck)) return DRAW;
  if (ply >= LAST_PLY) return inCheck ? DRAW : evaluate<Us, Them>(position, area);

  // 3. Mate distance: no mate from here can be nearer than one already found.
  if (alpha < matedAt(ply)) alpha = matedAt(ply);
  if (beta > -matedAt(ply + 1)) beta = -matedAt(ply + 1);
  if (alpha >= beta) return alpha;

  // 4. The table. While one move is left out this is another position, of which the table knows nothing.
  const user = tableUserOf(area);
  const key = position.state.key;
  const bucket = bucketOf(user, key);
  const list = listAt(area, ply);
  if (user.referee) frame.path = refereeCode(position);
  const hit = excluded ? NO_ENTRY : probe(user, bucket, key, frame.path);
  let tableMove: u32 = 0;
  let tableScore = NO_EVAL;
  let eval_ = NO_EVAL;
  if (isHit(hit)) {
    tableScore = scoreFromTable(entryScore(hit), ply);
    if (judge(user, hit, tableScore, depth, alpha, beta, !isPv && position.state.clock < TABLE_CUT_CLOCK)) return tableScore;
    tableMove = entryMove(hit);
    eval_ = entryEval(hit);
    // A move that cannot be played here belongs to another position with this key, or to a torn entry.
    if (tableMove && !isLegal<Us, Them>(position, tableMove)) tableMove = 0;
  }

  // 5. The static evaluation, and a better guess where the table has one.
  let guess = NO_EVAL;
  let improving = false;
  if (inCheck) {
    frame.eval = NO_EVAL;
  } else {
    if (excluded) eval_ = frame.eval;
    else if (eval_ == NO_EVAL) eval_ = evaluateOnce<Us, Them>(position, area);
    frame.eval = eval_;
    guess = eval_;
    if (isHit(hit) && abs(tableScore) < MATE_BOUND) {
      const bound = entryBound(hit);
      if (bound == BOUND_EXACT || bound == (tableScore > guess ? BOUND_LOWER : BOUND_UPPER)) guess = tableScore;
    }
    const earlier = frameBefore(frame, 2).eval;
    improving = earlier == NO_EVAL || eval_ > earlier;
  }
  const mayPrune = !isPv && !inCheck && !plain && excluded == 0;

  // 6. Reverse futility: so far above beta that the next plies will not bring it down.
  if (
    mayPrune &&
    depth <= REVERSE_FUTILITY_DEPTH &&
    guess - REVERSE_FUTILITY_MARGIN * (depth - (improving ? 1 : 0)) >= beta &&
    abs(beta) < MATE_BOUND &&
    guess < MATE_BOUND &&
    hasPieces<Us>(position, 2)
  ) {
    return guess;
  }

  // 7. Razoring: so far below alpha that only a capture can help; quiescence says whether.
  if (mayPrune && depth <= RAZOR_DEPTH && guess + RAZOR_MARGIN * depth <= alpha) {
    const score = quiesce<Us, Them>(area, alpha, alpha + 1, ply);
    if (state.stopped) return 0;
    if (score <= alpha) return score;
  }

  // 8. Null move: if even passing keeps the score above beta, a real move will. It lies in zugzwang, so a
  //    deep cutoff has to be proved by a search in which this side may not pass.
  if (
    mayPrune &&
    depth >= NULL_DEPTH &&
    guess >= beta &&
    eval_ >= beta - 20 * depth + 100 &&
    frameBefore(frame, 1).moved != NO_MOVED &&
    hasPieces<Us>(position, depth < NULL_VERIFY_DEPTH ? 2 : 1) &&
    (ply >= state.verifiedUntil || state.verifiedSide != position.turn) &&
    !(isHit(hit) && entryBound(hit) == BOUND_UPPER && tableScore < beta)
  ) {
    const reduction = NULL_REDUCTION + depth / NULL_REDUCTION_DIVISOR + min((guess - beta) / NULL_EVAL_DIVISOR, 3);
    frame.moved = NO_MOVED;
    frame.slice = noContinuation(area);
    if (user.paths) frameAt(area, ply + 1).path = pathAfter(frame.path, 0);
    makeNull(position);
    const score = -search<Them, Us, Cut>(area, -beta, 1 - beta, depth - reduction, ply + 1, !expectCut);
    undoNull(position);
    if (state.stopped) return 0;
    if (score >= beta) {
      // A mate found after passing is no proof of one.
      const bound = score >= MATE_BOUND ? beta : score;
      if (state.verifiedUntil != 0 || depth < NULL_VERIFY_DEPTH) return bound;
      state.verifiedUntil = ply + (3 * (depth - reduction)) / 4 + 1;
      state.verifiedSide = position.turn;
      const verified = search<Us, Them, Cut>(area, beta - 1, beta, depth - reduction, ply, false);
      state.verifiedUntil = 0;
      if (state.stopped) return 0;
      if (verified >= beta) return bound;
    }
  }

  // 9. ProbCut: a capture that clears beta by a margin in a shallow search would clear it in a deep one.
  const probBeta = beta + PROBCUT_MARGIN - (improving ? 40 : 0);
  if (
    mayPrune &&
    depth >= PROBCUT_DEPTH &&
    abs(beta) < MATE_BOUND &&
    !(isHit(hit) && entryDepth(hit) >= depth - 3 && tableScore < probBeta)
  ) {
    startNoisyPicker(frame, tableMove && !isQuiet(position, tableMove) ? tableMove : 0);
    for (;;) {
      const move = nextMove<Us, Them>(position, area, frame, list, true);
      if (move == 0) break;
      if (!seeAtLeast(position, move, probBeta - eval_)) continue;
      enter<Us, Them>(area, position, frame, move, ply);
      let score = -quiesce<Them, Us>(area, -probBeta, 1 - probBeta, ply + 1);
      if (score >= probBeta) {
        score = -search<Them, Us, Cut>(area, -probBeta, 1 - probBeta, depth - PROBCUT_REDUCTION, ply + 1, !expectCut);
      }
      undo<Us, Them>(position);
      if (state.stopped) return 0;
      if (score >= probBeta) {
        save(user, bucket, key, frame.path, move, scoreToTable(score, ply), eval_, depth - PROBCUT_REDUCTION + 1, BOUND_LOWER);
        return score;
      }
    }
  }

  // 10. Internal reduction: without a move from the table the ordering is poor; less is spent now, and the next visit knows
  //     one. Where there is no table no visit ever will, and depths shall mean the same with and without.
  if (!plain && bucket && depth >= INTERNAL_REDUCTION_DEPTH && tableMove == 0 && excluded == 0 && (isPv || expectCut)) depth--;

  // 11. The moves.
  frameAt(area, ply + 1).excluded = 0;
  frameAt(area, ply + 2).killer1 = 0;
  frameAt(area, ply + 2).killer2 = 0;
  const last = frameBefore(frame, 1).slice;
  const before = frameBefore(frame, 2).slice;
  const tableIsNoisy = tableMove != 0 && !isQuiet(position, tableMove);
  let best = -INFINITE;
  let bestMove: u32 = 0;
  let count = 0;
  let quiets: u32 = 0;
  let captures: u32 = 0;
  let skipQuiets = false;
  const alphaBefore = alpha;
  startPicker(frame, area, tableMove);
  for (;;) {
    const move = nextMove<Us, Them>(position, area, frame, list, skipQuiets);
    if (move == 0) break;
    if (move == excluded) continue;
    const quiet = isQuiet(position, move);
    count++;
    const history = quiet ? quietScore(position, area, move, last, before) : captureScore(position, area, move);

    // 12. Moves not worth a search, once a score is known that is no mate against us.
    if (!plain && best > -MATE_BOUND && hasPieces<Us>(position, 1)) {
      const reduced = max(depth - 1 - reductionFor(depth, count), 0);
      if (quiet) {
        // a. Late: enough quiet moves have failed.
        if (depth <= LATE_MOVE_DEPTH && count >= lateMoveCount(depth, improving)) skipQuiets = true;
        // b. Futile: even a gain in position leaves the score below alpha; but a check may mate.
        if (
          !inCheck &&
          reduced <= FUTILITY_DEPTH &&
          eval_ + FUTILITY_BASE + FUTILITY_MARGIN * reduced <= alpha &&
          !givesCheck<Us, Them>(position, move)
        ) {
          continue;
        }
        // c. Never any good so far.
        if (reduced <= HISTORY_PRUNING_DEPTH && history < HISTORY_PRUNING_MARGIN * (reduced + 1)) continue;
        // d. Onto a square where it is lost.
        if (reduced <= SEE_QUIET_DEPTH && !seeAtLeast(position, move, SEE_QUIET_MARGIN * reduced * reduced)) continue;
      } else if (depth <= SEE_CAPTURE_DEPTH && !seeAtLeast(position, move, SEE_CAPTURE_MARGIN * depth)) continue;
    }

    // 13. Singular: if all other moves fail well below the table's score, this one is forced and deserves a ply more; if even
    //     without it the node fails high, so it will with it.
    let extension = 0;
    if (
      !plain &&
      depth >= SINGULAR_DEPTH &&
      move == tableMove &&
      excluded == 0 &&
      ply < EXTENSION_PLIES * <i32>task.depth &&
      abs(tableScore) < MATE_BOUND &&
      entryBound(hit) & BOUND_LOWER &&
      entryDepth(hit) >= depth - SINGULAR_TABLE_DEPTH
    ) {
      const singularBeta = tableScore - SINGULAR_MARGIN * depth;
      frame.excluded = move;
      const score = search<Us, Them, Cut>(area, singularBeta - 1, singularBeta, (depth - 1) / 2, ply, expectCut);
      frame.excluded = 0;
      frame.length = 0;
      if (state.stopped) return 0;
      if (score < singularBeta) extension = 1;
      else if (singularBeta >= beta) return singularBeta;
      else if (tableScore >= beta) extension = -1;
      resumePicker(frame, area, tableMove);
    }

    if (quiet) {
      if (quiets < MAX_TRIED) store<u16>(triedQuietAt(list, quiets++), move as u16);
    } else if (captures < MAX_TRIED) store<u16>(triedCaptureAt(list, captures++), move as u16);

    // 14. Late moves are searched less deep first: more so in zero windows, less so with a good history.
    const next = depth - 1 + extension;
    enter<Us, Them>(area, position, frame, move, ply);
    let score = 0;
    let zeroWindow = !isPv || count > 1;
    if (!plain && depth >= LMR_DEPTH && count > LMR_MOVES && (quiet || !improving || expectCut)) {
      let reduction = reductionFor(depth, count);
      if (!quiet) reduction = (reduction + 1) / 2;
      if (isPv) reduction--;
      if (!improving) reduction++;
      if (expectCut) reduction++;
      if (tableIsNoisy && quiet) reduction++;
      if (inCheck) reduction--;
      if (move == frame.killer1 || move == frame.killer2 || move == frame.countermove) reduction--;
      reduction -= history / LMR_HISTORY_DIVISOR;
      reduction = max(0, min(reduction, next - 1));
      score = -search<Them, Us, Cut>(area, -alpha - 1, -alpha, next - reduction, ply + 1, true);
      zeroWindow = score > alpha && reduction > 0;
    }

    // 15. A zero window tells whether the move beats alpha; only then is its score worth finding.
    if (zeroWindow) {
      score = -search<Them, Us, Cut>(area, -alpha - 1, -alpha, next, ply + 1, isPv || !expectCut);
    }
    if (isPv && (count == 1 || (score > alpha && score < beta))) {
      score = -search<Them, Us, Pv>(area, -beta, -alpha, next, ply + 1, false);
    }
    undo<Us, Them>(position);
    if (state.stopped) return 0;

    // 16. The best so far.
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    bestMove = move;
    alpha = score;
    if (isPv) joinLine(area, ply, move);
    if (score >= beta) break;
  }

  // 17. No legal move: mate or stalemate. With one left out, nothing is known.
  if (count == 0) return excluded ? alpha : inCheck ? matedAt(ply) : DRAW;

  // 18. A cutoff teaches: its move gains, the moves tried in vain before it lose.
  if (best >= beta) learnFrom(position, area, frame, list, bestMove, depth, quiets, captures, last, before);

  // 19. What was learnt.
  if (excluded == 0) {
    const bound = best >= beta ? BOUND_LOWER : bestMove && alpha > alphaBefore ? BOUND_EXACT : BOUND_UPPER;
    save(user, bucket, key, frame.path, bestMove, scoreToTable(best, ply), eval_, depth, bound);
  }
  return best;
}

/** In place of piece and target where no piece moved: a null move. Frames before the root hold 0, which is harmless. */
export const NO_MOVED: u32 = 768;

/** Plays a move and notes it in the frame. */
// @ts-ignore: decorator
@inline
export function enter<Us, Them>(area: usize, position: Position, frame: Frame, move: u32, ply: i32): void {
  const moved = pieceTo(position, move);
  frame.moved = moved;
  frame.slice = continuationSlice(area, moved);
  if (tableUserOf(area).paths) frameAt(area, ply + 1).path = pathAfter(frame.path, move);
  make<Us, Them>(position, move);
}

/** Killers, countermove and histories after a cutoff by `move`, the last of those tried. */
export function learnFrom(
  position: Position, area: usize, frame: Frame, list: usize, move: u32, depth: i32, quiets: u32, captures: u32,
  last: usize, before: usize,
): void {
  const bonus = bonusFor(depth);
  if (isQuiet(position, move)) {
    if (frame.killer1 != move) {
      frame.killer2 = frame.killer1;
      frame.killer1 = move;
    }
    learnCountermove(area, frameBefore(frame, 1).moved, move);
    learnQuiet(position, area, move, last, before, bonus);
    for (let n: u32 = 0; n < quiets; n++) {
      const tried: u32 = load<u16>(triedQuietAt(list, n));
      if (tried != move) learnQuiet(position, area, tried, last, before, -bonus);
    }
  } else learnCapture(position, area, move, bonus);
  for (let n: u32 = 0; n < captures; n++) {
    const tried: u32 = load<u16>(triedCaptureAt(list, n));
    if (tried != move) learnCapture(position, area, tried, -bonus);
  }
}
