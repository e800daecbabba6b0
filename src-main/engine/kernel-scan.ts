import { parseFen } from 'chessops/fen';
import type { Setup } from 'chessops/setup';
import { INITIAL_FEN } from '../../shared/chess/position';
import { Kernel, type KernelPosition } from './kernel';

/**
 * The scanner's side of kernel.ts: gives it bytes, hears why it stopped, and reads its columns. kernel/scan.ts has the
 * rules, kernel/scan-memory.ts draws the memory. A scanner has a kernel and a memory of its own.
 */

type Constant = WebAssembly.Global;

/** The exports used here; pointers are byte addresses. */
interface ScanExports {
  setInput(length: number, final: number): void;
  emptyColumns(): void;
  dropGame(): void;
  keepFirstPosition(): void;
  scanGames(): number;
  scanOn(): number;
  endGame(): void;
  resync(from: number): number;
  countLines(from: number, to: number): number;
  readonly SCAN: Constant;
  readonly GAMES: Constant;
  readonly GAME_BYTES: Constant;
  readonly RECORD_TAGS: Constant;
  readonly KEYS: Constant;
  readonly MOVES: Constant;
  readonly CLOCKS: Constant;
  readonly OCCURRENCES: Constant;
  readonly INPUT: Constant;
  readonly INPUT_MARGIN: Constant;
  readonly MAX_GAMES: Constant;
  readonly MAX_POSITIONS: Constant;
}

const at = (constant: Constant): number => constant.value as number;

/** Why the scanner stopped, by the kernel's number. */
export const STOPS = ['needInput', 'full', 'startWanted', 'irregular', 'done'] as const;
export type ScanStop = (typeof STOPS)[number];

/** The tags that game lists show, find and sort by, and those that a kept library adds (site, ECO). */
export const LISTED_TAGS = [
  'White',
  'Black',
  'WhiteElo',
  'BlackElo',
  'Event',
  'Date',
  'Round',
  'Result',
  'Site',
  'ECO',
] as const;
/** The tags whose places the kernel notes, in its order. */
export const SCANNED_TAGS = [...LISTED_TAGS, 'FEN', 'Variant'] as const;
export type ScannedTag = (typeof SCANNED_TAGS)[number];

/** Places of fields in `Scan`, in 32-bit words: kernel/scan-memory.ts has their meaning. */
const SCAN_AT = 0;
const SCAN_GAMES = 3;
const SCAN_POSITIONS = 4;
const SCAN_GAME_START = 5;

/** The same of `GameRecord`; what the columns say of a game, whichever reader wrote them. */
const RECORD = {
  /** Bytes from the input's beginning. */
  start: 0,
  end: 1,
  /** First entry in the columns; there are plies + 1. */
  position: 2,
  plies: 3,
  /** Most occurrences of one position; plies from 1, 0 for never. */
  most: 5,
  second: 6,
  third: 7,
  fifth: 8,
  /** Plies, -1 for never. */
  clock100: 9,
  clock150: 10,
  unplayable: 11,
} as const;
export type GameField = keyof typeof RECORD;

/** A game that the tolerant reader read, to stand in the columns like the others. */
export interface WrittenGame {
  start: number;
  end: number;
  /**
   * The move from each position, and each position's key and clock: one more of these than of the moves, or none where
   * no game can be played from the first position.
   */
  moves: ArrayLike<number>;
  keys: readonly bigint[];
  clocks: ArrayLike<number>;
}

/** A scanner over one input at a time: `input`, `begin`, then `scan` until it is done, each stop answered. */
export class KernelScanner {
  readonly #kernel: Kernel;
  readonly #exports: ScanExports;
  readonly #position: KernelPosition;

  private constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#exports = kernel.exports as unknown as ScanExports;
    this.#position = kernel.position(0);
    this.#position.load(parseFen(INITIAL_FEN).unwrap());
    this.#exports.keepFirstPosition();
  }

  static async load(file: string | URL): Promise<KernelScanner> {
    return new KernelScanner(await Kernel.load(file));
  }

  /** Most games that the columns hold. */
  get maxGames(): number {
    return at(this.#exports.MAX_GAMES);
  }

  /** Most positions that the columns hold, and so the longest game that can be written. */
  get maxPositions(): number {
    return at(this.#exports.MAX_POSITIONS);
  }

  /** Where to write `bytes` of input. A view does not survive a call for a larger one. */
  input(bytes: number): Uint8Array {
    const start = at(this.#exports.INPUT);
    this.#kernel.reserve(start + bytes + at(this.#exports.INPUT_MARGIN));
    return new Uint8Array(this.#kernel.memory.buffer, start, bytes);
  }

  /** Says how much input there is, and whether the file ends with it. The columns are empty again. */
  begin(length: number, final: boolean): void {
    this.#exports.setInput(length, Number(final));
  }

  scan(): ScanStop {
    return STOPS[this.#exports.scanGames()]!;
  }

  /** After `startWanted`: goes on from this position. Undefined if no game can be played from it. */
  scanFrom(start: Setup): ScanStop | undefined {
    if (this.#position.load(start) !== undefined) return undefined;
    return STOPS[this.#exports.scanOn()]!;
  }

  /** Takes the last game out of the columns again; returns where it begins. */
  dropGame(): number {
    const start = this.#record(this.games - 1)[RECORD.start]!;
    this.#exports.dropGame();
    return start;
  }

  emptyColumns(): void {
    this.#exports.emptyColumns();
  }

  /** Where the game begins that the scanner stopped in. */
  get gameStart(): number {
    return this.#scan[SCAN_GAME_START]! - at(this.#exports.INPUT);
  }

  get games(): number {
    return this.#scan[SCAN_GAMES]!;
  }

  get positions(): number {
    return this.#scan[SCAN_POSITIONS]!;
  }

  /** Where the next game surely begins behind `from`; the end of the input if none is there. */
  resync(from: number): number {
    const start = at(this.#exports.INPUT);
    return this.#exports.resync(start + from) - start;
  }

  /** Goes on at a place of the input. */
  moveTo(place: number): void {
    this.#scan[SCAN_AT] = at(this.#exports.INPUT) + place;
  }

  /** Line ends between two places of the input. */
  countLines(from: number, to: number): number {
    const start = at(this.#exports.INPUT);
    return this.#exports.countLines(start + from, start + to);
  }

  /** One field of every game in the columns. */
  gameColumn(field: GameField): Int32Array {
    const { GAMES, GAME_BYTES } = this.#exports;
    const stride = at(GAME_BYTES) / 4;
    const records = new Int32Array(this.#kernel.memory.buffer, at(GAMES), this.games * stride);
    const column = new Int32Array(this.games);
    for (let game = 0, word: number = RECORD[field]; game < column.length; game++, word += stride)
      column[game] = records[word]!;
    return column;
  }

  /** Start and end of one game's noted tags' values, `SCANNED_TAGS.length` pairs; both 0 where there is none. */
  tagPlaces(index: number): Uint32Array {
    const places = this.#recordAddress(index) + at(this.#exports.RECORD_TAGS);
    return new Uint32Array(this.#kernel.memory.buffer, places, 2 * SCANNED_TAGS.length);
  }

  /** Appends a game to the columns. */
  write(game: WrittenGame): void {
    const [index, position] = [this.games, this.positions];
    const positions = game.keys.length;
    const { KEYS, MOVES, CLOCKS } = this.#exports;
    const { buffer } = this.#kernel.memory;
    new BigUint64Array(buffer, at(KEYS) + 8 * position, positions).set(game.keys);
    new Uint16Array(buffer, at(MOVES) + 2 * position, game.moves.length).set(game.moves);
    new Uint16Array(buffer, at(CLOCKS) + 2 * position, positions).set(game.clocks);
    const record = this.#record(index);
    record.fill(0);
    record[RECORD.start] = game.start;
    record[RECORD.end] = game.end;
    record[RECORD.plies] = Math.max(0, positions - 1);
    record[RECORD.unplayable] = Number(positions === 0);
    this.#exports.endGame();
  }

  /** Copies of the columns as far as they are filled. */
  columns(): { keys: BigUint64Array; moves: Uint16Array; clocks: Uint16Array; occurrences: Uint8Array } {
    const { KEYS, MOVES, CLOCKS, OCCURRENCES } = this.#exports;
    const { buffer } = this.#kernel.memory;
    const length = this.positions;
    return {
      keys: new BigUint64Array(buffer, at(KEYS), length).slice(),
      moves: new Uint16Array(buffer, at(MOVES), length).slice(),
      clocks: new Uint16Array(buffer, at(CLOCKS), length).slice(),
      occurrences: new Uint8Array(buffer, at(OCCURRENCES), length).slice(),
    };
  }

  get #scan(): Uint32Array {
    return new Uint32Array(this.#kernel.memory.buffer, at(this.#exports.SCAN), 8);
  }

  #recordAddress(index: number): number {
    return at(this.#exports.GAMES) + index * at(this.#exports.GAME_BYTES);
  }

  #record(index: number): Uint32Array {
    const { GAME_BYTES } = this.#exports;
    return new Uint32Array(this.#kernel.memory.buffer, this.#recordAddress(index), at(GAME_BYTES) / 4);
  }
}
