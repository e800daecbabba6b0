import fc from 'fast-check';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { makeFen } from 'chessops/fen';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scannedGames, tolerantGames } from '../fixtures/scan-twins';
import { mainSchemas, type MainApi, type PageApi } from '../shared/api';
import { Book } from '../shared/chess/book';
import { identityOf } from '../shared/chess/identity';
import { INITIAL_FEN, parsePosition } from '../shared/chess/position';
import { fideKey, polyglotKey } from '../shared/chess/zobrist';
import { decode, encode } from '../shared/codec';
import { decodePgn } from '../shared/pgn/decode';
import { readPgn } from '../shared/pgn/read';
import { readMove } from '../shared/pgn/san';
import { rpc } from '../shared/rpc';
import { parseInfo, parseOption } from '../src-main/engine/uci-lines';
import { Journal } from '../src-main/journal';
import { PgnScanner } from '../src-main/library/scan';
import { pageFile } from '../src-main/page-files';
import { SettingsFile } from '../src-main/settings';
import { mutated, mutatedText } from './mutate';

/**
 * Everything that comes from outside, changed at random from what is sound or once made trouble. Each fuzzer runs for
 * FUZZ_SECONDS (default 3); a failure prints the seed that brings it back, and what it found is kept in corpus/.
 */
const seconds = Number(process.env.FUZZ_SECONDS ?? 3);
const until = (): fc.Parameters<unknown> => ({
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: seconds * 1000,
  markInterruptAsFailure: false,
  maxSkipsPerRun: Number.MAX_SAFE_INTEGER,
});
const timeout = seconds * 1000 + 60_000;

const read = (folder: string): Uint8Array[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.pgn(\.gz)?$/.test(name))
        .map((name) => (name.endsWith('.gz') ? gunzipSync : Buffer.from)(readFileSync(join(folder, name))))
        // The huge ones have tests of their own; changing them a little a thousand times shows nothing more.
        .filter((bytes) => bytes.length < 100_000)
    : [];
const games = [...read('fixtures'), ...read('fuzz/corpus'), ...read('../shared/oracle/bad')];

const folder = mkdtempSync(join(tmpdir(), 'threefold-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('PGN', () => {
  let scanner: PgnScanner;
  beforeAll(async () => {
    scanner = await PgnScanner.load();
  });

  test('no text is lost, and every fault has a place in it', { timeout }, () => {
    fc.assert(
      fc.property(mutated(games), (bytes) => {
        const { text } = decodePgn(bytes);
        const { games: found, problems } = readPgn(text);
        if (found.length > 0) expect(found.map((game) => game.text).join('')).toBe(text);
        const lines = text.split(/\r\n|\r|\n/).length;
        for (const { line, column } of [...problems, ...found.flatMap((game) => game.problems)]) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lines);
          expect(column).toBeGreaterThan(0);
        }
      }),
      until(),
    );
  });

  test('the kernel finds the same games as the tolerant reader', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(mutated(games), async (bytes) => {
        // What is not UTF-8 the kernel's side decodes game by game, so that one Latin-1 game costs the others nothing.
        fc.pre(decodePgn(bytes).encoding !== 'windows-1252');
        expect(await scannedGames(scanner, bytes)).toEqual(tolerantGames(bytes));
      }),
      until(),
    );
  });

  test('sound games before and behind a broken one are still there', { timeout }, () => {
    const sound = (name: string) => `[Event "${name}"]\n[White "Sound"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n`;
    fc.assert(
      fc.property(mutated(games), (bytes) => {
        // An open brace or quote takes in what follows up to the next one: that much no reader can know.
        const broken = Buffer.from(bytes)
          .toString('latin1')
          .replace(/[{}";\ufeff\0]/g, '');
        const found = readPgn(`${sound('before')}${broken}\n\n${sound('behind')}`).games;
        const names = found.map((game) => game.tags.find(({ name }) => name === 'Event')?.value);
        expect(names[0]).toBe('before');
        expect(names).toContain('behind');
      }),
      until(),
    );
  });
});

const fens = [
  INITIAL_FEN,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3',
  'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',
];

test('FEN: what is read can be written and read again as the same position', { timeout }, () => {
  fc.assert(
    fc.property(mutatedText(fens), (fen) => {
      const position = parsePosition(fen);
      if ('failure' in position) {
        expect(position.failure.length).toBeLessThan(400);
        return;
      }
      const again = parsePosition(makeFen(position.toSetup()));
      if ('failure' in again) throw new Error(again.failure);
      expect(identityOf(again)).toEqual(identityOf(position));
      expect([fideKey(again), polyglotKey(again)]).toEqual([fideKey(position), polyglotKey(position)]);
    }),
    until(),
  );
});

test('SAN: what is read as a move is legal', { timeout }, () => {
  const sans = ['e4', 'Nf3', 'exd5', 'O-O', 'O-O-O', 'e8=Q+', 'R1a3', 'Qh4#', 'e2e4', 'bxa6 e.p.', '--', 'N1xd2'];
  fc.assert(
    fc.property(fc.constantFrom(...fens), mutatedText(sans), (fen, san) => {
      const position = parsePosition(fen);
      if ('failure' in position) throw new Error(position.failure);
      const reading = readMove(position, san);
      if (reading.kind === 'move') expect(position.isLegal(reading.move)).toBe(true);
    }),
    until(),
  );
});

test('UCI: lines of a hostile engine are numbers in their range, or nothing', { timeout }, () => {
  const lines = [
    'info depth 20 seldepth 31 multipv 1 score cp -34 lowerbound nodes 12345 nps 9999 hashfull 77 time 12 pv e2e4 e7e5',
    'info depth 5 score mate -3 pv a1a2 tbhits 7 currmove e2e4 currmovenumber 3 string all is well',
    'option name Hash type spin default 16 min 1 max 33554432',
    'option name Clear Hash type button',
    'bestmove e2e4 ponder e7e5',
  ];
  const whole = (value: number | undefined) => value === undefined || Number.isSafeInteger(value);
  fc.assert(
    fc.property(mutatedText(lines), (line) => {
      const info = parseInfo(line, 'white');
      if (info) {
        expect(info.rank).toBeGreaterThan(0);
        expect([info.depth, info.rank, info.nodes, info.timeMs, info.hashPermille].every(whole)).toBe(true);
        if (info.score) expect(whole(info.score.value)).toBe(true);
      }
      const option = parseOption(line);
      if (option) expect([option.min, option.max].every(whole)).toBe(true);
    }),
    until(),
  );
});

test('Polyglot books: a book is read, or refused in words', { timeout }, () => {
  const entries = Buffer.concat(
    [1n, 2n, 2n, 0x463b96181691fc9cn].map((key) => {
      const entry = Buffer.alloc(16);
      entry.writeBigUInt64BE(key);
      entry.writeUInt16BE(796, 8);
      entry.writeUInt16BE(7, 10);
      return entry;
    }),
  );
  const start = parsePosition(INITIAL_FEN);
  if ('failure' in start) throw new Error(start.failure);
  fc.assert(
    fc.property(mutated([entries]), (bytes) => {
      const book = Book.parse(bytes);
      if ('failure' in book) expect(book.failure).toMatch(/^not a Polyglot book/);
      else for (const { move } of book.movesFor(start)) expect(start.isLegal(move)).toBe(true);
    }),
    until(),
  );
});

describe('the contract', () => {
  test('text that the codec did not write is refused or harmless', { timeout }, () => {
    const sound = [
      encode({ m: 'game', a: [3], i: 'x', t: 'q' }),
      encode({ keys: new BigUint64Array([1n, 2n]), chunk: new Uint8Array(40), map: new Map([[1, NaN]]) }),
      '[{"__proto__":1},{"polluted":2},true]',
      '["Uint8Array","AAAA"]',
    ];
    fc.assert(
      fc.property(mutatedText(sound), (text) => {
        try {
          decode(text);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      }),
      until(),
    );
  });

  test('whatever arrives, only functions of the contract run, with arguments that fit', { timeout }, async () => {
    const names = Object.keys(mainSchemas) as (keyof MainApi)[];
    const called: [string, unknown[]][] = [];
    const api = Object.fromEntries(
      names.map((name) => [name, async (...args: unknown[]) => void called.push([name, args])]),
    ) as unknown as MainApi;
    let deliver: (message: unknown) => unknown = () => {};
    rpc<PageApi, MainApi>({ post: () => {}, onMessage: (listener) => (deliver = listener) }, api, mainSchemas);

    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const message = fc.oneof(
      fc.record({
        m: fc.oneof(fc.constantFrom(...names, 'constructor', '__proto__', 'toString', '$close'), fc.anything()),
        a: fc.oneof(fc.array(fc.oneof(fc.nat(9), fc.string(), fc.anything()), { maxLength: 4 }), fc.anything()),
        i: fc.oneof(fc.string(), fc.anything()),
        t: fc.oneof(fc.constant('q'), fc.constant('s'), fc.anything()),
      }),
      fc.anything(),
    );
    await fc.assert(
      fc.asyncProperty(message, async (received) => {
        called.length = 0;
        await deliver(received);
        for (const [name, args] of called) {
          expect(names).toContain(name);
          expect(args.length).toBeLessThanOrEqual(4);
          for (const arg of args) expect(arg).not.toBeNaN();
        }
      }),
      until(),
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

test('paths: nothing outside the page folder is ever named', { timeout }, () => {
  const paths = ['/', '/index.html', '/assets/a.js', '/../x', '/%2e%2e/x', '/..%5cx', '//x', '/a/%00'];
  fc.assert(
    fc.property(fc.oneof(mutatedText(paths), fc.webPath(), fc.string()), (path) => {
      const file = pageFile(folder, path);
      if (file !== undefined) expect(file.startsWith(folder + sep)).toBe(true);
    }),
    until(),
  );
});

describe("the profile's files", () => {
  test('a journal of any bytes is read, and takes the next edit', { timeout }, async () => {
    const path = join(folder, 'journal');
    const journal = new Journal(path);
    await journal.keep({ id: 'a', pgn: '1. e4 *' });
    await journal.keep({ id: 'b', file: '/x.pgn', numberInFile: 2, pgn: '1. d4 *' });
    await journal.close();
    const sound = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(mutated([sound, Buffer.from('')]), async (bytes) => {
        writeFileSync(path, bytes);
        const damaged = new Journal(path);
        await damaged.keep({ id: 'next', pgn: 'kept' });
        await damaged.close();
        expect(new Journal(path).edits).toContainEqual({ id: 'next', pgn: 'kept' });
      }),
      until(),
    );
  });

  test('settings of any bytes fall back to what is sound', { timeout }, () => {
    const path = join(folder, 'settings.json');
    const sound = JSON.stringify({ window: { x: 1, y: 2, width: 800, height: 600, maximized: true }, theme: 'dark' });
    fc.assert(
      fc.property(fc.oneof(mutatedText([sound]), fc.json()), (text) => {
        writeFileSync(path, text);
        const { window, theme, recentFiles } = new SettingsFile(path).values;
        expect(Number.isFinite(window.width + window.height)).toBe(true);
        expect(['system', 'light', 'dark']).toContain(theme);
        expect(Array.isArray(recentFiles)).toBe(true);
      }),
      until(),
    );
  });
});
