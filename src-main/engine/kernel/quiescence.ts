/**
 * Quiescence: beyond the horizon captures are played out until the position is quiet enough to be evaluated. The side
 * to move may always stand pat, except in check, where every way out is tried.
 */

import { isDraw } from './draws';
import { evaluate } from './evaluate';
import { evaluateOnce } from './evaluated';
import { frameAt, LAST_PLY, listAt, positionOf, stateOf } from './frame';
import { continuationSlice, pieceTo } from './history';
import { isLegal } from './legality';
import { isInCheck } from './movegen';
import { isQuiet, nextMove, startNoisyPicker, startPicker } from './picker';
import { make, NO_PIECE, pieceAt, promotionOf, roleOf, toOf, undo } from './position';
import { refereeCode } from './referee';
import { DRAW, matedAt, MATE_BOUND, NO_EVAL } from './score';
import { seeValue } from './see';
import { enterNode } from './stop';
import {
  BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, bucketOf, entryBound, entryEval, entryMove, entryScore, isHit, judge, NO_ENTRY, pathAfter,
  probe, save, scoreFromTable, scoreToTable,
} from './table';
import { tableUserOf, taskOf } from './task';

/** What a capture may win in position besides the captured man. */
const DELTA_MARGIN: i32 = 150;

/**
 * The score within (alpha, beta) if it is there, else a bound; Us to move.
 * @param deeper beyond the first ply of it: there the table is left alone, whose lines are worth more to deeper nodes
 */
export function quiesce<Us, Them>(area: usize, alpha: i32, beta: i32, ply: i32, deeper: bool = false): i32 {
  const position = positionOf(area);
  const frame = frameAt(area, ply);
  const plain = stateOf(area).plain != 0;
  const task = taskOf(area);
  frame.length = 0;

  // 1. The end of the search, of the game, or of the memory for lines.
  if (enterNode(area)) return 0;
  if (<u32>ply > task.selectiveDepth) task.selectiveDepth = ply;
  const inCheck = isInCheck<Us, Them>(position);
  if (ply > 0 && isDraw<Us, Them>(position, area, ply, inCheck)) return DRAW;
  if (ply >= LAST_PLY) return inCheck ? DRAW : evaluate<Us, Them>(position, area);

  // 2. The table, at the horizon itself: any entry is deep enough here.
  const user = tableUserOf(area);
  const key = position.state.key;
  const bucket = bucketOf(user, key);
  if (user.referee) frame.path = refereeCode(position);
  const hit = deeper ? NO_ENTRY : probe(user, bucket, key, frame.path);
  let tableMove: u32 = 0;
  let eval_ = NO_EVAL;
  if (isHit(hit)) {
    const score = scoreFromTable(entryScore(hit), ply);
    if (judge(user, hit, score, 0, alpha, beta, beta - alpha == 1)) return score;
    tableMove = entryMove(hit);
    eval_ = entryEval(hit);
  }

  // 3. Standing pat. What the table knows of the score is better than the evaluation.
  let best = matedAt(ply);
  const before = alpha;
  if (!inCheck) {
    if (eval_ == NO_EVAL) eval_ = evaluateOnce<Us, Them>(position, area);
    best = eval_;
    if (isHit(hit)) {
      const score = scoreFromTable(entryScore(hit), ply);
      const bound = entryBound(hit);
      if (abs(score) < MATE_BOUND && (bound == BOUND_EXACT || bound == (score > best ? BOUND_LOWER : BOUND_UPPER))) best = score;
    }
    if (best >= beta) {
      if (!deeper && !isHit(hit)) save(user, bucket, key, frame.path, 0, scoreToTable(best, ply), eval_, 0, BOUND_LOWER);
      return best;
    }
    if (best > alpha) alpha = best;
  } else eval_ = NO_EVAL;

  // 4. Captures and promotions; in check, everything.
  const list = listAt(area, ply);
  const every = inCheck || plain;
  if (tableMove && ((!inCheck && isQuiet(position, tableMove)) || !isLegal<Us, Them>(position, tableMove))) tableMove = 0;
  if (every) startPicker(frame, area, tableMove);
  else startNoisyPicker(frame, tableMove);
  let bestMove: u32 = 0;
  for (;;) {
    // Once one way out of check is known not to lose, quiet ones are not tried further.
    const skipQuiets = !inCheck || (!plain && best > -MATE_BOUND);
    const move = nextMove<Us, Them>(position, area, frame, list, skipQuiets);
    if (move == 0) break;

    // 5. Delta pruning: not even the captured man brings the score near alpha.
    if (!inCheck && !plain && promotionOf(move) == 0) {
      const victim = pieceAt(position, toOf(move));
      const gain = eval_ + DELTA_MARGIN + seeValue(victim == NO_PIECE ? 0 : roleOf(victim));
      if (gain <= alpha) {
        if (gain > best) best = gain;
        continue;
      }
    }

    const moved = pieceTo(position, move);
    frame.moved = moved;
    frame.slice = continuationSlice(area, moved);
    if (user.paths) frameAt(area, ply + 1).path = pathAfter(frame.path, move);
    make<Us, Them>(position, move);
    const score = -quiesce<Them, Us>(area, -beta, -alpha, ply + 1, true);
    undo<Us, Them>(position);
    if (stateOf(area).stopped) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        bestMove = move;
        if (score >= beta) break;
      }
    }
  }

  // 6. What was learnt.
  const bound = best >= beta ? BOUND_LOWER : best > before && bestMove ? BOUND_EXACT : BOUND_UPPER;
  if (!deeper) save(user, bucket, key, frame.path, bestMove, scoreToTable(best, ply), eval_, 0, bound);
  return best;
}
