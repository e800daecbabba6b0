import { Castles, Chess, IllegalSetup, type Position } from 'chessops/chess';
import { INITIAL_FEN, InvalidFen, parseFen } from 'chessops/fen';
import type { Setup } from 'chessops/setup';
import { opposite } from 'chessops/util';
import type { Failure } from '../api';

export { INITIAL_FEN };

/** What chessops finds wrong with a FEN, in words for the person who typed it. */
const FEN_FAULTS: Record<string, string> = {
  [InvalidFen.Fen]: 'too many fields',
  [InvalidFen.Board]: 'the piece placement does not describe 8 ranks of 8 squares',
  [InvalidFen.Pockets]: 'pieces in hand are not part of chess',
  [InvalidFen.Turn]: 'the side to move must be w or b',
  [InvalidFen.Castling]: 'the castling field is unreadable',
  [InvalidFen.EpSquare]: 'the en passant field is not a square',
  [InvalidFen.RemainingChecks]: 'a field follows the move number',
  [InvalidFen.Halfmoves]: 'the half-move clock is not a number',
  [InvalidFen.Fullmoves]: 'the move number is not a number',
  [IllegalSetup.Empty]: 'the board is empty',
  [IllegalSetup.OppositeCheck]: 'the side that is not to move stands in check',
  [IllegalSetup.PawnsOnBackrank]: 'a pawn stands on the first or last rank',
  [IllegalSetup.Kings]: 'each side needs exactly one king',
  [IllegalSetup.Variant]: 'not a position of chess',
};

/** Longer texts are no FEN; the limit keeps error messages readable. */
const MAX_FEN_LENGTH = 200;

const readSetup = (fen: string): Setup | Failure => {
  const shown = fen.length > MAX_FEN_LENGTH ? `${fen.slice(0, MAX_FEN_LENGTH)}…` : fen;
  if (fen.trim() === '') return { failure: 'bad FEN: it is empty' };
  return parseFen(fen.trim()).unwrap<Setup | Failure>(
    (setup) => setup,
    (error) => ({ failure: `bad FEN "${shown}": ${FEN_FAULTS[error.message] ?? error.message}` }),
  );
};

// chessops asks for the pushed pawn and its empty origin; the square it crossed must be empty, too.
const dropImpossibleEnPassant = (position: Position): Position => {
  if (position.epSquare !== undefined && position.board.occupied.has(position.epSquare)) position.epSquare = undefined;
  return position;
};

/**
 * Reads a FEN (X-FEN and Shredder castling flags included; missing last fields take their defaults) into a position
 * that obeys the rules. Claims that the board contradicts are dropped, not believed: castling rights without king or
 * rook at home, and an en passant square that no double push can have left.
 */
export const parsePosition = (fen: string): Position | Failure => {
  const setup = readSetup(fen);
  if (isFailure(setup)) return setup;
  return Chess.fromSetup(setup).unwrap<Position | Failure>(dropImpossibleEnPassant, (error) => ({
    failure: `bad FEN "${fen.trim()}": ${FEN_FAULTS[error.message] ?? error.message}`,
  }));
};

/**
 * Reads a FEN without asking whether chess allows the position: any diagram has a key, also one without a king.
 * Not to be played from.
 */
export const parseDiagram = (fen: string): Position | Failure => {
  const setup = readSetup(fen);
  if (isFailure(setup)) return setup;
  const diagram = Chess.default();
  diagram.board = setup.board;
  diagram.turn = setup.turn;
  diagram.castles = Castles.fromSetup(setup);
  diagram.halfmoves = setup.halfmoves;
  diagram.fullmoves = setup.fullmoves;
  const [forward, crossedRank] = setup.turn === 'white' ? [8, 5] : [-8, 2];
  const square = setup.epSquare;
  const pushed =
    square !== undefined &&
    square >> 3 === crossedRank &&
    !setup.board.occupied.has(square + forward) &&
    setup.board.pieces(opposite(setup.turn), 'pawn').has(square - forward);
  diagram.epSquare = pushed ? square : undefined;
  return dropImpossibleEnPassant(diagram);
};

/** Whether an answer is a reason instead of what was asked for. */
export const isFailure = (value: object): value is Failure => 'failure' in value;

/**
 * Passes the turn: what `--` in a game score stands for. Not a move of chess; as python-chess counts it, a half-move
 * that advances the clock and lets an en passant chance go by.
 */
export const playNull = (position: Position): void => {
  position.epSquare = undefined;
  position.halfmoves += 1;
  if (position.turn === 'black') position.fullmoves += 1;
  position.turn = opposite(position.turn);
};
