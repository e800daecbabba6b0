import { extra, feature, type Feature } from './key-set';
import type { Rules } from './rules';

/**
 * Go: stones are placed, groups without a liberty are taken off, suicide is not allowed. What superko forbids is no
 * matter of one state but of the game's history: see superko.ts. The rules here know only the simple facts of a state.
 *
 * The lab's features: 2 kinds on 361 places, as Zobrist counted them for Go, and "white to move". Positional superko
 * compares the key of the board alone, situational superko with the turn.
 */
export interface GoState {
  /** Lines of the board: 2 to 19. Points are numbered row by row from the top left. */
  size: number;
  /** By point: 0 empty, 1 black, 2 white. */
  board: Int8Array;
  whiteToMove: boolean;
  /** Two in a row end the game. */
  passes: number;
}

/** A point of the board, or PASS. */
export type GoMove = number;
export const PASS = -1;

export const BLACK = 1;
export const WHITE = 2;

/** Figures are laid out for 19 lines; smaller boards use the first of them. */
const shape = { kinds: 2, places: 361, extras: 1 };
export const WHITE_TO_MOVE = extra(shape, 0);
/** `color` is 1 for Black and 2 for White; points count from 0. */
export const stone = (color: number, point: number): Feature => feature(shape, color - 1, point);

const neighbourTables = new Map<number, number[][]>();

const neighbours = (size: number): number[][] => {
  let table = neighbourTables.get(size);
  if (!table) {
    table = Array.from({ length: size * size }, (_, point) => {
      const column = point % size;
      return [
        ...(point >= size ? [point - size] : []),
        ...(column > 0 ? [point - 1] : []),
        ...(column < size - 1 ? [point + 1] : []),
        ...(point < size * (size - 1) ? [point + size] : []),
      ];
    });
    neighbourTables.set(size, table);
  }
  return table;
};

/** The group of the stone on `point`, or undefined if it has a liberty. */
function withoutLiberty(board: Int8Array, near: number[][], point: number): number[] | undefined {
  const color = board[point];
  const group = [point];
  const seen = new Set(group);
  for (const member of group) {
    for (const next of near[member]!) {
      if (board[next] === 0) return undefined;
      if (board[next] === color && !seen.has(next)) {
        seen.add(next);
        group.push(next);
      }
    }
  }
  return group;
}

/** Stones that a placement would take; undefined where it is not legal: taken, or suicide. */
function captures({ board, size }: GoState, point: number, color: number): number[] | undefined {
  if (board[point] !== 0) return undefined;
  const near = neighbours(size);
  board[point] = color;
  const taken: number[] = [];
  for (const next of near[point]!) {
    if (board[next] === 3 - color && !taken.includes(next)) taken.push(...(withoutLiberty(board, near, next) ?? []));
  }
  const alive = taken.length > 0 || withoutLiberty(board, near, point) === undefined;
  board[point] = 0;
  return alive ? taken : undefined;
}

/** `size` lines, at most 19. Suicide is no move; superko is not looked for here (superko.ts). */
export const goOfSize = (size: number): Rules<GoState, GoMove> => ({
  name: 'go',
  shape,

  start: () => ({ size, board: new Int8Array(size * size), whiteToMove: false, passes: 0 }),

  copy: (state) => ({ ...state, board: state.board.slice() }),

  legalMoves(state) {
    if (state.passes >= 2) return [];
    const color = state.whiteToMove ? WHITE : BLACK;
    const moves: GoMove[] = [];
    for (let point = 0; point < size * size; point++) if (captures(state, point, color)) moves.push(point);
    return [...moves, PASS];
  },

  randomMove(state, random) {
    if (state.passes >= 2) return undefined;
    const color = state.whiteToMove ? WHITE : BLACK;
    // Points are drawn with PASS among them, so that even a full board ends.
    for (;;) {
      const point = random(size * size + 1) - 1;
      if (point === PASS || captures(state, point, color)) return point;
    }
  },

  play(state, point) {
    const color = state.whiteToMove ? WHITE : BLACK;
    state.whiteToMove = !state.whiteToMove;
    if (point === PASS) {
      state.passes++;
      return [WHITE_TO_MOVE];
    }
    state.passes = 0;
    const taken = captures(state, point, color) ?? [];
    state.board[point] = color;
    const features = [stone(color, point)];
    for (const each of taken) {
      state.board[each] = 0;
      features.push(stone(3 - color, each));
    }
    return [...features, WHITE_TO_MOVE];
  },

  features({ board, whiteToMove }) {
    const features: Feature[] = [];
    board.forEach((color, point) => color !== 0 && features.push(stone(color, point)));
    return whiteToMove ? [...features, WHITE_TO_MOVE] : features;
  },

  identity: ({ board, whiteToMove }) => `${board.join('')}${whiteToMove ? 'w' : 'b'}`,

  makeMove: (_, point) => makePoint(point, size),
});

/** On the usual board. */
export const go = goOfSize(19);

/** Whether a stone of that colour may be placed: empty point, no suicide. */
export const canPlace = (state: GoState, point: number, color: number): boolean =>
  captures(state, point, color) !== undefined;

/** As players say it: columns A to T without I from the left, rows from the bottom. */
export const makePoint = (point: GoMove, size: number): string =>
  point === PASS ? 'pass' : `${'ABCDEFGHJKLMNOPQRST'[point % size]}${size - Math.floor(point / size)}`;
