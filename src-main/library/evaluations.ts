import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBValue } from '@duckdb/node-api';
import type { Failure, Placed } from '../../shared/api';
import { identityOf, makeEpd } from '../../shared/chess/identity';
import { isFailure } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import type { FoundEvaluation, RememberedEvaluation, RememberedSummary } from '../../shared/search/remembered';
import { scoreFor } from '../../shared/search/score';
import { readGame, readMove, type Game } from '../engine/game';
import { Closed, Database, quoted, type Columns } from './index/database';
import { LibraryError } from './index/library-error';
import { forgetTheDead, noted, whyDeadly } from './index/reader-note';
import { playPacked } from './lines';

const APPLICATION = 'threefold evaluations';
const VERSION = 1;
const NOTHING: Columns = {};

/** So much of a line is kept. */
const KEPT_PLIES = 24;

/**
 * Evaluations in a DuckDB file of their own, by key, position and engine; the library's file is replaced whole by every
 * import and is no place for them. Each is one transaction: what was remembered survives whatever ends the app. There is
 * no index: to look through a million keys takes DuckDB a few milliseconds, and nobody's engine has filled that many.
 */
export class Evaluations {
  readonly #path: string;
  #opening: Promise<Database> | undefined;

  /** The file is made when the first evaluation comes. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Answers with the evaluation if it is news: the deepest of that engine, and of two at the same depth the later. One in
   * which the history mattered takes no other's place at its depth, but the very same result's: a search learns that at its
   * end. @throws LibraryError naming the file
   */
  async remember(placed: Placed, found: FoundEvaluation): Promise<RememberedEvaluation | undefined> {
    const game = readGame(placed.fen, placed.moves);
    if (isFailure(game)) throw new LibraryError(game.failure);
    const { position } = game;
    const evaluation: RememberedEvaluation = {
      key: fideKey(position),
      epd: makeEpd(identityOf(position)),
      engine: found.engine,
      depth: found.depth,
      score: scoreFor(found.score, position.turn),
      moves: found.moves.slice(0, KEPT_PLIES),
      historyMattered: found.warned || historyMayCount(game, found.moves),
      date: new Date().toISOString(),
    };
    const { key, epd, engine, depth, score, moves, historyMattered, date } = evaluation;
    const { merge_action: done } = await this.#ask(
      `MERGE INTO remembered.evaluations AS old
       USING (SELECT $1::UBIGINT AS key, $2::VARCHAR AS epd, $3::VARCHAR AS engine, $4::UTINYINT AS depth,
                     $5::BOOLEAN AS mate, $6::SMALLINT AS score, $7::VARCHAR AS moves, $8::BOOLEAN AS history_mattered,
                     $9::VARCHAR AS date) AS new
       ON old.key = new.key AND old.epd = new.epd AND old.engine = new.engine
       WHEN MATCHED AND new.depth > old.depth
         OR new.depth = old.depth
           AND (new.history_mattered <= old.history_mattered OR new.moves = old.moves AND new.score = old.score)
         THEN UPDATE
       WHEN NOT MATCHED THEN INSERT
       RETURNING merge_action`,
      [key, epd, engine, depth, score.kind === 'mate', score.value, moves.join(' '), historyMattered, date],
    );
    return done!.length > 0 ? evaluation : undefined;
  }

  /** Of one position, the deepest first. */
  async of(placed: Placed): Promise<RememberedEvaluation[] | Failure> {
    const game = readGame(placed.fen, placed.moves);
    if (isFailure(game)) return game;
    const epd = makeEpd(identityOf(game.position));
    const sql = `SELECT * FROM remembered.evaluations WHERE key = $1::UBIGINT AND epd = $2::VARCHAR ORDER BY depth DESC, date DESC`;
    return evaluationsIn(await this.#read(sql, [fideKey(game.position), epd]));
  }

  /** For each key for which there is one the deepest; of positions that share a key, each. */
  async deepest(keys: BigUint64Array): Promise<RememberedEvaluation[]> {
    if (keys.length === 0) return [];
    // As one text: a list of so many numbers in the SQL takes ten times as long to plan as to answer.
    const sql = `SELECT * FROM remembered.evaluations WHERE key IN (SELECT unnest(string_split($1::VARCHAR, ',')::UBIGINT[]))
      QUALIFY row_number() OVER (PARTITION BY key, epd ORDER BY depth DESC, date DESC) = 1 ORDER BY key, epd`;
    return evaluationsIn(await this.#read(sql, [keys.join(',')]));
  }

  async summary(): Promise<RememberedSummary[]> {
    const { engine = [], evaluations = [] } = await this.#read(
      'SELECT engine, count(*)::INTEGER AS evaluations FROM remembered.evaluations GROUP BY engine ORDER BY engine',
    );
    return engine.map((name, row) => ({ engine: name as string, evaluations: evaluations[row] as number }));
  }

  /** Forgets those of one engine, or all. Answers how many. */
  async forget(engine?: string): Promise<number> {
    const which = engine === undefined ? 'true' : `engine = ${quoted(engine)}`;
    const { Count = [] } = await this.#read(`DELETE FROM remembered.evaluations WHERE ${which}`);
    if (Count.length > 0) await this.#ask('CHECKPOINT remembered');
    return Number(Count[0] ?? 0);
  }

  async close(): Promise<void> {
    const database = await this.#opening?.catch(() => undefined);
    this.#opening = Promise.reject(new Closed());
    this.#opening.catch(() => {});
    if (!database) return;
    await database.close();
    forgetTheDead(this.#path);
  }

  /** As `#ask`, but what was never made is not made to be read. */
  async #read(sql: string, values?: DuckDBValue[]): Promise<Columns> {
    return this.#opening || existsSync(this.#path) ? this.#ask(sql, values) : NOTHING;
  }

  async #ask(sql: string, values?: DuckDBValue[]): Promise<Columns> {
    try {
      const database = await (this.#opening ??= this.#open());
      return await noted(this.#path, () => database.columns(sql, values));
    } catch (error) {
      if (error instanceof Closed || error instanceof LibraryError) throw error;
      throw new LibraryError(`${this.#path}: ${(error as Error).message.split('\n')[0]}`, { cause: error });
    }
  }

  async #open(): Promise<Database> {
    const deadly = whyDeadly(this.#path, 'Delete it to begin anew');
    if (deadly !== undefined) throw new LibraryError(deadly);
    await mkdir(dirname(this.#path), { recursive: true });
    return noted(this.#path, () => this.#attach());
  }

  async #attach(): Promise<Database> {
    const database = await Database.open({ threads: 1, memoryMb: 128 });
    try {
      await database.run(`ATTACH ${quoted(this.#path)} AS remembered`);
      await database.run(`
        BEGIN;
        CREATE TABLE IF NOT EXISTS remembered.meta AS SELECT '${APPLICATION}' AS application, ${VERSION} AS version;
        CREATE TABLE IF NOT EXISTS remembered.evaluations (
          key UBIGINT NOT NULL, epd VARCHAR NOT NULL, engine VARCHAR NOT NULL, depth UTINYINT NOT NULL,
          mate BOOLEAN NOT NULL, score SMALLINT NOT NULL, moves VARCHAR NOT NULL, history_mattered BOOLEAN NOT NULL,
          date VARCHAR NOT NULL
        );
        COMMIT`);
      const { application, version } = await database.columns('SELECT application, version FROM remembered.meta');
      if (application![0] === APPLICATION && version![0] === VERSION) return database;
      throw new Error('is not a file of evaluations that this version reads');
    } catch (error) {
      await database.close();
      throw error;
    }
  }
}

function evaluationsIn(rows: Columns): RememberedEvaluation[] {
  return (rows.key ?? []).map((key, row): RememberedEvaluation => {
    const text = (column: string) => rows[column]![row] as string;
    const epd = text('epd');
    return {
      key: key as bigint,
      epd,
      engine: text('engine'),
      depth: rows.depth![row] as number,
      score: {
        kind: rows.mate![row] ? 'mate' : 'cp',
        value: rows.score![row] as number,
        pov: epd.split(' ')[1] === 'w' ? 'white' : 'black',
      },
      moves: text('moves').split(' ').filter(Boolean),
      historyMattered: rows.history_mattered![row] as boolean,
      date: text('date'),
    };
  });
}

/** See `RememberedEvaluation.historyMattered`. The line is legal as far as it was found to be. */
function historyMayCount({ start, moves, position }: Game, line: readonly string[]): boolean {
  const before = new Set<bigint>();
  const earlier = start.clone();
  for (const move of moves) {
    before.add(fideKey(earlier));
    playPacked(earlier, move);
  }
  const now = position.clone();
  if (before.has(fideKey(now))) return true;
  for (const uci of line) {
    const move = readMove(now, uci);
    if (!move) break;
    now.play(move);
    if (now.halfmoves >= 100 || before.has(fideKey(now))) return true;
  }
  return false;
}
