import { parentPort, workerData } from 'node:worker_threads';
import { parseKey } from '../../shared/chess/zobrist';
import { rpc } from '../../shared/rpc';
import { Evaluations } from './evaluations';
import { Explorer, told } from './index/explorer';
import { LibraryError } from './index/library-error';
import type { LastingFiles } from './library';
import { type LibraryEvents, type LibraryWork, workSchemas } from './protocol';
import { Reading } from './reading';
import { PgnScanner } from './scan';

/** The library's thread: files are read and positions sorted here, where nobody waits for a frame. */
const port = parentPort!;
const reading = new Reading({
  readingProgress: (progress) => void main.readingProgress.asEvent(progress),
  collectionChanged: (summary) => void main.collectionChanged.asEvent(summary),
  notice: (failure) => void main.notice.asEvent(failure),
});

const lasting = (workerData ?? {}) as LastingFiles;
// A scanner of its own: it reads opened files again while Reading may be reading others.
let scanner: Promise<PgnScanner> | undefined;
const explorer = new Explorer(
  lasting.library,
  () => (scanner ??= PgnScanner.load()),
  (progress) => void main.libraryProgress.asEvent(progress),
);
const evaluations = lasting.evaluations === undefined ? undefined : new Evaluations(lasting.evaluations);
/** What prevents the remembering is told once. */
let complaint = '';

const work: LibraryWork = {
  open: (paths) => reading.open(paths),
  beginUpload: async (name, bytes) => reading.uploads.begin(name, bytes),
  uploadChunk: async (upload, chunk) => reading.uploads.add(upload, chunk),
  endUpload: async (upload) => reading.read(reading.uploads.end(upload)),
  async origin(game) {
    const origin = reading.collection.origin(game);
    return origin && { file: origin.source.path ?? origin.source.name, numberInFile: origin.numberInFile };
  },
  find: async (file, numberInFile) => reading.collection.find(file, numberInFile),
  replace: (file, numberInFile, pgn) => reading.replace(file, numberInFile, pgn),
  dropUpload: async (upload) => reading.uploads.drop(upload),
  cancelReading: async () => reading.cancel(),
  closeAll: () => reading.closeAll(),
  collection: async () => reading.collection.summary(),
  games: async (query) => reading.collection.rows(query),
  game: (index) => reading.collection.game(index),
  transpositionsOf: async (game, keys) => reading.collection.transpositionsOf(game, keys),
  placesOf: async (fen, exceptGame, limit) => reading.collection.placesOf(fen, exceptGame, limit),
  explore: (source, at) =>
    explorer.at(source, reading.collection, at, (library, { position, line }) => library.explore(position, line)),
  moveOrders: (source, at, limit) =>
    explorer.at(source, reading.collection, at, (library, { position }) => library.moveOrders(position, limit)),
  gamesThrough: (source, at, offset, limit) =>
    explorer.at(source, reading.collection, at, (library, { position }) =>
      library.gamesThrough(position, offset, limit),
    ),
  async findByKey(source, text) {
    const key = parseKey(text);
    if (key === undefined) return { failure: `"${text}" is not a key: 1 to 16 hex digits` };
    return explorer.ask(source, reading.collection, (library) => library.findKey(key));
  },
  libraryGame: (source, game) =>
    explorer.ask(source, reading.collection, async (library) => {
      const found = await library.gameText(game);
      const opened = reading.collection.find(found.path ?? found.file, found.numberInFile);
      return { ...found, ...(opened !== undefined && { opened }) };
    }),
  libraryTranspositions: (source, selection) =>
    explorer.ask(source, reading.collection, (library) => library.transpositions(selection)),
  positionGraph: (source, selection) => explorer.positionGraph(source, reading.collection, selection),
  cancelPositionGraph: async () => explorer.cancelPositionGraph(),
  librarySummary: (source) => explorer.ask(source, reading.collection, (library) => library.contents()),
  keepInLibrary: () => explorer.keep(reading.collection),
  cancelLibrary: async (source) => explorer.cancel(source),
  async remember(at, found) {
    try {
      const news = await evaluations?.remember(at, found);
      if (news) void main.evaluationRemembered.asEvent(news);
    } catch (error) {
      const { message } = error as Error;
      if (!(error instanceof LibraryError) || message === complaint) return;
      complaint = message;
      void main.notice.asEvent({ failure: `Evaluations are not remembered: ${message}` });
    }
  },
  evaluationsOf: async (at) => told(async () => (await evaluations?.of(at)) ?? []),
  deepestEvaluations: (keys) => told(async () => (await evaluations?.deepest(keys)) ?? []),
  rememberedEvaluations: () => told(async () => (await evaluations?.summary()) ?? []),
  forgetEvaluations: (engine) => told(async () => (await evaluations?.forget(engine)) ?? 0),
  async close() {
    await evaluations?.close();
    await explorer.close();
    await reading.closeAll();
  },
};

const main = rpc<LibraryEvents, LibraryWork>(
  { post: (message) => port.postMessage(message), onMessage: (listener) => void port.on('message', listener) },
  work,
  workSchemas,
);
