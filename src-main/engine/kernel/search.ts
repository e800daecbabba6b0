import { Black, isWhite, White } from './bits';
import { MOVE_LIST_BYTES, MOVE_LISTS, POSITION, SEARCH_DATA, STOP_FLAG, threadArea } from './memory';
import { All, generate, MOVE_BYTES, Noisy, Write } from './movegen';
import {
  BISHOP,
  checkers,
  colorOf,
  earlierOccurrences,
  fromOf,
  make,
  makeNull,
  KNIGHT,
  NO_PIECE,
  PAWN,
  pieceAt,
  Position,
  promotionOf,
  QUEEN,
  roleOf,
  ROOK,
  squaresOf,
  toOf,
  undo,
  undoNull,
} from './position';
import { DRAW, INFINITE, matedAt, MATE_BOUND, NO_EVAL } from './score';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  bucketOf,
  entryEval,
  entryMove,
  entryScore,
  isHit,
  judge,
  pathAfter,
  probe,
  save,
  scoreFromTable,
  scoreToTable,
  TableUser,
} from './table';
import {
  beginReport,
  endReport,
  MAX_LINES,
  MAX_REPORT_MOVES,
  reportLine,
  REPORT_COUNT,
  REPORT_LINE_BYTES,
  REPORT_MOVES,
  ROOT_MOVES,
  SOFT_STOP,
  Task,
  tableUserOf,
  taskOf,
} from './task';

/**
 * A first, plain search: iterative deepening, principal variation search, quiescence, null move, late move
 * reductions, killers and history; material and position. What a search looks like without refinement.
 */

/** Deepest ply from the root. */
const LAST_PLY: i32 = 120;
const NULL_MOVE_DEPTH: i32 = 3;
const LMR_DEPTH: i32 = 3;
const LMR_MOVES: i32 = 3;
const HISTORY_LIMIT: i32 = 1 << 14;

// Where this thread's search data lies, from SEARCH_DATA.
/** u32: not 0 = unwinding. */
const STOPPED: usize = SEARCH_DATA;
/** u32 per line already found: its first move, left out at the root. */
const FOUND: usize = SEARCH_DATA + 0x100;
/** u32: lines found in this iteration. */
const FOUND_COUNT: usize = SEARCH_DATA + 0x40;
/** Two u32 per ply. */
const KILLERS: usize = SEARCH_DATA + 0x1000;
/** i32 per [colour][from][to]. */
const HISTORY: usize = SEARCH_DATA + 0x2000;
const HISTORY_BYTES: usize = 2 * 64 * 64 * 4;
/** Per ply: u32 length, then the moves, 256 bytes of u16 and more. */
const VARIATIONS: usize = SEARCH_DATA + 0x10000;
const VARIATION_BYTES: usize = 512;

// @ts-ignore: decorator
@inline
function variation(area: usize, ply: i32): usize {
  return area + VARIATIONS + <usize>ply * VARIATION_BYTES;
}

/* ---- evaluation ----------------------------------------------------------------------------------------------- */

function material<C>(position: Position): i32 {
  const own = colorOf<C>(position);
  const bishops = <i32>popcnt(squaresOf(position, BISHOP) & own);
  return (
    100 * <i32>popcnt(squaresOf(position, PAWN) & own) +
    320 * <i32>popcnt(squaresOf(position, KNIGHT) & own) +
    330 * bishops +
    (bishops >= 2 ? 40 : 0) +
    500 * <i32>popcnt(squaresOf(position, ROOK) & own) +
    950 * <i32>popcnt(squaresOf(position, QUEEN) & own)
  );
}

const CENTER: u64 = 0x0000001818000000;
const WIDE_CENTER: u64 = 0x00003c3c3c3c0000;

function placement<C>(position: Position): i32 {
  const own = colorOf<C>(position);
  let score = 0;
  const light = (position.knights | position.bishops) & own;
  score += 12 * <i32>popcnt(light & WIDE_CENTER) - 15 * <i32>popcnt(light & (isWhite<C>() ? 0xff : <u64>0xff << 56));
  const pawns = position.pawns & own;
  score += 15 * <i32>popcnt(pawns & CENTER);
  // Pawns count more the further they are: rank by rank, from the fourth.
  for (let rank = 3; rank < 7; rank++) {
    const row: u64 = <u64>0xff << (isWhite<C>() ? rank * 8 : (7 - rank) * 8);
    score += (rank - 2) * (rank - 2) * 3 * <i32>popcnt(pawns & row);
  }
  const heavy = position.queens | position.rooks;
  const king = position.kings & own;
  if (heavy) score += 25 * <i32>popcnt(king & (isWhite<C>() ? 0x0000000000000047 : <u64>0x47 << 56));
  else score += 20 * <i32>popcnt(king & WIDE_CENTER) + 10 * <i32>popcnt(king & CENTER);
  return score;
}

// Centipawns for the side to move.
function evaluate<Us, Them>(position: Position): i32 {
  return (
    material<Us>(position) +
    placement<Us>(position) -
    material<Them>(position) -
    placement<Them>(position) +
    10
  );
}

/** A lone minor piece, or none at all, cannot mate. */
function isInsufficient(position: Position): bool {
  if (position.pawns | position.rooks | position.queens) return false;
  return popcnt(position.knights | position.bishops) <= 1;
}

/* ---- the order of moves --------------------------------------------------------------------------------------- */

// @ts-ignore: decorator
@inline
function historyAt<Us>(area: usize, move: u32): usize {
  return area + HISTORY + (isWhite<Us>() ? 0 : 64 * 64 * 4) + ((<usize>(move & 4095)) << 2);
}

// @ts-ignore: decorator
@inline
function isQuiet<Us>(position: Position, move: u32): bool {
  const to = toOf(move);
  const there = pieceAt(position, to);
  // The king that castles takes its own rook.
  if (there != NO_PIECE) return (there & 1) == (isWhite<Us>() ? 1 : 0);
  if (promotionOf(move)) return false;
  return !(roleOf(pieceAt(position, fromOf(move))) == PAWN && ((fromOf(move) ^ to) & 7) != 0);
}

/** Writes an i32 behind each u16 of the list: table move, captures by victim and attacker, killers, history. */
function scoreMoves<Us>(area: usize, position: Position, list: usize, count: i32, first: u32, ply: i32): void {
  const killers = area + KILLERS + (<usize>ply << 3);
  for (let i = 0; i < count; i++) {
    const move = <u32>load<u16>(list + (<usize>i << 1));
    let score: i32;
    if (move == first) score = 1 << 30;
    else if (!isQuiet<Us>(position, move)) {
      const victim = pieceAt(position, toOf(move));
      const gain = victim == NO_PIECE ? 1 : <i32>roleOf(victim) + 1;
      score = (1 << 24) + gain * 16 - <i32>roleOf(pieceAt(position, fromOf(move))) + <i32>promotionOf(move) * 32;
    } else if (move == load<u32>(killers)) score = 1 << 22;
    else if (move == load<u32>(killers, 4)) score = 1 << 21;
    else score = load<i32>(historyAt<Us>(area, move));
    store<i32>(list + 512 + (<usize>i << 2), score);
  }
}

/** The best move not yet taken, swapped to place n. */
function pick(list: usize, n: i32, count: i32): u32 {
  let best = n;
  for (let i = n + 1; i < count; i++) {
    if (load<i32>(list + 512 + (<usize>i << 2)) > load<i32>(list + 512 + (<usize>best << 2))) best = i;
  }
  const move = <u32>load<u16>(list + (<usize>best << 1));
  if (best != n) {
    store<u16>(list + (<usize>best << 1), load<u16>(list + (<usize>n << 1)));
    store<u16>(list + (<usize>n << 1), <u16>move);
    const score = load<i32>(list + 512 + (<usize>best << 2));
    store<i32>(list + 512 + (<usize>best << 2), load<i32>(list + 512 + (<usize>n << 2)));
    store<i32>(list + 512 + (<usize>n << 2), score);
  }
  return move;
}

/* ---- search --------------------------------------------------------------------------------------------------- */

/** Counts a node; true when the search has to end. */
// @ts-ignore: decorator
@inline
function enterNode(area: usize): bool {
  const task = taskOf(area);
  task.nodes += 1;
  if (atomic.load<i32>(STOP_FLAG) != 0 || (task.nodeLimit != 0 && task.nodes >= task.nodeLimit)) {
    store<u32>(area + STOPPED, 1);
    return true;
  }
  return false;
}

function quiesce<Us, Them>(area: usize, alpha: i32, beta: i32, ply: i32): i32 {
  if (enterNode(area)) return 0;
  const position = changetype<Position>(area + POSITION);
  const task = taskOf(area);
  if (<u32>ply > task.selectiveDepth) task.selectiveDepth = ply;
  if (isInsufficient(position)) return DRAW;
  const inCheck = checkers<Us, Them>(position) != 0;
  let best = matedAt(ply);
  if (!inCheck) {
    best = evaluate<Us, Them>(position);
    if (best >= beta || ply >= LAST_PLY) return best;
    if (best > alpha) alpha = best;
  } else if (ply >= LAST_PLY) return evaluate<Us, Them>(position);

  const list = area + MOVE_LISTS + <usize>ply * MOVE_LIST_BYTES;
  const end = inCheck
    ? generate<Us, Them, All, Write>(position, list)
    : generate<Us, Them, Noisy, Write>(position, list);
  const count = <i32>((end - list) / MOVE_BYTES);
  scoreMoves<Us>(area, position, list, count, 0, ply);
  for (let n = 0; n < count; n++) {
    const move = pick(list, n, count);
    make<Us, Them>(position, move);
    const score = -quiesce<Them, Us>(area, -beta, -alpha, ply + 1);
    undo<Us, Them>(position);
    if (load<u32>(area + STOPPED)) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) alpha = score;
      if (alpha >= beta) break;
    }
  }
  return best;
}

function isLeftOut(area: usize, move: u32): bool {
  for (let i: u32 = 0; i < load<u32>(area + FOUND_COUNT); i++) {
    if (load<u32>(area + FOUND + (<usize>i << 2)) == move) return true;
  }
  const task = taskOf(area);
  if (task.rootMoves == 0) return false;
  for (let i: u32 = 0; i < task.rootMoves; i++) {
    if (<u32>load<u16>(area + ROOT_MOVES + (<usize>i << 1)) == move) return false;
  }
  return true;
}

function search_<Us, Them>(
  area: usize,
  alpha: i32,
  beta: i32,
  depth: i32,
  ply: i32,
  path: u32,
  mayPass: bool,
): i32 {
  const position = changetype<Position>(area + POSITION);
  store<u32>(variation(area, ply), 0);
  const isPv = beta - alpha > 1;
  const inCheck = checkers<Us, Them>(position) != 0;

  // 1. A check is looked into one ply deeper; the horizon is quiescence.
  if (inCheck) depth++;
  if (depth <= 0) return quiesce<Us, Them>(area, alpha, beta, ply);
  if (enterNode(area)) return 0;

  // 2. Draws, and mates nearer than any to be found here.
  if (ply > 0) {
    const state = position.state;
    if (state.reversible >= 4) {
      // Once inside the search is as good as a third time; before the root it takes two.
      const earlier = earlierOccurrences(position, 2);
      if (earlier == 2 || (earlier == 1 && occurredSince(position, ply))) return DRAW;
    }
    if (state.clock >= 100 && !inCheck) return DRAW;
    if (isInsufficient(position)) return DRAW;
    if (ply >= LAST_PLY) return evaluate<Us, Them>(position);
    if (alpha < matedAt(ply)) alpha = matedAt(ply);
    if (beta > -matedAt(ply + 1)) beta = -matedAt(ply + 1);
    if (alpha >= beta) return alpha;
  }

  // 3. The table.
  const user = tableUserOf(area);
  const key = position.state.key;
  const bucket = bucketOf(user, key);
  const hit = probe(user, bucket, key, path);
  let tableMove: u32 = 0;
  let eval_ = NO_EVAL;
  if (isHit(hit)) {
    const score = scoreFromTable(entryScore(hit), ply);
    if (judge(user, hit, score, depth, alpha, beta, !isPv && position.state.clock < 90)) return score;
    tableMove = entryMove(hit);
    eval_ = entryEval(hit);
  }
  if (!inCheck && eval_ == NO_EVAL) eval_ = evaluate<Us, Them>(position);

  // 4. Null move: if passing is good enough, a move will be.
  const pieces = colorOf<Us>(position) & ~(position.pawns | position.kings);
  if (mayPass && !isPv && !inCheck && depth >= NULL_MOVE_DEPTH && eval_ >= beta && pieces) {
    makeNull(position);
    const score = -search_<Them, Us>(
      area,
      -beta,
      1 - beta,
      depth - 3 - depth / 4,
      ply + 1,
      user.paths ? pathAfter(path, 0) : path,
      false,
    );
    undoNull(position);
    if (load<u32>(area + STOPPED)) return 0;
    if (score >= beta) return score >= MATE_BOUND ? beta : score;
  }

  // 5. The moves.
  const list = area + MOVE_LISTS + <usize>ply * MOVE_LIST_BYTES;
  const count = <i32>((generate<Us, Them, All, Write>(position, list) - list) / MOVE_BYTES);
  if (count == 0) return inCheck ? matedAt(ply) : DRAW;
  scoreMoves<Us>(area, position, list, count, tableMove, ply);
  let best = -INFINITE;
  let bestMove: u32 = 0;
  let tried = 0;
  const before = alpha;
  for (let n = 0; n < count; n++) {
    const move = pick(list, n, count);
    if (ply == 0 && isLeftOut(area, move)) continue;
    const quiet = isQuiet<Us>(position, move);
    const next = user.paths ? pathAfter(path, move) : path;
    tried++;
    make<Us, Them>(position, move);
    let score: i32;
    if (tried == 1) score = -search_<Them, Us>(area, -beta, -alpha, depth - 1, ply + 1, next, true);
    else {
      let reduction = 0;
      if (depth >= LMR_DEPTH && tried > LMR_MOVES && quiet && !inCheck) {
        reduction = 1 + (depth > 6 ? 1 : 0) + (tried > 12 ? 1 : 0) - (isPv ? 1 : 0);
      }
      score = -search_<Them, Us>(area, -alpha - 1, -alpha, depth - 1 - reduction, ply + 1, next, true);
      if (score > alpha && reduction > 0)
        score = -search_<Them, Us>(area, -alpha - 1, -alpha, depth - 1, ply + 1, next, true);
      if (score > alpha && score < beta)
        score = -search_<Them, Us>(area, -beta, -alpha, depth - 1, ply + 1, next, true);
    }
    undo<Us, Them>(position);
    if (load<u32>(area + STOPPED)) return best > before && ply == 0 ? best : 0;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    alpha = score;
    bestMove = move;
    const own = variation(area, ply);
    const rest = variation(area, ply + 1);
    const length = min(load<u32>(rest), 120);
    store<u32>(own, length + 1);
    store<u16>(own, <u16>move, 4);
    memory.copy(own + 6, rest + 4, <usize>length << 1);
    if (alpha >= beta) {
      if (quiet) {
        const killers = area + KILLERS + (<usize>ply << 3);
        if (load<u32>(killers) != move) {
          store<u32>(killers, load<u32>(killers), 4);
          store<u32>(killers, move);
        }
        const at = historyAt<Us>(area, move);
        const old = load<i32>(at);
        store<i32>(at, old + depth * depth - (old * depth * depth) / HISTORY_LIMIT);
      }
      break;
    }
  }
  if (tried == 0) return alpha;

  // 6. What was learnt. The root without some of its moves is another position.
  if (ply > 0 || (load<u32>(area + FOUND_COUNT) == 0 && taskOf(area).rootMoves == 0)) {
    const bound = best >= beta ? BOUND_LOWER : bestMove ? BOUND_EXACT : BOUND_UPPER;
    save(user, bucket, key, path, bestMove, scoreToTable(best, ply), eval_, depth, bound);
  }
  return best;
}

/** Whether the position's earlier occurrence lies within the searched line. */
function occurredSince(position: Position, ply: i32): bool {
  let earlier = changetype<usize>(position.state);
  const key = position.state.key;
  for (let back = 2; back <= ply; back += 2) {
    earlier -= 64;
    if (load<u64>(earlier) == key) return true;
  }
  return false;
}

/* ---- the root ------------------------------------------------------------------------------------------------- */

function reportVariation(area: usize, n: u32, depth: i32, score: i32): void {
  const line = reportLine(area, n);
  const found = variation(area, 0);
  line.depth = depth;
  line.selectiveDepth = taskOf(area).selectiveDepth;
  line.score = score;
  line.bound = BOUND_EXACT;
  line.length = min(load<u32>(found), MAX_REPORT_MOVES);
  memory.copy(changetype<usize>(line) + REPORT_MOVES, found + 4, <usize>line.length << 1);
}

/** Keeps the lines found so far in descending order of score: the newest, at n, sinks to its place. */
function sortLines(area: usize, n: u32): void {
  const spare = changetype<usize>(reportLine(area, MAX_LINES));
  for (let i = n; i > 0 && reportLine(area, i).score > reportLine(area, i - 1).score; i--) {
    const a = changetype<usize>(reportLine(area, i));
    const b = changetype<usize>(reportLine(area, i - 1));
    memory.copy(spare, a, REPORT_LINE_BYTES);
    memory.copy(a, b, REPORT_LINE_BYTES);
    memory.copy(b, spare, REPORT_LINE_BYTES);
  }
}

function deepen<Us, Them>(area: usize): void {
  const task = taskOf(area);
  const position = changetype<Position>(area + POSITION);
  const list = area + MOVE_LISTS;
  const legal = <u32>((generate<Us, Them, All, Write>(position, list) - list) / MOVE_BYTES);
  const choice = task.rootMoves ? min(task.rootMoves, legal) : legal;
  const lines = min(min(task.lines, choice), MAX_LINES);
  memory.fill(area + KILLERS, 0, 1024);
  memory.fill(area + HISTORY, 0, HISTORY_BYTES);

  // Something to play, should the search be stopped before it knows anything.
  if (lines) {
    store<u32>(variation(area, 0), 1);
    store<u16>(variation(area, 0), task.rootMoves ? load<u16>(area + ROOT_MOVES) : load<u16>(list), 4);
    beginReport(area);
    reportVariation(area, 0, 0, evaluate<Us, Them>(position));
    endReport(area, 1);
  }

  for (let depth = 1; lines && depth <= min(<i32>task.maxDepth, LAST_PLY); depth++) {
    if (task.thread > 0 && depth > 1 && ((depth + <i32>task.thread) & 1) == 0) continue;
    task.depth = depth;
    task.selectiveDepth = 0;
    store<u32>(area + FOUND_COUNT, 0);
    for (let n: u32 = 0; n < lines; n++) {
      const score = search_<Us, Them>(area, -INFINITE, INFINITE, depth, 0, task.rootPath, true);
      if (load<u32>(area + STOPPED)) return;
      beginReport(area);
      reportVariation(area, n, depth, score);
      sortLines(area, n);
      endReport(area, max(n + 1, load<u32>(area + REPORT_COUNT)));
      store<u32>(area + FOUND + (<usize>n << 2), <u32>load<u16>(variation(area, 0), 4));
      store<u32>(area + FOUND_COUNT, n + 1);
    }
    if (atomic.load<i32>(SOFT_STOP) != 0) return;
  }
}

/**
 * Searches the position of a thread's area as its task says, until it is done or stopped. Thread 0 ends the search for
 * all of them.
 */
export function search(thread: i32): void {
  const area = threadArea(thread);
  const task = taskOf(area);
  task.nodes = 0;
  task.depth = 0;
  task.selectiveDepth = 0;
  store<u32>(area + STOPPED, 0);
  store<u32>(area + FOUND_COUNT, 0);
  beginReport(area);
  endReport(area, 0);
  if (changetype<Position>(area + POSITION).turn == 0) deepen<White, Black>(area);
  else deepen<Black, White>(area);
  if (thread == 0) atomic.store<i32>(STOP_FLAG, 1);
}
