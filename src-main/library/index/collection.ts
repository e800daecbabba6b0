import type { Position } from 'chessops/chess';
import type {
  FoundGame,
  FoundPosition,
  Exploration,
  LibraryGame,
  LibrarySummary,
  LibraryTranspositions,
  MoveOrders,
  NearTransposition,
  PositionGraph,
  Selection,
} from '../../../shared/explorer';
import { bookDefaults, bookOf, type BookOptions } from './book';
import { Closed, Database } from './database';
import { explore, type Line } from './explore';
import { findKey } from './find-key';
import { Frequented } from './frequented';
import { GameRows } from './game-rows';
import { FileHashes, gameText } from './game-text';
import { gamesThrough } from './games-through';
import { LibraryError, whyNotALibrary } from './library-error';
import { LinesCache } from './lines-cache';
import { Cancelled } from './making';
import { moveOrders } from './move-orders';
import { nearest } from './nearest';
import { exportParquet } from './parquet';
import { positionGraph } from './position-graph';
import { forgetTheDead, noted } from './reader-note';
import { tally } from './tallied';
import { transpositions } from './transpositions';

/**
 * A library file, open for questions. Nothing here writes: imports make a new file (importing.ts), and whoever wants
 * the news opens it again, which costs a few milliseconds whatever its size.
 */
export class IndexedCollection {
  readonly path: string;
  readonly #database: Database;
  readonly #cache: LinesCache;
  readonly #rows: GameRows;
  readonly #frequented: Frequented;
  readonly #hashes = new FileHashes();
  readonly #leavesNote: boolean;

  private constructor(path: string, database: Database, leavesNote: boolean) {
    this.path = path;
    this.#leavesNote = leavesNote;
    this.#database = database;
    this.#cache = new LinesCache(database);
    this.#rows = new GameRows(database);
    this.#frequented = new Frequented(database);
  }

  /**
   * Throws `LibraryError`, with the path, where the file is not a library that this version reads. `leavesNote` is for
   * who opens the same file at each start (reader-note.ts); a command that a person interrupts leaves none.
   */
  static async open(
    path: string,
    options: { threads?: number; memoryMb?: number; leavesNote?: boolean } = {},
  ): Promise<IndexedCollection> {
    const leavesNote = options.leavesNote ?? false;
    // More threads do not find a key sooner; they take the cores that the engine searches with.
    const database = await Database.open({ threads: options.threads ?? 2, memoryMb: options.memoryMb ?? 1024 });
    const attach = () => whyNotALibrary(database, path, 'library');
    const why = await (leavesNote ? noted(path, attach) : attach()).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    if (why !== undefined) {
      await database.close();
      throw new LibraryError(why);
    }
    return new IndexedCollection(path, database, leavesNote);
  }

  /** The database with the library attached as `library`: for exports and for SQL of one's own. */
  get database(): Database {
    return this.#database;
  }

  contents(): Promise<LibrarySummary> {
    return this.#ask(async () => {
      const files = await this.#database.columns('SELECT name, games FROM library.files ORDER BY id');
      const counts = await this.#database.columns(`
      SELECT (SELECT count(*) FROM library.games) AS games, (SELECT count(duplicate_of) FROM library.games) AS duplicates,
             (SELECT count(*) FROM library.positions) AS positions`);
      return {
        files: files.name!.map((name, row) => ({ name: name as string, games: files.games![row] as number })),
        games: Number(counts.games![0]),
        duplicates: Number(counts.duplicates![0]),
        positions: Number(counts.positions![0]),
      };
    });
  }

  /** Moves played from a position; `line` is the order by which the asker came to it. */
  explore(position: Position, line?: Line): Promise<Exploration> {
    return this.#ask(() => explore(this.#database, this.#cache, this.#frequented, position, line));
  }

  /** Positions one move away that more games reach. */
  nearest(position: Position): Promise<NearTransposition[]> {
    return this.#ask(async () => {
      const { games } = await tally(this.#database, this.#cache, position);
      return (await nearest(this.#database, this.#cache, this.#frequented, position, games)).found;
    });
  }

  /** Games that reach it, the highest rated first. */
  gamesThrough(
    position: Position,
    offset: number,
    limit: number,
  ): Promise<{ total: number; rows: FoundGame[]; collisions: number }> {
    return this.#ask(() => gamesThrough(this.#database, this.#cache, this.#rows, position, offset, limit));
  }

  /** The most frequent move orders that reach it. */
  moveOrders(position: Position, limit = 20): Promise<MoveOrders> {
    return this.#ask(() => moveOrders(this.#database, this.#cache, position, limit));
  }

  /** The positions whose FIDE or Polyglot key it is. */
  findKey(key: bigint): Promise<FoundPosition[]> {
    return this.#ask(() => findKey(this.#database, this.#cache, key));
  }

  /** A game by its number, as its file has it or, where that is gone or changed, from tags and moves. */
  gameText(game: number): Promise<LibraryGame> {
    return this.#ask(() => gameText(this.#database, this.#hashes, game));
  }

  transpositions(selection: Selection = {}): Promise<LibraryTranspositions> {
    return this.#ask(() => transpositions(this.#database, this.#cache, selection));
  }

  /** `signal` interrupts the query; what it was aborted with is thrown. */
  positionGraph(selection: Selection = {}, signal?: AbortSignal): Promise<PositionGraph> {
    return this.#ask(() => positionGraph(this.#database, this.#cache, selection, signal));
  }

  /** An opening book of its games, in Polyglot's format. */
  book(options: Partial<BookOptions> = {}): Promise<Uint8Array> {
    return this.#ask(() => bookOf(this.#database, this.#cache, { ...bookDefaults, ...options }));
  }

  /** Writes the library as Parquet into an empty or new folder; `buckets` is a power of two. */
  exportParquet(folder: string, buckets = 16): Promise<void> {
    return this.#ask(() => exportParquet(this.#database, folder, buckets));
  }

  /** Interrupts what is being asked, waits for it, and lets the file go. */
  async close(): Promise<void> {
    await this.#database.close();
    if (this.#leavesNote) forgetTheDead(this.path);
  }

  /** What DuckDB finds wrong while it answers (a damaged block, a disk that fails) is told with the file's name. */
  async #ask<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await (this.#leavesNote ? noted(this.path, task) : task());
    } catch (error) {
      if (error instanceof Closed || error instanceof Cancelled || error instanceof LibraryError) throw error;
      throw new LibraryError(`${this.path}: ${(error as Error).message.split('\n')[0]}`, { cause: error });
    }
  }
}
