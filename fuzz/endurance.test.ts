import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { MainApi, PageApi } from '../shared/api';
import { INITIAL_FEN } from '../shared/chess/position';
import { decode, encode } from '../shared/codec';
import { rpc, type ArgumentSchemas } from '../shared/rpc';
import { startBrowserHost, type BrowserHost } from '../src-main/browser-host/browser-host';
import { startServices, type Services } from '../src-main/services';
import { attach } from '../src-main/session';

/**
 * A day's use pressed together: ENDURANCE_CYCLES times (10 unless told otherwise) a page connects, opens files, switches
 * through the games, searches them, keeps and drops an edit, analyses, resizes the table under the search, imports into
 * a temporary library, adds to the lasting one, closes the files and leaves.
 */
const cycles = Number(process.env.ENDURANCE_CYCLES ?? 10);
const warmUp = Math.ceil(cycles / 4);
const reportEvery = Math.ceil(cycles / 20);

const infinite = { kind: 'infinite' as const };
const nobody: PageApi = {
  readingProgress() {},
  collectionChanged() {},
  libraryProgress() {},
  evaluationRemembered() {},
  searchInfo() {},
  searchEnded() {},
  labProgress() {},
  notice() {},
  settle: () => Promise.resolve(),
};

const anything = Object.fromEntries(
  Object.keys(nobody).map((event) => [event, v.array(v.unknown())]),
) as unknown as ArgumentSchemas<PageApi>;

/** A page in a browser, as far as the host can tell. */
async function connect(host: BrowserHost) {
  const token = new URL(host.url).searchParams.get('token')!;
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/rpc`, {
    headers: { origin: `http://127.0.0.1:${host.port}`, cookie: `threefold-${host.port}=${token}` },
  });
  let searched = () => {};
  const main = rpc<MainApi, PageApi>(
    {
      post: (message) => socket.send(encode(message)),
      onMessage: (listener) => void socket.on('message', (data) => listener(decode(String(data)))),
    },
    { ...nobody, searchInfo: () => searched() },
    anything,
  );
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    main,
    /** Resolves when a search says its next word. */
    searching: () => new Promise<void>((resolve) => (searched = resolve)),
    leave: () =>
      new Promise<void>((resolve) => {
        socket.once('close', () => resolve()).close();
      }),
  };
}

async function cycle({ library }: Services, host: BrowserHost, fresh: string, number: number): Promise<void> {
  const { main, searching, leave } = await connect(host);
  // The path of a file never comes from a page: this is what the native dialog does.
  writeFileSync(fresh, `[White "Cycle ${number}"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n`);
  await library.open(['fixtures/first-light.pgn', 'fixtures/annotated.pgn', fresh]);

  const { total, rows } = await main.games({ offset: 0, limit: 500, only: 'all' });
  expect(rows).toHaveLength(total);
  for (let game = 0; game < total; game++) expect(await main.game(game)).toHaveProperty('pgn');
  expect((await main.games({ offset: 0, limit: 10, text: `Cycle ${number}` })).total).toBe(1);
  await main.placesOf(INITIAL_FEN, 0, 50);
  expect(await main.keepEdit({ id: 'e', game: 0, pgn: `{${number}} *` })).toBeUndefined();
  await main.dropEdit('e');

  const under = searching();
  await main.analyse({ fen: INITIAL_FEN, moves: ['e2e4'], limit: infinite });
  await under;
  // A table that changes its size while it is searched.
  await main.configureEngine({ hashMb: 8 << (number % 3), threads: 1 + (number % 2), lines: 1 + (number % 3) });
  await main.analyse({ fen: INITIAL_FEN, moves: [], limit: { kind: 'depth', plies: 6 } });
  await main.clearTable();

  const explored = await main.explore('opened', { fen: INITIAL_FEN, moves: [] });
  expect(explored).not.toHaveProperty('failure');
  // Adding rewrites the whole library: one that grew with every cycle would measure its own size.
  if (number < 10) expect(await main.keepInLibrary()).not.toHaveProperty('failure');
  expect(await main.explore('kept', { fen: INITIAL_FEN, moves: [] })).not.toHaveProperty('failure');

  await main.stopAnalysis();
  await main.closeAll();
  await leave();
}

/** What the process holds; threads and open files where the system tells them. */
function held() {
  const entries = (folder: string) => (process.platform === 'linux' ? readdirSync(folder).length : 0);
  const resources = process.getActiveResourcesInfo();
  return {
    megabytes: Math.round(process.memoryUsage.rss() / 1e6),
    threads: entries('/proc/self/task'),
    files: entries('/proc/self/fd'),
    workers: resources.filter((name) => name === 'MessagePort' || name === 'Worker').length,
    sockets: resources.filter((name) => name.startsWith('TCP')).length,
  };
}
type Held = ReturnType<typeof held>;
const mostOf = (samples: readonly Held[], what: keyof Held) => Math.max(...samples.map((sample) => sample[what]));

test(`${cycles} cycles leave no memory, thread, file or socket behind`, { timeout: 14_400_000 }, async () => {
  const profile = mkdtempSync(join(tmpdir(), 'threefold-endurance-'));
  const before = process.getActiveResourcesInfo().sort();
  const services = await startServices(profile);
  const host = await startBrowserHost({
    root: profile,
    port: 0,
    attach: (wire) =>
      attach(wire, services, {
        appInfo: () => ({ host: 'browser', version: '0', nativeDialogs: false, cores: 2 }),
        versions: () => 'Threefold 0',
        pickGames: async () => [],
      }),
  });
  const samples: Held[] = [];
  for (let number = 0; number < cycles; number++) {
    await cycle(services, host, join(profile, 'fresh.pgn'), number);
    samples.push(held());
    if ((number + 1) % reportEvery === 0)
      console.log(`endurance: cycle ${number + 1}: ${JSON.stringify(samples.at(-1))}`);
  }
  const [early, late] = [samples.slice(warmUp, 2 * warmUp), samples.slice(-warmUp)];
  console.log(`endurance: ${cycles} cycles; most of ${warmUp} after the warm-up and of the last ${warmUp}:`);
  for (const what of Object.keys(samples[0]!) as (keyof Held)[])
    console.log(`  ${what}: ${mostOf(early, what)}, ${mostOf(late, what)}`);
  // Level: what every cycle left behind would add up. The allowances are what garbage and a late end may lie about.
  expect(mostOf(late, 'megabytes') - mostOf(early, 'megabytes')).toBeLessThan(150);
  for (const what of ['threads', 'files', 'workers', 'sockets'] as const)
    expect(mostOf(late, what) - mostOf(early, what), what).toBeLessThan(4);
  await host.close();
  await services.close();
  await expect.poll(() => process.getActiveResourcesInfo().sort(), { timeout: 30_000 }).toEqual(before);
  rmSync(profile, { recursive: true });
});

test('a thousand searches started and stopped at once each end, once', { timeout: 300_000 }, async () => {
  const profile = mkdtempSync(join(tmpdir(), 'threefold-endurance-'));
  const { engine, close } = await startServices(profile);
  const ended = new Map<number, number>();
  const failures: string[] = [];
  engine.listen({
    searchInfo() {},
    searchEnded: (id) => ended.set(id, (ended.get(id) ?? 0) + 1),
    notice: ({ failure }) => failures.push(failure),
  });
  const started: number[] = [];
  for (let i = 0; i < 1000; i++) {
    const id = engine.analyse({ fen: INITIAL_FEN, moves: [], limit: infinite });
    if (typeof id === 'number') started.push(id);
    // Some are stopped, some superseded; now and then one gets to run.
    if (i % 3 === 0) engine.stop();
    if (i % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  engine.stop();
  await expect.poll(() => ended.size, { timeout: 120_000 }).toBe(1000);
  expect(started).toHaveLength(1000);
  expect([...ended.values()].every((times) => times === 1)).toBe(true);
  expect(failures).toEqual([]);
  await close();
  rmSync(profile, { recursive: true });
});
