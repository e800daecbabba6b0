import type { AppInfo, MainApi, PageApi } from '../shared/api';
import { mainSchemas } from '../shared/api';
import { rpc, type Wire } from '../shared/rpc';
import { Lab } from './lab/lab';
import type { Services } from './services';

/** What differs between the desktop window and a browser's. */
export interface Host {
  appInfo(): AppInfo;
  /** A line each: the app, its host, the system. */
  versions(): string;
  /** The paths picked in a native dialog; none where there is no such dialog or nothing was picked. */
  pickGames(): Promise<string[]>;
  /** The program picked in a native dialog; absent where there is no such dialog. */
  pickEngine?(): Promise<string | undefined>;
}

/** A page in a browser must not name programs to be run. */
const noDialog = { failure: 'other engines are named when the app is started: threefold serve --engine PROGRAM' };

/** Joins one page to what serves it. Returns what ends it when the page is gone. */
export function attach(
  wire: Wire,
  { library, engine, rememberedEngines, remembering, edits, settings, complaints, diagnosis, pages }: Services,
  host: Host,
): () => void {
  /** Uploads that a page leaves behind are dropped with it. */
  const uploads = new Set<number>();

  /** The page may be gone while it is being told something: then nobody needs to know. */
  const tell = (telling: Promise<void>) => void telling.catch(() => {});

  const lab = new Lab((progress) => tell(page.labProgress.asEvent(progress)));

  const keepEngine = () =>
    void rememberedEngines.keep().then((failure) => failure && tell(page.notice.asEvent(failure)));

  const api: MainApi = {
    appInfo() {
      // The page's first question: now it listens.
      for (const failure of complaints.splice(0)) tell(page.notice.asEvent({ failure }));
      return host.appInfo();
    },
    diagnosis: () => diagnosis(host.versions()),
    settings: () => settings.read(),
    keepSettings: (json) => settings.keep(json),
    async chooseFiles() {
      const paths = await host.pickGames();
      if (paths.length > 0) await library.open(paths);
    },
    async beginUpload(name, bytes) {
      const upload = await library.beginUpload(name, bytes);
      uploads.add(upload);
      return upload;
    },
    async uploadChunk(upload, chunk) {
      if (uploads.has(upload)) await library.work.uploadChunk(upload, chunk);
    },
    async endUpload(upload) {
      if (uploads.delete(upload)) await library.work.endUpload(upload);
    },
    cancelReading: () => library.work.cancelReading(),
    closeAll: () => library.closeAll(),
    collection: () => library.collection(),
    games: (query) => library.work.games(query),
    game: (index) => library.work.game(index),
    transpositionsOf: (game, keys) => library.work.transpositionsOf(game, keys),
    placesOf: (fen, exceptGame, limit) => library.work.placesOf(fen, exceptGame, limit),
    explore: (source, at) => library.work.explore(source, at),
    moveOrders: (source, at, limit) => library.work.moveOrders(source, at, limit),
    gamesThrough: (source, at, offset, limit) => library.work.gamesThrough(source, at, offset, limit),
    findByKey: (source, key) => library.work.findByKey(source, key),
    libraryGame: (source, game) => library.work.libraryGame(source, game),
    libraryTranspositions: (source, selection) => library.work.libraryTranspositions(source, selection),
    positionGraph: (source, selection) => library.work.positionGraph(source, selection),
    cancelPositionGraph: () => library.work.cancelPositionGraph(),
    librarySummary: (source) => library.work.librarySummary(source),
    keepInLibrary: () => library.work.keepInLibrary(),
    cancelLibrary: (source) => library.work.cancelLibrary(source),
    evaluationsOf: (at) => library.work.evaluationsOf(at),
    deepestEvaluations: (keys) => library.work.deepestEvaluations(keys),
    rememberedEvaluations: () => library.work.rememberedEvaluations(),
    forgetEvaluations: (engine) => library.work.forgetEvaluations(engine),
    keepEdit: (edit) => edits.keep(edit),
    dropEdit: (id) => edits.drop(id),
    edits: () => edits.all(),
    saveEdit: (id) => edits.save(id),

    engineSettings: async () => engine.settings,
    async configureEngine(changed) {
      const taken = await engine.configure(changed);
      keepEngine();
      return taken;
    },
    analyse: async (what) => remembering.analyse(what),
    stopAnalysis: async () => engine.stop(),
    clearTable: async () => engine.clearTable(),
    lookInTable: async (where) => engine.lookInTable(where),
    compareTable: (what) => engine.compareTable(what),
    engines: async () => engine.list(),
    async chooseEngine() {
      if (!host.pickEngine) return noDialog;
      const path = await host.pickEngine();
      return path === undefined ? engine.list() : rememberedEngines.add(path);
    },
    async useEngine(id) {
      const choices = rememberedEngines.use(id);
      keepEngine();
      return choices;
    },

    labRun: (request) => lab.run(request, library.work),
    labCancel: () => lab.cancel(),
  };

  const page = rpc<PageApi, MainApi>(wire, api, mainSchemas);
  const endLibrary = library.listen({
    readingProgress: (progress) => tell(page.readingProgress.asEvent(progress)),
    collectionChanged: (summary) => tell(page.collectionChanged.asEvent(summary)),
    libraryProgress: (progress) => tell(page.libraryProgress.asEvent(progress)),
    evaluationRemembered: (evaluation) => tell(page.evaluationRemembered.asEvent(evaluation)),
    notice: (failure) => tell(page.notice.asEvent(failure)),
  });
  const endEngine = engine.listen({
    searchInfo: (info) => tell(page.searchInfo.asEvent(info)),
    searchEnded: (id, last) => tell(page.searchEnded.asEvent(id, last)),
    notice: (failure) => tell(page.notice.asEvent(failure)),
  });
  const connected = { settle: () => page.settle() };
  pages.add(connected);
  return () => {
    pages.delete(connected);
    // Nobody sees what it finds: a tab that was closed must not keep the processor busy as long as the app is open.
    if (pages.size === 0) engine.stop();
    endLibrary();
    endEngine();
    void lab.cancel();
    // A library that is gone has dropped them already.
    for (const upload of uploads) library.work.dropUpload(upload).catch(() => {});
    page.$close(new Error('the page is gone'));
  };
}
