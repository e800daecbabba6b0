import type { Failure } from '../api';
import {
  BLACK_KING,
  BLACK_MAN,
  draughts,
  WHITE_KING,
  WHITE_MAN,
  type DraughtsMove,
  type DraughtsState,
} from './draughts';
import type { PlayedGame } from './meetings';

/**
 * Games of English draughts as PDN (portable draughts notation) or as bare lists of moves: `11-15 23-19 8-11 22x15`.
 * Comments, variations, numbers, NAGs and results are passed over. A capture is named by its first and last square or
 * by all of them, and `-` is taken for `x` where the only legal moves are captures, as old files have it.
 */
type Token =
  { kind: 'tag'; name: string; value: string } | { kind: 'move' | 'result' | 'other'; text: string; line: number };

const TOKENS =
  /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|\$\d+|(1-0|0-1|1\/2-1\/2|2-0|0-2|1-1|0-0|\*)(?=[\s)]|$)|(\d{1,2}(?:\s?[-x]\s?\d{1,2})+)|\d+\.+|[()]|[^\s()[\]{}]+|\S/gy;

function* tokens(text: string): Generator<Token> {
  let line = 1;
  let end = 0;
  for (const match of text.matchAll(new RegExp(TOKENS.source, 'g'))) {
    line += text.slice(end, match.index).split('\n').length - 1;
    end = match.index;
    const [whole, name, value, result, move] = match;
    if (name !== undefined) yield { kind: 'tag', name, value: value! };
    else if (result !== undefined) yield { kind: 'result', text: whole, line };
    else if (move !== undefined) yield { kind: 'move', text: move.replaceAll(/\s/g, ''), line };
    else if (!/^[{;$]|^\d+\.+$/.test(whole)) yield { kind: 'other', text: whole, line };
  }
}

/** `B:W18,24,K27:BK1,5`: side to move, then the men of each side, kings marked; ranges `1-12` as PDN 3 has them. */
export function parseDraughtsFen(fen: string): DraughtsState | Failure {
  const bad = (why: string): Failure => ({ failure: `bad draughts FEN "${fen.slice(0, 100)}": ${why}` });
  const [turn, ...sides] = fen.trim().replace(/\.$/, '').split(':');
  if (turn !== 'W' && turn !== 'B') return bad('the side to move must be W or B');
  const state: DraughtsState = { board: new Int8Array(32), whiteToMove: turn === 'W' };
  for (const side of sides) {
    const white = side[0] === 'W';
    if (!white && side[0] !== 'B') return bad(`"${side}" names no side`);
    for (const item of side.slice(1).split(',')) {
      if (item === '') continue;
      const match = /^(K?)(\d{1,2})(?:-(\d{1,2}))?$/.exec(item);
      const [from, to] = [Number(match?.[2]), Number(match?.[3] ?? match?.[2])];
      if (!match || !(from >= 1 && to <= 32)) return bad(`"${item}" is no square`);
      const piece = white ? (match[1] ? WHITE_KING : WHITE_MAN) : match[1] ? BLACK_KING : BLACK_MAN;
      state.board.fill(piece, from - 1, to);
    }
  }
  return state;
}

const resolve = (state: DraughtsState, text: string): DraughtsMove | undefined => {
  const squares = text.split(/[-x]/).map((square) => Number(square) - 1);
  const fits = draughts
    .legalMoves(state)
    .filter(({ path }) =>
      squares.length === 2
        ? path[0] === squares[0] && path.at(-1) === squares[1]
        : path.length === squares.length && path.every((square, i) => square === squares[i]),
    );
  // Two ways round that take the same men are the same move.
  const [first, ...others] = fits;
  const same = (a: DraughtsMove, b: DraughtsMove) =>
    a.taken.length === b.taken.length && a.taken.every((t) => b.taken.includes(t));
  return first && others.every((other) => same(first, other)) ? first : undefined;
};

export interface DraughtsFile {
  games: PlayedGame<DraughtsState, DraughtsMove>[];
  /** A game is read up to its first fault. */
  problems: string[];
}

/** All games of the text; a fault is a problem with its game's number, never an error. */
export function readPdn(text: string): DraughtsFile {
  const file: DraughtsFile = { games: [], problems: [] };
  let tags: Record<string, string> = {};
  let moves: DraughtsMove[] = [];
  let state = draughts.start();
  let start: DraughtsState | undefined;
  let depth = 0;
  let broken = false;
  const number = () => file.games.length + 1;
  const end = () => {
    if (moves.length > 0 || Object.keys(tags).length > 0) {
      const players = [tags.Black, tags.White].filter(Boolean).join(' – ');
      file.games.push({ name: players || `game ${number()}`, ...(start && { start }), moves });
    }
    [tags, moves, state, start, depth, broken] = [{}, [], draughts.start(), undefined, 0, false];
  };

  for (const token of tokens(text)) {
    if (token.kind === 'tag') {
      if (moves.length > 0 || broken) end();
      tags[token.name] = token.value;
      if (token.name === 'FEN') {
        const setup = parseDraughtsFen(token.value);
        if ('failure' in setup) {
          file.problems.push(`game ${number()}: ${setup.failure}`);
          broken = true;
        } else [start, state] = [setup, draughts.copy(setup)];
      }
    } else if (token.text === '(') depth++;
    else if (token.text === ')') depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (token.kind === 'result') end();
    else if (!broken) {
      const move = token.kind === 'move' ? resolve(state, token.text) : undefined;
      if (!move) {
        const why = token.kind === 'move' ? 'is not legal, or not only one move' : 'is not a move';
        file.problems.push(`game ${number()}, line ${token.line}: ${token.text} ${why}`);
        broken = true;
      } else {
        draughts.play(state, move);
        moves.push(move);
      }
    }
  }
  end();
  return file;
}
