import { extra, feature, type Feature } from './key-set';
import type { Rules } from './rules';

/**
 * Othello on 8 by 8, a1 = 0 at the top left as its notation counts (a1 b1 … h8). Black moves first. A disc is placed so
 * that it encloses lines of the other colour, which turn over: each turned disc is a removal and a placement, two XORs.
 * Who cannot move passes; when neither can, the game is over.
 */
export interface OthelloState {
  /** By square: 0 empty, 1 black, 2 white. */
  board: Int8Array;
  whiteToMove: boolean;
}

/** A square, or PASS. */
export type OthelloMove = number;
export const PASS = 64;

const BLACK = 1;
const WHITE = 2;

const RAYS = Array.from({ length: 64 }, (_, square) =>
  [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].flatMap((right) => {
      if (down === 0 && right === 0) return [];
      const ray: number[] = [];
      let row = (square >> 3) + down;
      let column = (square & 7) + right;
      for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += down, column += right) ray.push(8 * row + column);
      return ray.length > 1 ? [ray] : [];
    }),
  ),
);

const shape = { kinds: 2, places: 64, extras: 1 };
const WHITE_TO_MOVE = extra(shape, 0);
const disc = (color: number, square: number): Feature => feature(shape, color - 1, square);

/** The discs that a placement would turn over; none: it is not legal. */
function turned(board: Int8Array, square: number, color: number): number[] {
  if (board[square] !== 0) return [];
  const all: number[] = [];
  for (const ray of RAYS[square]!) {
    let length = 0;
    while (length < ray.length && board[ray[length]!] === 3 - color) length++;
    if (length > 0 && length < ray.length && board[ray[length]!] === color) all.push(...ray.slice(0, length));
  }
  return all;
}

const placements = (board: Int8Array, color: number): number[] => {
  const squares: number[] = [];
  for (let square = 0; square < 64; square++) if (turned(board, square, color).length > 0) squares.push(square);
  return squares;
};

export const othello: Rules<OthelloState, OthelloMove> = {
  name: 'othello',
  shape,

  start() {
    const board = new Int8Array(64);
    board[27] = board[36] = WHITE;
    board[28] = board[35] = BLACK;
    return { board, whiteToMove: false };
  },

  copy: ({ board, whiteToMove }) => ({ board: board.slice(), whiteToMove }),

  legalMoves({ board, whiteToMove }) {
    const color = whiteToMove ? WHITE : BLACK;
    const squares = placements(board, color);
    if (squares.length > 0) return squares;
    return placements(board, 3 - color).length > 0 ? [PASS] : [];
  },

  play(state, square) {
    const { board } = state;
    const color = state.whiteToMove ? WHITE : BLACK;
    state.whiteToMove = !state.whiteToMove;
    if (square === PASS) return [WHITE_TO_MOVE];
    const features = [disc(color, square)];
    for (const each of turned(board, square, color)) {
      board[each] = color;
      features.push(disc(3 - color, each), disc(color, each));
    }
    board[square] = color;
    return [...features, WHITE_TO_MOVE];
  },

  features({ board, whiteToMove }) {
    const features: Feature[] = [];
    board.forEach((color, square) => color !== 0 && features.push(disc(color, square)));
    return whiteToMove ? [...features, WHITE_TO_MOVE] : features;
  },

  identity: ({ board, whiteToMove }) => `${board.join('')}${whiteToMove ? 'w' : 'b'}`,

  makeMove: (_, square) => (square === PASS ? 'pass' : `${'abcdefgh'[square & 7]}${(square >> 3) + 1}`),
};
