import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { build } from 'vite';
import { IndexedCollection } from './collection';
import { Database } from './database';
import { importGames } from './importing';
import { INITIAL_FEN } from '../../../shared/chess/position';
import { positionAfter } from '../lines';
import { LibraryError } from './library-error';
import { randomGames, seeded } from './random-games';
import { slowArrival } from './slow-arrival';

const folder = mkdtempSync(join(tmpdir(), 'threefold-import-'));
// Below node_modules, so that the child finds DuckDB.
const childFolder = join('node_modules', '.cache', 'threefold', `import-${process.pid}`);
const child = join(childFolder, 'importing.child.js');

let number = 0;
let path: string;
beforeEach(() => {
  mkdirSync(join(folder, String(++number)));
  path = join(folder, String(number), 'library.duckdb');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(childFolder, { recursive: true, force: true });
});

const first = randomGames(300, 1);
const second = randomGames(300, 2);

const fingerprint = async (library: string): Promise<string> => {
  const collection = await IndexedCollection.open(library);
  try {
    const sums = await collection.database.columns(`
      SELECT (SELECT bit_xor(hash(p)) FROM library.positions p) AS p, (SELECT bit_xor(hash(g)) FROM library.games g) AS g,
             (SELECT bit_xor(hash(m)) FROM library.meetings m) AS m, (SELECT bit_xor(hash(f)) FROM library.files f) AS f,
             (SELECT count(*) FROM library.positions) AS n`);
    return [sums.p, sums.g, sums.m, sums.f, sums.n].join(' ');
  } finally {
    await collection.close();
  }
};
const bytesOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('adding files', () => {
  test('positions lie in the order of (key, game, ply), and each game is there from first to last', async () => {
    await importGames(path, [slowArrival('first.pgn', first)]);
    const report = await importGames(path, [slowArrival('second.pgn', second)]);
    expect(report).toMatchObject({ files: 1, games: 300, totalGames: 600 });
    const library = await IndexedCollection.open(path);
    const rows = await library.database.columns(
      `SELECT count(*) FILTER (before > (key, game, ply)) AS unsorted FROM
        (SELECT key, game, ply, lag((key, game, ply)) OVER (ORDER BY rowid) AS before FROM library.positions)`,
    );
    expect(rows.unsorted).toEqual([0n]);
    const whole = await library.database.columns(
      `SELECT count(*) AS games FROM library.games g WHERE duplicate_of IS NULL AND plies + 1 =
        (SELECT count(*) FROM library.positions p WHERE p.game = g.id)`,
    );
    expect(Number(whole.games![0])).toBe(600 - report.duplicates);
    await library.close();
  });

  test('the order of arrival does not change what is found', async () => {
    await importGames(path, [slowArrival('first.pgn', first), slowArrival('second.pgn', second)]);
    const other = `${path}.other`;
    await importGames(other, [slowArrival('second.pgn', second)]);
    await importGames(other, [slowArrival('first.pgn', first)]);
    const meetings = async (library: string) => {
      const collection = await IndexedCollection.open(library);
      const rows = await collection.database.columns(
        'SELECT key, games, orders, predecessors, ply FROM library.meetings',
      );
      await collection.close();
      return rows;
    };
    expect((await meetings(path)).key!.length).toBeGreaterThan(100);
    expect(await meetings(other)).toEqual(await meetings(path));
  });

  test('a file whose bytes are there already is not read again', async () => {
    await importGames(path, [slowArrival('first.pgn', first)]);
    const before = bytesOf(path);
    const report = await importGames(path, [slowArrival('copy of first.pgn', first)]);
    expect(report).toMatchObject({ alreadyThere: ['copy of first.pgn'], files: 0, games: 0, totalGames: 300 });
    expect(bytesOf(path)).toBe(before);
  });

  test('a game that is there already, move for move and by the same players, is noticed and not counted twice', async () => {
    await importGames(path, [slowArrival('first.pgn', first)]);
    const before = await fingerprint(path);
    const report = await importGames(path, [slowArrival('with a remark.pgn', `% again\n${first}`)]);
    expect(report).toMatchObject({ files: 1, games: 300, duplicates: 300, totalGames: 600 });
    const library = await IndexedCollection.open(path);
    const originals = await library.database.columns(
      'SELECT count(*) AS n FROM library.games WHERE duplicate_of = id - 300 AND id >= 300',
    );
    expect(originals.n).toEqual([300n]);
    expect((await library.contents()).positions).toBe(Number(before.split(' ').at(-1)));
    await library.close();
  });

  test('a game without ECO code gets that of the last position with a name, by whatever order it came', async () => {
    const game = (eco: string, moves: string) => `[White "A"]\n[Black "B"]\n[ECO "${eco}"]\n\n${moves} *\n`;
    const dragon = 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6';
    const sameByAnotherOrder = 'e4 c5 Nf3 d6 Nc3 Nf6 d4 cxd4 Nxd4 g6';
    const games = [game('', dragon), game('?', sameByAnotherOrder), game('A00x', dragon), game('', 'h3 h6 h4')];
    await importGames(path, [slowArrival('openings.pgn', games.join('\n'))]);
    const library = await IndexedCollection.open(path);
    const { eco } = await library.database.columns('SELECT eco FROM library.games ORDER BY id');
    expect(eco!.slice(0, 3)).toEqual(['B70', 'B70', 'A00']);
    await library.close();
  });

  test('leaves nothing but the library behind', async () => {
    await importGames(path, [slowArrival('first.pgn', first)]);
    expect(readdirSync(join(path, '..'))).toEqual(['library.duckdb']);
  });

  test('a cancelled import leaves the library as it was', async () => {
    await importGames(path, [slowArrival('first.pgn', first)]);
    const before = bytesOf(path);
    for (const phase of ['reading', 'sorting']) {
      const cancel = new AbortController();
      const importing = importGames(path, [slowArrival('second.pgn', second, 50)], {
        signal: cancel.signal,
        onProgress: (progress) => progress.phase === phase && cancel.abort(new Error('cancelled by the test')),
      });
      await expect(importing).rejects.toThrow('cancelled by the test');
      expect(bytesOf(path)).toBe(before);
      expect(readdirSync(join(path, '..'))).toEqual(['library.duckdb']);
    }
  });

  test('half a file of a dead import is no import under way, whatever the folder is called', async () => {
    path = join(path, '..', 'blocked', 'library.duckdb');
    mkdirSync(join(path, '..'));
    writeFileSync(`${path}.arrivals`, 'half a file, but a longer one than a header');
    await importGames(path, [slowArrival('first.pgn', first)]);
    expect(readdirSync(join(path, '..'))).toEqual(['library.duckdb']);
  });

  test('two imports at once: the second is refused', async () => {
    const one = importGames(path, [slowArrival('first.pgn', first)]);
    await expect(importGames(path, [slowArrival('second.pgn', second)])).rejects.toThrow('another import');
    await one;
  });
});

describe('a file that is no library is named, with the reason', () => {
  const cases: [string, () => void | Promise<void>, RegExp][] = [
    ['absent', () => {}, /library\.duckdb: no such library/],
    [
      'text',
      () => writeFileSync(path, 'not a database, but a longer text than a header'),
      /is not a Threefold library/,
    ],
    ['empty', () => writeFileSync(path, ''), /is not a Threefold library/],
    ['a folder', () => void mkdirSync(path), /is a folder/],
    ['another DuckDB file', () => someDatabase('CREATE TABLE o.t (a INTEGER)'), /a DuckDB file, but not a Threefold/],
    [
      'of a newer version',
      () => someDatabase(`CREATE TABLE o.meta AS SELECT 'threefold library' AS application, 99 AS schema_version`),
      /made by a newer Threefold \(library format 99/,
    ],
    [
      'cut short',
      async () => {
        await importGames(path, [slowArrival('first.pgn', first)]);
        writeFileSync(path, readFileSync(path).subarray(0, 20_000));
      },
      /cannot be opened as a library/,
    ],
    [
      'with a header that is damaged',
      async () => {
        await importGames(path, [slowArrival('first.pgn', first)]);
        const bytes = readFileSync(path);
        bytes.fill(0x55, 16, 12288);
        writeFileSync(path, bytes);
      },
      /cannot be opened as a library/,
    ],
  ];
  const someDatabase = async (sql: string) => {
    const database = await Database.open({ threads: 1, memoryMb: 100 });
    await database.run(`ATTACH '${path}' AS o; ${sql}; DETACH o`);
    await database.close();
  };

  test.each(cases)('%s', async (_, make, message) => {
    await make();
    await expect(IndexedCollection.open(path)).rejects.toThrow(message);
    await expect(IndexedCollection.open(path)).rejects.toThrow(path);
  });
});

test('a block that is damaged is noticed when it is read, and the file named', async () => {
  await importGames(path, [slowArrival('first.pgn', first)]);
  const bytes = readFileSync(path);
  // All blocks behind the three headers, one byte each: DuckDB keeps a checksum with every block.
  for (let at = 12288 + 1000; at < bytes.length; at += 262144) bytes[at]! ^= 0x10;
  writeFileSync(path, bytes);
  const ask = async () => {
    const library = await IndexedCollection.open(path);
    try {
      return await library.explore(positionAfter(INITIAL_FEN, []));
    } finally {
      await library.close();
    }
  };
  await expect(ask()).rejects.toThrow(LibraryError);
  await expect(ask()).rejects.toThrow(path);
});

/** Imports in a child process. `begun` and `sorting` resolve when it is so far, `ended` with its last words. */
const importing = (command: string, args: string[]) => {
  const running = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  running.stdout.on('data', (text) => (said += text));
  const ended = new Promise<string>((resolve) => running.on('close', () => resolve(said.trim().split('\n').at(-1)!)));
  const hear = (word: string) =>
    new Promise<void>((resolve) => {
      running.stdout.on('data', () => said.includes(word) && resolve());
      void ended.then(() => resolve());
    });
  return { begun: hear('begins'), sorting: hear('sorts'), ended, kill: () => running.kill('SIGKILL') };
};

const kills = Number(process.env.IMPORT_KILLS ?? 24);

describe('an import that is cut off', () => {
  const pgn = join(folder, 'second.pgn');
  let original: string;
  let before: string;
  let after: string;
  let reading: number;
  let sorting: number;

  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: 'src-main/library/index/importing.child.ts',
        outDir: childFolder,
        target: 'node20',
        rolldownOptions: { external: [/^@duckdb/] },
      },
      ssr: { noExternal: true, external: ['@duckdb/node-api'] },
    });
    original = join(folder, 'original.duckdb');
    writeFileSync(pgn, second);
    await importGames(original, [slowArrival('first.pgn', first)]);
    before = bytesOf(original);
    const complete = join(folder, 'complete.duckdb');
    copyFileSync(original, complete);
    const whole = importing(process.execPath, [child, complete, pgn]);
    await whole.begun;
    const begun = performance.now();
    await whole.sorting;
    const sorts = performance.now();
    expect(await whole.ended).toBe('done');
    [reading, sorting] = [sorts - begun, performance.now() - sorts];
    after = await fingerprint(complete);
  });

  /** The library is the old one, byte for byte, or the new one, whole. Answers which. */
  const oldOrNew = async (): Promise<'old' | 'new'> => {
    if (bytesOf(path) === before) return 'old';
    expect(await fingerprint(path)).toBe(after);
    return 'new';
  };

  test(
    'by a kill at any moment leaves the old library or the new one, and the next import succeeds',
    async () => {
      const below = seeded(Number(process.env.IMPORT_KILLS_SEED ?? 7));
      const outcomes = { old: 0, new: 0, ended: 0 };
      copyFileSync(original, path);
      for (let kill = 0; kill < kills; kill++) {
        // Not swept between: each import starts with what the dead one left.
        const run = importing(process.execPath, [child, path, pgn]);
        // Half of them while it reads, half while it sorts, swaps and sweeps up.
        const late = kill % 2 === 1;
        await (late ? run.sorting : run.begun);
        const timer = setTimeout(run.kill, below(Math.ceil(late ? sorting * 1300 : reading * 1000)) / 1000);
        const ended = (await run.ended) === 'done';
        clearTimeout(timer);
        const state = await oldOrNew();
        if (ended) expect(state).toBe('new');
        outcomes[ended ? 'ended' : state]++;
        if (state === 'new') copyFileSync(original, path);
      }
      console.log(`imports killed at random: ${kills}; ${JSON.stringify(outcomes)}`);
      // How many it hits in the middle is the machine's affair; that it hits some makes this a test.
      expect(outcomes.old).toBeGreaterThan(0);

      const last = importing(process.execPath, [child, path, pgn]);
      expect(await last.ended).toBe('done');
      expect(await fingerprint(path)).toBe(after);
      expect(readdirSync(join(path, '..'))).toEqual(['library.duckdb']);
    },
    kills * 5_000,
  );

  // A limit on the size of files is met as a full disk is: a write fails, at whatever point that is.
  test.skipIf(process.platform === 'win32')('by a full disk leaves the old library and says so', async () => {
    copyFileSync(original, path);
    const outcomes: string[] = [];
    for (const blocks of [1, 24, 600, 1200, 2400, 4800, 100_000]) {
      const limited = `ulimit -f ${blocks}; trap '' XFSZ; exec "$0" "$@"`;
      const run = importing('sh', ['-c', limited, process.execPath, child, path, pgn]);
      const said = await run.ended;
      expect(said).toMatch(/^failed .*library\.duckdb: |^done$/);
      expect(await oldOrNew()).toBe(said === 'done' ? 'new' : 'old');
      copyFileSync(original, path);
      outcomes.push(said === 'done' ? said : 'failed');
    }
    expect(outcomes[0]).toBe('failed');
    expect(outcomes.filter((outcome) => outcome === 'failed').length).toBeGreaterThan(2);
    expect(outcomes.at(-1)).toBe('done');
  });
});
