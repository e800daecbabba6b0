import { normalizeMove, type Position } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import { isNormal, type Move, type NormalMove } from 'chessops/types';
import { charToRole, makeSquare, parseUci } from 'chessops/util';

/** What a move token turned out to be. */
export type MoveReading = { kind: 'move'; move: NormalMove } | { kind: 'null' } | { kind: 'fault'; message: string };

const NULL_MOVES = new Set(['--', 'Z0', 'z0', 'null', '@@@@', '0000', 'pass']);

/** A passed turn, in any of the ways that programs write it. */
export const isNullMove = (token: string): boolean => NULL_MOVES.has(token);

/**
 * A token rewritten into plain SAN: typographic dashes, zeros and lower-case letters in castling, `e.p.`, doubled
 * signs, promotion as `a8(Q)`, `a8/Q`, `a8Q`, captures as `:`, a `P` for the pawn.
 */
const plainSan = (token: string): string => {
  const plain = token
    .replace(/[‐-―−]/g, '-')
    .replace(/[!?]+$/, '')
    .replace(/e\.?p\.?(?=[+#]*$)/, '')
    .replace(/(?:\+\+|[+#])$/, '')
    .replace(/:/g, 'x')
    .replace(/^P(?=[a-h])/, '');
  const castling = /^[0oO](-?[0oO]){1,2}$/.exec(plain);
  if (castling) return plain.replace(/-/g, '').length === 3 ? 'O-O-O' : 'O-O';
  return plain.replace(/([18])(?:\((\w)\)|\/(\w)|=(\w)|(\w))$/, (_, rank: string, ...forms: (string | undefined)[]) => {
    const role = forms.slice(0, 4).find((form) => form !== undefined)!;
    return `${rank}=${role.toUpperCase()}`;
  });
};

const asNormal = (move: Move | undefined): NormalMove | undefined => (move && isNormal(move) ? move : undefined);

/** Reads one move as people write it: SAN first, then its common misspellings, then `e2e4`. */
export const readMove = (position: Position, token: string): MoveReading => {
  if (isNullMove(token)) {
    return position.isCheck() ? { kind: 'fault', message: 'a side in check cannot pass' } : { kind: 'null' };
  }
  const direct = asNormal(parseSan(position, token));
  if (direct) return { kind: 'move', move: direct };

  const plain = plainSan(token);
  const spellings = [plain];
  if (/^[nbrqk]/.test(plain)) spellings.push(plain[0]!.toUpperCase() + plain.slice(1));
  for (const spelling of spellings) {
    const move = asNormal(parseSan(position, spelling));
    if (move) return { kind: 'move', move };
  }
  const coordinates = asNormal(parseUci(plain.replace(/[-x=K]/g, '').toLowerCase()));
  if (coordinates && position.isLegal(coordinates)) {
    return { kind: 'move', move: normalizeMove(position, coordinates) as NormalMove };
  }
  return { kind: 'fault', message: faultOf(position, plain) };
};

/** Whether a token can be meant as a move at all; other tokens are skipped without ending the line. */
export const looksLikeMove = (token: string): boolean =>
  isNullMove(token) ||
  /^[PNBRQKnbrqk]?[a-h]?[1-8]?[-x:‐-―−]?[a-h][1-8]/.test(token) ||
  /^[0oO](?:[-‐-―−]?[0oO]){1,2}(?!\w)/.test(token);

const faultOf = (position: Position, san: string): string => {
  const parts = /^([NBRQK])?([a-h])?([1-8])?[-x]?([a-h][1-8])/.exec(san);
  if (parts) {
    const [, letter, file, rank, target] = parts;
    const role = letter ? charToRole(letter)! : 'pawn';
    const origins: string[] = [];
    for (const from of position.board.pieces(position.turn, role)) {
      const name = makeSquare(from);
      if ((file && name[0] !== file) || (rank && name[1] !== rank)) continue;
      for (const to of position.dests(from)) if (makeSquare(to) === target) origins.push(name);
    }
    if (origins.length > 1) return `ambiguous move: from ${origins.join(' or ')}?`;
    if (origins.length === 1 && role === 'pawn') return 'the promotion is missing or misplaced';
  }
  return `illegal move: ${position.turn} cannot play it here`;
};
