import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPgn } from '../../../shared/pgn/read';
import { PgnScanner } from '../scan';
import { createReadStream } from 'node:fs';
import { IndexedCollection } from './collection';
import { fileArrival } from './file-arrival';
import { importGames } from './importing';
import { randomGames } from './random-games';

const first = `[Event "Ä"]\n[White "A \\"x\\""]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $1 1-0\n\n`;
const second = `[Event "?"]\n[White "C"]\n[Black "D"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]\n[Result "*"]\n\n40... Kd7 41. e4 *\n`;

let folder: string;
let library: IndexedCollection | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threefold-game-text-'));
});
afterEach(async () => {
  await library?.close();
  rmSync(folder, { recursive: true });
});

async function libraryOf(...files: [string, string | Uint8Array][]): Promise<IndexedCollection> {
  const scanner = await PgnScanner.load();
  const paths = files.map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
  const scan = (path: string) => scanner.scan(createReadStream(path));
  const arrivals = await Promise.all(paths.map((path) => fileArrival(path, scan)));
  const db = join(folder, 'library.duckdb');
  await importGames(db, arrivals);
  return (library = await IndexedCollection.open(db));
}

test.each([
  ['plain.pgn', Buffer.from(first + second)],
  ['packed.pgn.gz', gzipSync(first + second)],
  ['utf-16.pgn', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(first + second, 'utf16le')])],
  ['marked.pgn', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(first + second)])],
])('a game is shown as its file has it: %s', async (name, content) => {
  const library = await libraryOf(['other.pgn', randomGames(3, 1)], [name, content]);
  const found = await library.gameText(3);
  expect(found).toMatchObject({ origin: 'file', file: name, path: join(folder, name), numberInFile: 1 });
  expect(found.pgn.trim()).toBe(first.trim());
  expect((await library.gameText(4)).pgn.trim()).toBe(second.trim());
  await expect(library.gameText(5)).rejects.toThrow('no game 6');
});

test('where the file has changed or is gone, the game is written anew from tags and moves', async () => {
  const library = await libraryOf(['games.pgn', first + second]);
  const original = await library.gameText(0);
  for (const change of [
    () => writeFileSync(join(folder, 'games.pgn'), second + first),
    () => rmSync(join(folder, 'games.pgn')),
    () => mkdirSync(join(folder, 'games.pgn')),
  ]) {
    change();
    const found = await library.gameText(0);
    expect(found).toMatchObject({ origin: 'library', numberInFile: 1 });
    expect(found.pgn).toBe(
      '[Event "Ä"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A \\"x\\""]\n[Black "B"]\n[Result "1-0"]\n' +
        '[ECO "C40"]\n\n1. e4 e5 2. Nf3 1-0\n',
    );
    const fromPosition = readPgn((await library.gameText(1)).pgn).games[0]!;
    expect(fromPosition.problems).toEqual([]);
    expect(fromPosition.text).toContain('40... Kd7 41. e4 *');
  }
  expect(original.origin).toBe('file');
});

test('rewritten games read back as the same moves', async () => {
  const text = randomGames(20, 9, 120);
  const library = await libraryOf(['random.pgn', text]);
  rmSync(join(folder, 'random.pgn'));
  const games = readPgn(text).games;
  for (const [number, game] of games.entries()) {
    const again = readPgn((await library.gameText(number)).pgn).games[0]!;
    const line = (of: typeof game) => {
      const packed: number[] = [];
      for (let node = of.root.children[0]; node; node = node.children[0]) packed.push(node.packed);
      return packed;
    };
    expect(line(again)).toEqual(line(game));
    expect(again.problems).toEqual([]);
  }
});
