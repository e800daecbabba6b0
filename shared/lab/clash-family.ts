import { Chess } from 'chessops/chess';
import { SquareSet } from 'chessops/squareSet';
import { Board } from 'chessops/board';
import type { Position } from 'chessops/chess';
import { ROLES } from 'chessops/types';
import { CASTLING_FIGURES, EN_PASSANT_FIGURES, TURN_FIGURE } from '../chess/random64';
import { chess } from './chess';
import type { Feature } from './key-set';

/**
 * What follows from one clash. Two positions that clash go on clashing for as long as the same moves, with the same
 * XORs, are played in both: the errors of a hash code come in families (TR 88: if CATS = DOGS, then CAT = DOG). Here the
 * family of a clash is grown by playing on.
 */
export interface FamilyByPlay {
  /** Moves ahead. */
  plies: number;
  /** Sequences of so many moves that both positions allow with the same XORs: each ends in a clash. */
  clashes: number;
  /** How many of so many chance encounters at the width would clash. */
  byChance: number;
}

/** A position made of its features. Undefined where they are not a legal one (diagrams of random features). */
export function positionOf(features: readonly Feature[]): Position | undefined {
  const board = Board.empty();
  let rights = SquareSet.empty();
  let file: number | undefined;
  for (const feature of features) {
    if (feature < CASTLING_FIGURES) {
      const kind = feature >> 6;
      board.set(feature & 63, { role: ROLES[kind >> 1]!, color: kind & 1 ? 'white' : 'black' });
    } else if (feature < EN_PASSANT_FIGURES) rights = rights.with([7, 0, 63, 56][feature - CASTLING_FIGURES]!);
    else if (feature < TURN_FIGURE) file = feature - EN_PASSANT_FIGURES;
  }
  const turn = features.includes(TURN_FIGURE) ? 'white' : 'black';
  const epSquare = file === undefined ? undefined : file + (turn === 'white' ? 40 : 16);
  const setup = { board, pockets: undefined, turn, castlingRights: rights, epSquare } as const;
  return Chess.fromSetup({ ...setup, remainingChecks: undefined, halfmoves: 0, fullmoves: 1 }).unwrap(
    (position) => position,
    () => undefined,
  );
}

/** `bits`: the width at which the two clash. At most `plies` moves ahead, 1 to 3. */
export function familyByPlay(a: Position, b: Position, bits: number, plies: number): FamilyByPlay[] {
  const family: FamilyByPlay[] = [];
  let pairs: [Position, Position][] = [[a, b]];
  for (let ahead = 1; ahead <= plies; ahead++) {
    pairs = pairs.flatMap(([left, right]) => successors(left, right));
    family.push({ plies: ahead, clashes: pairs.length, byChance: pairs.length * 2 ** -bits });
  }
  return family;
}

function successors(a: Position, b: Position): [Position, Position][] {
  const inB = new Map(chess.legalMoves(b).map((move) => [chess.makeMove(b, move), move]));
  return chess.legalMoves(a).flatMap((move): [Position, Position][] => {
    const same = inB.get(chess.makeMove(a, move));
    if (!same) return [];
    const [nextA, nextB] = [a.clone(), b.clone()];
    const xorsA = chess.play(nextA, move);
    const xorsB = chess.play(nextB, same);
    const alike = xorsA.length === xorsB.length && xorsA.every((feature) => xorsB.includes(feature));
    return alike ? [[nextA, nextB]] : [];
  });
}
