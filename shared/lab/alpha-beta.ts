import type { ClashTable } from './clash-table';
import type { Contest } from './contest';
import { emptyKey, toggle, type Key, type KeySet } from './key-set';

/**
 * A plain search for experiments with tables: iterative deepening, alpha-beta, captures beyond the horizon, moves
 * ordered by table, captures, and what refuted before. It knows no repetition and prunes nothing by guess, so that with
 * a sound table it finds the same score as without; what differs is what the table did. The app's engine is another.
 */
export interface SearchResult {
  depth: number;
  nodes: number;
  /** From the mover's view. */
  score: number;
  move: string;
}

const INFINITE = 32_000;
export const MATE = 30_000;
/** Beyond this a score counts the plies to the end of the game. */
const MATE_BOUND = 29_000;
const MAX_PLY = 100;

const toTable = (score: number, ply: number): number =>
  score >= MATE_BOUND ? score + ply : score <= -MATE_BOUND ? score - ply : score;
const fromTable = (score: number, ply: number): number =>
  score >= MATE_BOUND ? score - ply : score <= -MATE_BOUND ? score + ply : score;

/** Searches one game of `contest.ts`, position after position, over one table or none. */
export class AlphaBeta<State, Move> {
  nodes = 0;
  private readonly contest: Contest<State, Move>;
  private readonly figures: KeySet;
  private readonly refereeFigures: KeySet;
  private readonly table: ClashTable | undefined;
  private readonly history = new Int32Array(1 << 16);
  private best: Move | undefined;

  /** `figures` address and check, with at least three words; `referee` is of 64 bits and independent. */
  constructor(contest: Contest<State, Move>, figures: KeySet, referee: KeySet, table?: ClashTable) {
    this.contest = contest;
    this.figures = figures;
    this.refereeFigures = referee;
    this.table = table;
  }

  search(state: State, depth: number): SearchResult {
    this.nodes = 0;
    this.table?.newSearch();
    let score = 0;
    for (let d = 1; d <= depth; d++) score = this.visit(state, d, 0, -INFINITE, INFINITE);
    return { depth, nodes: this.nodes, score, move: this.best ? this.contest.rules.makeMove(state, this.best) : '' };
  }

  private keysOf(state: State): { key: Key; referee: Key } {
    const key = emptyKey(this.figures);
    const referee = emptyKey(this.refereeFigures);
    for (const feature of this.contest.rules.features(state)) {
      toggle(this.figures, key, feature);
      toggle(this.refereeFigures, referee, feature);
    }
    return { key, referee };
  }

  private visit(state: State, depth: number, ply: number, alpha: number, beta: number): number {
    const { rules } = this.contest;
    if (depth <= 0 || ply >= MAX_PLY) return this.quiesce(state, ply, alpha, beta);
    this.nodes++;

    // 1. What the table knows.
    let tableMove = 0;
    const keys = this.table && this.keysOf(state);
    if (keys) {
      const entry = this.table!.probe(keys.key, keys.referee);
      if (entry) {
        tableMove = entry.move;
        const score = fromTable(entry.score, ply);
        const settles =
          entry.bound === 'exact' ||
          (entry.bound === 'lower' && score >= beta) ||
          (entry.bound === 'upper' && score <= alpha);
        if (ply > 0 && entry.depth >= depth && settles) return score;
      }
    }

    // 2. The moves, the likely best first.
    const moves = rules.legalMoves(state);
    if (moves.length === 0) return this.contest.isLost(state) ? ply - MATE : 0;
    const ordered = this.order(state, moves, tableMove);

    // 3. Each in turn.
    let best = -INFINITE;
    let bestMove: Move | undefined;
    const begun = alpha;
    for (const move of ordered) {
      const next = rules.copy(state);
      this.advance(next, move);
      const score = -this.visit(next, depth - 1, ply + 1, -beta, -Math.max(alpha, best));
      if (score > best) {
        best = score;
        bestMove = move;
        if (ply === 0) this.best = move;
      }
      if (best >= beta) {
        this.history[this.contest.pack(move) & 0xffff]! += depth * depth;
        break;
      }
    }

    // 4. What was learnt.
    if (keys)
      this.table!.store(keys.key, keys.referee, {
        depth,
        score: toTable(best, ply),
        bound: best >= beta ? 'lower' : best > begun ? 'exact' : 'upper',
        move: bestMove ? this.contest.pack(bestMove) : 0,
      });
    return best;
  }

  private quiesce(state: State, ply: number, alpha: number, beta: number): number {
    this.nodes++;
    const { contest } = this;
    let best = -INFINITE;
    if (contest.mayStand) {
      best = contest.evaluate(state);
      if (best >= beta || ply >= MAX_PLY) return best;
    }
    const noisy =
      contest.noisyMoves?.(state) ?? contest.rules.legalMoves(state).filter((move) => contest.isNoisy(state, move));
    if (!contest.mayStand && (noisy.length === 0 || ply >= MAX_PLY)) {
      const stuck = contest.rules.legalMoves(state).length === 0;
      return stuck && contest.isLost(state) ? ply - MATE : contest.evaluate(state);
    }
    for (const move of this.order(state, noisy, 0)) {
      if (best >= beta) break;
      const next = contest.rules.copy(state);
      this.advance(next, move);
      best = Math.max(best, -this.quiesce(next, ply + 1, -beta, -Math.max(alpha, best)));
    }
    return best;
  }

  private advance(state: State, move: Move): void {
    const { rules } = this.contest;
    if (rules.advance) rules.advance(state, move);
    else rules.play(state, move);
  }

  private order(state: State, moves: Move[], tableMove: number): Move[] {
    const { contest } = this;
    return moves
      .map((move) => {
        const packed = contest.pack(move);
        const noisy = contest.isNoisy(state, move);
        const rank =
          packed === tableMove
            ? 1e9
            : noisy
              ? 1e8 + contest.worth(state, move)
              : Math.min(this.history[packed & 0xffff]!, 1e7);
        return { move, rank };
      })
      .sort((a, b) => b.rank - a.rank)
      .map(({ move }) => move);
  }
}
