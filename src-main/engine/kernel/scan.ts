/**
 * PGN bytes to columns of moves, keys and clocks, at the speed of the memory: what a well-formed file needs, and no
 * more. The scanner stops where the host has to help, and says why:
 *
 *     NEED_INPUT   the game at `gameStart` goes on behind the input
 *     FULL         the columns are to be taken away first
 *     START_WANTED the game's tags speak of another first position or variant; the host sets it up, then `scanOn`
 *     IRREGULAR    from `gameStart` to the end that `resync` finds there is something the standard does not know
 *                  or the rules do not allow: the tolerant reader (shared/pgn) takes over, which also words the problem
 *     DONE         all input is read
 *
 * So there are two readers and one truth: this one gives the same as the tolerant one or gives up. Variations are
 * played, too, on a stack of their own, because a fault in one makes the game irregular; only the main line is noted.
 */

import { Black, White } from './bits';
import { THREADS_START, POSITION, STATES } from './memory';
import { zeroBytes } from './line-ends';
import { checkers, make, makeNull, Position, POSITION_BYTES, State, STATE_BYTES, undo, undoNull } from './position';
import { NO_MOVE, readSan } from './san';
import {
  CLOCKS,
  FIRST_POSITION,
  GAME_BYTES,
  GameRecord,
  GAMES,
  INPUT,
  INPUT_MARGIN,
  KEYS,
  MAX_GAMES,
  MAX_POSITIONS,
  MAX_VARIATIONS,
  MOVES,
  OCCURRENCES,
  RECORD_TAGS,
  SCAN,
  Scan,
  TAG_FEN,
  TAG_VARIANT,
  TAGS,
  VARIATIONS,
} from './scan-memory';

export const NEED_INPUT: i32 = 0;
export const FULL: i32 = 1;
export const START_WANTED: i32 = 2;
export const IRREGULAR: i32 = 3;
export const DONE: i32 = 4;
/** Between the parts of this file only: go on with the next step. */
const GO_ON: i32 = 5;

/** Main lines and variations longer than this are left to the tolerant reader. */
const MAX_GAME_PLIES: u32 = 16384;

/** What `moves` holds for a passed turn (shared/chess/packed-move.ts). */
const NULL_MOVE: u16 = 0x8000;

const TAB: u32 = 0x09;
const LF: u32 = 0x0a;
const CR: u32 = 0x0d;
const SPACE: u32 = 0x20;
const QUOTE: u32 = 0x22;
const PERCENT: u32 = 0x25;
const MINUS: u32 = 0x2d;
const DOT: u32 = 0x2e;
const ZERO: u32 = 0x30;
const ONE: u32 = 0x31;
const OPEN_BRACKET: u32 = 0x5b;
const BACKSLASH: u32 = 0x5c;
const CLOSE_BRACKET: u32 = 0x5d;
const OPEN_BRACE: u32 = 0x7b;
const CLOSE_BRACE: u32 = 0x7d;

// @ts-ignore: decorator
@inline
function control(): Scan {
  return changetype<Scan>(SCAN);
}

// @ts-ignore: decorator
@inline
function board(): Position {
  return changetype<Position>(THREADS_START + POSITION);
}

// @ts-ignore: decorator
@inline
function record(game: u32): GameRecord {
  return changetype<GameRecord>(GAMES + (game as usize) * GAME_BYTES);
}

// @ts-ignore: decorator
@inline
function byte(at: usize): u32 {
  return load<u8>(at);
}

// @ts-ignore: decorator
@inline
function isLetter(letter: u32): bool {
  return (letter | 0x20) - 0x61 < 26;
}

// @ts-ignore: decorator
@inline
function isDigit(letter: u32): bool {
  return letter - ZERO < 10;
}

/** Notes the position that now stands on the board as the one most games begin from. */
export function keepFirstPosition(): void {
  memory.copy(FIRST_POSITION, THREADS_START + POSITION, POSITION_BYTES);
  memory.copy(FIRST_POSITION + POSITION_BYTES, THREADS_START + STATES, STATE_BYTES);
}

function setFirstPosition(): void {
  memory.copy(THREADS_START + POSITION, FIRST_POSITION, POSITION_BYTES);
  memory.copy(THREADS_START + STATES, FIRST_POSITION + POSITION_BYTES, STATE_BYTES);
}

/**
 * Tells the scanner of its input: `length` bytes from INPUT, `final` if the file ends there. The columns are empty
 * again.
 */
export function setInput(length: usize, final: bool): void {
  const scan = control();
  scan.at = INPUT;
  scan.gameStart = INPUT;
  scan.end = INPUT + length;
  scan.final = final;
  scan.games = 0;
  scan.positions = 0;
  memory.fill(INPUT + length, 0, INPUT_MARGIN);
}

/** Empties the columns; reading goes on where it stopped. */
export function emptyColumns(): void {
  control().games = 0;
  control().positions = 0;
}

/** Takes the last game out of the columns again. */
export function dropGame(): void {
  const scan = control();
  scan.positions = record(--scan.games).position;
}

/** Reads games until the host has to help. */
export function scanGames(): i32 {
  const scan = control();
  let found = GO_ON;
  while (found == GO_ON) {
    if (scan.games == MAX_GAMES || scan.positions + MAX_GAME_PLIES >= MAX_POSITIONS) return FULL;
    scan.gameStart = scan.at;
    found = readTags(scan);
    if (found != GO_ON) return found;
    setFirstPosition();
    found = readMoves(scan);
  }
  return found;
}

/** Goes on after START_WANTED: the first position stands on the board. */
export function scanOn(): i32 {
  const found = readMoves(control());
  return found == GO_ON ? scanGames() : found;
}

// --- Tags ---

/** Which noted tag this is, its name's bytes as they lie in memory; TAGS for others. */
function tagNumber(name: u64): u32 {
  if (name == EVENT) return 4;
  if (name == 0x65746953) return 8; // Site
  if (name == 0x65746144) return 5; // Date
  if (name == 0x646e756f52) return 6; // Round
  if (name == 0x6574696857) return 0; // White
  if (name == 0x6b63616c42) return 1; // Black
  if (name == 0x746c75736552) return 7; // Result
  if (name == 0x6f6c456574696857) return 2; // WhiteElo
  if (name == 0x6f6c456b63616c42) return 3; // BlackElo
  if (name == 0x4f4345) return 9; // ECO
  if (name == 0x4e4546) return TAG_FEN;
  if (name == 0x746e6169726156) return TAG_VARIANT;
  return TAGS;
}

const EVENT: u64 = 0x746e657645;

/** A character that may end a tag's value or break it: a quote, a backslash, a control character; one bit for each. */
// @ts-ignore: decorator
@inline
function remarkable(word: u64): u64 {
  return zeroBytes(word ^ 0x2222222222222222) | zeroBytes(word ^ 0x5c5c5c5c5c5c5c5c) | zeroBytes(word & 0xe0e0e0e0e0e0e0e0);
}

/** From the game's beginning to its first move: GO_ON, or what the host has to do. */
function readTags(scan: Scan): i32 {
  const end = scan.end;
  const game = record(scan.games);
  const tags = changetype<usize>(game) + RECORD_TAGS;
  memory.fill(changetype<usize>(game), 0, GAME_BYTES);
  game.start = (scan.gameStart - INPUT) as u32;
  game.position = scan.positions;
  let at = scan.at;
  let seen = false;
  let lineEnds = 0;

  for (;;) {
    let letter = byte(at);
    while (letter == SPACE || letter == LF || letter == CR || letter == TAB) {
      if (letter == LF || (letter == CR && byte(at + 1) != LF)) lineEnds++;
      letter = byte(++at);
    }
    if (at + INPUT_MARGIN > end) {
      if (!scan.final) return NEED_INPUT;
      // Nothing but blanks: they belong to the game before.
      if (at >= end && !seen) {
        if (scan.games) record(scan.games - 1).end = (end - INPUT) as u32;
        return DONE;
      }
    }
    if (letter != OPEN_BRACKET) break;
    // Tags with an empty line between them: perhaps another game's.
    if (seen && lineEnds > 1) return IRREGULAR;
    lineEnds = 0;

    const tagStart = at++;
    let name = load<u64>(at);
    const space = zeroBytes(name ^ 0x2020202020202020);
    if (space) name &= ((space & -space) >> 7) - 1;
    const tag = space || byte(at + 8) == SPACE ? tagNumber(name) : TAGS;
    if (tag != TAGS) {
      at += space ? (ctz(space) as usize) >> 3 : 8;
      // A null character at a name's end is lost in the number.
      if (!byte(at - 1)) return IRREGULAR;
    } else {
      if (!isLetter(byte(at))) return at + INPUT_MARGIN > end && !scan.final ? NEED_INPUT : IRREGULAR;
      for (letter = byte(at); isLetter(letter) || isDigit(letter) || letter == 0x5f; ) letter = byte(++at);
    }
    if (byte(at) != SPACE || byte(at + 1) != QUOTE)
      return at + INPUT_MARGIN > end && !scan.final ? NEED_INPUT : IRREGULAR;
    at += 2;
    const valueStart = at;
    for (; at + 8 <= end; at += 8) if (remarkable(load<u64>(at))) break;
    for (letter = byte(at); letter != QUOTE; letter = byte(++at)) {
      if (letter == BACKSLASH) at++;
      if (letter < SPACE && letter != TAB) return at >= end && !scan.final ? NEED_INPUT : IRREGULAR;
    }
    if (at + INPUT_MARGIN > end && !scan.final) return NEED_INPUT;
    const valueEnd = at;
    if (byte(++at) != CLOSE_BRACKET) return IRREGULAR;
    at++;
    if (tag == TAGS) {
      seen = true;
      continue;
    }
    const place = tags + (tag << 3);
    if (load<u32>(place)) {
      // A second tag section: the game before has no moves.
      if (name == EVENT) {
        at = tagStart;
        break;
      }
      seen = true;
      continue;
    }
    seen = true;
    store<u32>(place, (valueStart - INPUT) as u32);
    store<u32>(place, (valueEnd - INPUT) as u32, 4);
  }

  // Stray dots do not end the tags.
  if (byte(at) == DOT) return IRREGULAR;
  // Moves without tags: only if they begin a game.
  if (!seen && !(byte(at) == ONE && byte(at + 1) == DOT)) return IRREGULAR;
  scan.at = at;
  scan.tagged = seen;
  return load<u32>(tags + (TAG_FEN << 3)) || load<u32>(tags + (TAG_VARIANT << 3)) ? START_WANTED : GO_ON;
}

// --- Moves ---

// @ts-ignore: decorator
@inline
function column(entry: u32, key: u64, clock: u16): void {
  store<u64>(KEYS + (entry << 3), key);
  store<u16>(CLOCKS + (entry << 1), clock);
}

/** Takes back the last move or null move. */
function takeBack(position: Position): void {
  if (position.state.move == 0) undoNull(position);
  else if (position.turn == 0) undo<Black, White>(position);
  else undo<White, Black>(position);
}

/** Plays a move that was taken back. */
function redo(position: Position, move: u32): void {
  if (move == 0) makeNull(position);
  else if (position.turn == 0) make<White, Black>(position, move);
  else make<Black, White>(position, move);
}

/** Whether a tag, with its value's quote, begins here. */
function isTag(at: usize): bool {
  if (!isLetter(byte(++at))) return false;
  let letter = byte(at);
  while (isLetter(letter) || isDigit(letter) || letter == 0x5f) letter = byte(++at);
  while (letter == SPACE || letter == TAB) letter = byte(++at);
  return letter == QUOTE;
}

/** Whether only blanks stand between the line's beginning, or the game's, and here. */
function beginsLine(scan: Scan, at: usize): bool {
  while (at > scan.gameStart) {
    const letter = byte(--at);
    if (letter == LF || letter == CR) return true;
    if (letter != SPACE && letter != TAB) return false;
  }
  return true;
}

/** Whether the line above the one that begins here is empty. */
function followsEmptyLine(scan: Scan, at: usize): bool {
  let lines = 0;
  while (at > scan.gameStart) {
    const letter = byte(--at);
    if (letter == LF || (letter == CR && byte(at + 1) != LF)) lines++;
    else if (letter != SPACE && letter != TAB && letter != CR) break;
    if (lines > 1) return true;
  }
  return false;
}

// @ts-ignore: decorator
@inline
function lineEnd(at: usize, end: usize): usize {
  while (at < end && byte(at) != LF && byte(at) != CR) at++;
  return at;
}

/** The moves, from the position on the board, to the game's end. */
function readMoves(scan: Scan): i32 {
  const position = board();
  const end = scan.end;
  const game = record(scan.games);
  const first = scan.positions;
  let at = scan.at;
  let entry = first;
  let depth: u32 = 0;
  /** The state from which the line now read departs, and how many plies it may still have. */
  let base = position.state;
  const last = changetype<usize>(position.state) + (MAX_GAME_PLIES as usize) * STATE_BYTES;
  let result: u32 = 0;
  column(entry, position.state.key, position.state.clock);

  for (;;) {
    const letter = byte(at);
    if (letter == SPACE) {
      at++;
      continue;
    }
    if (letter == LF || letter == CR) {
      at++;
      while (byte(at) == PERCENT) at = lineEnd(at, end);
      continue;
    }
    if (at + INPUT_MARGIN > end) {
      if (!scan.final) return NEED_INPUT;
      if (at >= end) break;
    }

    if (isLetter(letter) || (letter == ZERO && byte(at + 1) == MINUS && byte(at + 2) == ZERO)) {
      if (letter == 0x5a && byte(at + 1) == ZERO) {
        // Z0, falls to the null move below.
      } else {
        if (changetype<usize>(position.state) >= last) return IRREGULAR;
        let move: u32;
        if (position.turn == 0) {
          move = readSan<White, Black>(scan, position, at);
          if (move == NO_MOVE) return IRREGULAR;
          make<White, Black>(position, move);
        } else {
          move = readSan<Black, White>(scan, position, at);
          if (move == NO_MOVE) return IRREGULAR;
          make<Black, White>(position, move);
        }
        at = scan.tokenEnd;
        if (depth == 0) {
          store<u16>(MOVES + (entry << 1), move as u16);
          column(++entry, position.state.key, position.state.clock);
        }
        continue;
      }
    } else if (isDigit(letter)) {
      if ((letter == ONE || letter == ZERO) && !isDigit(byte(at + 1)) && byte(at + 1) != DOT) {
        const found = readResult(at);
        if (found) {
          at += found == 3 ? 7 : 3;
          if (depth) continue;
          result = found;
          break;
        }
      }
      at++;
      while (isDigit(byte(at))) at++;
      while (byte(at) == DOT) at++;
      if (byte(at) == MINUS || byte(at) == 0x2f || byte(at) == 0x2c || byte(at) == 0x3a || byte(at) > 0x7e)
        return IRREGULAR;
      continue;
    }

    if (letter == OPEN_BRACE) {
      for (at++; byte(at) != CLOSE_BRACE; at++) {
        if (at >= end) return scan.final ? IRREGULAR : NEED_INPUT;
        // A game after an empty line: the brace was forgotten, and the tolerant reader says so.
        if (byte(at) == OPEN_BRACKET && beginsLine(scan, at) && followsEmptyLine(scan, at) && isTag(at)) return IRREGULAR;
      }
      at++;
    } else if (letter == 0x3b) {
      at = lineEnd(at, end);
    } else if (letter == 0x24) {
      if (!isDigit(byte(++at)) || position.state == base) return IRREGULAR;
      while (isDigit(byte(at))) at++;
    } else if (letter == 0x21 || letter == 0x3f) {
      // One of the six usual signs.
      if (position.state == base) return IRREGULAR;
      at++;
      if (byte(at) == 0x21 || byte(at) == 0x3f) at++;
      if (byte(at) == 0x21 || byte(at) == 0x3f) return IRREGULAR;
    } else if (letter == 0x28) {
      if (position.state == base || depth == MAX_VARIATIONS) return IRREGULAR;
      // The variation replaces the last move. Its place on the stack also keeps the base of the line it leaves.
      const entryAt = VARIATIONS + (depth << 3);
      store<u32>(entryAt, position.state.move);
      store<u32>(entryAt, changetype<usize>(base) as u32, 4);
      takeBack(position);
      base = position.state;
      depth++;
      at++;
    } else if (letter == 0x29) {
      if (depth == 0) return IRREGULAR;
      depth--;
      while (position.state != base) takeBack(position);
      redo(position, load<u32>(VARIATIONS + (depth << 3)));
      base = changetype<State>(load<u32>(VARIATIONS + (depth << 3), 4) as usize);
      at++;
    } else if (letter == 0x2a) {
      at++;
      if (depth) continue;
      result = 4;
      break;
    } else if (letter == OPEN_BRACKET) {
      if (!beginsLine(scan, at) || !isTag(at)) return IRREGULAR;
      break;
    } else if (letter == TAB || letter == DOT) {
      at++;
    } else if ((letter == MINUS && byte(at + 1) == MINUS) || letter == 0x5a) {
      const next = byte(at + 2);
      if (next > SPACE && next != 0x29 && next != 0x28 && next != 0x7b) return IRREGULAR;
      if (changetype<usize>(position.state) >= last) return IRREGULAR;
      if (position.turn == 0 ? checkers<White, Black>(position) : checkers<Black, White>(position)) return IRREGULAR;
      makeNull(position);
      at += 2;
      if (depth == 0) {
        store<u16>(MOVES + (entry << 1), NULL_MOVE);
        column(++entry, position.state.key, position.state.clock);
      }
    } else return IRREGULAR;
  }
  if (depth || (!scan.tagged && entry == first)) return IRREGULAR;

  // What follows the game's end: blanks, which still belong to it, then the next game or nothing.
  if (result) {
    let letter = byte(at);
    while (letter == SPACE || letter == LF || letter == CR || letter == TAB) letter = byte(++at);
    if (at + INPUT_MARGIN > end && !scan.final) return NEED_INPUT;
    const ended = at >= end;
    const begins = letter == OPEN_BRACKET ? isTag(at) : letter == ONE && byte(at + 1) == DOT;
    if (!ended && !begins) return IRREGULAR;
  }
  game.end = (at - INPUT) as u32;
  game.plies = entry - first;
  game.result = result;
  scan.at = at;
  endGame();
  return scan.final && at >= end ? DONE : GO_ON;
}

/** A result in the standard's spelling, by its number in GameRecord; else 0. */
function readResult(at: usize): u32 {
  const letter = byte(at);
  let found: u32 = 0;
  let length: usize = 3;
  if (byte(at + 1) == MINUS) {
    if (letter == ONE && byte(at + 2) == ZERO) found = 1;
    else if (letter == ZERO && byte(at + 2) == ONE) found = 2;
  } else if (load<u32>(at) == 0x2d322f31 && load<u32>(at, 3) == 0x322f312d) {
    // "1/2-" and "-1/2"
    found = 3;
    length = 7;
  }
  const next = byte(at + length);
  return next <= SPACE || next == 0x29 || next == OPEN_BRACE || next == OPEN_BRACKET ? found : 0;
}

// --- The end of a game ---

/**
 * Counts the last game in: its occurrences, its repetitions and clocks, for which its columns must be complete. The host
 * calls it for games it wrote itself, after setting their record's start, end, plies and result.
 */
export function endGame(): void {
  const scan = control();
  const game = record(scan.games);
  const first = scan.positions;
  const plies = game.plies;
  game.position = first;
  game.second = game.third = game.fifth = 0;
  game.clock100 = game.clock150 = -1;
  scan.games++;
  if (game.unplayable) return;
  store<u16>(MOVES + ((first + plies) << 1), 0);
  let most: u32 = 0;

  for (let ply: u32 = 0; ply <= plies; ply++) {
    const entry = first + ply;
    const key = load<u64>(KEYS + (entry << 3));
    const clock: u32 = load<u16>(CLOCKS + (entry << 1));
    // Back by two, no further than the last irreversible move; the nearest equal position has counted the rest.
    let occurrences: u32 = 1;
    const limit = entry - min(clock, ply);
    for (let earlier = entry; earlier >= limit + 2; ) {
      earlier -= 2;
      if (load<u64>(KEYS + (earlier << 3)) == key) {
        // In a byte: the 255th and every later one count as 255. Nobody claims so late; the game was drawn at the fifth.
        occurrences = min<u32>(load<u8>(OCCURRENCES + earlier) + 1, 255);
        break;
      }
    }
    store<u8>(OCCURRENCES + entry, occurrences as u8);
    if (occurrences > most) {
      most = occurrences;
      if (most == 2) game.second = ply;
      else if (most == 3) game.third = ply;
      else if (most == 5) game.fifth = ply;
    }
    if (clock >= 100 && game.clock100 < 0) game.clock100 = ply;
    if (clock >= 150 && game.clock150 < 0) game.clock150 = ply;
  }
  game.maxRepetition = most;
  scan.positions = first + plies + 1;
}

// --- Finding the way again ---

/**
 * Where the next game surely begins after an irregular one: an `[Event "` at a line's beginning, outside comments, or
 * any tag after an empty line inside a comment that was never closed.
 * @returns its address; the input's end if none is there
 */
export function resync(from: usize): usize {
  const scan = control();
  const end = scan.end;
  let at = from;
  let begun = false;
  while (at < end) {
    const letter = byte(at);
    if (letter == OPEN_BRACKET && beginsLine(scan, at)) {
      const isEvent = load<u64>(at) == 0x22_20_74_6e_65_76_45_5b;
      if (isEvent && begun) return at;
      begun = begun || isEvent;
      at = lineEnd(at, end);
    } else if (letter == OPEN_BRACE) {
      begun = true;
      for (at++; at < end && byte(at) != CLOSE_BRACE; at++)
        if (byte(at) == OPEN_BRACKET && beginsLine(scan, at) && followsEmptyLine(scan, at) && isTag(at)) return at;
      at++;
    } else if (letter == 0x3b || (letter == PERCENT && beginsLine(scan, at))) {
      at = lineEnd(at, end);
    } else {
      if (isDigit(letter)) begun = true;
      at++;
    }
  }
  return end;
}
