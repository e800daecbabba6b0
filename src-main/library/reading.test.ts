import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeFen } from 'chessops/fen';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CollectionSummary, GameDetail, GameQuery } from '../../shared/api';
import { INITIAL_FEN, isFailure, parsePosition } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import { isMove, type TreeNode } from '../../shared/pgn/game';
import { readGame } from '../../shared/pgn/read';
import { Explorer } from './index/explorer';
import { Reading } from './reading';
import { PgnScanner } from './scan';

/** What the library's thread does, without the thread: a reader of files, and an explorer of what was read. */

const QGD = 'rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 0 4';
const all: GameQuery = { offset: 0, limit: 100 };

let folder: string;
let reading: Reading;
let notices: string[];
let changes: CollectionSummary[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threefold-reading-'));
  [notices, changes] = [[], []];
  reading = new Reading({
    readingProgress: () => undefined,
    collectionChanged: (summary) => void changes.push(summary),
    notice: ({ failure }) => void notices.push(failure),
  });
});
afterEach(async () => {
  await reading.closeAll();
  await rm(folder, { recursive: true });
});

const openFirstLight = async (): Promise<string> => {
  const path = join(folder, 'first-light.pgn');
  await copyFile('fixtures/first-light.pgn', path);
  await reading.open([path]);
  return path;
};

describe('reading', () => {
  test('says of the files together what they hold', async () => {
    await openFirstLight();
    expect(changes.at(-1)).toMatchObject({
      games: 22,
      occurrences: 1209,
      distinctPositions: 1114,
      transposedPositions: 2,
      gamesWithThreefold: 3,
      collisions: 0,
    });
  });

  test('lists games by words, by what is in them, and in any order', async () => {
    await openFirstLight();
    const { collection } = reading;
    const players = (query: Partial<GameQuery>) =>
      collection.rows({ ...all, ...query }).rows.map(({ white, black }) => `${white} – ${black}`);
    expect(collection.rows({ ...all, limit: 5 })).toMatchObject({ total: 22, rows: { length: 5 } });
    expect(players({ text: 'fischer 1971' })).toEqual(['Fischer, Robert James – Petrosian, Tigran']);
    expect(players({ only: 'threefolds' })).toHaveLength(3);
    expect(players({ only: 'transpositions' })).toHaveLength(2);
    expect(players({ only: 'problems' })).toEqual([]);
    expect(players({ only: 'repetitions' })).toHaveLength(6);
    expect(players({ sort: 'white' })[0]).toMatch(/^Anderssen/);
    expect(players({ sort: 'black', descending: true })[0]).toMatch(/White|Von|Topalov/);
    for (const sort of ['file', 'date', 'event', 'plies', 'repetition'] as const) {
      const up = players({ sort });
      expect([...up].sort()).toEqual(players({ sort, descending: true }).sort());
    }
    const plies = collection.rows({ ...all, sort: 'plies' }).rows.map((row) => row.plies);
    expect(plies).toEqual([...plies].sort((a, b) => a - b));
  });

  test('gives a game as it stands in its file, and knows where that is', async () => {
    const path = await openFirstLight();
    const detail = await reading.collection.game(14);
    if (isFailure(detail)) throw new Error(detail.failure);
    expect(await readFile(path, 'utf8')).toContain(detail.pgn.trim());
    expect(detail.row).toMatchObject({ numberInFile: 15, maxRepetition: 3 });
    expect(reading.collection.find(path, 15)).toBe(14);
    expect(reading.collection.find('elsewhere.pgn', 15)).toBeUndefined();
    expect(reading.collection.origin(14)?.numberInFile).toBe(15);
    expect(await reading.collection.game(22)).toEqual({ failure: expect.stringContaining('23') as string });
  });

  test('tells where else a position stands, and whether by another order of moves', async () => {
    await openFirstLight();
    const position = parsePosition(QGD);
    if (isFailure(position)) throw new Error(position.failure);
    const places = reading.collection.placesOf(QGD, -1, 10);
    if (isFailure(places)) throw new Error(places.failure);
    expect(places.map(({ ply, otherOrder }) => [ply, otherOrder])).toHaveLength(2);
    const [first] = places;
    expect(first!.lastMoves).toHaveLength(6);
    expect([...reading.collection.transpositionsOf(first!.game, BigUint64Array.of(fideKey(position)))]).toEqual([1]);
    expect(reading.collection.placesOf(QGD, first!.game, 10)).toMatchObject([{ otherOrder: true }]);
    expect(reading.collection.placesOf('no position', -1, 10)).toHaveProperty('failure');
  });

  test('counts for every position of every game just the places that it lists as another order of moves', async () => {
    await openFirstLight();
    const { collection } = reading;
    let counted = 0;
    for (let index = 0; index < collection.games; index++) {
      const detail = await collection.game(index);
      if (isFailure(detail)) throw new Error(detail.failure);
      const { root, start } = readGame(detail.pgn);
      const position = start!.clone();
      for (let node: TreeNode | undefined = root; node; node = node.children[0]) {
        if (isMove(node)) position.play(node.move!);
        const places = collection.placesOf(makeFen(position.toSetup()), index, 100);
        if (isFailure(places)) throw new Error(places.failure);
        const others = places.filter(({ otherOrder }) => otherOrder).length;
        expect([...collection.transpositionsOf(index, BigUint64Array.of(fideKey(position)))]).toEqual([others]);
        counted += others;
      }
    }
    expect(counted).toBe(4);
    expect([...collection.transpositionsOf(collection.games, BigUint64Array.of(1n))]).toEqual([0]);
  });

  test('reads what a page uploads in pieces, compressed or not', async () => {
    const bytes = gzipSync(await readFile('fixtures/repertoire.pgn'));
    const upload = reading.uploads.begin('repertoire.pgn.gz', bytes.length);
    reading.uploads.add(upload, bytes.subarray(0, 100));
    reading.uploads.add(upload, bytes.subarray(100));
    await reading.read(reading.uploads.end(upload));
    expect(reading.collection.games).toBe(1);
    const detail = await reading.collection.game(0);
    expect(detail).toMatchObject({ row: { file: 'repertoire.pgn.gz', white: 'Repertoire' } });
    expect(() => reading.uploads.add(upload, bytes)).toThrow('there is no upload');
    expect(() => reading.uploads.begin('huge.pgn', 3e9)).toThrow('huge.pgn: files over 2 GB');
    const large = reading.uploads.begin('large.pgn', 5 << 20);
    expect(() => reading.uploads.add(large, new Uint8Array(5 << 20))).toThrow('too large');
    reading.uploads.drop(large);
    expect(() => reading.uploads.end(large)).toThrow('there is no upload');
  });

  test('names a file that is not there, and goes on with the next', async () => {
    await reading.open([join(folder, 'absent.pgn'), folder, 'fixtures/repertoire.pgn']);
    expect(notices).toEqual([
      expect.stringMatching(/absent\.pgn: no such file$/),
      expect.stringMatching(/: not a file$/),
    ]);
    expect(reading.collection.games).toBe(1);
  });

  test('cancelled, reads nothing more', async () => {
    const opening = reading.open(['fixtures/first-light.pgn']);
    reading.cancel();
    await opening;
    expect(reading.collection.games).toBe(0);
  });

  test('has the files that the page sent still when a game of another was replaced', async () => {
    const pgn = Buffer.from('[White "Ant"]\n\n1. e4 e5 *\n');
    for (const [name, bytes] of [
      ['sent.pgn', pgn],
      ['sent.pgn.gz', gzipSync(pgn)],
    ] as const) {
      const upload = reading.uploads.begin(name, bytes.length);
      reading.uploads.add(upload, bytes);
      await reading.read(reading.uploads.end(upload));
    }
    const path = await openFirstLight();
    const before = changes.at(-1);
    const detail = await reading.collection.game(2);
    if (isFailure(detail)) throw new Error(detail.failure);
    expect(await reading.replace(path, 1, detail.pgn)).toBeUndefined();
    expect(changes.at(-1)).toEqual(before);
    expect(await reading.collection.game(0)).toMatchObject({ pgn: String(pgn), row: { white: 'Ant', plies: 2 } });
    expect(await reading.collection.game(1)).toMatchObject({ pgn: String(pgn) });
    expect(notices).toEqual([]);
  });

  test('reads what is opened during a save after what was open before', async () => {
    const path = await openFirstLight();
    const { row, pgn } = (await reading.collection.game(0)) as GameDetail;
    const saving = reading.replace(path, row.numberInFile, pgn);
    // So many that their reading cannot be over before the file is saved.
    const opened = Array<string>(50).fill('repertoire.pgn');
    const opening = reading.open(opened.map((name) => join('fixtures', name)));
    expect(await saving).toBeUndefined();
    await opening;
    expect(changes.at(-1)!.files.map(({ name }) => name)).toEqual(['first-light.pgn', ...opened]);
    expect(changes.at(-1)!.games).toBe(22 + opened.length);
  });

  test('stays closed when it is closed during a save', async () => {
    const path = await openFirstLight();
    const before = changes.length;
    const { row, pgn } = (await reading.collection.game(0)) as GameDetail;
    const saving = reading.replace(path, row.numberInFile, pgn);
    await reading.closeAll();
    expect(await saving).toBeUndefined();
    expect(changes.slice(before).map(({ games }) => games)).toEqual([0, 0]);
  });

  test('replaces a game in its file and nothing else of it', async () => {
    const path = await openFirstLight();
    const before = await readFile(path, 'utf8');
    const detail = await reading.collection.game(21);
    if (isFailure(detail)) throw new Error(detail.failure);
    const changed = detail.pgn.replace('twins by en passant', 'twins, renamed');
    expect(await reading.replace(path, 22, changed)).toBeUndefined();
    expect(await readFile(path, 'utf8')).toBe(before.replace('twins by en passant', 'twins, renamed'));
    expect(await readFile(`${path}.bak`, 'utf8')).toBe(before);
    expect(reading.collection.games).toBe(22);
    expect(await reading.replace(path, 23, changed)).toEqual({
      failure: `Open ${path} first: the game is saved into it.`,
    });
    await writeFile(path, 'another program was here');
    expect(await reading.replace(path, 1, changed)).toHaveProperty('failure');
  });
});

describe('exploring what was read', () => {
  const scanner = () => PgnScanner.load();
  let explorer: Explorer;
  let kept: string;
  beforeEach(() => {
    kept = join(folder, 'kept', 'library.duckdb');
    explorer = new Explorer(kept, scanner);
  });
  afterEach(() => explorer.close());

  test('makes a temporary library, and makes it anew when more was opened', async () => {
    await openFirstLight();
    const games = () => explorer.ask('opened', reading.collection, (library) => library.contents());
    expect(await games()).toMatchObject({ games: 22, positions: 1209 });
    await reading.open(['fixtures/repertoire.pgn']);
    expect(await games()).toMatchObject({ games: 23 });
    const at = { fen: INITIAL_FEN, moves: ['d2d4', 'g8f6', 'c2c4', 'e7e6', 'g1f3', 'd7d5'] };
    const found = await explorer.at('opened', reading.collection, at, (library, { position, line }) =>
      library.explore(position, line),
    );
    expect(found).toMatchObject({ anyOrder: { games: 2 }, orders: 2, collisions: 0 });
  });

  test('keeps what was opened, once, and finds it in the next run', async () => {
    await openFirstLight();
    expect(await explorer.keep(reading.collection)).toMatchObject({ games: 22 });
    expect(await explorer.keep(reading.collection)).toMatchObject({ games: 0 });
    await explorer.close();
    explorer = new Explorer(kept, scanner);
    const contents = await explorer.ask('kept', reading.collection, (library) => library.contents());
    expect(contents).toMatchObject({ games: 22 });
  });

  test('says what it cannot do', async () => {
    const at = (fen: string, moves: string[]) =>
      explorer.at('opened', reading.collection, { fen, moves }, async () => 'an answer');
    expect(await at('nonsense', [])).toHaveProperty('failure');
    expect(await at(INITIAL_FEN, ['e2e5'])).toMatchObject({ failure: expect.stringContaining('e2e5') as string });
    const nothing = new Explorer(undefined, scanner);
    expect(await nothing.keep(reading.collection)).toHaveProperty('failure');
    await nothing.close();
  });
});
