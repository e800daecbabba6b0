import { makeFen } from 'chessops/fen';
import type { Position } from 'chessops/chess';
import { INITIAL_FEN, isFailure, parsePosition } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import { decodeWithin, type Encoding } from '../../shared/pgn/decode';
import { isMove, tagOf, type Game, type PgnProblem } from '../../shared/pgn/game';
import { readPgn } from '../../shared/pgn/read';
import { builtFile } from '../engine/built';
import { KernelScanner, SCANNED_TAGS, type ScanStop, type WrittenGame } from '../engine/kernel-scan';
import { listedTags, type BatchProblem, type GameBatch } from './batch';
import { playPacked } from './lines';
import { decodedInput, type Chunks, type DecodedInput } from './scan-input';

/**
 * PGN in chunks of bytes to games in columns, at the kernel's speed. The kernel reads what is well-formed; every other
 * stretch, up to the next place where a game surely begins, goes to the tolerant reader of shared/pgn, so that both give
 * the same games and the same problems. Memory is bounded: one buffer, which grows only as far as one game needs.
 *
 *     const scanner = await PgnScanner.load();
 *     for await (const { batch } of scanner.scan(createReadStream('games.pgn'))) batch.keys;
 */
export interface ScanBatch extends GameBatch {
  /** Of each position: half-moves since a capture or pawn move, and how often it has stood on the board, at most 255. */
  clocks: Uint16Array;
  occurrences: Uint8Array;
  /** Per game: most occurrences of one position, at most 255; the plies of a second, third, fifth one, 0 for never. */
  maxRepetition: Uint32Array;
  second: Uint32Array;
  third: Uint32Array;
  fifth: Uint32Array;
  /** Per game: the first plies at which the half-move clock is at 100 and 150; -1 never. */
  clock100: Int32Array;
  clock150: Int32Array;
}

/** Some games of a file, as they were read, in the file's order. */
export interface Scanned {
  batch: ScanBatch;
  /** Of the file, up to the end of the batch. */
  bytesRead: number;
  /** How the file is written; bytes that are not UTF-8 after all are read as Windows-1252 game by game. */
  encoding: Encoding;
}

/** What is known at the end. */
export interface ScanEnd {
  games: number;
  /** How many of them the kernel could not read by itself. */
  readTolerantly: number;
  /** Line ends in all of it. */
  lines: number;
  /** Problems that belong to no game; only where there is none. */
  problems: BatchProblem[];
}

/** What to tell of a file in which there is no game. */
export const noGameIn = ({ problems: [problem] }: Pick<ScanEnd, 'problems'>): Error =>
  new Error(`there is no game in it${problem ? ` (line ${problem.line}: ${problem.message})` : ''}`);

/** What is worked on should fit the processor's caches: 4 MB took a fifth longer, and a third more memory. */
const CHUNK_BYTES = 2 ** 20;
/** A game that is longer still is cut here; nothing that people write is. */
const LARGEST_GAME_BYTES = 32 * 2 ** 20;

const OPEN_BRACKET = 0x5b;
const FEN = SCANNED_TAGS.indexOf('FEN');
const VARIANT = SCANNED_TAGS.indexOf('Variant');
/** The listed tags are the first of those scanned. */
const LISTED = listedTags.length;
/** Names of chess that need no second look; what else a Variant tag may say is the tolerant reader's to judge. */
const KNOWN_VARIANTS = ['Standard', 'Chess960', 'From Position'];

/** Reads one file after the other with one kernel, whose memory is kept. */
export class PgnScanner {
  readonly #kernel: KernelScanner;
  readonly #chunkBytes: number;

  private constructor(kernel: KernelScanner, chunkBytes: number) {
    this.#kernel = kernel;
    this.#chunkBytes = chunkBytes;
  }

  /** `chunkBytes` is what the buffer holds as long as no game is larger. */
  static async load({ binary = builtFile('kernel.wasm'), chunkBytes = CHUNK_BYTES } = {}): Promise<PgnScanner> {
    return new PgnScanner(await KernelScanner.load(binary), chunkBytes);
  }

  /**
   * One file at a time.
   * @throws Error where there is no game in it, or the chunks cannot be read
   */
  async *scan(chunks: Chunks): AsyncGenerator<Scanned, ScanEnd> {
    const end = yield* this.scanPart(chunks);
    if (end.games === 0) throw noGameIn(end);
    return end;
  }

  /** The same for a part of a file, from where a game begins; there need not be one. */
  async *scanPart(chunks: Chunks): AsyncGenerator<Scanned, ScanEnd> {
    const input = await decodedInput(chunks);
    try {
      return yield* new Scanning(this.#kernel, input, this.#chunkBytes).run();
    } finally {
      await input.close();
    }
  }
}

/** One file being read. */
class Scanning {
  readonly #kernel: KernelScanner;
  readonly #input: DecodedInput;
  /** How much the buffer holds, and how much it may. */
  #length = 0;
  #capacity: number;
  #buffer: Uint8Array;
  #final = false;
  /** Lines before the buffer. */
  #lines = 0;
  #games = 0;
  #tolerantGames = 0;
  #batch = new BatchTexts();

  constructor(kernel: KernelScanner, input: DecodedInput, chunkBytes: number) {
    this.#kernel = kernel;
    this.#input = input;
    this.#capacity = chunkBytes;
    this.#buffer = kernel.input(this.#capacity);
  }

  async *run(): AsyncGenerator<Scanned, ScanEnd> {
    await this.#fill();
    for (;;) {
      const stop = this.#scanOn();
      const next = stop === 'done' ? this.#length : this.#heldBack(stop);
      if (this.#kernel.games > 0) yield this.#takeBatch();
      if (stop === 'done') break;
      if (stop === 'full') {
        this.#kernel.emptyColumns();
        this.#kernel.moveTo(next);
      } else await this.#moveOn(next);
    }
    const lines = this.#lines + this.#kernel.countLines(0, this.#length);
    const readTolerantly = this.#tolerantGames;
    return { games: this.#games, readTolerantly, lines, problems: this.#batch.problems };
  }

  /**
   * Where to go on. The last game is read again together with what follows it, because stray text behind a game belongs
   * to it; unless it alone is too much.
   */
  #heldBack(stop: 'needInput' | 'full'): number {
    const { games, gameStart } = this.#kernel;
    const alone = games === 1 && (stop === 'full' || this.#capacity >= LARGEST_GAME_BYTES);
    return games === 0 || alone ? gameStart : this.#dropGame();
  }

  #dropGame(): number {
    const start = this.#kernel.dropGame();
    this.#batch.drop(this.#kernel.games);
    return start;
  }

  /** Scans until the columns are to be taken away or more input is needed. */
  #scanOn(): 'needInput' | 'full' | 'done' {
    let stop: ScanStop = this.#kernel.scan();
    for (;;) {
      if (stop === 'startWanted') stop = this.#scanFromTags() ?? 'irregular';
      else if (stop === 'irregular') {
        const next = this.#readTolerantly();
        if (next !== undefined) return next;
        stop = this.#kernel.scan();
      } else return stop;
    }
  }

  /** The game's tags name its first position. Undefined where they are not as they should be. */
  #scanFromTags(): ScanStop | undefined {
    const places = this.#kernel.tagPlaces(this.#kernel.games);
    const value = (tag: number) =>
      places[2 * tag + 1] ? this.#tagValue(places[2 * tag]!, places[2 * tag + 1]!) : undefined;
    const variant = value(VARIANT);
    if (variant !== undefined && !KNOWN_VARIANTS.includes(variant)) return undefined;
    const start = parsePosition(value(FEN) ?? INITIAL_FEN);
    if (isFailure(start)) return undefined;
    const game = this.#kernel.games;
    // `toSetup` cuts the clock off at 150, where the game would have ended.
    const stop = this.#kernel.scanFrom({ ...start.toSetup(), halfmoves: start.halfmoves });
    if (this.#kernel.games > game) this.#batch.starts.set(game, makeFen(start.toSetup()));
    return stop;
  }

  /** Gives the stretch from the game that the kernel stopped in to the tolerant reader; or says what must come first. */
  #readTolerantly(from = this.#kernel.gameStart): 'needInput' | 'full' | undefined {
    const kernel = this.#kernel;
    // What has no tags may be stray text of the game before.
    if (kernel.games > 0 && this.#buffer[from] !== OPEN_BRACKET) return this.#readTolerantly(this.#dropGame());
    const stretch = this.#stretchFrom(from);
    if (stretch === 'needInput') return stretch;
    const { games, problems, encoding, to } = stretch;
    const line = this.#lines + kernel.countLines(0, from);
    const column = from - this.#lineStart(from);
    const place = (problem: PgnProblem, game: number): BatchProblem => ({
      game,
      line: line + problem.line,
      column: problem.line === 1 ? column + problem.column : problem.column,
      message: `${problem.token}: ${problem.message}`,
    });

    if (games.length === 0 && kernel.games > 0) return this.#readTolerantly(this.#dropGame());

    // All of a stretch or none of it, so that a full batch can be taken away before.
    const written = games.map((game) => columnsOf(game, kernel.maxPositions));
    const fitting = howManyFit(written, kernel);
    if (kernel.games > 0 && fitting < games.length) return 'full';
    let end = from;
    for (const [i, game] of games.slice(0, fitting).entries()) {
      const start = end;
      end += encoding === 'windows-1252' ? game.text.length : Buffer.byteLength(game.text);
      const index = kernel.games;
      this.#batch.starts.set(index, game.start ? makeFen(game.start.toSetup()) : INITIAL_FEN);
      this.#batch.tags.set(
        index,
        listedTags.map((name) => tagOf(game, name) ?? ''),
      );
      this.#batch.problems.push(...game.problems.map((problem) => place(problem, index)));
      kernel.write({ ...written[i]!, start, end });
    }
    // Only where there is no game at all.
    this.#batch.problems.push(...problems.map((problem) => place(problem, 0)));
    // A stretch may hold more games than the columns: what is left of it is read again.
    kernel.moveTo(fitting < games.length ? end : to);
    return undefined;
  }

  /**
   * The games from here to a place where the tolerant reader, too, sees the next one begin: that is asked by letting it
   * read on for one line.
   */
  #stretchFrom(from: number): Stretch | 'needInput' {
    let to = from;
    for (;;) {
      to = this.#kernel.resync(to);
      const atEnd = to === this.#length;
      const cut = atEnd && from === 0 && this.#capacity >= LARGEST_GAME_BYTES;
      const lineEnd = this.#lineEnd(to);
      if (!this.#final && !cut && lineEnd === this.#length) return 'needInput';
      const { text, encoding } = decodeWithin(this.#buffer.slice(from, to));
      if (atEnd) return { ...readPgn(text), encoding, to };
      const { games } = readPgn(text + decodeWithin(this.#buffer.slice(to, lineEnd)).text);
      if (games.pop()?.offset === text.length) return { games, problems: [], encoding, to };
    }
  }

  #lineEnd(from: number): number {
    let at = from;
    while (at < this.#length && this.#buffer[at] !== 10 && this.#buffer[at] !== 13) at++;
    return at;
  }

  #lineStart(from: number): number {
    let at = from;
    while (at > 0 && this.#buffer[at - 1] !== 10 && this.#buffer[at - 1] !== 13) at--;
    return at;
  }

  #tagValue(start: number, end: number): string {
    const raw = latin1(this.#buffer, start, end);
    const text = NOT_ASCII.test(raw) ? decodeWithin(this.#buffer.slice(start, end)).text : raw;
    return text.includes('\\') ? text.replace(/\\(["\\])/g, '$1') : text;
  }

  /** Drops what is read and fills the buffer again; makes it larger if one game fills it. */
  async #moveOn(from: number): Promise<void> {
    this.#lines += this.#kernel.countLines(0, from);
    this.#input.passed(this.#buffer.subarray(0, from));
    this.#buffer.copyWithin(0, from, this.#length);
    this.#length -= from;
    if (this.#length === this.#capacity) {
      this.#capacity *= 2;
      this.#buffer = this.#kernel.input(this.#capacity);
    }
    await this.#fill();
  }

  async #fill(): Promise<void> {
    while (this.#length < this.#capacity && !this.#final) {
      const read = await this.#input.read(this.#buffer.subarray(this.#length));
      if (read === 0) this.#final = true;
      this.#length += read;
    }
    this.#kernel.begin(this.#length, this.#final);
  }

  #takeBatch(): Scanned {
    const kernel = this.#kernel;
    const games = kernel.games;
    const gameStart = this.#input.places(this.#buffer, kernel.gameColumn('start'));
    this.#games += games;
    const { starts, tags, problems } = this.#batch;
    this.#tolerantGames += tags.size;
    this.#batch = new BatchTexts();
    const gameEnd = this.#input.places(this.#buffer, kernel.gameColumn('end'));
    const allTags: string[] = [];
    for (let game = 0; game < games; game++) allTags.push(...(tags.get(game) ?? this.#tagsOf(game)));
    const batch: ScanBatch = {
      gameStart,
      gameEnd,
      plyStart: Uint32Array.of(...kernel.gameColumn('position'), kernel.positions),
      ...kernel.columns(),
      starts: Array.from({ length: games }, (_, game) => starts.get(game) ?? INITIAL_FEN),
      tags: allTags,
      problems,
      maxRepetition: Uint32Array.from(kernel.gameColumn('most')),
      second: Uint32Array.from(kernel.gameColumn('second')),
      third: Uint32Array.from(kernel.gameColumn('third')),
      fifth: Uint32Array.from(kernel.gameColumn('fifth')),
      clock100: kernel.gameColumn('clock100'),
      clock150: kernel.gameColumn('clock150'),
    };
    return { batch, bytesRead: gameEnd.at(-1)!, encoding: this.#input.encoding };
  }

  /** A game's listed tags, cut from one string: that is several times faster than decoding each. */
  #tagsOf(index: number): string[] {
    const places = this.#kernel.tagPlaces(index);
    let from = Infinity;
    let to = 0;
    for (let tag = 0; tag < LISTED; tag++) {
      if (!places[2 * tag + 1]) continue;
      from = Math.min(from, places[2 * tag]!);
      to = Math.max(to, places[2 * tag + 1]!);
    }
    if (to === 0) return listedTags.map(() => '');
    const section = to - from < LONGEST_SECTION ? latin1(this.#buffer, from, to) : undefined;
    const simple = section !== undefined && !NOT_SIMPLE.test(section);
    return listedTags.map((_, tag) => {
      const [start, end] = [places[2 * tag]!, places[2 * tag + 1]!];
      if (!end) return '';
      return simple ? section.slice(start - from, end - from) : this.#tagValue(start, end);
    });
  }
}

/** Strings cut from one keep it in memory, so a section must not be large. */
const LONGEST_SECTION = 2000;
/** Escapes, and all that is not ASCII. */
// eslint-disable-next-line no-control-regex
const NOT_SIMPLE = /[^\x00-\x5b\x5d-\x7f]/;

/** What the tolerant reader made of the buffer up to `to`. */
interface Stretch {
  games: Game[];
  problems: PgnProblem[];
  encoding: Encoding;
  to: number;
}

/** What of a batch is not in the kernel's columns, by game. */
class BatchTexts {
  /** Only of games that do not begin from the usual position. */
  readonly starts = new Map<number, string>();
  /** Only of games that the tolerant reader read. */
  readonly tags = new Map<number, string[]>();
  problems: BatchProblem[] = [];

  drop(game: number): void {
    this.starts.delete(game);
    this.tags.delete(game);
    this.problems = this.problems.filter((problem) => problem.game !== game);
  }
}

// eslint-disable-next-line no-control-regex
const NOT_ASCII = /[^\x00-\x7f]/;

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');

/** How many of the games, from the first, the columns still hold; one at least when they are empty. */
function howManyFit(written: readonly { keys: readonly bigint[] }[], kernel: KernelScanner): number {
  let { games, positions } = kernel;
  const before = games;
  for (const { keys } of written) {
    positions += keys.length;
    if (games === kernel.maxGames || positions > kernel.maxPositions) break;
    games++;
  }
  return games - before;
}

/** The main line of a game that the tolerant reader read, as columns; cut where they would not hold it. */
function columnsOf(game: Game, longest: number): Omit<WrittenGame, 'start' | 'end'> {
  const moves: number[] = [];
  const keys: bigint[] = [];
  const clocks: number[] = [];
  const note = (position: Position) => {
    keys.push(fideKey(position));
    clocks.push(Math.min(position.halfmoves, 0xffff));
  };
  if (!game.start) return { moves, keys, clocks };
  const position = game.start.clone();
  note(position);
  for (let node = game.root.children[0]; node && isMove(node) && keys.length < longest; node = node.children[0]) {
    moves.push(node.packed);
    playPacked(position, node.packed);
    note(position);
  }
  return { moves, keys, clocks };
}
