/**
 * Where the scanner keeps its things: behind the first thread's area, whose position and states it uses. A scanner has
 * a memory of its own, without a transposition table. From SCAN:
 *
 *     0x000000  Scan: the state between calls (4 KiB)
 *     0x001000  the usual first position, to copy from (4 KiB)
 *     0x002000  open variations, 8 bytes each: the move it replaces, the base of the line it leaves (256 KiB)
 *     0x050000  games: GameRecord, one each
 *     …         columns, one entry per position: keys u64, moves u16, clocks u16, occurrences u8
 *     INPUT     bytes of the file, to the end of the memory, zeros behind them
 */

import { THREAD_BYTES, THREADS_START } from './memory';

export const SCAN: usize = THREADS_START + THREAD_BYTES;
export const FIRST_POSITION: usize = SCAN + 0x1000;
export const VARIATIONS: usize = SCAN + 0x2000;
export const MAX_VARIATIONS: u32 = 32768;

export const GAMES: usize = SCAN + 0x50000;
export const MAX_GAMES: u32 = 8192;
export const GAME_BYTES: usize = 160;

export const MAX_POSITIONS: u32 = 1 << 20;
export const KEYS: usize = GAMES + (MAX_GAMES as usize) * GAME_BYTES;
export const MOVES: usize = KEYS + (MAX_POSITIONS as usize) * 8;
export const CLOCKS: usize = MOVES + (MAX_POSITIONS as usize) * 2;
export const OCCURRENCES: usize = CLOCKS + (MAX_POSITIONS as usize) * 2;
export const INPUT: usize = OCCURRENCES + (MAX_POSITIONS as usize);
/** Zeros that must follow the input, so that looking ahead needs no question. */
export const INPUT_MARGIN: usize = 64;

/** The tags whose places are noted, in this order; the host's names for them are in kernel-scan.ts. */
export const TAGS: u32 = 12;
export const TAG_FEN: u32 = 10;
export const TAG_VARIANT: u32 = 11;

// @ts-ignore: decorator
@unmanaged
export class Scan {
  /** Next byte to read. */
  at: usize;
  /** End of the input; `final`: nothing follows it. */
  end: usize;
  final: u32;
  /** Games and positions in the columns; the game being read comes behind them. */
  games: u32;
  positions: u32;
  /** Where the game being read begins. */
  gameStart: usize;
  /** Whether it has tags. */
  tagged: u32;
  /** Where the token read last ends. */
  tokenEnd: usize;
}

/** A game as found; offsets are from INPUT, plies from 1, 0 for never (the clocks: -1, they may stand at 0 already). */
// @ts-ignore: decorator
@unmanaged
export class GameRecord {
  start: u32;
  end: u32;
  /** Its first entry in the columns; it has plies + 1. */
  position: u32;
  plies: u32;
  /** Of the game's end: 0 none, 1 White won, 2 Black won, 3 drawn, 4 unknown (an asterisk). */
  result: u32;
  /** Most occurrences of one position, 255 for more; the plies at which one came for the second, third, fifth time. */
  maxRepetition: u32;
  second: u32;
  third: u32;
  fifth: u32;
  /** The first plies at which the half-move clock is at 100 and 150 or more. */
  clock100: i32;
  clock150: i32;
  /** No game can be played from its first position: it has no entry in the columns. */
  unplayable: u32;
}

/** After the fields: u32 start and end of each noted tag's value; both 0 where there is none. */
export const RECORD_TAGS: usize = 48;
