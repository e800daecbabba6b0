import type { Position } from 'chessops/chess';
import type { NormalMove } from 'chessops/types';
import { SquareSet } from 'chessops/squareSet';
import { ROLES } from 'chessops/types';
import { opposite } from 'chessops/util';
import { chess } from './chess';
import {
  BLACK_KING,
  BLACK_MAN,
  draughts,
  WHITE_KING,
  WHITE_MAN,
  type DraughtsMove,
  type DraughtsState,
} from './draughts';
import type { Rules } from './rules';

/** What the lab's small search must know of a game besides its rules. */
export interface Contest<State, Move> {
  rules: Rules<State, Move>;
  /** From the mover's view, in hundredths of a man or pawn. */
  evaluate(state: State): number;
  /** A capture or promotion: searched beyond the horizon. */
  isNoisy(state: State, move: Move): boolean;
  /** Whether the mover may decline all noisy moves. */
  mayStand: boolean;
  /** The worth of a noisy move for trying it early. */
  worth(state: State, move: Move): number;
  /** 24 bits or fewer, not 0. Two moves that pack alike are tried alike. */
  pack(move: Move): number;
  /** The noisy moves alone, where making them costs less than sorting them out; only asked where `mayStand`. */
  noisyMoves?(state: State): Move[];
  /** No legal moves: lost, or drawn by stalemate. */
  isLost(state: State): boolean;
}

const VALUES = { pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, king: 0 };

/** Towards the centre: 0 at the rim to 3 in the middle. */
const CENTRE = Array.from({ length: 64 }, (_, square) =>
  Math.min(square & 7, 7 - (square & 7), square >> 3, 7 - (square >> 3)),
);

const chessContest: Contest<Position, NormalMove> = {
  rules: chess,
  evaluate({ board, turn }) {
    let score = 0;
    for (const role of ROLES) {
      const weight = role === 'rook' || role === 'king' ? 0 : role === 'pawn' ? 6 : 10;
      for (const square of board[role]) {
        const white = board.white.has(square);
        const advance = role === 'pawn' ? 5 * (white ? square >> 3 : 7 - (square >> 3)) : 0;
        const worth = VALUES[role] + weight * CENTRE[square]! + advance;
        score += white ? worth : -worth;
      }
    }
    return turn === 'white' ? score : -score;
  },
  isNoisy: ({ board }, { to, promotion }) => promotion !== undefined || board.occupied.has(to),
  mayStand: true,
  noisyMoves(position) {
    const { board, turn } = position;
    const moves: NormalMove[] = [];
    const context = position.ctx();
    const enemies = board[opposite(turn)];
    const lastRanks = SquareSet.backranks();
    for (const from of board[turn]) {
      const pawn = board.pawn.has(from);
      const wanted = pawn ? enemies.union(lastRanks) : enemies;
      for (const to of position.dests(from, context).intersect(wanted)) {
        moves.push(pawn && lastRanks.has(to) ? { from, to, promotion: 'queen' } : { from, to });
      }
    }
    return moves;
  },
  worth({ board, turn }, { from, to, promotion }) {
    const captured = board.get(to);
    // Castling is written as the king taking its own rook.
    if (captured?.color === turn) return 0;
    return (
      (captured ? 10 * VALUES[captured.role] - VALUES[board.getRole(from)!] / 10 + 1 : 0) +
      (promotion ? VALUES[promotion] : 0)
    );
  },
  pack: ({ from, to, promotion }) => (from | (to << 6) | ((promotion ? ROLES.indexOf(promotion) : 0) << 12)) + 1,
  isLost: (position) => position.isCheck(),
};

const draughtsContest: Contest<DraughtsState, DraughtsMove> = {
  rules: draughts,
  evaluate({ board, whiteToMove }) {
    let score = 0;
    for (let square = 0; square < 32; square++) {
      const row = square >> 2;
      switch (board[square]) {
        case WHITE_MAN:
          score += 100 + 3 * (7 - row);
          break;
        case WHITE_KING:
          score += 150;
          break;
        case BLACK_MAN:
          score -= 100 + 3 * row;
          break;
        case BLACK_KING:
          score -= 150;
          break;
      }
    }
    return whiteToMove ? score : -score;
  },
  isNoisy: (_, { taken }) => taken.length > 0,
  // Taking is compulsory.
  mayStand: false,
  worth: (_, { taken }) => taken.length,
  pack: ({ path }) => (path[0]! | (path.at(-1)! << 5)) + 1,
  isLost: () => true,
};

/** The games that the lab's small search plays. */
export const contestNames = ['chess', 'draughts'] as const;
export type ContestName = (typeof contestNames)[number];

export const contests: Record<ContestName, Contest<unknown, unknown>> = {
  chess: chessContest as Contest<unknown, unknown>,
  draughts: draughtsContest as Contest<unknown, unknown>,
};
