import { createReadStream } from 'node:fs';
import { Chess } from 'chessops/chess';
import { INITIAL_FEN, isFailure, parsePosition } from '../../shared/chess/position';
import { decodeGame } from '../../shared/pgn/decode';
import type { Game } from '../../shared/pgn/game';
import { readGame } from '../../shared/pgn/read';
import type { LineRepetitions } from '../../shared/report/repetitions';
import type { PositionTree } from '../../shared/report/transpositions';
import { listedTags, type BatchProblem, type ListedTag } from '../library/batch';
import { PgnScanner, type ScanBatch, type Scanned } from '../library/scan';
import { unpack, type Chunks } from '../library/unpack';
import { UsageError } from './command';

/** A fault in a file; line and column from 1. */
export interface Fault {
  line: number;
  column: number;
  message: string;
}

/** A game as the kernel's scanner found it: its main line in figures, and its text for whoever wants more. */
export interface ScannedGame {
  /** From 1, in its file. */
  number: number;
  tag(name: ListedTag): string | undefined;
  figures: LineRepetitions;
  /** The FIDE key of each position of the main line, the start position first. */
  keys: BigUint64Array;
  /** The highest half-move clock of the main line. */
  highestClock: number;
  /** The main line for `Transpositions`; undefined where no game can be played from the first position. */
  line(): PositionTree | undefined;
  problems: Fault[];
  /** There may be variations: a parenthesis stands in the text, be it only in a comment. */
  mayBranch: boolean;
  /** Read whole, by the tolerant reader. */
  read(): Game;
}

/**
 * The games of a file, one by one, at the scanner's speed. The value at the end is what is wrong with a file without
 * any game.
 */
export async function* scanGames(file: string): AsyncGenerator<ScannedGame, Fault[]> {
  const scanner = await PgnScanner.load();
  const kept = new KeptBytes();
  try {
    const scan = scanner.scanPart(kept.passing(await unpack(createReadStream(file))));
    let number = 0;
    for (let next = await scan.next(); ; next = await scan.next()) {
      if (next.done) return next.value.problems;
      const { batch, bytesRead } = next.value;
      const problems = problemsByGame(batch);
      for (let game = 0; game < batch.starts.length; game++) {
        const own = problems.get(game) ?? [];
        yield scannedGame(next.value, game, ++number, own, kept);
      }
      kept.dropBefore(bytesRead);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}

const problemsByGame = ({ problems }: ScanBatch): Map<number, BatchProblem[]> => {
  const byGame = new Map<number, BatchProblem[]>();
  for (const problem of problems) {
    const own = byGame.get(problem.game);
    if (own) own.push(problem);
    else byGame.set(problem.game, [problem]);
  }
  return byGame;
};

/** What the scanner has taken and not yet given back as games: no more than a batch, so that any file will do. */
class KeptBytes {
  #bytes = Buffer.alloc(0);
  #pieces: Uint8Array[] = [];
  /** Where in the unpacked file `#bytes` begins. */
  #start = 0;

  async *passing(chunks: Chunks): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunks) {
      this.#pieces.push(chunk);
      yield chunk;
    }
  }

  slice(start: number, end: number): Uint8Array {
    if (this.#pieces.length > 0) this.#bytes = Buffer.concat([this.#bytes, ...this.#pieces]);
    this.#pieces = [];
    return this.#bytes.subarray(start - this.#start, end - this.#start);
  }

  dropBefore(place: number): void {
    const rest = this.slice(place, Number.MAX_SAFE_INTEGER);
    this.#bytes = Buffer.from(rest);
    this.#start = place;
  }
}

/** Shared by all games; nobody plays on it. */
const STANDARD_START = Chess.default();
const OPENING_PARENTHESIS = 0x28;

const scannedGame = (
  { batch, encoding }: Scanned,
  game: number,
  number: number,
  problems: BatchProblem[],
  kept: KeptBytes,
): ScannedGame => {
  const [from, to] = [batch.plyStart[game]!, batch.plyStart[game + 1]!];
  const bytes = kept.slice(batch.gameStart[game]!, batch.gameEnd[game]!);
  const keys = batch.keys.subarray(from, to);
  return {
    number,
    tag: (name) => batch.tags[game * listedTags.length + listedTags.indexOf(name)] || undefined,
    figures: figuresOf(batch, game),
    keys,
    highestClock: batch.clocks.subarray(from, to).reduce((highest, clock) => Math.max(highest, clock), 0),
    line: () => {
      const start = batch.starts[game] === INITIAL_FEN ? STANDARD_START : parsePosition(batch.starts[game]!);
      if (isFailure(start) || keys.length === 0) return undefined;
      // The columns have the move from each position, the report wants the move to it.
      const moves = new Uint16Array(keys.length);
      moves.set(batch.moves.subarray(from, to - 1), 1);
      return { start, count: keys.length, moves, keys };
    },
    problems: problems.map(({ line, column, message }) => ({ line, column, message })),
    mayBranch: bytes.includes(OPENING_PARENTHESIS),
    read: () => readGame(decodeGame(bytes, encoding)),
  };
};

const figuresOf = (batch: ScanBatch, game: number): LineRepetitions => {
  const orNull = (ply: number) => (ply === 0 ? null : ply);
  const clock = (ply: number) => (ply < 0 ? null : ply);
  return {
    plies: Math.max(0, batch.plyStart[game + 1]! - batch.plyStart[game]! - 1),
    maxRepetition: batch.maxRepetition[game]!,
    ply2: orNull(batch.second[game]!),
    ply3: orNull(batch.third[game]!),
    ply5: orNull(batch.fifth[game]!),
    plyHalfmove100: clock(batch.clock100[game]!),
    plyHalfmove150: clock(batch.clock150[game]!),
  };
};
