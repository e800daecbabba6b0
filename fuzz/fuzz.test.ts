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
import { fuzz, kindOf, outcomeOf, own, ownText, timeout, until, type Input } from './fuzzing';

/** Everything that comes from outside, changed at random from what is sound or once made trouble (fuzzing.ts). */
const read = (folder: string): Uint8Array[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.pgn(\.gz)?$/.test(name))
        .map((name) => (name.endsWith('.gz') ? gunzipSync : Buffer.from)(readFileSync(join(folder, name))))
        // The huge ones have tests of their own; changing them a little a thousand times shows nothing more.
        .filter((bytes) => bytes.length < 100_000)
    : [];
const games: Input[] = [
  ...read('fixtures').map(own),
  ...read('../shared/oracle/bad').map((bytes) => ({ bytes, own: false })),
];

const folder = mkdtempSync(join(tmpdir(), 'threefold-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('PGN', () => {
  let scanner: PgnScanner;
  beforeAll(async () => {
    scanner = await PgnScanner.load();
  });

  test('no text is lost, and every fault has a place in it', { timeout }, () =>
    fuzz('pgn', games, (bytes) => {
      const { text } = decodePgn(bytes);
      const { games: found, problems } = readPgn(text);
      if (found.length > 0) expect(found.map((game) => game.text).join('')).toBe(text);
      const lines = text.split(/\r\n|\r|\n/).length;
      const all = [...problems, ...found.flatMap((game) => game.problems)];
      for (const { line, column } of all) {
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(lines);
        expect(column).toBeGreaterThan(0);
      }
      return outcomeOf(
        all.map(({ message }) => message),
        found.length,
      );
    }),
  );

  test('the kernel finds the same games as the tolerant reader', { timeout }, () =>
    fuzz('pgn-kernel', games, async (bytes) => {
      // What is not UTF-8 the kernel's side decodes game by game, so that one Latin-1 game costs the others nothing.
      if (decodePgn(bytes).encoding === 'windows-1252') return 'windows-1252';
      const scanned = await scannedGames(scanner, bytes);
      expect(scanned).toEqual(tolerantGames(bytes));
      if (typeof scanned === 'string') return kindOf(scanned);
      return outcomeOf(
        scanned.flatMap(({ problems, repetition }) => [...problems, `repeated ${Number(repetition[0]) > 1}`]),
        scanned.length,
      );
    }),
  );

  test('sound games before and behind a broken one are still there', { timeout }, () => {
    const sound = (name: string) => `[Event "${name}"]\n[White "Sound"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n`;
    return fuzz('pgn-neighbours', games, (bytes) => {
      // An open brace or quote takes in what follows up to the next one: that much no reader can know.
      const broken = Buffer.from(bytes)
        .toString('latin1')
        .replace(/[{}";\ufeff\0]/g, '');
      const found = readPgn(`${sound('before')}${broken}\n\n${sound('behind')}`).games;
      const names = found.map((game) => game.tags.find(({ name }) => name === 'Event')?.value);
      expect(names[0]).toBe('before');
      expect(names).toContain('behind');
      return outcomeOf(
        found.flatMap((game) => game.problems.map(({ message }) => message)),
        found.length,
      );
    });
  });
});

const fens = [
  INITIAL_FEN,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3',
  'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',
];

test('FEN: what is read can be written and read again as the same position', { timeout }, () =>
  fuzz('fen', fens.map(ownText), (bytes) => {
    const position = parsePosition(Buffer.from(bytes).toString());
    if ('failure' in position) {
      expect(position.failure.length).toBeLessThan(400);
      return kindOf(position.failure);
    }
    const again = parsePosition(makeFen(position.toSetup()));
    if ('failure' in again) throw new Error(again.failure);
    expect(identityOf(again)).toEqual(identityOf(position));
    expect([fideKey(again), polyglotKey(again)]).toEqual([fideKey(position), polyglotKey(position)]);
    return `rights ${position.castles.castlingRights.size()}, e.p. ${position.epSquare !== undefined}, check ${position.isCheck()}`;
  }),
);

test('SAN: what is read as a move is legal', { timeout }, () => {
  const sans = ['e4', 'Nf3', 'exd5', 'O-O', 'O-O-O', 'e8=Q+', 'R1a3', 'Qh4#', 'e2e4', 'bxa6 e.p.', '--', 'N1xd2'];
  return fuzz('san', sans.map(ownText), (bytes) => {
    const san = Buffer.from(bytes).toString();
    return fens
      .map((fen) => {
        const position = parsePosition(fen);
        if ('failure' in position) throw new Error(position.failure);
        const reading = readMove(position, san);
        if (reading.kind === 'move') expect(position.isLegal(reading.move)).toBe(true);
        return reading.kind;
      })
      .join(' ');
  });
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
  const fields = (value: object | undefined) =>
    Object.entries(value ?? {}).flatMap(([name, field]) => (field === undefined ? [] : [name]));
  return fuzz('uci', lines.map(ownText), (bytes) => {
    const line = Buffer.from(bytes).toString();
    const info = parseInfo(line, 'white');
    if (info) {
      expect(info.rank).toBeGreaterThan(0);
      expect([info.depth, info.rank, info.nodes, info.timeMs, info.hashPermille].every(whole)).toBe(true);
      if (info.score) expect(whole(info.score.value)).toBe(true);
    }
    const option = parseOption(line);
    if (option) expect([option.min, option.max].every(whole)).toBe(true);
    return [...fields(info), '|', ...fields(option)].join(' ');
  });
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
  return fuzz('polyglot', [own(entries)], (bytes) => {
    const book = Book.parse(bytes);
    if ('failure' in book) {
      expect(book.failure).toMatch(/^not a Polyglot book/);
      return kindOf(book.failure);
    }
    const moves = book.movesFor(start);
    for (const { move } of moves) expect(start.isLegal(move)).toBe(true);
    return `${Math.min(8, bytes.length / 16)} entries, ${moves.length} moves`;
  });
});

describe('the contract', () => {
  test('text that the codec did not write is refused or harmless', { timeout }, () => {
    const sound = [
      encode({ m: 'game', a: [3], i: 'x', t: 'q' }),
      encode({ keys: new BigUint64Array([1n, 2n]), chunk: new Uint8Array(40), map: new Map([[1, NaN]]) }),
      '[{"__proto__":1},{"polluted":2},true]',
      '["Uint8Array","AAAA"]',
    ];
    return fuzz('codec', sound.map(ownText), (bytes) => {
      let outcome: string;
      try {
        const value = decode(Buffer.from(bytes).toString());
        outcome = Object.prototype.toString.call(value);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        outcome = kindOf((error as Error).message);
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      return outcome;
    });
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
  const paths = ['/', '/index.html', '/assets/a.js', '/../x', '/%2e%2e/x', '/..%5cx', '//x', '/a/%00', '/%E2%80%AE'];
  return fuzz('paths', paths.map(ownText), (bytes) => {
    const file = pageFile(folder, Buffer.from(bytes).toString());
    if (file === undefined) return 'none';
    expect(file.startsWith(folder + sep)).toBe(true);
    return `${Math.min(4, file.split(sep).length - folder.split(sep).length)} deep`;
  });
});

describe("the profile's files", () => {
  test('a journal of any bytes is read, and takes the next edit', { timeout }, async () => {
    const path = join(folder, 'journal');
    const journal = new Journal(path);
    await journal.keep({ id: 'a', pgn: '1. e4 *' });
    await journal.keep({ id: 'b', file: '/x.pgn', numberInFile: 2, pgn: '1. d4 *' });
    await journal.close();
    await fuzz('journal', [own(readFileSync(path)), ownText('')], async (bytes) => {
      writeFileSync(path, bytes);
      const damaged = new Journal(path);
      await damaged.keep({ id: 'next', pgn: 'kept' });
      await damaged.close();
      const { edits } = new Journal(path);
      expect(edits).toContainEqual({ id: 'next', pgn: 'kept' });
      return edits.map((edit) => Object.keys(edit).join()).join(' ');
    });
  });

  test('settings of any bytes fall back to what is sound', { timeout }, () => {
    const path = join(folder, 'settings.json');
    const sound = JSON.stringify({
      window: { x: 1, y: 2, width: 800, height: 600, maximized: true },
      engine: { settings: { hashMb: 64, threads: 2, lines: 1, policy: 'depth' }, programs: ['/x'], inUse: '/x' },
    });
    return fuzz('settings', [ownText(sound), ownText('[]'), ownText('null')], async (bytes) => {
      writeFileSync(path, bytes);
      const file = await SettingsFile.open(path);
      const { window, recentFiles, engine } = file.values;
      expect(Number.isFinite(window.width + window.height)).toBe(true);
      expect(Array.isArray(recentFiles) && Array.isArray(engine.programs)).toBe(true);
      expect(engine.settings === undefined || engine.settings.hashMb > 0).toBe(true);
      if (file.complaint !== undefined) expect(readFileSync(`${path}.broken`)).toEqual(Buffer.from(bytes));
      return `${file.complaint} ${window.maximized} ${window.x === undefined} ${engine.inUse === undefined}`;
    });
  });
});
