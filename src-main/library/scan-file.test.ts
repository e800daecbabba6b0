import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scannedGames, seenIn, type SeenGame } from '../../fixtures/scan-twins';
import { PgnScanner } from './scan';
import { cutAtGames, FileScanner } from './scan-file';

const cache = resolve('node_modules/.cache/threefold');
const folder = mkdtempSync(join(tmpdir(), 'threefold-scan-'));
let alone: PgnScanner;
let together: FileScanner;

beforeAll(async () => {
  // A thread runs JavaScript: it is bundled as in the build.
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: cache,
      emptyOutDir: false,
      rolldownOptions: { input: { 'scan-worker': 'src-main/library/scan-worker.ts' } },
    },
    ssr: { noExternal: true },
  });
  alone = await PgnScanner.load();
  together = new FileScanner(3, { workerFile: pathToFileURL(`${cache}/scan-worker.js`), partBytes: 4000 });
});

afterAll(async () => {
  await together.close();
  rmSync(folder, { recursive: true });
});

const games = Array.from({ length: 400 }, (_, i) =>
  [
    `[Event "${i}"]`,
    i % 7 === 0 ? '[FEN "8/P6k/8/8/8/8/1r6/6K1 w - - 10 60"]\n' : '',
    i % 7 === 0
      ? '1. a8=Q *'
      : i % 11 === 0
        ? '1. e4 e5 2. Ke4 *'
        : '1. e4 e5 {a comment\n\n[Site "not a game"]} 2. Nf3 *',
    '',
    '',
  ].join('\n'),
).join('');

const write = (name: string, bytes: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

async function scannedTogether(path: string): Promise<SeenGame[]> {
  const seen: SeenGame[] = [];
  for await (const { batch } of together.scan(path)) seen.push(...seenIn(batch));
  return seen;
}

test('a file is cut only where games begin', async () => {
  const cuts = await cutAtGames(write('games.pgn', games), 4000);
  expect(cuts.length).toBeGreaterThan(5);
  expect([cuts[0], cuts.at(-1)]).toEqual([0, games.length]);
  for (const cut of cuts.slice(1, -1)) expect(games.slice(cut, cut + 8)).toBe('[Event "');
});

test('several threads give the same games, places and problems in the same order as one', async () => {
  const expected = await scannedGames(alone, new TextEncoder().encode(games));
  expect(await scannedTogether(write('games.pgn', games))).toEqual(expected);
});

test('a thread may be used for one file after the other', async () => {
  const path = write('games.pgn', games);
  const first = await scannedTogether(path);
  expect(await scannedTogether(path)).toEqual(first);
});

test('compressed files and UTF-16 are read in one piece', async () => {
  const expected = (await scannedGames(alone, new TextEncoder().encode(games))) as SeenGame[];
  const packed = write('games.pgn.gz', gzipSync(games));
  expect(await cutAtGames(packed, 1000)).toHaveLength(2);
  expect(await scannedTogether(packed)).toEqual(expected);
  const wide = write('utf16.pgn', Buffer.from(`\ufeff${games}`, 'utf16le'));
  expect((await scannedTogether(wide)).map(({ keys }) => keys)).toEqual(expected.map(({ keys }) => keys));
});

test('a file without games, and one that is not there', async () => {
  await expect(scannedTogether(write('empty.pgn', ''))).rejects.toThrow('there is no game in it');
  await expect(scannedTogether(join(folder, 'missing.pgn'))).rejects.toThrow('ENOENT');
});

test('a thread that dies is told, at once and to whoever asks it next', async () => {
  const broken = new FileScanner(1, { workerFile: pathToFileURL(join(folder, 'missing.mjs')) });
  const path = write('games.pgn', games);
  const all = async () => {
    for await (const _ of broken.scan(path));
  };
  await expect(all()).rejects.toThrow('missing.mjs');
  await expect(all()).rejects.toThrow('missing.mjs');
  await broken.close();
});

test('a file is read by its descriptor, though its name is gone', async () => {
  const expected = await scannedTogether(write('games.pgn', games));
  const path = write('gone.pgn', games);
  const handle = await openFile(path);
  rmSync(path);
  const seen: SeenGame[] = [];
  for await (const { batch } of together.scan(handle.fd)) seen.push(...seenIn(batch));
  await handle.close();
  expect(seen).toEqual(expected);
});

test('a tag may hold any character', async () => {
  const odd = games.replaceAll('[Event "', '[Event "a\0b, ');
  const expected = await scannedGames(alone, new TextEncoder().encode(odd));
  expect(await scannedTogether(write('null.pgn', odd))).toEqual(expected);
});
