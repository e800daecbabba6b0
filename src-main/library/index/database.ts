import {
  DuckDBInstance,
  type DuckDBBlobValue,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import { InTurn } from '../../in-turn';
import type { Growable } from '../growable';

/** Appends a chunk's column of numbers; a loop for each, because V8 makes code for one type of vector at a time. */
export const takeNumbers = <Kind extends 'u16' | 'u32'>(
  from: DuckDBVector,
  rows: number,
  into: Growable<Kind>,
): void => {
  for (let row = 0; row < rows; row++) into.push(from.getItem(row) as number);
};

/** The packed moves of a game, as `games.moves` has them. */
export const movesIn = ({ bytes }: DuckDBBlobValue): number[] =>
  // A copy, because two-byte numbers must lie at even addresses.
  Array.from(new Uint16Array(Uint8Array.from(bytes).buffer));

/** Rows as columns; integers up to 32 bits are numbers, 64-bit ones are bigints. */
export type Columns = Record<string, DuckDBValue[]>;

/** The database was closed while or before this question was asked. */
export class Closed extends Error {
  constructor() {
    super('The library is closed.');
  }
}

/**
 * One DuckDB connection, asked one thing at a time. DuckDB aborts the whole process when a thread ends, or the
 * process exits, while a query runs; so `close` interrupts what runs, waits for it, and only then lets go.
 */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();
  readonly #inTurn = new InTurn();
  #stopped = false;
  #closed = false;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  /** An empty database in memory, to which files can be attached. Extensions are neither fetched nor loaded. */
  static async open(options: { threads: number; memoryMb: number; spillTo?: string }): Promise<Database> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(options.threads),
      memory_limit: `${options.memoryMb}MB`,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      ...(options.spillTo !== undefined && { temp_directory: options.spillTo }),
    });
    return new Database(instance, await instance.connect());
  }

  /** Runs every statement of `sql`. */
  async run(sql: string): Promise<void> {
    await this.exclusively((connection) => connection.run(sql));
  }

  /**
   * Answers one statement; `$1`, `$2` … stand for `values`, which the SQL casts to the type of their column. `signal` ends
   * it, waiting or running: what it was aborted with is thrown.
   */
  async columns(sql: string, values: DuckDBValue[] = [], signal?: AbortSignal): Promise<Columns> {
    return this.exclusively(async () => {
      const result = await this.#answer(sql, values);
      // An answer without rows comes without chunks, and would lack its columns.
      const empty = Object.fromEntries(result.deduplicatedColumnNames().map((name) => [name, []]));
      return { ...empty, ...(await result.getColumnsObject()) };
    }, signal);
  }

  /** As `columns`, for answers of many numbers: each chunk is shown to `visit` and forgotten. */
  async chunks(
    sql: string,
    values: DuckDBValue[],
    visit: (rows: number, columns: readonly DuckDBVector[]) => void,
  ): Promise<void> {
    await this.exclusively(async () => {
      const result = await this.#answer(sql, values);
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
        const { columnCount } = chunk;
        const vectors: DuckDBVector[] = [];
        for (let column = 0; column < columnCount; column++) vectors.push(chunk.getColumnVector(column));
        visit(chunk.rowCount, vectors);
      }
    });
  }

  /** Gives `task` the connection when all that was asked before is answered. `signal` as for `columns`. */
  exclusively<T>(task: (connection: DuckDBConnection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#inTurn.run(async () => {
      if (this.#stopped) throw new Closed();
      signal?.throwIfAborted();
      const answer = task(this.#connection);
      const end = () => void this.#interruptUntil(answer);
      signal?.addEventListener('abort', end);
      try {
        return await answer;
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', end);
      }
    });
  }

  /** Interrupts the running query, refuses those that wait, and ends when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#interruptUntil(this.#inTurn.settled());
  }

  /** An interrupt between two steps of one question is forgotten by the second: so it is said until all is quiet. */
  async #interruptUntil(quiet: Promise<unknown>): Promise<void> {
    const interrupting = setInterval(() => this.#connection.interrupt(), 5);
    this.#connection.interrupt();
    await quiet.catch(() => {});
    clearInterval(interrupting);
  }

  /** Stops, and lets the files go. Appenders must have been closed before. */
  async close(): Promise<void> {
    await this.stop();
    if (this.#closed) return;
    this.#closed = true;
    for (const statement of this.#prepared.values()) statement.destroySync();
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  /** Statements with parameters are prepared once: planning costs more than looking up. */
  async #answer(sql: string, values: DuckDBValue[]): Promise<DuckDBResult> {
    if (values.length === 0) return this.#connection.run(sql);
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = await this.#connection.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    statement.bind(values);
    return statement.run();
  }
}

/** Whether a file could not be attached because another process has it open for writing. Windows says it in other words. */
export const isHeldElsewhere = (error: unknown): boolean => (error as Error).message.includes('Conflicting lock');

/** A text as an SQL literal. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
