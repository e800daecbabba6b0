import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INITIAL_FEN } from '../../../shared/chess/position';
import type { GameDetail } from '../../../shared/api';
import type { LibraryGame, LibraryProgress, LibrarySource } from '../../../shared/explorer';
import { Library } from '../library';
import { randomGames } from './random-games';

/** Through the library's thread, as the page asks. */
let folder: string;
let kept: string;
let library: Library;
const start = { fen: INITIAL_FEN, moves: [] };
const openText = async (name: string, text: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  await library.open([path]);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threefold-explorer-'));
  kept = join(folder, 'profile', 'library.duckdb');
  library = new Library(undefined, { library: kept });
});
afterEach(async () => {
  await library.close();
  rmSync(folder, { recursive: true });
});

test('the opened files are explored, also what is opened later, and compressed', async () => {
  expect(await library.work.explore('opened', start)).toEqual({ failure: 'No games are open.' });
  await openText('one.pgn', randomGames(60, 1));
  expect(await library.work.explore('opened', start)).toMatchObject({ anyOrder: { games: 60 }, collisions: 0 });
  await openText('two.pgn.gz', gzipSync(randomGames(40, 2)));
  expect(await library.work.explore('opened', start)).toMatchObject({ anyOrder: { games: 100 } });
  expect(await library.work.librarySummary('opened')).toMatchObject({
    files: [
      { name: 'one.pgn', games: 60 },
      { name: 'two.pgn.gz', games: 40 },
    ],
  });
  await library.closeAll();
  await openText('three.pgn', randomGames(10, 3));
  expect(await library.work.explore('opened', start)).toMatchObject({ anyOrder: { games: 10 } });
});

test('what the page uploads is explored, too', async () => {
  const bytes = Buffer.from(randomGames(30, 4));
  const upload = await library.work.beginUpload('sent.pgn', bytes.length);
  await library.work.uploadChunk(upload, bytes);
  await library.work.endUpload(upload);
  expect(await library.work.explore('opened', start)).toMatchObject({ anyOrder: { games: 30 } });
});

test('a position is asked for with the moves that led there', async () => {
  const line = (moves: string) => `[White "${moves}"]\n[Black "B"]\n[Result "1-0"]\n\n${moves} 1-0\n`;
  await openText(
    'orders.pgn',
    [line('1. d4 Nf6 2. c4'), line('1. c4 Nf6 2. d4'), line('1. d4 Nf6 2. c4 e6')].join('\n'),
  );
  const at = { fen: INITIAL_FEN, moves: ['c2c4', 'g8f6', 'd2d4'] };
  expect(await library.work.explore('opened', at)).toMatchObject({
    anyOrder: { games: 3 },
    thisOrder: { games: 1 },
    orders: 2,
    moves: [{ san: 'e6', anyOrder: { games: 1 }, thisOrder: { games: 0 } }],
  });
  expect(await library.work.moveOrders('opened', at, 10)).toMatchObject({
    total: 2,
    orders: [
      { games: 2, moves: ['d4', 'Nf6', 'c4'] },
      { games: 1, moves: ['c4', 'Nf6', 'd4'] },
    ],
  });
  expect(await library.work.gamesThrough('opened', at, 0, 2)).toMatchObject({ total: 3, rows: { length: 2 } });
  expect(await library.work.libraryTranspositions('opened', {})).toMatchObject({ transposedPositions: 1 });
  const graph = await library.work.positionGraph('opened', { minGames: 1 });
  expect(graph).toMatchObject({ edgeSan: { length: 7 }, nodeKey: { length: 7 } });
  const wrong = { fen: INITIAL_FEN, moves: ['e2e5'] };
  expect(await library.work.explore('opened', wrong)).toEqual({ failure: 'e2e5 is not a legal move there' });
  expect(await library.work.explore('opened', { fen: 'x', moves: [] })).toHaveProperty('failure');
});

test('a question about the map of a library is ended, by the reader or by the next one', async () => {
  await openText('games.pgn', randomGames(50, 1));
  const ended = library.work.positionGraph('opened', {});
  await library.work.cancelPositionGraph();
  expect(await ended).toEqual({ failure: 'cancelled', cancelled: true });
  const older = library.work.positionGraph('opened', {});
  const newer = library.work.positionGraph('opened', { minGames: 1, maxPly: 4 });
  expect(await older).toEqual({ failure: 'cancelled', cancelled: true });
  expect(await newer).toHaveProperty('edgeSan');
});

test('what is kept is there in the next run, and is not kept twice', async () => {
  expect(await library.work.explore('kept', start)).toEqual({ failure: 'Nothing is kept in the library yet.' });
  expect(await library.work.keepInLibrary()).toEqual({ failure: 'No file is open that could be kept.' });
  await openText('one.pgn', randomGames(50, 1));
  expect(await library.work.keepInLibrary()).toMatchObject({ games: 50, library: { games: 50 } });
  expect(await library.work.explore('kept', start)).toMatchObject({ anyOrder: { games: 50 } });
  expect(await library.work.keepInLibrary()).toMatchObject({ alreadyThere: ['one.pgn'], games: 0 });
  await openText('two.pgn', randomGames(20, 2));
  expect(await library.work.keepInLibrary()).toMatchObject({ alreadyThere: ['one.pgn'], games: 20 });
  expect(await library.work.explore('kept', start)).toMatchObject({ anyOrder: { games: 70 } });
  await library.close();
  library = new Library(undefined, { library: kept });
  expect(await library.work.librarySummary('kept')).toMatchObject({ games: 70, duplicates: 0 });
});

test('a game found by its key is opened', async () => {
  await openText('one.pgn', randomGames(20, 1));
  await openText('two.pgn', randomGames(20, 2));
  expect(await library.work.findByKey('opened', '463B96181691FC9C')).toMatchObject([{ readAs: 'both', games: 40 }]);
  expect(await library.work.findByKey('opened', 'x')).toEqual({ failure: '"x" is not a key: 1 to 16 hex digits' });
  const found = await library.work.libraryGame('opened', 25);
  expect(found).toMatchObject({ origin: 'file', file: 'two.pgn', numberInFile: 6, opened: 25 });
  expect(((await library.work.game(25)) as GameDetail).pgn.trim()).toBe((found as LibraryGame).pgn.trim());
  await library.work.keepInLibrary();
  await library.closeAll();
  expect(await library.work.libraryGame('kept', 25)).toEqual({ ...found, opened: undefined });
});

test('the making of a library is told from beginning to end', async () => {
  const told: LibraryProgress[] = [];
  library.listen({ libraryProgress: (progress) => void told.push(progress) });
  await openText('one.pgn', randomGames(200, 1));
  await openText('two.pgn', randomGames(100, 2));
  await library.work.explore('opened', start);
  const phases = (of: LibrarySource) => [
    ...new Set(told.filter(({ library }) => library === of).map(({ phase }) => phase)),
  ];
  expect(phases('opened')).toEqual(['comparing', 'reading', 'sorting', 'done']);
  expect(told.at(-1)).toMatchObject({ games: 300 });
  expect(told.every(({ bytesRead, bytesTotal }) => bytesRead <= bytesTotal)).toBe(true);
  expect(phases('kept')).toEqual([]);
  await library.work.keepInLibrary();
  expect(phases('kept')).toEqual(['comparing', 'reading', 'sorting', 'done']);
  // What is there already is asked without a word.
  told.length = 0;
  await library.work.explore('opened', start);
  expect(told).toEqual([]);
});

test('how far it is never goes back, whatever the files are called and whichever are there already', async () => {
  await openText('first.pgn', randomGames(30, 3));
  await library.work.keepInLibrary();
  const told: LibraryProgress[] = [];
  library.listen({ libraryProgress: (progress) => void told.push(progress) });
  for (const year of ['1999', '2000', '2001']) {
    mkdirSync(join(folder, year));
    await openText(join(year, 'games.pgn'), randomGames(30, Number(year)));
  }
  await library.work.keepInLibrary();
  const read = told
    .filter(({ phase }) => phase === 'sorting')
    .map(({ bytesRead, bytesTotal }) => [bytesRead, bytesTotal]);
  expect(read).toEqual([[read[0]![1], read[0]![1]]]);
});

test('the making of the temporary library is cancelled for all that wait for it, and begun anew later', async () => {
  const told: LibraryProgress[] = [];
  const begun = new Promise<void>((resolve) =>
    library.listen({
      libraryProgress: (progress) => {
        told.push(progress);
        if (progress.phase === 'reading') resolve();
      },
    }),
  );
  await openText('large.pgn', randomGames(1500, 1));
  const answers = [library.work.explore('opened', start), library.work.moveOrders('opened', start, 5)];
  await begun;
  await library.work.cancelLibrary('opened');
  for (const answer of answers) expect(await answer).toEqual({ failure: 'cancelled', cancelled: true });
  expect(told.at(-1)).toMatchObject({ library: 'opened', phase: 'cancelled' });
  expect(await library.work.explore('opened', start)).toMatchObject({ anyOrder: { games: 1500 } });
});

test('keeping is cancelled and the kept library is as before', async () => {
  await openText('one.pgn', randomGames(50, 1));
  await library.work.keepInLibrary();
  const begun = new Promise<void>((resolve) =>
    library.listen({ libraryProgress: ({ phase }) => phase === 'reading' && resolve() }),
  );
  await openText('large.pgn', randomGames(1500, 2));
  const keeping = library.work.keepInLibrary();
  await begun;
  await library.work.cancelLibrary('kept');
  expect(await keeping).toEqual({ failure: 'cancelled', cancelled: true });
  expect(await library.work.librarySummary('kept')).toMatchObject({ games: 50 });
  expect(await library.work.keepInLibrary()).toMatchObject({ games: 1500 });
});

test('closing during an import leaves no temporary library and the kept one whole', async () => {
  await library.close();
  // The thread takes the environment with it when it starts.
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = temporary;
  library = new Library(undefined, { library: kept });
  process.env.TMPDIR = TMPDIR;
  if (TMPDIR === undefined) delete process.env.TMPDIR;

  await openText('one.pgn', randomGames(50, 1));
  await library.work.keepInLibrary();
  await openText('large.pgn', randomGames(1500, 2));
  expect(await library.work.explore('opened', start)).toHaveProperty('anyOrder');
  expect(readdirSync(temporary)).toHaveLength(1);
  await openText('larger.pgn', randomGames(1500, 3));
  const outcomes = Promise.allSettled([library.work.explore('opened', start), library.work.keepInLibrary()]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await library.close();
  await outcomes;
  expect(readdirSync(temporary)).toEqual([]);
  expect(existsSync(kept)).toBe(true);
  library = new Library(undefined, { library: kept });
  const { games } = (await library.work.librarySummary('kept')) as { games: number };
  expect([50, 3050]).toContain(games);
});
