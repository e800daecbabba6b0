import type { Position } from 'chessops/chess';
import { castlingSide } from 'chessops/chess';
import { CASTLING_SIDES, COLORS, ROLES } from 'chessops/types';
import type { CastlingSide, Color, NormalMove, Piece, Square } from 'chessops/types';
import { kingCastlesTo, makeSquare, rookCastlesTo } from 'chessops/util';
import { legalEnPassant, pawnsBesideEnPassant } from './identity';
import { CASTLING_FIGURES, EN_PASSANT_FIGURES, RANDOM64, TURN_FIGURE } from './random64';

/**
 * Zobrist keys (A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970): every feature that a
 * position can have owns a random figure, and the key is the XOR of the figures of the features it has. The order in
 * which they came about does not matter, which is what makes two move orders meet; and to add or remove a feature is
 * the same one XOR.
 *
 *     const before = fideKey(position);
 *     const xors = moveXors(position, move);
 *     position.play(move);
 *     fideKey(position) === xors.reduce((key, { figure }) => key ^ RANDOM64[figure]!, before); // true
 *
 * Two keys share the 781 figures and differ in one rule, when the en passant file counts: in the *FIDE key* when a
 * capture is legal, in the *Polyglot key* when an enemy pawn stands beside the pushed pawn, pinned or not.
 */
export type KeyRule = 'fide' | 'polyglot';

/** A feature of a position is the index of its figure in `RANDOM64`: 0 to 780. */
export type Figure = number;

export interface Component {
  figure: Figure;
  /** Such as "white knight on b1", "castling h1", "en passant c", "white to move". */
  feature: string;
  key: bigint;
}

export interface MoveXor extends Component {
  change: 'removed' | 'added';
}

const pieceFigure = (piece: Piece, square: Square): Figure =>
  64 * (2 * ROLES.indexOf(piece.role) + (piece.color === 'white' ? 1 : 0)) + square;

/** By the king's side, also in Chess960: the format knows only short and long castling. */
const castlingFigure = (color: Color, side: CastlingSide): Figure =>
  CASTLING_FIGURES + (color === 'white' ? 0 : 2) + (side === 'h' ? 0 : 1);

const CASTLING_NAMES = ['castling h1', 'castling a1', 'castling h8', 'castling a8'];

const enPassantFigure = (position: Position, rule: KeyRule): Figure | undefined => {
  const square =
    rule === 'fide'
      ? legalEnPassant(position)
      : pawnsBesideEnPassant(position).nonEmpty()
        ? position.epSquare
        : undefined;
  return square === undefined ? undefined : EN_PASSANT_FIGURES + (square & 7);
};

/** What a figure, 0 to 780, stands for: see `Component.feature`. */
export const featureName = (figure: Figure): string => {
  if (figure < CASTLING_FIGURES) {
    const kind = figure >> 6;
    return `${kind & 1 ? 'white' : 'black'} ${ROLES[kind >> 1]} on ${makeSquare(figure & 63)}`;
  }
  if (figure < EN_PASSANT_FIGURES) return CASTLING_NAMES[figure - CASTLING_FIGURES]!;
  if (figure < TURN_FIGURE) return `en passant ${'abcdefgh'[figure - EN_PASSANT_FIGURES]}`;
  return 'white to move';
};

/** The features of a position: pieces by square, then castling, en passant, turn. */
export const featuresOf = (position: Position, rule: KeyRule = 'fide'): Figure[] => {
  const figures: Figure[] = [];
  for (const square of position.board.occupied) figures.push(pieceFigure(position.board.get(square)!, square));
  for (const color of COLORS) {
    for (const side of CASTLING_SIDES) {
      if (position.castles.rook[color][side] !== undefined) figures.push(castlingFigure(color, side));
    }
  }
  const enPassant = enPassantFigure(position, rule);
  if (enPassant !== undefined) figures.push(enPassant);
  if (position.turn === 'white') figures.push(TURN_FIGURE);
  return figures;
};

const component = (figure: Figure): Component => ({ figure, feature: featureName(figure), key: RANDOM64[figure]! });

/** The figures whose XOR is the key, each with what it stands for. */
export const keyComponents = (position: Position, rule: KeyRule = 'fide'): Component[] =>
  featuresOf(position, rule).map(component);

// The same 64-bit figures as pairs of 32-bit halves. Both views have the machine's byte order, so halves XORed one by
// one make the right whole, and a key costs one BigInt instead of thirty.
const halves = new Uint32Array(RANDOM64.buffer);
const sum = new BigUint64Array(1);
const sumHalves = new Uint32Array(sum.buffer);

/** The key of a position, from scratch. The XOR of the figures of `featuresOf`, without making the list. */
export const keyOf = (position: Position, rule: KeyRule): bigint => {
  const { board, castles } = position;
  let first = 0;
  let second = 0;
  const xor = (figure: Figure): void => {
    first ^= halves[2 * figure]!;
    second ^= halves[2 * figure + 1]!;
  };
  const xorPieces = (bits: number, figures: Figure): void => {
    for (; bits !== 0; bits &= bits - 1) xor(figures + 31 - Math.clz32(bits & -bits));
  };
  ROLES.forEach((role, index) => {
    for (const [color, kind] of [['black', 2 * index] as const, ['white', 2 * index + 1] as const]) {
      const pieces = board[role].intersect(board[color]);
      xorPieces(pieces.lo, 64 * kind);
      xorPieces(pieces.hi, 64 * kind + 32);
    }
  });
  for (const color of COLORS) {
    for (const side of CASTLING_SIDES) if (castles.rook[color][side] !== undefined) xor(castlingFigure(color, side));
  }
  const enPassant = enPassantFigure(position, rule);
  if (enPassant !== undefined) xor(enPassant);
  if (position.turn === 'white') xor(TURN_FIGURE);
  sumHalves[0] = first;
  sumHalves[1] = second;
  return sum[0]!;
};

/** 64 bits of the identity: what decides repetition and transposition here. */
export const fideKey = (position: Position): bigint => keyOf(position, 'fide');

/** The key under which opening books in Polyglot's format and other programs know the position. */
export const polyglotKey = (position: Position): bigint => keyOf(position, 'polyglot');

/**
 * The XORs that one legal move makes in the key, in the order of the act: what stood is removed, what stands is added,
 * then castling rights, en passant and turn. To take the move back is to make the same XORs again. A feature that
 * comes back at once (a Chess960 king that castles onto its own square) is left out.
 */
export const moveXors = (position: Position, move: NormalMove, rule: KeyRule = 'fide'): MoveXor[] => {
  const { board, castles, turn } = position;
  const removed: Figure[] = [];
  const added: Figure[] = [];
  const piece = board.get(move.from)!;
  const side = castlingSide(position, move);
  const rookFrom = side && castles.rook[turn][side];

  // 1. Pieces.
  removed.push(pieceFigure(piece, move.from));
  if (side && rookFrom !== undefined) {
    const rook: Piece = { color: turn, role: 'rook' };
    removed.push(pieceFigure(rook, rookFrom));
    added.push(pieceFigure(piece, kingCastlesTo(turn, side)), pieceFigure(rook, rookCastlesTo(turn, side)));
  } else {
    const enPassant = piece.role === 'pawn' && move.to === position.epSquare;
    const taken = enPassant ? move.to + (turn === 'white' ? -8 : 8) : move.to;
    const captured = board.get(taken);
    if (captured) removed.push(pieceFigure(captured, taken));
    added.push(pieceFigure(move.promotion ? { color: turn, role: move.promotion } : piece, move.to));
  }

  // 2. Castling rights: lost with the king's move, the rook's move, or the rook's capture.
  for (const color of COLORS) {
    for (const wing of CASTLING_SIDES) {
      const rook = castles.rook[color][wing];
      if (rook === undefined) continue;
      const lost = rook === move.from || rook === move.to || (color === turn && piece.role === 'king');
      if (lost) removed.push(castlingFigure(color, wing));
    }
  }

  // 3. En passant: the old chance goes, a new one may come.
  const before = enPassantFigure(position, rule);
  if (before !== undefined) removed.push(before);
  const next = position.clone();
  next.play(move);
  const after = enPassantFigure(next, rule);
  if (after !== undefined) added.push(after);

  // 4. Turn.
  (turn === 'white' ? removed : added).push(TURN_FIGURE);

  return [
    ...removed
      .filter((figure) => !added.includes(figure))
      .map((f) => ({ ...component(f), change: 'removed' as const })),
    ...added.filter((figure) => !removed.includes(figure)).map((f) => ({ ...component(f), change: 'added' as const })),
  ];
};

/** The key as 16 lower-case hex digits, the way the Polyglot format's own documentation prints it. */
export const makeKey = (key: bigint): string => key.toString(16).padStart(16, '0');

/** Reads 1 to 16 hex digits, with or without `0x`. */
export const parseKey = (text: string): bigint | undefined => {
  const digits = /^(?:0x)?([0-9a-f]{1,16})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : BigInt(`0x${digits}`);
};
