import { normalizeMove, type Position } from 'chessops/chess';
import type { Setup } from 'chessops/setup';
import type { NormalMove } from 'chessops/types';
import { makeSquare, parseUci } from 'chessops/util';
import type { Failure } from '../../shared/api';
import { packMove, unpackMove } from '../../shared/chess/packed-move';
import { isFailure, parsePosition } from '../../shared/chess/position';

/** A position with the moves that led to it, checked: what is analysed, and the history that a score must respect. */
export interface Game {
  fen: string;
  /** Where the moves begin. */
  start: Position;
  setup: Setup;
  /** Packed. */
  moves: number[];
  /** Behind the moves: what is searched. */
  position: Position;
}

/** Reads FEN and UCI moves (castling in either notation). The failure names the FEN's fault or the illegal move. */
export function readGame(fen: string, moves: readonly string[]): Game | Failure {
  const position = parsePosition(fen);
  if (isFailure(position)) return position;
  const start = position.clone();
  const packed: number[] = [];
  for (const [n, uci] of moves.entries()) {
    const move = readMove(position, uci);
    if (move === undefined) return { failure: `move ${n + 1}, "${uci}", is not legal there` };
    packed.push(packMove(position, move));
    position.play(move);
  }
  return { fen, start, setup: start.toSetup(), moves: packed, position };
}

/** The legal move that UCI text means, in chessops' notation (castling as king takes rook). */
export function readMove(position: Position, uci: string): NormalMove | undefined {
  const parsed = parseUci(uci);
  if (!parsed || !('from' in parsed)) return undefined;
  const move = normalizeMove(position, parsed) as NormalMove;
  return position.isLegal(move) ? move : undefined;
}

/** How castling is written: as the king's two steps where chess has them, or always as the king taking its rook. */
export type CastlingNotation = 'standard' | 'chess960';

/** Packed moves from a position in UCI notation, as far as they are legal. The position is not changed. */
export function writeMoves(from: Position, packed: Iterable<number>, castling: CastlingNotation): string[] {
  const position = from.clone();
  const text: string[] = [];
  for (const one of packed) {
    const move = unpackMove(one);
    if (!position.isLegal(move)) break;
    text.push(writeMove(position, move, castling));
    position.play(move);
  }
  return text;
}

/** A legal move, castling as king takes rook, in UCI notation: "e2e4", "e7e8q", "e1g1" or "e1h1". */
export function writeMove(position: Position, { from, to, promotion }: NormalMove, castling: CastlingNotation): string {
  const castles = position.board.king.has(from) && position.board[position.turn].has(to);
  // Only a king on the e-file can be shown as moving two steps.
  const steps = castles && castling === 'standard' && (from & 7) === 4;
  const target = steps ? (from & 56) + (to > from ? 6 : 2) : to;
  const letter = promotion ? (promotion === 'knight' ? 'n' : promotion[0]) : '';
  return makeSquare(from) + makeSquare(target) + letter;
}
