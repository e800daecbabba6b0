import { extra, feature, type Feature } from './key-set';
import type { Rules } from './rules';

/**
 * English draughts (checkers) on the 32 dark squares, numbered as in print but from 0: black stands on 0..11 and moves
 * first, towards 31. Men step and jump forwards, kings both ways; to jump is compulsory, a jump goes on while it can,
 * and a man that reaches the last row is crowned and stops.
 *
 * The lab's features: 4 kinds (black man, black king, white man, white king) on 32 places, as Zobrist counted them for
 * checkers, and "white to move".
 */
export interface DraughtsState {
  /** By square: EMPTY, or kind + 1. */
  board: Int8Array;
  whiteToMove: boolean;
}

export interface DraughtsMove {
  /** Squares touched, the first and the last included. */
  path: number[];
  /** Squares of the men taken. */
  taken: number[];
}

const EMPTY = 0;
/** What stands on a square of a board. */
export const BLACK_MAN = 1;
export const BLACK_KING = 2;
export const WHITE_MAN = 3;
export const WHITE_KING = 4;

const isWhite = (piece: number): boolean => piece >= WHITE_MAN;
const isKing = (piece: number): boolean => piece === BLACK_KING || piece === WHITE_KING;

const NONE = -1;
/** Towards white's side first: 0 down-left, 1 down-right, 2 up-left, 3 up-right. */
const DIRECTIONS = [0, 1, 2, 3];
const STEPS = Array.from({ length: 32 }, (_, square) => DIRECTIONS.map((direction) => neighbour(square, direction)));

function neighbour(square: number, direction: number): number {
  const row = square >> 2;
  const column = 2 * (square & 3) + (row & 1 ? 0 : 1);
  const toRow = row + (direction < 2 ? 1 : -1);
  const toColumn = column + (direction & 1 ? 1 : -1);
  return toRow < 0 || toRow > 7 || toColumn < 0 || toColumn > 7 ? NONE : 4 * toRow + (toColumn >> 1);
}

const directionsOf = (piece: number): number[] =>
  isKing(piece) ? DIRECTIONS : isWhite(piece) ? DIRECTIONS.slice(2) : DIRECTIONS.slice(0, 2);

const crownRow = (piece: number, square: number): boolean =>
  (piece === BLACK_MAN && square >= 28) || (piece === WHITE_MAN && square < 4);

const shape = { kinds: 4, places: 32, extras: 1 };
const WHITE_TO_MOVE = extra(shape, 0);
const standing = (piece: number, square: number): Feature => feature(shape, piece - 1, square);

function jumpsFrom(
  { board }: DraughtsState,
  piece: number,
  path: number[],
  taken: number[],
  into: DraughtsMove[],
): void {
  const square = path.at(-1)!;
  let ends = true;
  if (taken.length === 0 || !crownRow(piece, square)) {
    for (const direction of directionsOf(piece)) {
      const over = STEPS[square]![direction]!;
      if (over === NONE || board[over] === EMPTY || isWhite(board[over]!) === isWhite(piece) || taken.includes(over))
        continue;
      const to = STEPS[over]![direction]!;
      // The square it came from is free for it again.
      if (to === NONE || (board[to] !== EMPTY && to !== path[0])) continue;
      ends = false;
      jumpsFrom({ board, whiteToMove: isWhite(piece) }, piece, [...path, to], [...taken, over], into);
    }
  }
  if (ends && taken.length > 0) into.push({ path, taken });
}

export const draughts: Rules<DraughtsState, DraughtsMove> = {
  name: 'draughts',
  shape,

  start: () => ({
    board: Int8Array.from({ length: 32 }, (_, square) => (square < 12 ? BLACK_MAN : square < 20 ? EMPTY : WHITE_MAN)),
    whiteToMove: false,
  }),

  copy: ({ board, whiteToMove }) => ({ board: board.slice(), whiteToMove }),

  legalMoves(state) {
    const { board, whiteToMove } = state;
    const jumps: DraughtsMove[] = [];
    const steps: DraughtsMove[] = [];
    for (let square = 0; square < 32; square++) {
      const piece = board[square]!;
      if (piece === EMPTY || isWhite(piece) !== whiteToMove) continue;
      jumpsFrom(state, piece, [square], [], jumps);
      if (jumps.length > 0) continue;
      for (const direction of directionsOf(piece)) {
        const to = STEPS[square]![direction]!;
        if (to !== NONE && board[to] === EMPTY) steps.push({ path: [square, to], taken: [] });
      }
    }
    return jumps.length > 0 ? jumps : steps;
  },

  play(state, { path, taken }) {
    const { board } = state;
    const from = path[0]!;
    const to = path.at(-1)!;
    const piece = board[from]!;
    const placed = crownRow(piece, to) ? piece + 1 : piece;
    // A king may jump in a circle, back to where it stood: then nothing was moved.
    const features = from === to ? [] : [standing(piece, from), standing(placed, to)];
    for (const square of taken) {
      features.push(standing(board[square]!, square));
      board[square] = EMPTY;
    }
    board[from] = EMPTY;
    board[to] = placed;
    state.whiteToMove = !state.whiteToMove;
    return [...features, WHITE_TO_MOVE];
  },

  features({ board, whiteToMove }) {
    const features: Feature[] = [];
    board.forEach((piece, square) => piece !== EMPTY && features.push(standing(piece, square)));
    return whiteToMove ? [...features, WHITE_TO_MOVE] : features;
  },

  identity: ({ board, whiteToMove }) => `${board.join('')}${whiteToMove ? 'w' : 'b'}`,

  makeMove: (_, { path, taken }) =>
    taken.length > 0 ? path.map((square) => square + 1).join('x') : `${path[0]! + 1}-${path[1]! + 1}`,
};
