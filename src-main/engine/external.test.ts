import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { SearchInfo } from '../../shared/search/info';
import { DEFAULT_SETTINGS } from './engine';
import { Engines } from './engines';
import { ExternalEngine } from './external';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const folder = mkdtempSync(join(tmpdir(), 'threefold-engines-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Engines by their manners. Each gets the lines it is sent as `line`, writes with `say`, and keeps a log of what it heard. */
const MANNERS = {
  good: `
    if (line === 'uci') say('id name Good 1', 'id author nobody', 'option name Hash type spin default 16 min 1 max 64',
      'option name MultiPV type spin default 1 min 1 max 5', 'option name Clear Hash type button', 'uciok');
    if (line.startsWith('go')) say('info depth 5 seldepth 9 multipv 1 score cp 31 nodes 1000 nps 5000 hashfull 12 pv e2e4 e7e5',
      'info depth 5 multipv 2 score mate -3 lowerbound pv d2d4');
    if (line.startsWith('go') && line !== 'go infinite') say('bestmove e2e4');
    if (line === 'stop') say('bestmove e2e4');`,
  babbling: `
    if (line === 'uci') say('hello?', 'option', 'option name', 'info depth', 'uciok');
    if (line.startsWith('go')) say('info depth x score cp y pv', 'info depth 3 score cp 5 pv e2e5', 'info multipv 99999 score cp 1 pv e2e4',
      'info depth 4 score cp 10 pv g1f3 g8f6 a1a8 h8h1', '\\u0000\\u0007 bestmove', 'readyok', 'uciok', 'bestmove nonsense');`,
  dying: `
    if (line === 'uci') say('uciok');
    if (line.startsWith('go')) { say('info depth 1 score cp 7 pv e2e4'); setTimeout(() => process.exit(3), 20); }`,
  silent: '',
  'never-stopping': `
    if (line === 'uci') say('uciok');`,
  endless: `
    if (line === 'uci') say('uciok');
    if (line.startsWith('go')) { const flood = () => process.stdout.write('x'.repeat(65536), flood); flood(); }`,
} as const;

function engineOf(manners: keyof typeof MANNERS): string {
  const path = join(folder, `${manners} engine; echo "$(id)" 'quoted'`);
  if (existsSync(path)) return path;
  writeFileSync(
    path,
    `#!${process.execPath}
const say = (...lines) => process.stdout.write(lines.map((line) => line + '\\n').join(''));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  require('node:fs').appendFileSync(__filename + '.log', line + '\\n');
  if (line === 'quit') process.exit(0);
  if (line === 'isready' && ${String(manners !== 'silent')}) say('readyok');
  ${MANNERS[manners]}
});`,
  );
  chmodSync(path, 0o755);
  return path;
}
const heardBy = (manners: keyof typeof MANNERS) => readFileSync(`${engineOf(manners)}.log`, 'utf8').split('\n');

let engine: ExternalEngine | undefined;
let failures: string[] = [];
afterEach(() => engine?.close());

/** Enough for a process to start on a machine with other things to do. */
const LONG_MS = 60_000;

function open(path: string, patience: { ms: number } = { ms: LONG_MS }): ExternalEngine {
  let lastId = 0;
  failures = [];
  const settings = { ...DEFAULT_SETTINGS, hashMb: 128, lines: 2 };
  engine = new ExternalEngine({
    path,
    settings,
    nextId: () => ++lastId,
    get patienceMs() {
      return patience.ms;
    },
  });
  engine.listen({
    searchInfo: () => undefined,
    searchEnded: () => undefined,
    notice: ({ failure }) => failures.push(failure),
  });
  return engine;
}

/** The end of the search with this id. */
const ended = (external: ExternalEngine, wanted: number) =>
  new Promise<SearchInfo>((resolve) => {
    const end = external.listen({
      searchInfo: () => undefined,
      searchEnded: (id, last) => {
        if (id !== wanted) return;
        end();
        resolve(last);
      },
      notice: () => undefined,
    });
  });

const analyse = (external: ExternalEngine, limit: Parameters<ExternalEngine['analyse']>[0]['limit'], fen = START) => {
  const id = external.analyse({ fen, moves: [], limit });
  if (typeof id !== 'number') throw new Error(id.failure);
  return ended(external, id);
};

describe.skipIf(process.platform === 'win32')('another engine', () => {
  it('gives lines like ours, and is told only what it can do', async () => {
    const last = await analyse(open(engineOf('good')), { kind: 'depth', plies: 5 });
    expect(last.lines).toEqual([
      {
        rank: 1,
        depth: 5,
        selectiveDepth: 9,
        score: { kind: 'cp', value: 31, pov: 'white' },
        bound: 'exact',
        moves: ['e2e4', 'e7e5'],
      },
      {
        rank: 2,
        depth: 5,
        selectiveDepth: 5,
        score: { kind: 'mate', value: -3, pov: 'white' },
        bound: 'lower',
        moves: ['d2d4'],
      },
    ]);
    expect(last).toMatchObject({ nodes: 1000, nodesPerSecond: 5000, table: { fullPermille: 12 } });
    expect(engine!.name).toBe('Good 1');
    expect(heardBy('good')).toEqual(
      expect.arrayContaining(['setoption name Hash value 64', 'setoption name MultiPV value 2', 'go depth 5']),
    );
    expect(heardBy('good').some((line) => line.includes('Threads'))).toBe(false);
    expect(failures).toEqual([]);
  });

  it('is told a setting once, and again when it changes', async () => {
    const external = open(engineOf('good'));
    const before = existsSync(`${external.path}.log`) ? heardBy('good').length - 1 : 0;
    await analyse(external, { kind: 'depth', plies: 1 });
    await analyse(external, { kind: 'depth', plies: 1 });
    await external.configure({ ...external.settings, hashMb: 32 });
    await analyse(external, { kind: 'depth', plies: 1 });
    const sizes = heardBy('good')
      .slice(before)
      .filter((line) => line.startsWith('setoption name Hash'));
    expect(sizes).toEqual(['setoption name Hash value 64', 'setoption name Hash value 32']);
  });

  it('is stopped, and the newest search wins', async () => {
    const external = open(engineOf('good'));
    const first = analyse(external, { kind: 'infinite' });
    const second = analyse(external, { kind: 'infinite' });
    const third = analyse(external, { kind: 'depth', plies: 3 });
    expect((await first).lines).toEqual([]);
    expect((await second).lines).toEqual([]);
    expect((await third).lines).toHaveLength(2);
  });

  it('may talk nonsense: only what is legal is passed on', async () => {
    const last = await analyse(open(engineOf('babbling')), { kind: 'depth', plies: 3 });
    expect(last.lines.map((line) => line.moves)).toEqual([['g1f3', 'g8f6']]);
    expect(failures).toEqual([]);
  });

  it('may die: what it had said is kept, and the next search starts it again', async () => {
    const external = open(engineOf('dying'));
    expect((await analyse(external, { kind: 'infinite' })).lines[0]!.moves).toEqual(['e2e4']);
    expect(failures).toEqual([`${engineOf('dying')} ended (code 3)`]);
    expect((await analyse(external, { kind: 'infinite' })).lines[0]!.moves).toEqual(['e2e4']);
    expect(failures).toHaveLength(2);
  });

  it('may never answer', async () => {
    const last = await analyse(open(engineOf('silent'), { ms: 200 }), { kind: 'infinite' });
    expect(last.lines).toEqual([]);
    expect(failures).toEqual([`${engineOf('silent')} did not answer "uci": is it a UCI engine?`]);
  });

  it('may not stop when asked to', async () => {
    const patience = { ms: LONG_MS };
    const external = open(engineOf('never-stopping'), patience);
    await external.introduce();
    const search = analyse(external, { kind: 'infinite' });
    await expect.poll(() => heardBy('never-stopping'), { timeout: LONG_MS }).toContain('go infinite');
    patience.ms = 200;
    external.stop();
    await search;
    expect(failures).toEqual([`${engineOf('never-stopping')} did not stop when asked to`]);
  });

  it('may write without end', async () => {
    await analyse(open(engineOf('endless')), { kind: 'infinite' });
    expect(failures).toEqual([`${engineOf('endless')} writes endless lines`]);
  });

  it('may not be there, or be no program', async () => {
    const missing = join(folder, 'nobody');
    await analyse(open(missing), { kind: 'infinite' });
    expect(failures[0]).toMatch(/nobody could not be started: .*ENOENT/);
    const text = join(folder, 'text.txt');
    writeFileSync(text, 'no program');
    await analyse(open(text), { kind: 'infinite' });
    expect(failures[0]).toMatch(/text\.txt could not be started: .*EACCES/);
  });

  it('is never told a command that hides in a FEN', async () => {
    await analyse(open(engineOf('good')), { kind: 'depth', plies: 1 }, START.replace(' 0 1', '\n0\n1'));
    expect(
      heardBy('good')
        .filter((line) => line.startsWith('position'))
        .at(-1),
    ).toBe(`position fen ${START}`);
  });

  it('that has no moves to search has its verdict already', async () => {
    const mated = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
    const last = await analyse(open(engineOf('good')), { kind: 'infinite' }, mated);
    expect(last.lines[0]!.score).toEqual({ kind: 'mate', value: 0, pov: 'white' });
  });
});

describe.skipIf(process.platform === 'win32')('the engines of the app', () => {
  it('are ours, those found and those named; one is in use', async () => {
    const engines = await Engines.create({}, '');
    try {
      const others = engines.list().length - 1;
      expect(engines.list()[0]).toEqual({ id: 0, name: 'Threefold', inUse: true });
      expect(await engines.add(join(folder, 'nobody'))).toEqual({
        failure: expect.stringContaining('ENOENT') as string,
      });
      const added = await engines.add(engineOf('good'));
      expect(added).toMatchObject([...Array<object>(others + 1).fill({}), { name: 'Good 1', inUse: false }]);
      expect(engines.use(99)).toEqual({ failure: 'there is no engine number 99' });
      expect(engines.use(others + 1)).toMatchObject([
        { inUse: false },
        ...Array<object>(others).fill({}),
        { inUse: true },
      ]);
      const heard = new Promise<SearchInfo>((resolve) =>
        engines.listen({
          searchInfo: () => undefined,
          searchEnded: (_id, last) => resolve(last),
          notice: () => undefined,
        }),
      );
      engines.analyse({ fen: START, moves: [], limit: { kind: 'depth', plies: 5 } });
      expect((await heard).nodesPerSecond).toBe(5000);
    } finally {
      await engines.close();
    }
  });

  it('are listed once, also when one is named twice before it has answered', async () => {
    const engines = await Engines.create({}, '');
    try {
      const before = engines.list().length;
      const path = engineOf('good');
      const [one, two] = await Promise.all([engines.add(path), engines.add(path)]);
      expect(one).toHaveLength(before + 1);
      expect(two).toEqual(one);
      const none = join(folder, 'nobody');
      const failures = await Promise.all([engines.add(none), engines.add(none)]);
      expect(failures).toEqual(Array(2).fill({ failure: expect.stringContaining('ENOENT') as string }));
      expect(engines.list()).toEqual(one);
    } finally {
      await engines.close();
    }
  });

  it('end with the app, also one that has not answered yet', async () => {
    const engines = await Engines.create({}, '');
    const path = engineOf('silent');
    void engines.add(path);
    await expect.poll(() => existsSync(`${path}.log`), { timeout: LONG_MS }).toBe(true);
    await engines.close();
    expect(heardBy('silent')).toContain('quit');
  });

  it.skipIf(!existsSync('/usr/games/stockfish'))('find a Stockfish by themselves', async () => {
    const engines = await Engines.create();
    try {
      engines.use(1);
      const heard = new Promise<SearchInfo>((resolve) =>
        engines.listen({
          searchInfo: () => undefined,
          searchEnded: (_id, last) => resolve(last),
          notice: () => undefined,
        }),
      );
      engines.analyse({ fen: START, moves: ['e2e4'], limit: { kind: 'depth', plies: 8 } });
      expect((await heard).lines[0]).toMatchObject({ depth: 8, score: { pov: 'black' } });
      expect(engines.list()[1]!.name).toMatch(/^Stockfish/);
    } finally {
      await engines.close();
    }
  });
});
