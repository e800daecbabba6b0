import * as v from 'valibot';
import {
  librarySource,
  selection,
  type Exploration,
  type FoundGame,
  type FoundPosition,
  type Kept,
  type LibraryGame,
  type LibraryProgress,
  type LibrarySource,
  type LibrarySummary,
  type LibraryTranspositions,
  type MoveOrders,
  type PositionGraph,
  type Selection,
} from './explorer';
import type { ArgumentSchemas } from './rpc';
import { labRequest, type LabRequest } from './lab/request';
import type { LabProgress, LabResult } from './lab/result';
import { searchLimit } from './search/limit';
import type { SearchInfo } from './search/info';
import type { RememberedEvaluation, RememberedSummary } from './search/remembered';
import type { Comparison, TableLook } from './search/inspect';
import { replacementPolicies } from './search/policy';

/**
 * The contract between page and main: one map for each direction. Expected failures travel as values
 * (`Failure`), because error classes do not survive the trip. Progress and results are events.
 */

/** Something the user should read: the culprit first. */
export interface Failure {
  failure: string;
  /** The user ended it: nothing went wrong. */
  cancelled?: true;
}

export interface AppInfo {
  host: 'electron' | 'browser';
  version: string;
  /** True where `chooseFiles` can show a native dialog; elsewhere the page picks files and uploads them. */
  nativeDialogs: boolean;
  /** Cores that search threads may use. */
  cores: number;
}

export interface ReadingProgress {
  file: string;
  bytesRead: number;
  bytesTotal: number;
  games: number;
  /** Absent where it cannot be told yet. */
  secondsLeft?: number;
}

/** A fault in a file, placed: line and column from 1, game from 1 within its file. */
export interface Problem {
  file: string;
  game: number;
  line: number;
  column: number;
  message: string;
}

/** The opened games as a whole. */
export interface CollectionSummary {
  files: { name: string; bytes: number; games: number; problems: number }[];
  games: number;
  /** Positions met, and different ones, by FIDE identity. */
  occurrences: number;
  distinctPositions: number;
  transposedPositions: number;
  gamesWithThreefold: number;
  /** Positions that share a key and are not the same, found by comparing identities. Expected: none. */
  collisions: number;
}

/** One row of the game list. */
export interface GameRow {
  /** From 0, in the opened collection: what `game` and `placesOf` speak of. */
  index: number;
  file: string;
  /** From 1, within its file. */
  numberInFile: number;
  white: string;
  black: string;
  whiteElo: string;
  blackElo: string;
  event: string;
  date: string;
  round: string;
  result: string;
  plies: number;
  /** Largest number of occurrences of one position. */
  maxRepetition: number;
  /** Positions of this game that another game reaches by another order of moves. */
  transpositions: number;
  problems: number;
}

const gameQuery = v.object({
  offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
  /** Words that must all occur in players, event, date or result. */
  text: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  only: v.optional(v.picklist(['all', 'repetitions', 'threefolds', 'transpositions', 'problems']), 'all'),
  sort: v.optional(v.picklist(['file', 'white', 'black', 'date', 'event', 'plies', 'repetition']), 'file'),
  descending: v.optional(v.boolean(), false),
});
export type GameQuery = v.InferInput<typeof gameQuery>;

export interface GameDetail {
  index: number;
  row: GameRow;
  /** The game's own text, untouched: the page parses it with shared/pgn. */
  pgn: string;
  problems: Problem[];
}

/** Where else a position stands. */
export interface Place {
  game: number;
  ply: number;
  /** The move orders differ: a true transposition, not the same opening moves. */
  otherOrder: boolean;
  white: string;
  black: string;
  date: string;
  event: string;
  result: string;
  /** SAN of the moves that lead there, at most the last 12 plies. */
  lastMoves: string[];
}

export const engineSettings = v.object({
  hashMb: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096)),
  threads: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64)),
  lines: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
  /** Which entry of a full bucket gives way; absent: `depth+age`. */
  policy: v.optional(v.picklist(replacementPolicies)),
  /** A path hash beside each entry: a quarter more memory, a little less speed. Absent: off. */
  inspect: v.optional(v.boolean()),
});
export type EngineSettings = v.InferOutput<typeof engineSettings>;

export const analysis = v.object({
  /** The position the game began from; `moves` (UCI) bring its history, so that repetitions count. */
  fen: v.pipe(v.string(), v.maxLength(200)),
  moves: v.pipe(v.array(v.pipe(v.string(), v.maxLength(5))), v.maxLength(10_000)),
  limit: searchLimit,
});
export type Analysis = v.InferOutput<typeof analysis>;

/** A position with the moves that led to it, as in `Analysis`. */
export const placed = v.object({ fen: analysis.entries.fen, moves: analysis.entries.moves });
export type Placed = v.InferOutput<typeof placed>;

export const comparison = v.object({
  ...placed.entries,
  depth: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)),
  /** The N of "1 and N threads", not more than the engine is set to; 1 leaves those runs out. */
  threads: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64)),
});

/** An engine that can be used: ours, one found on this system, or one the user named. The page never names a path. */
export interface EngineChoice {
  id: number;
  name: string;
  /** Absent for our own, whose table is open to view. */
  path?: string;
  inUse: boolean;
}

/** A changed game that is not saved: on the disk as soon as it is kept, and there again after whatever ends the app. */
export const edit = v.object({
  /** The page's name for this edited game; each later state replaces the earlier. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Which of the opened games it changes; absent for a new one. */
  game: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  pgn: v.pipe(v.string(), v.maxLength(50_000_000)),
});
export type Edit = v.InferOutput<typeof edit>;

/** An edit of this or an earlier run; `game` only while the file it came from is open. */
export interface KeptEdit extends Edit {
  file?: string;
  numberInFile?: number;
}

/** What the reader chose (theme, language, keys, widths …), as the page writes it: of it main reads only the theme. */
const pageSettings = v.pipe(v.string(), v.maxLength(100_000));

/** What the page may ask of main. */
export interface MainApi {
  appInfo(): AppInfo;
  /** Versions, settings, engine and its table, for a report of a fault: no games, players, positions or paths. */
  diagnosis(): Promise<string>;
  /** As kept last, in this run or an earlier one; empty when nothing was. */
  settings(): Promise<string>;
  /** Resolves when they are safe on the disk. */
  keepSettings(settings: string): Promise<Failure | undefined>;

  /** Native dialog where there is one. Reading starts by itself and is told by events. */
  chooseFiles(): Promise<void>;
  /** A file from the page, in pieces, in order: name and size, chunks of up to 4 MB, end. */
  beginUpload(name: string, bytes: number): Promise<number>;
  uploadChunk(upload: number, chunk: Uint8Array): Promise<void>;
  endUpload(upload: number): Promise<void>;
  cancelReading(): Promise<void>;
  closeAll(): Promise<void>;

  collection(): Promise<CollectionSummary>;
  games(query: GameQuery): Promise<{ total: number; rows: GameRow[] }>;
  game(index: number): Promise<GameDetail | Failure>;
  /**
   * For each FIDE key of the game's main line: how many games' main lines reach its position by another move order. Main
   * lines only, as everywhere in the collection: 0 for a position that stands in a variation alone.
   */
  transpositionsOf(game: number, keys: BigUint64Array): Promise<Uint32Array>;
  placesOf(fen: string, exceptGame: number, limit: number): Promise<Place[] | Failure>;

  /**
   * The explorer (explorer.ts), of the opened files or of what was kept. The first question about opened files makes
   * their temporary library, which takes a few seconds for 100,000 games: progress is told by `libraryProgress`.
   */
  explore(source: LibrarySource, at: Placed): Promise<Exploration | Failure>;
  moveOrders(source: LibrarySource, at: Placed, limit: number): Promise<MoveOrders | Failure>;
  gamesThrough(
    source: LibrarySource,
    at: Placed,
    offset: number,
    limit: number,
  ): Promise<{ total: number; rows: FoundGame[] } | Failure>;
  /** The positions whose FIDE or Polyglot key it is: 1 to 16 hex digits. None, one, or by a rare chance two. */
  findByKey(source: LibrarySource, key: string): Promise<FoundPosition[] | Failure>;
  /** A game by its number in that library (`FoundGame.game`). */
  libraryGame(source: LibrarySource, game: number): Promise<LibraryGame | Failure>;
  libraryTranspositions(source: LibrarySource, selection: Selection): Promise<LibraryTranspositions | Failure>;
  /** The newest question wins: the one before it, like one that is ended, hears a failure that says `cancelled`. */
  positionGraph(source: LibrarySource, selection: Selection): Promise<PositionGraph | Failure>;
  cancelPositionGraph(): Promise<void>;
  librarySummary(source: LibrarySource): Promise<LibrarySummary | Failure>;
  /** Adds the opened files to the lasting library; progress is told by `libraryProgress`. */
  keepInLibrary(): Promise<Kept | Failure>;
  /**
   * Ends the making of the temporary library, or the adding to the lasting one, which stays as it was. All that wait
   * for it hear a failure that says `cancelled`; a later question about opened files begins anew.
   */
  cancelLibrary(source: LibrarySource): Promise<void>;

  /** What engines found about a position in this run or an earlier one, by whatever order of moves: the deepest first. */
  evaluationsOf(at: Placed): Promise<RememberedEvaluation[] | Failure>;
  /**
   * For many FIDE keys at once, the deepest evaluation of each for which there is one. It is another position's if its
   * `epd` says so.
   */
  deepestEvaluations(keys: BigUint64Array): Promise<RememberedEvaluation[] | Failure>;
  rememberedEvaluations(): Promise<RememberedSummary[] | Failure>;
  /** Forgets those of one engine, or all. Answers how many. */
  forgetEvaluations(engine?: string): Promise<number | Failure>;

  /** Resolves when the edit is safe on the disk. */
  keepEdit(edit: Edit): Promise<Failure | undefined>;
  /** The edit is given up. */
  dropEdit(id: string): Promise<void>;
  edits(): Promise<KeptEdit[]>;
  /**
   * Writes an edit of an opened game into its file: the file is replaced whole, with the old one beside it as a backup,
   * and the opened files are read again. A failure leaves file and edit as they were.
   */
  saveEdit(id: string): Promise<Failure | undefined>;

  engineSettings(): Promise<EngineSettings>;
  configureEngine(settings: EngineSettings): Promise<EngineSettings>;
  /** Answers at once with the search's id; the newest search wins. */
  analyse(what: Analysis): Promise<number | Failure>;
  stopAnalysis(): Promise<void>;
  clearTable(): Promise<void>;
  /** What the table holds about a position, and its own line from there. Answers during a search too. */
  lookInTable(where: Placed): Promise<TableLook | Failure>;
  /** One position with the table off, cold and warm, on 1 and N threads. Ends a running search; `stopAnalysis` ends it. */
  compareTable(what: v.InferOutput<typeof comparison>): Promise<Comparison | Failure>;
  engines(): Promise<EngineChoice[]>;
  /** Native dialog where there is one; elsewhere engines are named on the command line. */
  chooseEngine(): Promise<EngineChoice[] | Failure>;
  /** Ends a running search; the next one runs on that engine. */
  useEngine(id: number): Promise<EngineChoice[] | Failure>;

  /** Runs an instrument of the lab; progress is events. Null when it was ended: by `labCancel`, or by the next run. */
  labRun(request: LabRequest): Promise<LabResult | Failure | null>;
  labCancel(): Promise<void>;
}

/** What main tells the page. */
export interface PageApi {
  readingProgress(progress: ReadingProgress): void;
  /** Reading ended (also when cancelled); the games read so far are there. */
  collectionChanged(summary: CollectionSummary): void;
  libraryProgress(progress: LibraryProgress): void;
  /** A search found something deeper than was known of its position. */
  evaluationRemembered(evaluation: RememberedEvaluation): void;
  searchInfo(info: SearchInfo): void;
  searchEnded(id: number, last: SearchInfo): void;
  labProgress(progress: LabProgress): void;
  /** The app is about to close: what was changed a moment ago is to be kept now. Resolves when it is. */
  settle(): Promise<void>;
  /** A failure nobody asked about, such as a search thread that died. */
  notice(failure: Failure): void;
}

/** More than any game has positions, its variations among them. */
const keys = v.pipe(v.instance(BigUint64Array), v.maxLength(1_000_000));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const fen = v.pipe(v.string(), v.maxLength(200));
/** Rows of an answer. */
const shown = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500));

/** Checked by main on every call, whichever transport brought it. */
export const mainSchemas = {
  appInfo: v.tuple([]),
  diagnosis: v.tuple([]),
  settings: v.tuple([]),
  keepSettings: v.tuple([pageSettings]),
  chooseFiles: v.tuple([]),
  beginUpload: v.tuple([v.pipe(v.string(), v.maxLength(1000)), count]),
  uploadChunk: v.tuple([count, v.instance(Uint8Array)]),
  endUpload: v.tuple([count]),
  cancelReading: v.tuple([]),
  closeAll: v.tuple([]),
  collection: v.tuple([]),
  games: v.tuple([gameQuery]),
  game: v.tuple([count]),
  transpositionsOf: v.tuple([count, keys]),
  placesOf: v.tuple([fen, v.pipe(v.number(), v.integer(), v.minValue(-1)), count]),
  explore: v.tuple([librarySource, placed]),
  moveOrders: v.tuple([librarySource, placed, shown]),
  gamesThrough: v.tuple([librarySource, placed, count, shown]),
  findByKey: v.tuple([librarySource, v.pipe(v.string(), v.maxLength(40))]),
  libraryGame: v.tuple([librarySource, count]),
  libraryTranspositions: v.tuple([librarySource, selection]),
  positionGraph: v.tuple([librarySource, selection]),
  cancelPositionGraph: v.tuple([]),
  librarySummary: v.tuple([librarySource]),
  keepInLibrary: v.tuple([]),
  cancelLibrary: v.tuple([librarySource]),
  evaluationsOf: v.tuple([placed]),
  deepestEvaluations: v.tuple([keys]),
  rememberedEvaluations: v.tuple([]),
  forgetEvaluations: v.tuple([v.optional(v.pipe(v.string(), v.maxLength(200)))]),
  keepEdit: v.tuple([edit]),
  dropEdit: v.tuple([edit.entries.id]),
  edits: v.tuple([]),
  saveEdit: v.tuple([edit.entries.id]),
  engineSettings: v.tuple([]),
  configureEngine: v.tuple([engineSettings]),
  analyse: v.tuple([analysis]),
  stopAnalysis: v.tuple([]),
  clearTable: v.tuple([]),
  lookInTable: v.tuple([placed]),
  compareTable: v.tuple([comparison]),
  engines: v.tuple([]),
  chooseEngine: v.tuple([]),
  useEngine: v.tuple([count]),
  labRun: v.tuple([labRequest]),
  labCancel: v.tuple([]),
} satisfies ArgumentSchemas<MainApi>;
