import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INITIAL_FEN } from '../shared/chess/position';
import { IndexedCollection } from '../src-main/library/index/collection';
import { importGames } from '../src-main/library/index/importing';
import { LibraryError } from '../src-main/library/index/library-error';
import { randomGames } from '../src-main/library/index/random-games';
import { slowArrival } from '../src-main/library/index/slow-arrival';
import { positionAfter } from '../src-main/library/lines';
import { fuzz, kindOf, own, timeout } from './fuzzing';

/**
 * The library's files after whatever can befall a file: bits turned, runs of zeros, the end cut off, a piece of one
 * block over another, another file's bytes, and what a dead import leaves beside it. An input is the list of damages,
 * six bytes each, because the file itself is large and DuckDB never writes the same one twice.
 */
const folder = mkdtempSync(join(tmpdir(), 'threefold-library-fuzz-'));
const path = join(folder, 'library.duckdb');
const beside = ['.wal', '.arrivals', '.arrivals.wal', '.building', '.spill'];
let sound: Buffer;
beforeAll(async () => {
  await importGames(path, [slowArrival('sound.pgn', randomGames(40, 1))]);
  sound = readFileSync(path);
});
afterAll(() => rmSync(folder, { recursive: true }));

type Damage = (file: Buffer, at: number, length: number, value: number) => Buffer;
const inPlace =
  (change: (part: Buffer, value: number, file: Buffer) => void): Damage =>
  (file, at, length, value) => {
    change(file.subarray(at, at + length), value, file);
    return file;
  };
const damages: readonly Damage[] = [
  inPlace((part, value) => part.length > 0 && (part[0]! ^= 1 << (value % 8))),
  inPlace((part, value) => part.fill(value)),
  inPlace((part) => part.fill(0)),
  inPlace((part, value, file) => file.copy(part, 0, (value << 12) % file.length)),
  (file, at) => file.subarray(0, at),
  (file, at, length) => Buffer.concat([file.subarray(0, at), file.subarray(at + length)]),
  (file, at, length, value) => Buffer.concat([file.subarray(0, at), Buffer.alloc(length, value), file.subarray(at)]),
];

/**
 * Six bytes: what, where (as a fraction of the file; the first 16 KB, which hold the headers, more often), how far, value.
 * What moves the rest of the file moves it by less than one of its blocks (256 KB) in all: DuckDB sums up each block,
 * but not its place, and a file whose blocks are whole and elsewhere ends the process (docs/security.md).
 */
function damaged(script: Uint8Array): Buffer {
  let file: Buffer = Buffer.from(sound);
  for (let i = 0; i + 6 <= Math.min(script.length, 180); i += 6) {
    const [kind, high, low, far, value, headers] = script.subarray(i, i + 6);
    const span = headers! < 128 ? Math.min(file.length, 16_384) : file.length;
    const at = Math.floor((((high! << 8) | low!) / 0x10000) * span);
    file = damages[kind! % damages.length]!(file, at, 1 << (far! % 13), value!);
  }
  return file;
}

const start = positionAfter(INITIAL_FEN, []);

/** What answers, and what the first thing to go wrong says. Anything but a `LibraryError` with the path in front goes through. */
async function questioned(): Promise<string> {
  let step = 'open';
  let library: IndexedCollection | undefined;
  try {
    library = await IndexedCollection.open(path);
    const questions = {
      contents: () => library!.contents(),
      explore: () => library!.explore(start),
      games: () => library!.gamesThrough(start, 0, 20),
      orders: () => library!.moveOrders(start),
      transpositions: () => library!.transpositions(),
      graph: () => library!.positionGraph(),
      book: () => library!.book(),
    };
    for (const [name, ask] of Object.entries(questions)) {
      step = name;
      await ask();
    }
    return 'answers';
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error;
    expect(error.message.startsWith(`${path}: `)).toBe(true);
    expect(error.message).not.toContain('\n');
    return `${step}: ${kindOf(error.message.slice(path.length + 2))}`;
  } finally {
    await library?.close();
  }
}

test(
  'a damaged library is told, in words, is not changed, and takes no new games before it is whole',
  { timeout },
  async () => {
    const step = (...bytes: number[]) => own(Uint8Array.from(bytes));
    const scripts = [
      step(),
      // A bit in each header, a cut in the middle, a run of zeros in the data, blocks changed for each other.
      step(0, 0, 0, 0, 3, 0),
      step(0, 80, 0, 0, 3, 0),
      step(4, 128, 0, 0, 0, 255),
      step(2, 100, 0, 12, 0, 255, 3, 200, 0, 16, 64, 255),
      step(6, 0, 0, 8, 65, 255),
    ];
    await fuzz('library-files', scripts, async (script) => {
      // Should the database take the process with it, this is left and says by what.
      writeFileSync(join(folder, 'damages.bin'), script);
      const bytes = damaged(script);
      for (const ending of beside) rmSync(path + ending, { recursive: true, force: true });
      writeFileSync(path, bytes);
      // Every other script also leaves its bytes where a dead import would have left some.
      const leftover = script.length % 2 === 1 ? beside[script[0]! % beside.length]! : '';
      if (leftover === '.spill') {
        mkdirSync(path + leftover);
        cpSync(path, join(path + leftover, 'duckdb_temp_block-1.block'));
      } else if (leftover) writeFileSync(path + leftover, script);

      const outcome = await questioned();
      expect(readFileSync(path).equals(bytes), 'questions change nothing').toBe(true);

      const added = await importGames(path, [slowArrival('new.pgn', '[White "New"]\n\n1. a3 a6 *\n')]).then(
        ({ totalGames }) => totalGames,
        (error: unknown) => {
          if (!(error instanceof LibraryError)) throw error;
          expect(error.message.startsWith(`${path}: `)).toBe(true);
          return kindOf(error.message.slice(path.length + 2));
        },
      );
      if (typeof added === 'string')
        expect(readFileSync(path).equals(bytes), 'a refused import changes nothing').toBe(true);
      else expect(added, 'no game is lost').toBe(41);
      return `${outcome}; ${leftover}; ${added}`;
    });
  },
);
