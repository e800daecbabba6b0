import type { Position } from 'chessops/chess';
import { boardEquals } from 'chessops/board';
import { makeFen } from 'chessops/fen';
import { CASTLING_SIDES, COLORS, type CastlingSide, type Color, type Square } from 'chessops/types';
import type { Failure } from '../api';
import { EN_PASSANT_VERDICTS, enPassantVerdict, type EnPassantVerdict } from '../chess/en-passant';
import { IDENTITY_WORDS, legalEnPassant } from '../chess/identity';
import { isFailure, parsePosition } from '../chess/position';
import { featuresOf, keyComponents, type Component } from '../chess/zobrist';
import type { Game, MoveNode, TreeNode } from '../pgn/game';
import { lineTo, playNode, positionAt } from '../pgn/tree';
import type { GameReview } from './report';

/**
 * Twins look the same, piece for piece, and are not the same position; or they are, though their FENs differ. For each
 * pair: what differs, why, and the terms that differ in the key.
 */
export interface Twins {
  /** Equal by identity. */
  same: boolean;
  differences: Difference[];
  /** What differs in the FEN and does not count. */
  ignored: Ignored[];
  /** Features that one of them has and the other has not: the XOR of their figures takes one key to the other. */
  terms: (Component & { in: 'first' | 'second' })[];
}

export type Difference =
  | { kind: 'turn'; first: Color; second: Color }
  | {
      kind: 'castling';
      color: Color;
      side: CastlingSide;
      /** Where the rook with the right stands: in Chess960 two rooks can be meant by one name. */
      rook: Square;
      in: 'first' | 'second';
      /** The move by which the other lost it, if it had it. */
      lostBy: MoveNode | undefined;
    }
  | { kind: 'en passant'; square: Square; in: 'first' | 'second'; other: EnPassantVerdict };

export type Ignored =
  | { kind: 'half-move clock'; first: number; second: number }
  | { kind: 'move number'; first: number; second: number }
  | { kind: 'en passant square'; square: Square; in: 'first' | 'second'; verdict: EnPassantVerdict };

/** A position, and the game that led to it where there is one. */
export interface Moment {
  position: Position;
  game?: Game;
  node?: TreeNode;
}

/** The position that the node's move leads to, and where it stands. */
export const momentOf = (game: Game, node: TreeNode): Moment => ({ position: positionAt(game, node), game, node });

/** Undefined for positions that do not even look the same. */
export const compareTwins = (first: Moment, second: Moment): Twins | undefined => {
  const [a, b] = [first.position, second.position];
  if (!boardEquals(withoutMarks(a), withoutMarks(b))) return undefined;
  const differences: Difference[] = [];
  const ignored: Ignored[] = [];

  if (a.turn !== b.turn) differences.push({ kind: 'turn', first: a.turn, second: b.turn });
  for (const color of COLORS) {
    for (const side of CASTLING_SIDES) {
      const [rookA, rookB] = [a.castles.rook[color][side], b.castles.rook[color][side]];
      if (rookA === rookB) continue;
      const right = { kind: 'castling' as const, color, side };
      if (rookA !== undefined) {
        differences.push({ ...right, rook: rookA, in: 'first', lostBy: moveThatLost(second, color, side) });
      }
      if (rookB !== undefined) {
        differences.push({ ...right, rook: rookB, in: 'second', lostBy: moveThatLost(first, color, side) });
      }
    }
  }

  const [legalA, legalB] = [legalEnPassant(a), legalEnPassant(b)];
  const enPassant = { kind: 'en passant' as const };
  if (legalA !== legalB) {
    if (legalA !== undefined)
      differences.push({ ...enPassant, square: legalA, in: 'first', other: enPassantVerdict(b) });
    if (legalB !== undefined)
      differences.push({ ...enPassant, square: legalB, in: 'second', other: enPassantVerdict(a) });
  }
  for (const [which, position] of [['first', a] as const, ['second', b] as const]) {
    const other = which === 'first' ? b : a;
    if (position.epSquare === undefined || position.epSquare === other.epSquare) continue;
    if (legalEnPassant(position) !== undefined) continue;
    const verdict = enPassantVerdict(position);
    ignored.push({ kind: 'en passant square', square: position.epSquare, in: which, verdict });
  }
  if (a.halfmoves !== b.halfmoves) ignored.push({ kind: 'half-move clock', first: a.halfmoves, second: b.halfmoves });
  if (a.fullmoves !== b.fullmoves) ignored.push({ kind: 'move number', first: a.fullmoves, second: b.fullmoves });

  return { same: differences.length === 0, differences, ignored, terms: termsBetween(a, b) };
};

/** Promoted pieces are marked in some FENs; the Laws know no such mark. */
const withoutMarks = (position: Position) => {
  const board = position.board.clone();
  board.promoted = board.promoted.diff(board.occupied);
  return board;
};

const termsBetween = (a: Position, b: Position): Twins['terms'] => {
  const [inA, inB] = [new Set(featuresOf(a)), new Set(featuresOf(b))];
  return [
    ...keyComponents(a)
      .filter(({ figure }) => !inB.has(figure))
      .map((term) => ({ ...term, in: 'first' as const })),
    ...keyComponents(b)
      .filter(({ figure }) => !inA.has(figure))
      .map((term) => ({ ...term, in: 'second' as const })),
  ];
};

const moveThatLost = ({ game, node }: Moment, color: Color, side: CastlingSide): MoveNode | undefined => {
  if (!game?.start || !node) return undefined;
  const position = game.start.clone();
  for (const move of lineTo(node)) {
    const had = position.castles.rook[color][side] !== undefined;
    playNode(position, move);
    if (had && position.castles.rook[color][side] === undefined) return move;
  }
  return undefined;
};

/** Two FENs, compared as a person would write them down. */
export const compareFens = (first: string, second: string): Twins | Failure => {
  const [a, b] = [parsePosition(first), parsePosition(second)];
  if (isFailure(a)) return a;
  if (isFailure(b)) return b;
  return (
    compareTwins({ position: a }, { position: b }) ?? {
      failure: `the pieces stand differently: ${makeFen(a.toSetup(), { epd: true })} and ${makeFen(b.toSetup(), { epd: true })}`,
    }
  );
};

/**
 * Groups of visits with the pieces on the same squares that are not all of the same position, in the order in which the
 * game comes to them. Visits of all lines together: a variation can be the twin of the main line.
 */
export const findTwins = ({ visits }: GameReview): number[][] => {
  const groups = new Map<string, number[]>();
  for (let visit = 0; visit < visits.count; visit++) {
    const at = visit * IDENTITY_WORDS;
    const placement = visits.identities.subarray(at, at + IDENTITY_WORDS - 1).join();
    const group = groups.get(placement);
    if (group) group.push(visit);
    else groups.set(placement, [visit]);
  }
  const state = (visit: number) => visits.identities[(visit + 1) * IDENTITY_WORDS - 1];
  return [...groups.values()].filter((group) => group.some((visit) => state(visit) !== state(group[0]!)));
};

/** A difference in words. */
export const describeDifference = (difference: Difference): string => {
  switch (difference.kind) {
    case 'turn':
      return `${difference.first} to move in the first, ${difference.second} in the second`;
    case 'castling': {
      const { color, side, lostBy } = difference;
      const right = `${color} may castle ${side === 'h' ? 'short' : 'long'} only in the ${difference.in}`;
      return lostBy ? `${right}; the other lost it with ${lostBy.san}` : right;
    }
    case 'en passant':
      return `a legal en passant capture only in the ${difference.in}; in the other ${EN_PASSANT_VERDICTS[difference.other]}`;
  }
};
