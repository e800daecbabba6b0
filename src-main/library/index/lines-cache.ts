import type { DuckDBBlobValue } from '@duckdb/node-api';
import { INITIAL_FEN } from '../../../shared/chess/position';
import type { Paths } from '../paths';
import type { Database } from './database';

/** What a query needs of each game it meets, ready for use: the whole line, the result, the ratings. */
interface Block {
  /** All lines, one after the other; `lineStart[game]` is where one begins, and one more at the end. */
  moves: Uint16Array;
  lineStart: Uint32Array;
  starts: (string | undefined)[];
  results: Outcome[];
  whiteElo: Uint16Array;
  blackElo: Uint16Array;
}

/** Reading a block takes some 3 ms, holding it 1.5 MB. */
const BLOCK_BITS = 13;
const BLOCK_GAMES = 1 << BLOCK_BITS;
/** A million games, 200 MB. A question that needs more blocks than this holds them while it is answered. */
const BLOCKS_HELD = 128;

/** How a game ended; a number, because there are columns of them. */
export const OUTCOME = { unknown: 0, white: 1, black: 2, draw: 3 } as const;
export type Outcome = (typeof OUTCOME)[keyof typeof OUTCOME];

const outcomes: Record<string, Outcome> = { '1-0': OUTCOME.white, '0-1': OUTCOME.black, '1/2-1/2': OUTCOME.draw };

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

  /** Sees to it that `games` can be asked about. */
  async load(games: Iterable<number>): Promise<Lines> {
    const blocks: Block[] = [];
    let last = -1;
    for (const game of games) {
      const number = game >> BLOCK_BITS;
      if (number === last || blocks[number]) continue;
      last = number;
      const block = this.#blocks.get(number) ?? (await this.#read(number));
      this.#blocks.delete(number);
      this.#blocks.set(number, block);
      blocks[number] = block;
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
      results: [],
      whiteElo: new Uint16Array(BLOCK_GAMES),
      blackElo: new Uint16Array(BLOCK_GAMES),
    };
    await this.#database.chunks(
      `SELECT id, moves, start_fen, result, white_elo, black_elo FROM library.games
       WHERE id >= $1::UINTEGER AND id < $2::UINTEGER ORDER BY id`,
      [first, first + BLOCK_GAMES],
      (rows, columns) => {
        const at = (column: number, row: number) => columns[column]!.getItem(row);
        for (let row = 0; row < rows; row++) {
          const game = Number(at(0, row)) - first;
          lines[game] = (at(1, row) as DuckDBBlobValue).bytes;
          block.lineStart[game + 1] = block.lineStart[game]! + lines[game]!.length / 2;
          block.starts[game] = (at(2, row) as string | null) ?? undefined;
          block.results[game] = outcomes[at(3, row) as string] ?? OUTCOME.unknown;
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
  readonly #blocks: Block[];

  constructor(blocks: Block[]) {
    this.#blocks = blocks;
  }

  moves(game: number): Uint16Array {
    const { moves, lineStart } = this.#blocks[game >> BLOCK_BITS]!;
    const at = game & (BLOCK_GAMES - 1);
    return moves.subarray(lineStart[at]!, lineStart[at + 1]!);
  }

  start(game: number): string {
    return this.#blocks[game >> BLOCK_BITS]!.starts[game & (BLOCK_GAMES - 1)] ?? INITIAL_FEN;
  }

  /** The number in `paths` of a game's first `plies` moves. */
  path(game: number, plies: number, paths: Paths): number {
    const { moves, lineStart } = this.#blocks[game >> BLOCK_BITS]!;
    const first = lineStart[game & (BLOCK_GAMES - 1)]!;
    let path = paths.root(this.start(game));
    for (let ply = first; ply < first + plies; ply++) path = paths.child(path, moves[ply]!);
    return path;
  }

  outcome(game: number): Outcome {
    return this.#blocks[game >> BLOCK_BITS]!.results[game & (BLOCK_GAMES - 1)]!;
  }

  /** The mean of the players' ratings, of one where only one is known, or 0. */
  rating(game: number): number {
    const { whiteElo, blackElo } = this.#blocks[game >> BLOCK_BITS]!;
    const at = game & (BLOCK_GAMES - 1);
    const white = whiteElo[at]!;
    const black = blackElo[at]!;
    return white && black ? (white + black) / 2 : white || black;
  }
}
