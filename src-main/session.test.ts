import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MainApi, PageApi } from '../shared/api';
import { INITIAL_FEN } from '../shared/chess/position';
import { rpc, type ArgumentSchemas, type Wire } from '../shared/rpc';
import { startServices, type Services } from './services';
import { attach, type Host } from './session';

/** The contract through one page, in this process: only the wire and the native dialogs are stand-ins. */

const events = [
  ...(['readingProgress', 'collectionChanged', 'libraryProgress', 'evaluationRemembered'] as const),
  ...(['searchInfo', 'searchEnded', 'labProgress', 'notice'] as const),
];

/** Two ends of a wire; what is posted arrives a moment later, as a copy. */
function makeWires(): [Wire, Wire] {
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const end = (mine: number): Wire => ({
    post: (message) => {
      const copy = structuredClone(message);
      setImmediate(() => listeners[1 - mine]!.forEach((hear) => hear(copy)));
    },
    onMessage: (hear) => void listeners[mine]!.push(hear),
  });
  return [end(0), end(1)];
}

function joinPage(wire: Wire, hear: (name: keyof PageApi, values: unknown[]) => void) {
  const page = Object.fromEntries(events.map((name) => [name, (...values: unknown[]) => hear(name, values)]));
  const schemas = Object.fromEntries(events.map((name) => [name, v.array(v.unknown())]));
  return rpc<MainApi, PageApi>(wire, page as unknown as PageApi, schemas as unknown as ArgumentSchemas<PageApi>);
}

const host: Host = {
  appInfo: () => ({ host: 'browser', version: '0', nativeDialogs: true, cores: 2 }),
  versions: () => 'Threefold 0',
  pickGames: async () => [resolve('fixtures/first-light.pgn')],
};

let folder: string;
let services: Services;
let detach: () => void;
let main: ReturnType<typeof joinPage>;
let told: Partial<Record<keyof PageApi, unknown[][]>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threefold-session-'));
  told = {};
  services = await startServices(folder);
  const [ours, theirs] = makeWires();
  detach = attach(ours, services, host);
  main = joinPage(theirs, (name, values) => void (told[name] ??= []).push(values));
});
afterEach(async () => {
  detach();
  await services.close();
  await rm(folder, { recursive: true });
});

test('games: picked, listed, looked up, explored, edited and closed', async () => {
  await main.chooseFiles();
  expect(await main.collection()).toMatchObject({ games: 22 });
  expect(await main.games({ offset: 0, limit: 3 })).toMatchObject({ total: 22, rows: { length: 3 } });
  expect(await main.game(14)).toMatchObject({ row: { white: 'Fischer, Robert James' } });
  expect(await main.transpositionsOf(14, BigUint64Array.of(1n))).toEqual(Uint32Array.of(0));
  expect(await main.placesOf(INITIAL_FEN, -1, 5)).toHaveLength(5);
  const at = { fen: INITIAL_FEN, moves: ['e2e4'] };
  expect(await main.explore('opened', at)).toMatchObject({ anyOrder: { games: 13 } });
  expect(await main.moveOrders('opened', at, 5)).toMatchObject({ orders: [{ games: 13, moves: ['e4'] }] });
  expect(await main.gamesThrough('opened', at, 0, 5)).toMatchObject({ total: 13 });
  expect(await main.librarySummary('opened')).toMatchObject({ games: 22 });
  expect(await main.keepInLibrary()).toMatchObject({ games: 22 });
  expect(await main.keepEdit({ id: 'a', pgn: '1. e4 *' })).toBeUndefined();
  expect(await main.edits()).toMatchObject([{ id: 'a' }]);
  await main.dropEdit('a');
  expect(await main.edits()).toEqual([]);
  expect(await main.saveEdit('a')).toHaveProperty('failure');
  await main.closeAll();
  expect(await main.collection()).toMatchObject({ games: 0 });
  expect(told.collectionChanged).toBeDefined();
});

test('a file that the page uploads; another page cannot end it', async () => {
  const bytes = new TextEncoder().encode('[White "A"]\n\n1. e4 e5 *\n');
  const upload = await main.beginUpload('mine.pgn', bytes.length);
  await main.uploadChunk(upload, bytes);
  await main.endUpload(upload + 1);
  expect(await main.collection()).toMatchObject({ games: 0 });
  await main.endUpload(upload);
  expect(await main.collection()).toMatchObject({ games: 1, files: [{ name: 'mine.pgn' }] });
});

test('the engine: settings, a search that ends, the table, a comparison', async () => {
  expect(await main.configureEngine({ hashMb: 4, threads: 1, lines: 1 })).toMatchObject({ hashMb: 4 });
  expect(await main.engineSettings()).toMatchObject({ hashMb: 4 });
  const id = await main.analyse({ fen: INITIAL_FEN, moves: ['e2e4'], limit: { kind: 'depth', plies: 5 } });
  await vi.waitFor(() => expect(told.searchEnded?.[0]?.[0]).toBe(id), { timeout: 60_000 });
  expect(await main.lookInTable({ fen: INITIAL_FEN, moves: ['e2e4'] })).toMatchObject({ entry: { depth: 5 } });
  await main.stopAnalysis();
  await main.clearTable();
  expect(await main.compareTable({ fen: INITIAL_FEN, moves: [], depth: 3, threads: 1 })).toMatchObject({ depth: 3 });
  expect((await main.engines())[0]).toMatchObject({ inUse: true });
  expect(await main.useEngine(99)).toHaveProperty('failure');
  expect(await main.chooseEngine()).toMatchObject({ failure: expect.stringContaining('--engine') as string });
});

test('a search goes on while a page is there to see it, and ends with the last', async () => {
  const ended = vi.fn();
  services.engine.listen({ searchInfo: () => {}, searchEnded: ended, notice: () => {} });
  const detachSecond = attach(makeWires()[0], services, host);
  const id = await main.analyse({ fen: INITIAL_FEN, moves: [], limit: { kind: 'infinite' } });
  detachSecond();
  told = {};
  await vi.waitFor(() => expect(told.searchInfo?.length).toBeGreaterThan(2), { timeout: 60_000 });
  expect(ended).not.toHaveBeenCalled();
  detach();
  await vi.waitFor(() => expect(ended.mock.lastCall?.[0]).toBe(id), { timeout: 60_000 });
});

test('the rest: what the reader chose, what engines found, the laboratory', async () => {
  expect(await main.appInfo()).toMatchObject({ cores: 2 });
  expect(await main.keepSettings('{"theme":"dark"}')).toBeUndefined();
  expect(await main.settings()).toBe('{"theme":"dark"}');
  expect(await main.rememberedEvaluations()).toEqual([]);
  expect(await main.forgetEvaluations()).toBe(0);
  expect(await main.evaluationsOf({ fen: INITIAL_FEN, moves: [] })).toEqual([]);
  await main.labCancel();
});

test('what does not fit the contract is refused, and nothing happens', async () => {
  const stranger = main as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  await expect(stranger.games!({ offset: -1, limit: 3 })).rejects.toThrow();
  await expect(stranger.keepEdit!({ id: '', pgn: 5 })).rejects.toThrow();
  await expect(stranger.constructor2!()).rejects.toThrow();
  await expect(stranger.transpositionsOf!(0, new BigUint64Array(1_000_001))).rejects.toThrow();
  await expect(stranger.deepestEvaluations!(new BigUint64Array(1_000_001))).rejects.toThrow();
  expect(await main.edits()).toEqual([]);
});

test('what went wrong before there was a page is told to the first', async () => {
  detach();
  await services.library.open([join(folder, 'absent.pgn')]);
  const [ours, theirs] = makeWires();
  detach = attach(ours, services, host);
  main = joinPage(theirs, (name, values) => void (told[name] ??= []).push(values));
  await main.appInfo();
  await main.appInfo();
  expect(told.notice).toEqual([[{ failure: expect.stringMatching(/absent\.pgn: no such file$/) as string }]]);
});

test('a page that goes after the library has gone ends quietly', async () => {
  await main.beginUpload('half.pgn', 100);
  await services.library.close();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  detach();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
