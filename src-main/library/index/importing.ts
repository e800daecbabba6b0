import type { DuckDBAppender } from '@duckdb/node-api';
import { open, rename, rm, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { GameBatch } from '../batch';
import { appendGames, appendPositions } from './appending';
import { Closed, Database, isHeldElsewhere, quoted } from './database';
import { LibraryError, whyNotALibrary } from './library-error';
import { fillPopular } from './popular';
import { APPLICATION, createTables, meetingsOf, SCHEMA_VERSION } from './schema';

/**
 * An import writes a *new* library file beside the old one and puts it in its place with one rename:
 *
 *     F            the library; only ever read
 *     F.arrivals   what is being read, in order of arrival; held open, its lock keeps other imports away
 *     F.building   the library to be: old and new positions, sorted once
 *
 * So whatever cuts an import off (a kill, a full disk, the power), F is the old library, byte for byte, or the new
 * one; the two other files are swept away by the next import. The price is that adding a small file copies the whole
 * library: about 0.7 s for each million positions. A library for which that is too long has outgrown one machine's
 * file anyway (docs/library.md).
 */
export interface Arrival {
  name: string;
  /** Where a game's own text can be found later; absent for what has no path. */
  path?: string;
  bytes: number;
  /** Of the file as it lies, as hex: a file that is already in the library is not read again. */
  sha256: string;
  games: () => AsyncIterable<{ batch: GameBatch; bytesRead: number }>;
}

/** Where an import stands: it reads all files, then sorts the positions once. */
export type ImportProgress =
  /** Of all files together, those that were in the library before among them. */
  { phase: 'reading'; bytesRead: number; games: number } | { phase: 'sorting'; games: number };

/** How an import is to be done, and how it is ended early. */
export interface ImportOptions {
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /** Count a game as often as it was added. Without it the second copy keeps its row, but has no positions. */
  countDuplicates?: boolean;
  /** Of DuckDB; 4 by default. */
  threads?: number;
  /** What DuckDB may take before it writes to the disk; by default 2 GB, or half of the machine's memory. */
  memoryMb?: number;
}

/** What one import added, and what the library has with it. */
export interface ImportReport {
  /** Files whose very bytes were in the library before. */
  alreadyThere: string[];
  files: number;
  games: number;
  /** Among `games`: those that repeat an earlier game's moves and players. */
  duplicates: number;
  /** In the library as a whole, afterwards. */
  totalGames: number;
  totalPositions: number;
}

/** This process's imports under way; other processes are kept away by DuckDB's lock on F.arrivals. */
const underWay = new Set<string>();

/**
 * Adds games to the library at `path`, or makes it.
 * @throws LibraryError naming the library and what prevents it, the library as it was; what `signal` was aborted with
 */
export async function importGames(
  path: string,
  arrivals: readonly Arrival[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const file = resolve(path);
  if (underWay.has(file)) throw new LibraryError(`${path}: another import into it is under way`);
  underWay.add(file);
  try {
    return await new Import(path, options).run(arrivals);
  } finally {
    underWay.delete(file);
  }
}

class Import {
  readonly #path: string;
  readonly #options: ImportOptions;
  #database!: Database;
  #appenders: { games: DuckDBAppender; positions: DuckDBAppender } | undefined;

  constructor(path: string, options: ImportOptions) {
    this.#path = path;
    this.#options = options;
  }

  get #arrivals() {
    return `${this.#path}.arrivals`;
  }
  get #building() {
    return `${this.#path}.building`;
  }
  get #spill() {
    return `${this.#path}.spill`;
  }

  async run(arrivals: readonly Arrival[]): Promise<ImportReport> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    this.#database = await Database.open({
      threads: this.#options.threads ?? 4,
      memoryMb: this.#options.memoryMb ?? Math.min(2048, Math.floor(totalmem() / 2 ** 21)),
      spillTo: this.#spill,
    });
    const stop = () => void this.#database.stop();
    signal?.addEventListener('abort', stop);
    let locked = false;
    try {
      await this.#lock();
      locked = true;
      await rm(this.#building, { force: true });
      await rm(`${this.#building}.wal`, { force: true });
      const first = await this.#openBase();
      const report = await this.#read(arrivals, first);
      if (report.files > 0) {
        this.#options.onProgress?.({ phase: 'sorting', games: report.games });
        await this.#build(report);
        // From here on the new library is complete: a cancellation comes too late.
        signal?.removeEventListener('abort', stop);
        await this.#database.run('DETACH base');
        await this.#swap();
      }
      return report;
    } catch (error) {
      if (error instanceof Closed || signal?.aborted) throw signal?.reason ?? error;
      throw error instanceof LibraryError ? error : new LibraryError(`${this.#path}: ${whatHappened(error)}`);
    } finally {
      signal?.removeEventListener('abort', stop);
      // An appender that outlives its connection takes the process with it.
      await this.#database.stop();
      this.#dropAppenders();
      // Under the lock: what is removed is ours.
      if (locked) for (const file of [this.#building, this.#spill]) await sweep(file);
      await this.#database.close();
      if (locked) await sweep(this.#arrivals);
    }
  }

  /** Takes F.arrivals, empty. What a dead import left there is dropped, or deleted where it cannot be read. */
  async #lock(): Promise<void> {
    const attach = () => this.#database.run(`ATTACH ${quoted(this.#arrivals)} AS arrivals`);
    try {
      await attach();
    } catch (error) {
      if (isHeldElsewhere(error)) throw new LibraryError(`${this.#path}: another import into it is under way`);
      const exists = await stat(this.#arrivals).then(
        () => true,
        () => false,
      );
      if (!exists) throw error;
      await sweep(this.#arrivals);
      await attach();
    }
    for (const table of ['meta', 'files', 'games', 'positions', 'meetings', 'popular', 'popular_games'])
      await this.#database.run(`DROP TABLE IF EXISTS arrivals.${table}`);
    await this.#database.run(createTables('arrivals'));
  }

  /** Attaches the library as it is, or an empty one in its place. Answers with the next free ids. */
  async #openBase(): Promise<{ file: number; game: number }> {
    const exists = await stat(this.#path).then(
      () => true,
      () => false,
    );
    if (exists) {
      const why = await whyNotALibrary(this.#database, this.#path, 'base');
      if (why !== undefined) throw new LibraryError(why);
    } else {
      await this.#database.run("ATTACH ':memory:' AS base");
      await this.#database.run(createTables('base'));
    }
    const { file, game } = await this.#database.columns(
      'SELECT (SELECT count(*) FROM base.files) AS file, (SELECT count(*) FROM base.games) AS game',
    );
    return { file: Number(file![0]), game: Number(game![0]) };
  }

  async #read(arrivals: readonly Arrival[], first: { file: number; game: number }): Promise<ImportReport> {
    const known = await this.#database.columns('SELECT sha256 FROM base.files');
    const seen = new Set(known.sha256);
    const report: ImportReport = {
      alreadyThere: [],
      files: 0,
      games: 0,
      duplicates: 0,
      totalGames: first.game,
      totalPositions: 0,
    };
    let bytesBefore = 0;
    for (const arrival of arrivals) {
      if (seen.has(arrival.sha256)) {
        report.alreadyThere.push(arrival.name);
        bytesBefore += arrival.bytes;
        continue;
      }
      seen.add(arrival.sha256);
      const file = first.file + report.files++;
      const before = report.games;
      for await (const { batch, bytesRead } of arrival.games()) {
        this.#options.signal?.throwIfAborted();
        const firstId = first.game + report.games;
        await this.#append(batch, file, firstId);
        report.games += batch.gameStart.length;
        this.#options.onProgress?.({ phase: 'reading', bytesRead: bytesBefore + bytesRead, games: report.games });
      }
      bytesBefore += arrival.bytes;
      await this.#database.run(
        `INSERT INTO arrivals.files VALUES (${file}, ${quoted(arrival.name)}, ` +
          `${arrival.path === undefined ? 'NULL' : quoted(arrival.path)}, ${arrival.bytes}, ` +
          `${quoted(arrival.sha256)}, ${report.games - before})`,
      );
    }
    await this.#closeAppenders();
    return report;
  }

  #append(batch: GameBatch, file: number, firstId: number): Promise<void> {
    return this.#database.exclusively(async (connection) => {
      this.#appenders ??= {
        games: await connection.createAppender('games', 'main', 'arrivals'),
        positions: await connection.createAppender('positions', 'main', 'arrivals'),
      };
      appendGames(this.#appenders.games, batch, file, firstId);
      appendPositions(this.#appenders.positions, batch, firstId);
    });
  }

  /** What is appended is in the tables only when the appenders are closed. */
  #closeAppenders(): Promise<void> {
    return this.#database.exclusively(async () => {
      this.#appenders?.games.closeSync();
      this.#appenders?.positions.closeSync();
      this.#appenders = undefined;
    });
  }

  /** After a failure: what they hold goes with F.arrivals, and so does what they say about it. */
  #dropAppenders(): void {
    for (const appender of [this.#appenders?.games, this.#appenders?.positions]) {
      try {
        appender?.clear();
        appender?.closeSync();
      } catch {
        // It failed before: that failure is on its way to the caller.
      }
    }
    this.#appenders = undefined;
  }

  /** Writes F.building from old and new, and fills in what `report` says of duplicates and totals. */
  async #build(report: ImportReport): Promise<void> {
    const database = this.#database;
    const firstNew = report.totalGames;
    await database.run(`
      ATTACH ${quoted(this.#building)} AS building;
      ${createTables('building')}
      INSERT INTO building.files SELECT * FROM base.files UNION ALL SELECT * FROM arrivals.files ORDER BY id;
      CREATE TEMP TABLE duplicates AS
        SELECT id, original FROM (
          SELECT id, min(id) OVER (PARTITION BY white, black, coalesce(start_fen, ''), moves) AS original
          FROM (SELECT * FROM base.games UNION ALL SELECT * FROM arrivals.games) WHERE plies > 0
        ) WHERE original < id AND id >= ${firstNew};
      INSERT INTO building.games
        SELECT a.* REPLACE (coalesce(d.original, a.duplicate_of) AS duplicate_of)
        FROM (SELECT * FROM base.games UNION ALL SELECT * FROM arrivals.games) a LEFT JOIN duplicates d USING (id)
        ORDER BY id;
      INSERT INTO building.positions
        SELECT * FROM base.positions
        UNION ALL
        SELECT * FROM arrivals.positions
        ${this.#options.countDuplicates ? '' : 'WHERE game NOT IN (SELECT id FROM duplicates)'}
        ORDER BY key, game, ply;
      INSERT INTO building.meetings ${meetingsOf('building')} ORDER BY key;
      ${fillPopular('building')}
      INSERT INTO building.meta VALUES (${quoted(APPLICATION)}, ${SCHEMA_VERSION});
      CHECKPOINT building;
    `);
    const totals = await database.columns(`
      SELECT (SELECT count(*) FROM duplicates) AS duplicates, (SELECT count(*) FROM building.games) AS games,
             (SELECT count(*) FROM building.positions) AS positions`);
    report.duplicates = Number(totals.duplicates![0]);
    report.totalGames = Number(totals.games![0]);
    report.totalPositions = Number(totals.positions![0]);
    await database.run('DETACH building');
  }

  /** On the disk first, then under its name: in the other order a power cut could leave a name without content. */
  async #swap(): Promise<void> {
    await syncToDisk(this.#building);
    await rename(this.#building, this.#path);
    // Windows cannot open a folder, and its rename needs no such help.
    if (process.platform !== 'win32') await syncToDisk(dirname(this.#path));
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sweep(file: string): Promise<void> {
  await rm(file, { force: true, recursive: true });
  await rm(`${file}.wal`, { force: true });
}

/** DuckDB's messages run over several lines; the first says what happened. */
const whatHappened = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
