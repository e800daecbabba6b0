import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Analysis } from '../../shared/api';
import { isFailure } from '../../shared/chess/position';
import type { SearchInfo } from '../../shared/search/info';
import { DEFAULT_SETTINGS, Engine, type EngineOptions } from './engine';
import type { Kernel } from './kernel';
import { SearchKernel } from './kernel-search';
import { WorkerThread, type Outcome, type SearchThread } from './threads';
import type { ThreadOrder } from './worker';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const INFINITE: Analysis = { fen: START, moves: [], limit: { kind: 'infinite' } };

/** A thread whose orders end when the test says so. */
class StandIn implements SearchThread {
  alive = true;
  readonly orders: ThreadOrder['kind'][] = [];
  private end: ((outcome: Outcome) => void) | undefined;

  run(order: ThreadOrder): Promise<Outcome> {
    this.orders.push(order.kind);
    return new Promise((resolve) => (this.end = resolve));
  }
  /** Whatever was ordered is done. */
  async finish(): Promise<void> {
    this.end?.({ kind: 'done' });
    await settle();
  }
  async die(reason: string): Promise<void> {
    this.alive = false;
    this.end?.({ kind: 'died', reason });
    await settle();
  }
  async close(): Promise<void> {
    this.alive = false;
  }
}
/** Lets the promises that hang on a thread's end run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

let engine: Engine;
afterEach(() => {
  vi.useRealTimers();
  return engine.close();
});

interface Heard {
  ended: { id: number; last: SearchInfo }[];
  notices: string[];
}

async function open(options: EngineOptions = {}): Promise<Heard> {
  engine = await Engine.create(options);
  const heard: Heard = { ended: [], notices: [] };
  engine.listen({
    searchInfo: () => undefined,
    searchEnded: (id, last) => heard.ended.push({ id, last }),
    notice: ({ failure }) => heard.notices.push(failure),
  });
  return heard;
}

/** An engine on stand-ins: those started so far, and what was heard. */
async function openStandIns(threads = 1) {
  const started: StandIn[] = [];
  const heard = await open({
    settings: { ...DEFAULT_SETTINGS, hashMb: 1, threads },
    startThread: () => () => {
      const thread = new StandIn();
      started.push(thread);
      return thread;
    },
  });
  return { started, ...heard, ids: () => heard.ended.map(({ id }) => id) };
}

const search = async (limit: Parameters<Engine['run']>[0]['limit'], fen = START, moves: string[] = []) => {
  const result = await engine.run({ fen, moves, limit });
  if (isFailure(result)) throw new Error(result.failure);
  return result.last;
};

describe('the states', () => {
  it('answers a start at once, and ends each search once', async () => {
    const { started, ids } = await openStandIns();
    const id = engine.analyse(INFINITE);
    expect(id).toBe(1);
    expect(engine.kindOfState).toBe('searching');
    engine.stop();
    engine.stop();
    expect(engine.kindOfState).toBe('stopping');
    await started[0]!.finish();
    expect(engine.kindOfState).toBe('idle');
    expect(ids()).toEqual([1]);
  });

  it('lets the newest search win; what never began has ended, too', async () => {
    const { started, ids } = await openStandIns();
    engine.analyse(INFINITE);
    engine.analyse(INFINITE);
    engine.analyse(INFINITE);
    expect(ids()).toEqual([2]);
    expect(started[0]!.orders).toEqual(['search']);
    await started[0]!.finish();
    expect(ids()).toEqual([2, 1]);
    expect(engine.kindOfState).toBe('searching');
    expect(started[0]!.orders).toEqual(['search', 'search']);
    engine.stop();
    await started[0]!.finish();
    expect(ids()).toEqual([2, 1, 3]);
  });

  it('drops what was wanted when it is stopped again', async () => {
    const { started, ids } = await openStandIns();
    engine.analyse(INFINITE);
    engine.analyse(INFINITE);
    engine.stop();
    expect(ids()).toEqual([2]);
    await started[0]!.finish();
    expect(engine.kindOfState).toBe('idle');
    expect(ids()).toEqual([2, 1]);
  });

  it('serves who asks for more while being told of the end', async () => {
    const { started, ids } = await openStandIns();
    engine.analyse(INFINITE);
    const end = engine.listen({
      searchInfo: () => undefined,
      searchEnded: () => {
        end();
        engine.analyse(INFINITE);
      },
      notice: () => undefined,
    });
    await started[0]!.finish();
    expect(engine.kindOfState).toBe('searching');
    expect(ids()).toEqual([1]);
  });

  it('takes new settings when the search has ended', async () => {
    const { started, ids } = await openStandIns(2);
    engine.analyse(INFINITE);
    const settings = engine.configure({ ...engine.settings, hashMb: 2 });
    expect(engine.settings.hashMb).toBe(1);
    await started[0]!.finish();
    await started[1]!.finish();
    expect(ids()).toEqual([1]);
    // Both share the work.
    expect(engine.kindOfState).toBe('clearing');
    expect(started.map(({ orders }) => orders)).toEqual([
      ['search', 'clear'],
      ['search', 'clear'],
    ]);
    expect(await settings).toMatchObject({ hashMb: 2, threads: 2 });
  });

  it('clears before it searches, and is stopped meanwhile without waiting', async () => {
    const { started, ids } = await openStandIns();
    engine.analyse(INFINITE);
    engine.clearTable();
    await started[0]!.finish();
    expect(engine.kindOfState).toBe('clearing');
    engine.analyse(INFINITE);
    engine.analyse(INFINITE);
    expect(ids()).toEqual([1, 2]);
    engine.stop();
    expect(ids()).toEqual([1, 2, 3]);
    engine.analyse(INFINITE);
    await started[0]!.finish();
    expect(engine.kindOfState).toBe('searching');
    expect(started[0]!.orders).toEqual(['search', 'clear', 'search']);
  });

  it('has nothing to clear in a table that was never used', async () => {
    const { started } = await openStandIns();
    engine.clearTable();
    await engine.configure({ ...engine.settings, hashMb: 3 });
    expect(started).toEqual([]);
    expect(engine.kindOfState).toBe('idle');
  });

  it('warms up once', async () => {
    const { started } = await openStandIns(2);
    const warm = engine.warmUp();
    expect(started.map(({ orders }) => orders)).toEqual([['clear'], ['clear']]);
    await started[0]!.finish();
    await started[1]!.finish();
    await warm;
    await engine.warmUp();
    expect(started.map(({ orders }) => orders)).toEqual([['clear'], ['clear']]);
    expect(engine.kindOfState).toBe('idle');
  });

  it('closes for ever', async () => {
    await openStandIns();
    engine.analyse(INFINITE);
    await engine.close();
    engine.analyse(INFINITE);
    engine.stop();
    expect(engine.kindOfState).toBe('closed');
  });

  it('refuses what it cannot search', async () => {
    await openStandIns();
    expect(engine.analyse({ ...INFINITE, fen: 'nonsense' })).toMatchObject({
      failure: expect.stringContaining('bad FEN') as string,
    });
    expect(engine.analyse({ ...INFINITE, moves: ['e2e4', 'e2e4'] })).toEqual({
      failure: 'move 2, "e2e4", is not legal there',
    });
    expect(engine.kindOfState).toBe('idle');
  });
});

describe('a thread that dies', () => {
  it('first of all: the search ends, and the next has a new one', async () => {
    const { started, ids, notices } = await openStandIns(2);
    engine.analyse(INFINITE);
    await started[0]!.die('out of breath');
    expect(notices).toEqual(['search thread 1 died (out of breath); the next search has a new one']);
    expect(ids()).toEqual([]);
    await started[1]!.finish();
    expect(ids()).toEqual([1]);
    engine.analyse(INFINITE);
    expect(started).toHaveLength(3);
    expect(started[2]!.orders).toEqual(['search']);
  });

  it('among the helpers: the others go on', async () => {
    const { started, ids, notices } = await openStandIns(2);
    engine.analyse(INFINITE);
    await started[1]!.die('lost');
    expect(notices).toHaveLength(1);
    expect(engine.kindOfState).toBe('searching');
    await started[0]!.finish();
    expect(ids()).toEqual([1]);
  });

  it('while clearing: the table is empty all the same', async () => {
    const { started, notices } = await openStandIns();
    engine.analyse(INFINITE);
    engine.clearTable();
    await started[0]!.finish();
    await started[0]!.die('tired');
    expect(notices).toHaveLength(1);
    expect(engine.kindOfState).toBe('idle');
  });

  it('for real is noticed', async () => {
    const url = new URL('data:text/javascript,throw new Error("no such luck")');
    const { notices } = await open({ startThread: (kernel) => (n) => new WorkerThread(url, kernel.shared, n) });
    await engine.run(INFINITE);
    expect(notices).toEqual(['search thread 1 died (no such luck); the next search has a new one']);
  });
});

describe('searching', () => {
  it('finds a mate in two and says so', async () => {
    await open();
    const last = await search({ kind: 'depth', plies: 6 }, 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1');
    expect(last.lines[0]).toMatchObject({ score: { kind: 'mate', value: 2, pov: 'white' } });
    expect(last.lines[0]!.moves[0]).toBe('a1a6');
  });

  it('knows a position without moves', async () => {
    await open();
    const mated = await search({ kind: 'infinite' }, 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
    expect(mated.lines).toMatchObject([{ score: { kind: 'mate', value: 0, pov: 'white' }, moves: [] }]);
    const stalemate = await search({ kind: 'infinite' }, '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
    expect(stalemate.lines).toMatchObject([{ score: { kind: 'cp', value: 0, pov: 'black' }, moves: [] }]);
  });

  it('searches the same nodes twice, counting or not', async () => {
    await open();
    const nodes = async (counting: boolean) => {
      engine.clearTable();
      const result = await engine.run({ ...INFINITE, limit: { kind: 'depth', plies: 8 } }, { counting });
      return isFailure(result) ? undefined : result.last;
    };
    const first = await nodes(true);
    expect(first!.nodes).toBeGreaterThan(1000);
    expect(first!.table.probes).toBeGreaterThan(100);
    expect((await nodes(true))!.nodes).toBe(first!.nodes);
    const uncounted = await nodes(false);
    expect(uncounted!.nodes).toBe(first!.nodes);
    expect(uncounted!.table.probes).toBe(0);
  });

  it('accounts for every probe and every store, also on two threads with one table', async () => {
    await open({ settings: { ...DEFAULT_SETTINGS, hashMb: 1, threads: 2 } });
    const { table, nodes } = await search({ kind: 'nodes', nodes: 400_000 });
    const sum = (counts: object) => Object.values(counts).reduce((a: number, b: number) => a + b, 0);
    expect(nodes).toBeGreaterThanOrEqual(400_000);
    expect(sum(table.hits) + sum(table.misses)).toBe(table.probes);
    expect(sum(table.stores)).toBeGreaterThan(0);
    expect(table.fullPermille).toBeGreaterThan(0);
    expect(table.ages[0]).toBe(sum(table.bounds));
  });

  it('stops when asked to', async () => {
    await open({ settings: { ...DEFAULT_SETTINGS, threads: 2 } });
    const begun = new Promise<void>((resolve) => {
      engine.listen({
        searchInfo: ({ lines }) => lines.length > 0 && resolve(),
        searchEnded: () => undefined,
        notice: () => undefined,
      });
    });
    const running = engine.run(INFINITE);
    await begun;
    engine.stop();
    const result = await running;
    expect(isFailure(result)).toBe(false);
    if (!isFailure(result)) expect(result.last.lines[0]!.moves.length).toBeGreaterThan(0);
  });

  it('has a line when its time is over, however late its thread began', async () => {
    let begin = (): void => undefined;
    const late =
      (kernel: Kernel) =>
      (thread: number): SearchThread => ({
        alive: true,
        run: (order) =>
          new Promise((resolve) => {
            begin = () => {
              if (order.kind === 'search') new SearchKernel(kernel).search(thread);
              resolve({ kind: 'done' });
            };
          }),
        close: () => Promise.resolve(),
      });
    await open({ settings: { ...DEFAULT_SETTINGS, hashMb: 1, threads: 1 }, startThread: late });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // The second time the last search's depth must not be taken for this one's.
    for (const plies of [8, undefined]) {
      const limit = plies ? ({ kind: 'depth', plies } as const) : ({ kind: 'time', ms: 200 } as const);
      const searched = search(limit);
      vi.advanceTimersByTime(200);
      begin();
      expect((await searched).depth).toBe(plies ?? 1);
    }
  });

  it('respects the history of the game', async () => {
    await open();
    // The queen shuttles; her next return is the position's third time, and a draw for all her worth.
    const shuttle = ['h8g8', 'h1g1', 'g8h8', 'g1h1', 'h8g8', 'h1g1', 'g8h8'];
    const returning = async (fen: string, moves: string[]) => {
      const result = await engine.run(
        { fen, moves, limit: { kind: 'depth', plies: 3 } },
        { searchMoves: ['g1h1'], table: false },
      );
      return isFailure(result) ? undefined : result.last.lines[0]!.score.value;
    };
    expect(await returning('7k/8/8/8/8/8/8/K6Q b - - 0 1', shuttle)).toBe(0);
    expect(await returning('7k/8/8/8/8/8/8/K5Q1 w - - 0 1', [])).toBeGreaterThan(500);
  });

  it('shows as many lines as wanted, best first', async () => {
    await open({ settings: { ...DEFAULT_SETTINGS, lines: 4 } });
    const { lines } = await search({ kind: 'depth', plies: 6 });
    expect(lines.map((line) => line.rank)).toEqual([1, 2, 3, 4]);
    expect(new Set(lines.map((line) => line.moves[0])).size).toBe(4);
    const values = lines.map((line) => line.score.value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it('plays Chess960', async () => {
    await open();
    const fen = 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9';
    const { lines } = await search({ kind: 'depth', plies: 5 }, fen);
    expect(lines[0]!.moves.length).toBeGreaterThan(1);
  });
});

describe('the size of the table', () => {
  it('can change at any time, and nothing old is found afterwards', async () => {
    await open({ settings: { ...DEFAULT_SETTINGS, hashMb: 4 } });
    for (const change of [
      { hashMb: 1 },
      { hashMb: 8 },
      { threads: 2 },
      { threads: 1 },
      { inspect: true },
      { hashMb: 4 },
    ]) {
      await search({ kind: 'depth', plies: 7 });
      expect(engine.lookInTable({ fen: START, moves: [] })).toMatchObject({ entry: { depth: 7 } });
      await engine.configure({ ...engine.settings, ...change });
      await engine.settled();
      expect(engine.lookInTable({ fen: START, moves: [] })).toMatchObject({ entry: null });
      const { table } = await search({ kind: 'depth', plies: 1 });
      expect(table.bytes).toBeLessThanOrEqual(engine.settings.hashMb * 2 ** 20);
      expect(table.bytes).toBeGreaterThan(engine.settings.hashMb * 2 ** 20 - 100);
    }
  });
});
