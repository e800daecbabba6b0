import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib, { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CollectionSummary, Failure, ReadingProgress } from '../../shared/api';
import { INITIAL_FEN, parsePosition } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import { builtFile } from '../engine/built';
import { Library } from './library';

/** Two move orders meet after 2. Nf3/1... Nf6, and the knights come and go until the start is there three times. */
const meeting = `[White "Ant"]
[Black "Bee"]
[Date "2001.02.03"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[White "Cat"]
[Black "Ant"]
[Date "1999.??.??"]
[Result "*"]

1. d4 Nf6 2. Nf3 *

[White "Dog"]
[Black "Élan"]
[Result "0-1"]

1. Nf3 Nf6 2. d4 Qh4 0-1
`;

let folder: string;
let library: Library;
let notices: string[];
let progress: ReadingProgress[];
let changes: CollectionSummary[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threefold-library-'));
  library = new Library();
  [notices, progress, changes] = [[], [], []];
  library.listen({
    notice: ({ failure }) => void notices.push(failure),
    readingProgress: (step) => void progress.push(step),
    collectionChanged: (summary) => void changes.push(summary),
  });
});
afterEach(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});

async function openText(text: string | Uint8Array, name = 'games.pgn'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  await library.open([path]);
  return path;
}
const players = async (query: object) =>
  (await library.work.games({ offset: 0, limit: 10, ...query })).rows.map(({ white }) => white);

describe('reading', () => {
  test('tells of its progress and what it found', async () => {
    await openText(meeting);
    expect(notices).toEqual([]);
    expect(progress[0]).toMatchObject({ file: 'games.pgn', bytesRead: 0, games: 0 });
    expect(progress.at(-1)).toMatchObject({ bytesRead: Buffer.byteLength(meeting), games: 3 });
    expect(changes.at(-1)).toEqual({
      files: [{ name: 'games.pgn', bytes: Buffer.byteLength(meeting), games: 3, problems: 1 }],
      games: 3,
      occurrences: 9 + 4 + 4,
      distinctPositions: 4 + 3,
      transposedPositions: 1,
      gamesWithThreefold: 1,
      collisions: 0,
    });
  });

  test('says which file cannot be read, and goes on with the next', async () => {
    const good = join(folder, 'good.pgn');
    await writeFile(good, meeting);
    await writeFile(join(folder, 'empty.pgn'), '');
    await library.open([join(folder, 'none.pgn'), folder, join(folder, 'empty.pgn'), good]);
    expect(notices).toHaveLength(3);
    expect(notices[0]).toBe(`${join(folder, 'none.pgn')}: no such file`);
    expect(notices[1]).toContain(folder);
    expect(notices[2]).toBe('empty.pgn: there is no game in it');
    expect((await library.work.collection()).games).toBe(3);
  });

  test('takes uploads in pieces', async () => {
    const bytes = new TextEncoder().encode(meeting);
    const upload = await library.work.beginUpload('sent.pgn', bytes.length);
    await library.work.uploadChunk(upload, bytes.subarray(0, 100));
    await library.work.uploadChunk(upload, bytes.subarray(100));
    await library.work.endUpload(upload);
    expect((await library.work.collection()).files).toMatchObject([{ name: 'sent.pgn', games: 3 }]);
    expect(await library.work.game(2)).toMatchObject({ row: { black: 'Élan' } });
  });

  test.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['Zstandard', (text) => zlib.zstdCompressSync(text)],
  ])('unpacks %s, from disk and sent', async (name, pack) => {
    if (name === 'Zstandard' && !zlib.zstdCompressSync) return;
    const bytes = pack(meeting);
    const path = await openText(bytes, 'games.pgn.packed');
    expect(progress.at(-1)).toMatchObject({ bytesRead: bytes.length, bytesTotal: bytes.length, games: 3 });
    const upload = await library.work.beginUpload('sent.pgn.packed', bytes.length);
    await library.work.uploadChunk(upload, bytes);
    await library.work.endUpload(upload);
    expect(notices).toEqual([]);
    for (const game of [2, 5])
      expect(await library.work.game(game)).toMatchObject({ pgn: expect.stringContaining('Élan') });
    expect(await library.work.replace(path, 1, meeting)).toMatchObject({
      failure: expect.stringContaining('compressed'),
    });
    expect(await library.work.replace('sent.pgn.packed', 1, meeting)).toMatchObject({
      failure: expect.stringContaining('sent'),
    });
  });

  test('refuses what an upload did not announce', async () => {
    const upload = await library.work.beginUpload('sent.pgn', 3);
    await expect(library.work.uploadChunk(upload, new Uint8Array(4))).rejects.toThrow('more bytes than announced');
    await expect(library.work.endUpload(upload)).rejects.toThrow('before its time');
    await expect(library.work.endUpload(upload)).rejects.toThrow('no upload');
    await expect(library.work.uploadChunk(upload, new Uint8Array(1))).rejects.toThrow('no upload');
  });

  test('can be cancelled; what was read stays', async () => {
    const path = join(folder, 'long.pgn');
    await writeFile(path, meeting.repeat(4000));
    const first = new Promise<void>((resolve) => {
      const end = library.listen({
        notice: () => {},
        collectionChanged: () => {},
        readingProgress: ({ games }) => {
          if (games === 0) return;
          end();
          resolve();
        },
      });
    });
    const reading = library.open([path, path]);
    await first;
    await library.work.cancelReading();
    await reading;
    const { games, files } = await library.work.collection();
    expect(files).toHaveLength(1);
    expect(games).toBeGreaterThan(0);
    expect(games).toBeLessThan(12_000);
    await openText(meeting);
    expect((await library.work.collection()).games).toBe(games + 3);
  });

  test('reads a large file with several threads, which a cancellation ends, too', async () => {
    const path = join(folder, 'large.pgn');
    // Ten megabytes, which can be cut at an Event tag: more than one thread's worth.
    const three = `\n[Event "?"]\n${meeting.replace(' *', ` {${'x'.repeat(4000)}} *`)}`;
    await writeFile(path, three.repeat(2500));
    await library.open([path]);
    expect(await library.work.collection()).toMatchObject({ games: 7500, distinctPositions: expect.any(Number) });
    expect(progress.at(-1)).toMatchObject({ games: 7500 });
    expect(progress.at(-1)!.bytesRead).toBe(progress.at(-1)!.bytesTotal);
    expect(progress.map(({ bytesRead }) => bytesRead)).toEqual(
      progress.map(({ bytesRead }) => bytesRead).sort((a, b) => a - b),
    );
    for (const game of [2, 3752, 7499])
      expect(await library.work.game(game)).toMatchObject({ pgn: expect.stringContaining('Élan') });
    await library.closeAll();
    const begun = new Promise<void>((resolve) =>
      library.listen({ readingProgress: ({ games }) => games > 0 && resolve() }),
    );
    const reading = library.open([path, path]);
    await begun;
    await library.work.cancelReading();
    await reading;
    expect((await library.work.collection()).files).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  test('takes more broken games at a stretch than one batch holds', async () => {
    await openText('[White "Dog"]\n1. Nf3 Nf6 2. d4 Qh4 0-1\n'.repeat(9000));
    expect(await library.work.collection()).toMatchObject({ games: 9000, occurrences: 36_000, distinctPositions: 4 });
    expect(await library.work.game(8999)).toMatchObject({ row: { numberInFile: 9000, problems: 1, plies: 3 } });
  });

  test('closes all', async () => {
    await openText(meeting);
    await library.closeAll();
    expect(changes.at(-1)).toMatchObject({ files: [], games: 0, occurrences: 0 });
  });
});

describe('the game list', () => {
  beforeEach(() => openText(meeting));

  test.each<[object, string[]]>([
    [{}, ['Ant', 'Cat', 'Dog']],
    [{ text: 'ant' }, ['Ant', 'Cat']],
    [{ text: 'ÉLAN 0-1' }, ['Dog']],
    [{ text: 'ant 1999' }, ['Cat']],
    [{ text: 'nobody' }, []],
    [{ only: 'repetitions' }, ['Ant']],
    [{ only: 'threefolds' }, ['Ant']],
    [{ only: 'transpositions' }, ['Cat', 'Dog']],
    [{ only: 'problems' }, ['Dog']],
    [{ descending: true }, ['Dog', 'Cat', 'Ant']],
    [{ sort: 'white', descending: true }, ['Dog', 'Cat', 'Ant']],
    [{ sort: 'black' }, ['Cat', 'Ant', 'Dog']],
    [{ sort: 'date' }, ['Dog', 'Cat', 'Ant']],
    [{ sort: 'plies' }, ['Cat', 'Dog', 'Ant']],
    [{ sort: 'repetition', descending: true }, ['Ant', 'Cat', 'Dog']],
    [{ offset: 1, limit: 1 }, ['Cat']],
  ])('%j', async (query, expected) => expect(await players(query)).toEqual(expected));

  test('a row says what is to be seen in its game', async () => {
    const { total, rows } = await library.work.games({ offset: 0, limit: 1 });
    expect(total).toBe(3);
    expect(rows[0]).toMatchObject({
      ...{ index: 0, file: 'games.pgn', numberInFile: 1, white: 'Ant', result: '1/2-1/2' },
      ...{ plies: 8, maxRepetition: 3, transpositions: 0, problems: 0 },
    });
  });
});

describe('one game', () => {
  test.each<[string, (text: string) => Uint8Array]>([
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Latin-1', (text) => Buffer.from(text, 'latin1')],
  ])('its text comes back as the file has it: %s', async (_, encode) => {
    await openText(encode(meeting));
    const texts: string[] = [];
    for (let index = 0; index < 3; index++) texts.push(((await library.work.game(index)) as { pgn: string }).pgn);
    expect(texts.join('')).toBe(meeting);
    expect(texts[2]).toContain('Élan');
  });

  test('its problems say where they are', async () => {
    await openText(meeting);
    expect(await library.work.game(2)).toMatchObject({
      problems: [{ file: 'games.pgn', game: 3, line: 19, column: 18, message: expect.stringContaining('Qh4') }],
    });
  });

  test('a file written to by another program is not cut at random', async () => {
    const path = await openText(meeting);
    await writeFile(path, `${meeting}\n`);
    expect((await library.work.game(0)) as Failure).toEqual({
      failure: 'games.pgn: another program changed it since it was opened: open it again',
    });
  });

  test('a file deleted while open can still be read', async () => {
    await rm(await openText(meeting));
    expect(await library.work.game(0)).toMatchObject({ row: { white: 'Ant' } });
  });

  test('there is none', async () => expect(await library.work.game(7)).toHaveProperty('failure'));
});

describe('transpositions', () => {
  const fenAfter = (moves: string) => `${moves} 0 1`;
  const met = fenAfter('rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq -');
  const keyOf = (fen: string) => {
    const position = parsePosition(fen);
    if ('failure' in position) throw new Error(position.failure);
    return fideKey(position);
  };

  test('are counted per position, the same opening moves left out', async () => {
    await openText(meeting);
    const keys = BigUint64Array.of(keyOf(met), keyOf(INITIAL_FEN), 1n);
    expect(await library.work.transpositionsOf(1, keys)).toEqual(Uint32Array.of(1, 0, 0));
    expect(await library.work.transpositionsOf(0, keys)).toEqual(Uint32Array.of(0, 0, 0));
  });

  test('are listed with the way that leads there', async () => {
    await openText(meeting);
    expect(await library.work.placesOf(met, 1, 10)).toEqual([
      expect.objectContaining({ game: 2, ply: 3, otherOrder: true, white: 'Dog', lastMoves: ['Nf3', 'Nf6', 'd4'] }),
    ]);
    expect(await library.work.placesOf(INITIAL_FEN, 1, 1)).toEqual([
      expect.objectContaining({ game: 0, ply: 0, otherOrder: false, lastMoves: [] }),
    ]);
    expect(await library.work.placesOf('nonsense', -1, 10)).toHaveProperty('failure');
  });
});

test('when the thread dies, the user is told and the files are read again', async () => {
  const flag = join(folder, 'die');
  const mortal = join(folder, 'mortal.mjs');
  await writeFile(
    mortal,
    `import ${JSON.stringify(builtFile('library-worker.js').href)};
     import { existsSync, rmSync } from 'node:fs';
     setInterval(() => existsSync(${JSON.stringify(flag)}) && (rmSync(${JSON.stringify(flag)}), process.exit(3)), 10);`,
  );
  const mortals = new Library(pathToFileURL(mortal));
  const told: string[] = [];
  mortals.listen({ notice: ({ failure }) => told.push(failure), readingProgress() {}, collectionChanged() {} });
  const path = join(folder, 'games.pgn');
  await writeFile(path, meeting);
  await mortals.open([path]);

  await writeFile(flag, '');
  await expect
    .poll(() => told, { timeout: 60_000 })
    .toEqual([expect.stringContaining('The files are being read again.')]);
  await expect.poll(async () => (await mortals.work.collection()).games, { timeout: 60_000 }).toBe(3);
  await mortals.close();
});

test('a thread that cannot start says so once, and is not started again and again', async () => {
  const broken = new Library(pathToFileURL(join(folder, 'missing.mjs')));
  const told: string[] = [];
  broken.listen({ notice: ({ failure }) => told.push(failure) });
  await expect(broken.work.collection()).rejects.toThrow(/thread stopped.*missing\.mjs/);
  expect(told).toEqual([
    expect.stringMatching(/^The library's thread does not start \(.*missing\.mjs.*\): no games can be opened\.$/),
  ]);
  await broken.close();
});

const oracle = '../shared/oracle';
test.skipIf(!existsSync(oracle))('agrees with the oracle on 9,745 games', { timeout: 300_000 }, async () => {
  await library.open([`${oracle}/pgn/worldchamp.pgn`, `${oracle}/pgn/candidates.pgn`]);
  expect(notices).toEqual([]);
  expect(await library.work.collection()).toMatchObject({
    games: 9745,
    occurrences: 817_291,
    distinctPositions: 656_531,
    transposedPositions: 13_406,
    collisions: 0,
  });
  const { rows } = await library.work.games({ offset: 0, limit: 500 });
  const expected = readFileSync(`${oracle}/repetitions.tsv`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('worldchamp'))
    .slice(0, 500)
    .map((line) => Number(line.split('\t')[3]));
  expect(rows.map(({ maxRepetition }) => maxRepetition)).toEqual(expected);
});
