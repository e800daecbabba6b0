import type { DuckDBBlobValue } from '@duckdb/node-api';
import { INITIAL_FEN } from '../../../shared/chess/position';
import type { Database } from './database';

/** What a query needs of each game it meets, ready for use: the whole line, the result, the ratings. */
interface Block {
  /** All lines, one after the other; `lineStart[game]` is where one begins, and one more at the end. */
  moves: Uint16Array;
  lineStart: Uint32Array;
  starts: (string | undefined)[];
  /** Index in `OUTCOMES`. */
  results: Uint8Array;
  whiteElo: Uint16Array;
  blackElo: Uint16Array;
}

/** Reading a block takes some 3 ms, holding it 1.5 MB. */
const BLOCK_GAMES = 8192;
/** A million games, 200 MB. A question that needs more blocks than this holds them while it is answered. */
const BLOCKS_HELD = 128;

export type Outcome = 'white' | 'black' | 'draw' | undefined;

const OUTCOMES: readonly Outcome[] = [undefined, 'white', 'black', 'draw'];
const outcomeCode = (result: string): number => ['1-0', '0-1', '1/2-1/2'].indexOf(result) + 1;

/**
 * The games' lines in memory, a block at a time as they are asked for, the least recently used dropped. Looking a
 * game up in the database costs a millisecond; a popular position meets ten thousand of them.
 */
export class LinesCache {
  readonly #database: Database;
  /** In order of last use. */
  readonly #blocks = new Map<number, Block>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Sees to it that `games` can be asked about until the next `load`. */
  async load(games: Iterable<number>): Promise<Lines> {
    const blocks = new Map<number, Block>();
    for (const game of games) {
      const number = Math.floor(game / BLOCK_GAMES);
      if (blocks.has(number)) continue;
      const block = this.#blocks.get(number) ?? (await this.#read(number));
      this.#blocks.delete(number);
      this.#blocks.set(number, block);
      blocks.set(number, block);
    }
    for (const number of this.#blocks.keys()) {
      if (this.#blocks.size <= BLOCKS_HELD) break;
      this.#blocks.delete(number);
    }
    return new Lines(blocks);
  }

  async #read(number: number): Promise<Block> {
    const first = number * BLOCK_GAMES;
    const lines: Uint8Array[] = [];
    const block: Block = {
      moves: new Uint16Array(0),
      lineStart: new Uint32Array(BLOCK_GAMES + 1),
      starts: [],
      results: new Uint8Array(BLOCK_GAMES),
      whiteElo: new Uint16Array(BLOCK_GAMES),
      blackElo: new Uint16Array(BLOCK_GAMES),
    };
    await this.#database.chunks(
      `SELECT id, moves, start_fen, result, white_elo, black_elo FROM library.games
       WHERE id >= $1::UINTEGER AND id < $2::UINTEGER ORDER BY id`,
      [first, first + BLOCK_GAMES],
      (rows, at) => {
        for (let row = 0; row < rows; row++) {
          const game = Number(at(0, row)) - first;
          lines[game] = (at(1, row) as DuckDBBlobValue).bytes;
          block.lineStart[game + 1] = block.lineStart[game]! + lines[game]!.length / 2;
          block.starts[game] = (at(2, row) as string | null) ?? undefined;
          block.results[game] = outcomeCode(at(3, row) as string);
          block.whiteElo[game] = (at(4, row) as number | null) ?? 0;
          block.blackElo[game] = (at(5, row) as number | null) ?? 0;
        }
      },
    );
    block.moves = new Uint16Array(block.lineStart[lines.length]!);
    const bytes = new Uint8Array(block.moves.buffer);
    lines.forEach((line, game) => bytes.set(line, block.lineStart[game]! * 2));
    return block;
  }
}

/** The games of one question. */
export class Lines {
  readonly #blocks: Map<number, Block>;

  constructor(blocks: Map<number, Block>) {
    this.#blocks = blocks;
  }

  moves(game: number): Uint16Array {
    const { moves, lineStart } = this.#block(game);
    const at = game % BLOCK_GAMES;
    return moves.subarray(lineStart[at]!, lineStart[at + 1]!);
  }

  start(game: number): string {
    return this.#block(game).starts[game % BLOCK_GAMES] ?? INITIAL_FEN;
  }

  outcome(game: number): Outcome {
    return OUTCOMES[this.#block(game).results[game % BLOCK_GAMES]!];
  }

  /** The mean of the players' ratings, of one where only one is known, or 0. */
  rating(game: number): number {
    const block = this.#block(game);
    const at = game % BLOCK_GAMES;
    const [white, black] = [block.whiteElo[at]!, block.blackElo[at]!];
    return white && black ? (white + black) / 2 : white || black;
  }

  #block(game: number): Block {
    return this.#blocks.get(Math.floor(game / BLOCK_GAMES))!;
  }
}
