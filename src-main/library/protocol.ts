import * as v from 'valibot';
import { mainSchemas, placed, type Failure, type MainApi, type PageApi, type Placed } from '../../shared/api';
import type { ArgumentSchemas } from '../../shared/rpc';
import { foundEvaluation, type FoundEvaluation } from '../../shared/search/remembered';

/** The part of the contract that the library's worker thread answers; its types follow from these names. */
const answered = {
  beginUpload: mainSchemas.beginUpload,
  uploadChunk: mainSchemas.uploadChunk,
  endUpload: mainSchemas.endUpload,
  cancelReading: mainSchemas.cancelReading,
  closeAll: mainSchemas.closeAll,
  collection: mainSchemas.collection,
  games: mainSchemas.games,
  game: mainSchemas.game,
  transpositionsOf: mainSchemas.transpositionsOf,
  placesOf: mainSchemas.placesOf,
  explore: mainSchemas.explore,
  moveOrders: mainSchemas.moveOrders,
  gamesThrough: mainSchemas.gamesThrough,
  findByKey: mainSchemas.findByKey,
  libraryGame: mainSchemas.libraryGame,
  libraryTranspositions: mainSchemas.libraryTranspositions,
  positionGraph: mainSchemas.positionGraph,
  cancelPositionGraph: mainSchemas.cancelPositionGraph,
  librarySummary: mainSchemas.librarySummary,
  keepInLibrary: mainSchemas.keepInLibrary,
  cancelLibrary: mainSchemas.cancelLibrary,
  evaluationsOf: mainSchemas.evaluationsOf,
  deepestEvaluations: mainSchemas.deepestEvaluations,
  rememberedEvaluations: mainSchemas.rememberedEvaluations,
  forgetEvaluations: mainSchemas.forgetEvaluations,
} satisfies Partial<typeof mainSchemas>;

/** That part, and what only main asks of the worker. */
export interface LibraryWork extends Pick<MainApi, keyof typeof answered> {
  /** Reads the files one after the other; ends when all are read, or reading was cancelled. */
  open(paths: string[]): Promise<void>;
  /** The file's path (its name, where the page sent it) and the game's number there. */
  origin(game: number): Promise<{ file: string; numberInFile: number } | undefined>;
  /** The opened game that came from there. */
  find(file: string, numberInFile: number): Promise<number | undefined>;
  /** Writes a changed game into its file, which has to be open, and reads the opened files again. */
  replace(file: string, numberInFile: number, pgn: string): Promise<Failure | undefined>;
  /** Resolves when it is written down; that it was news, and what prevents it, are events. */
  remember(at: Placed, found: FoundEvaluation): Promise<void>;
  /** Forgets an upload that will not be finished. */
  dropUpload(upload: number): Promise<void>;
  /** Closes every file: afterwards the thread can be ended. */
  close(): Promise<void>;
}

/** What the worker tells by itself; main passes it on to the page. */
export type LibraryEvents = Pick<
  PageApi,
  'readingProgress' | 'collectionChanged' | 'libraryProgress' | 'evaluationRemembered' | 'notice'
>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The arguments of every question to the worker, checked there. */
export const workSchemas = {
  ...answered,
  open: v.tuple([v.array(v.string())]),
  origin: v.tuple([count]),
  find: v.tuple([v.string(), count]),
  replace: v.tuple([v.string(), count, v.string()]),
  dropUpload: v.tuple([count]),
  close: v.tuple([]),
  remember: v.tuple([placed, foundEvaluation]),
} satisfies ArgumentSchemas<LibraryWork>;

// From our own worker: it is enough that there is one object.
const one = v.tuple([v.looseObject({})]) as unknown as v.GenericSchema<unknown, unknown[]>;
/** The arguments of every event. */
export const eventSchemas: ArgumentSchemas<LibraryEvents> = {
  readingProgress: one,
  collectionChanged: one,
  libraryProgress: one,
  evaluationRemembered: one,
  notice: one,
};
