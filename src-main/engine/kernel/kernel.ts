/**
 * The kernel's face: what the host may call, and the constants it needs. Functions here pick the side; all else
 * happens in the files beside.
 */

import { Black, White } from './bits';
import { givesCheck, isLegal } from './legality';
import { All, generate, isInCheck, Noisy, Quiet, Write } from './movegen';
import { make, Position, undo } from './position';

export * from './memory';
export { writeTables } from './tables';
export { OPPOSITE_CHECK, PAWN_ON_BACK_RANK, SET_UP, setPosition, WRONG_KINGS } from './setup';
export { BOARD, earlierOccurrences, makeNull, NO_PIECE, NO_SQUARE, ply, STATE_BYTES, undoNull } from './position';
export * from './score';
export * from './table';
export * from './task';
export { refereeCode } from './referee';
export { quiescenceScore, search, searchPlainly } from './deepen';
export { evaluation, featureScore } from './evaluate';
export { PART_PAIR, PART_PHASE, PART_SCALE, partsOf } from './evaluation-side';
export { NETWORK_BYTES } from './network';
export { perftPicked } from './perft-picked';
export { plainScore } from './plain';
export { seeAtLeast } from './see';
export { kpkWins } from './kpk';
export { trace } from './trace';
export { NETWORK, WEIGHTS_AT } from './search-memory';
export { writeSearchTables } from './search-tables';
export { DANGER_BASE, DANGER_END, WEIGHTS } from './weights';
export * from './scan-memory';
export { countLines } from './line-ends';
export {
  DONE,
  dropGame,
  emptyColumns,
  endGame,
  FULL,
  IRREGULAR,
  keepFirstPosition,
  NEED_INPUT,
  resync,
  scanGames,
  scanOn,
  setInput,
  START_WANTED,
} from './scan';
export { perftHashed, perftList, perftPlain, perftPopcount } from './perft';

/** Legal moves of the side to move, written as u16; returns how many. 256 always suffice. */
export function legalMoves(position: Position, list: usize): i32 {
  const end = position.turn == 0
    ? generate<White, Black, All, Write>(position, list)
    : generate<Black, White, All, Write>(position, list);
  return ((end - list) >> 1) as i32;
}

export function noisyMoves(position: Position, list: usize): i32 {
  const end = position.turn == 0
    ? generate<White, Black, Noisy, Write>(position, list)
    : generate<Black, White, Noisy, Write>(position, list);
  return ((end - list) >> 1) as i32;
}

export function quietMoves(position: Position, list: usize): i32 {
  const end = position.turn == 0
    ? generate<White, Black, Quiet, Write>(position, list)
    : generate<Black, White, Quiet, Write>(position, list);
  return ((end - list) >> 1) as i32;
}

/** Whether this move, from wherever it comes, is legal here. */
export function isLegalMove(position: Position, move: u32): bool {
  return position.turn == 0 ? isLegal<White, Black>(position, move) : isLegal<Black, White>(position, move);
}

/** Whether a legal move will give check. */
export function moveGivesCheck(position: Position, move: u32): bool {
  return position.turn == 0 ? givesCheck<White, Black>(position, move) : givesCheck<Black, White>(position, move);
}

export function inCheck(position: Position): bool {
  return position.turn == 0 ? isInCheck<White, Black>(position) : isInCheck<Black, White>(position);
}

/** Plays a legal move for the side to move. */
export function makeMove(position: Position, move: u32): void {
  if (position.turn == 0) make<White, Black>(position, move);
  else make<Black, White>(position, move);
}

/** Takes back the last move, which was no null move. */
export function undoMove(position: Position): void {
  if (position.turn == 0) undo<Black, White>(position);
  else undo<White, Black>(position);
}

/** The FIDE key. */
export function key(position: Position): u64 {
  return position.state.key;
}

/** Half-moves since a capture or pawn move. */
export function clock(position: Position): i32 {
  return position.state.clock;
}

/** The rights as a set of bits, and the square of a legal en passant capture. */
export function rights(position: Position): i32 {
  return position.state.rights;
}

export function epSquare(position: Position): i32 {
  return position.state.ep;
}
