import type { Analysis, CollectionSummary, EngineSettings, Failure, GameQuery, GameRow, Place } from '../../shared/api';
import type { SearchInfo } from '../../shared/search/info';
import type { Main } from '../connect';

/** A main process of the tests' own: a collection in memory, an engine that says what it is told to. */

export const shuffle = '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5';

export const gameText = (white: string, black: string, moves: string, result = '1/2-1/2') =>
  `[Event "Test"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${moves} ${result}\n`;

export function makeInfo(id: number, over: Partial<SearchInfo> = {}): SearchInfo {
  return {
    id,
    depth: 12,
    nodes: 1_234_567,
    nodesPerSecond: 2_500_000,
    timeMs: 500,
    lines: [
      {
        rank: 1,
        depth: 12,
        selectiveDepth: 20,
        score: { kind: 'cp', value: 34, pov: 'white' },
        bound: 'exact',
        moves: ['e2e4', 'e7e5', 'g1f3'],
      },
    ],
    table: {
      bytes: 64 * 2 ** 20,
      entries: 4_194_304,
      threads: 1,
      policy: 'depth+age',
      probes: 1000,
      hits: { exact: 10, lower: 100, upper: 50, moveOnly: 40, tooShallow: 100 },
      misses: { empty: 600, other: 100 },
      stores: { empty: 600, same: 100, older: 50, shallower: 30, deeper: 10, refused: 10 },
      fullPermille: 250,
      currentPermille: 200,
      ages: [80, 20, 0, 0],
      depths: [50, 30, 20],
      bounds: { exact: 10, lower: 60, upper: 30 },
      expectedWrongRetrievals: 2.5e-9,
    },
    ...over,
  };
}

const row = (index: number, pgn: string): GameRow => ({
  index,
  file: 'test.pgn',
  numberInFile: index + 1,
  white: /White "(.*?)"/.exec(pgn)?.[1] ?? '?',
  black: /Black "(.*?)"/.exec(pgn)?.[1] ?? '?',
  whiteElo: '',
  blackElo: '',
  event: 'Test',
  date: '1971.??.??',
  round: '',
  result: /Result "(.*?)"/.exec(pgn)?.[1] ?? '*',
  plies: 10,
  maxRepetition: pgn.includes(shuffle) ? 3 : 1,
  transpositions: 0,
  problems: 0,
});

export interface Fake {
  main: Main;
  /** What was asked to be analysed, in order. */
  analysed: Analysis[];
  queries: GameQuery[];
  uploaded: Uint8Array[];
}

interface Options {
  games?: string[];
  /** More rows than games: the list is as long as it is told. */
  rows?: number;
  places?: Place[] | Failure;
  elsewhere?: number;
  refuse?: Failure;
  over?: Partial<Main>;
}

export function fakeMain({
  games = [],
  rows = games.length,
  places = [],
  elsewhere = 0,
  refuse,
  over,
}: Options = {}): Fake {
  const analysed: Analysis[] = [];
  const queries: GameQuery[] = [];
  const uploaded: Uint8Array[] = [];
  let settings: EngineSettings = { hashMb: 64, threads: 1, lines: 1 };
  const all = Array.from({ length: rows }, (_, index) => row(index, games[index % games.length]!));
  const summary: CollectionSummary = {
    files: rows ? [{ name: 'test.pgn', bytes: 1000, games: rows, problems: 0 }] : [],
    games: rows,
    occurrences: rows * 11,
    distinctPositions: rows * 8,
    transposedPositions: 0,
    gamesWithThreefold: 1,
    collisions: 0,
  };
  const notHere = async () => ({ failure: 'not in this test' });
  const main: Main = {
    appInfo: async () => ({ host: 'browser', version: '0.0.0', nativeDialogs: false, cores: 4 }),
    diagnosis: async () => 'Threefold 0.0.0',
    settings: async () => '',
    keepSettings: async () => undefined,
    chooseFiles: async () => {},
    beginUpload: async () => 1,
    uploadChunk: async (_, chunk) => void uploaded.push(chunk),
    endUpload: async () => {},
    cancelReading: async () => {},
    closeAll: async () => {},
    collection: async () => summary,
    games: async (query) => {
      queries.push(query);
      const found = all.filter(({ white, black }) => `${white} ${black}`.includes(query.text ?? ''));
      return { total: found.length, rows: found.slice(query.offset, query.offset + query.limit) };
    },
    game: async (index) => refuse ?? { index, row: all[index]!, pgn: games[index % games.length]!, problems: [] },
    transpositionsOf: async (_, keys) => new Uint32Array(keys.length).fill(elsewhere),
    placesOf: async () => places,
    engineSettings: async () => settings,
    configureEngine: async (changed) => (settings = changed),
    analyse: async (what) => analysed.push(what),
    stopAnalysis: async () => {},
    clearTable: async () => {},
    lookInTable: notHere,
    compareTable: notHere,
    engines: async () => [],
    chooseEngine: notHere,
    useEngine: notHere,
    explore: notHere,
    moveOrders: notHere,
    gamesThrough: notHere,
    findByKey: notHere,
    libraryGame: notHere,
    libraryTranspositions: notHere,
    positionGraph: notHere,
    cancelPositionGraph: async () => {},
    librarySummary: notHere,
    keepInLibrary: notHere,
    cancelLibrary: async () => {},
    evaluationsOf: async () => [],
    deepestEvaluations: async () => [],
    rememberedEvaluations: async () => [],
    forgetEvaluations: async () => 0,
    labRun: notHere,
    labCancel: async () => {},
    keepEdit: async () => undefined,
    dropEdit: async () => {},
    edits: async () => [],
    saveEdit: async () => undefined,
    ...over,
  };
  return { main, analysed, queries, uploaded };
}
