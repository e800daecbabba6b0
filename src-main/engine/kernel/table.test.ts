import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replacementPolicies } from '../../../shared/search/policy';

type Fn<A extends unknown[], R> = (...args: A) => R;
/** The table's own exports, as AssemblyScript gives them: u64 as BigInt, constants as globals. */
interface TableExports {
  packEntry: Fn<[number, number, number, number, number, number], bigint>;
  isHit: Fn<[bigint], number>;
  entryMove: Fn<[bigint], number>;
  entryScore: Fn<[bigint], number>;
  entryEval: Fn<[bigint], number>;
  entryDepth: Fn<[bigint], number>;
  entryGeneration: Fn<[bigint], number>;
  entryBound: Fn<[bigint], number>;
  entryAge: Fn<[bigint, number], number>;
  scoreToTable: Fn<[number, number], number>;
  scoreFromTable: Fn<[number, number], number>;
  bucketOf: Fn<[number, bigint], number>;
  probe: Fn<[number, number, bigint, number], bigint>;
  judge: Fn<[number, bigint, number, number, number, number, number], number>;
  peek: Fn<[number, bigint], bigint>;
  peekPath: Fn<[number, bigint], number>;
  save: Fn<[number, number, bigint, number, number, number, number, number, number], void>;
  pathAfter: Fn<[number, number], number>;
  bucketsIn: Fn<[bigint, number], number>;
  clearBytes: Fn<[number, number], void>;
  sampleTable: Fn<[number, number, number], void>;
}
type Globals = Record<string, WebAssembly.Global>;

const USER = 1 << 16;
const TABLE = 1 << 20;
const PATHS = 2 << 20;
const OUT = 1 << 17;
const UPPER = 1;
const LOWER = 2;
const EXACT = 3;

let module: WebAssembly.Module;
let memory: WebAssembly.Memory;
let t: TableExports;
let globals: Globals;
let u32: Uint32Array;
let u64: BigUint64Array;

beforeAll(() => {
  memory = new WebAssembly.Memory({ initial: 1024, maximum: 65536, shared: true });
  module = new WebAssembly.Module(readFileSync('node_modules/.cache/threefold/kernel.wasm'));
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort: () => expect.fail('abort') } });
  t = exports as unknown as TableExports;
  globals = exports as unknown as Globals;
  u32 = new Uint32Array(memory.buffer);
  u64 = new BigUint64Array(memory.buffer);
});

interface Setting {
  buckets: number;
  generation?: number;
  policy?: (typeof replacementPolicies)[number];
  inspect?: boolean;
  counting?: boolean;
}

/** An empty table of the given kind, seen by one thread. */
function table({ buckets, generation = 0, policy = 'depth+age', inspect = false, counting = true }: Setting) {
  new Uint8Array(memory.buffer).fill(0, USER, PATHS + (1 << 20));
  u32.set(
    [TABLE, buckets, generation, replacementPolicies.indexOf(policy), inspect ? PATHS : 0, Number(counting)],
    USER / 4,
  );
}
const setGeneration = (generation: number) => (u32[USER / 4 + 2] = generation);

interface Stored {
  key: bigint;
  move?: number;
  score?: number;
  evaluation?: number;
  depth?: number;
  bound?: number;
  path?: number;
}
const save = ({ key, move = 1, score = 0, evaluation = 0, depth = 1, bound = EXACT, path = 1 }: Stored) =>
  t.save(USER, t.bucketOf(USER, key), key, path, move, score, evaluation, depth, bound);
const find = (key: bigint, path = 1) => t.probe(USER, t.bucketOf(USER, key), key, path);
const has = (key: bigint) => t.isHit(t.peek(USER, key)) !== 0;

/** Counters by name; COUNT_PROBES is `probes`. */
function counts(): Record<string, number> {
  const at = (USER + globals.USER_COUNTERS_OFFSET!.value) / 8;
  return Object.fromEntries(
    Object.entries(globals)
      .filter(([name]) => name.startsWith('COUNT_'))
      .map(([name, index]) => [name.slice('COUNT_'.length).toLowerCase(), Number(u64[at + index.value])] as const)
      .filter(([, n]) => n !== 0),
  );
}

beforeEach(() => table({ buckets: 1 }));

describe('an entry', () => {
  const fields = fc.record({
    move: fc.integer({ min: 0, max: 0xffff }),
    score: fc.integer({ min: -32768, max: 32767 }),
    evaluation: fc.integer({ min: -32768, max: 32767 }),
    depth: fc.integer({ min: 0, max: 255 }),
    generation: fc.integer({ min: 0, max: 63 }),
    bound: fc.integer({ min: 1, max: 3 }),
  });
  const unpack = (entry: bigint) => ({
    move: t.entryMove(entry),
    score: t.entryScore(entry),
    evaluation: t.entryEval(entry),
    depth: t.entryDepth(entry),
    generation: t.entryGeneration(entry),
    bound: t.entryBound(entry),
  });

  it('is 16 bytes, four to a cache line', () => {
    expect(globals.ENTRY_BYTES!.value).toBe(16);
    expect(globals.BUCKET_BYTES!.value).toBe(64);
  });

  it('gives back every field it was given, and no field touches another', () => {
    fc.assert(
      fc.property(fields, (f) => {
        const entry = t.packEntry(f.move, f.score, f.evaluation, f.depth, f.generation, f.bound);
        expect(unpack(entry)).toEqual(f);
      }),
    );
  });

  it('holds the extremes, and each field alone', () => {
    const low = { move: 0, score: -32768, evaluation: -32768, depth: 0, generation: 0, bound: 1 };
    const high = { move: 0xffff, score: 32767, evaluation: 32767, depth: 255, generation: 63, bound: 3 };
    for (const field of Object.keys(low) as (keyof typeof low)[])
      for (const f of [{ ...low, [field]: high[field] }, { ...high, [field]: low[field] }])
        expect(unpack(t.packEntry(f.move, f.score, f.evaluation, f.depth, f.generation, f.bound))).toEqual(f);
  });

  it('cuts a depth off that does not fit', () => {
    expect(t.entryDepth(t.packEntry(1, 0, 0, 300, 0, 1))).toBe(255);
    expect(t.entryDepth(t.packEntry(1, 0, 0, -3, 0, 1))).toBe(0);
  });

  it('ages right across the wrap of the generation', () => {
    const entry = t.packEntry(1, 0, 0, 1, 62, EXACT);
    expect([62, 63, 0, 1, 61].map((now) => t.entryAge(entry, now))).toEqual([0, 1, 2, 3, 63]);
  });
});

describe('mate scores', () => {
  const MATE = () => globals.MATE!.value as number;

  it('are true at whatever ply they are found', () => {
    // Seen at ply 4: mate at ply 7. Found again at ply 10: mate at ply 13.
    const stored = t.scoreToTable(MATE() - 7, 4);
    expect(stored).toBe(MATE() - 3);
    expect(t.scoreFromTable(stored, 10)).toBe(MATE() - 13);
    expect(t.scoreFromTable(t.scoreToTable(7 - MATE(), 4), 10)).toBe(13 - MATE());
  });

  it('come back unchanged at the ply where they were stored, as other scores do at any ply', () => {
    const ply = fc.integer({ min: 0, max: 127 });
    fc.assert(
      fc.property(ply, fc.integer({ min: 0, max: 60 }), fc.boolean(), (p, further, mated) => {
        const score = (MATE() - Math.min(p + further, 127)) * (mated ? -1 : 1);
        expect(t.scoreFromTable(t.scoreToTable(score, p), p)).toBe(score);
      }),
    );
    fc.assert(
      fc.property(ply, ply, fc.integer({ min: -20_000, max: 20_000 }), (p, q, score) => {
        expect(t.scoreFromTable(t.scoreToTable(score, p), q)).toBe(score);
      }),
    );
  });

  it('fit an entry wherever they are stored', () => {
    for (let ply = 0; ply < 128; ply++)
      for (const score of [MATE() - ply, ply - MATE()]) {
        const entry = t.packEntry(0, t.scoreToTable(score, ply), 0, 0, 0, EXACT);
        expect(t.scoreFromTable(t.entryScore(entry), ply)).toBe(score);
      }
  });
});

describe('finding', () => {
  it('finds nothing in an empty table, not even key 0', () => {
    expect(find(0n)).toBe(0n);
    expect(counts()).toEqual({ probes: 1, miss_empty: 1 });
  });

  it('stores and finds key 0 like any other', () => {
    save({ key: 0n, move: 77, depth: 9 });
    expect(t.entryMove(find(0n))).toBe(77);
  });

  it('needs all 64 bits of the key', () => {
    const key = 0x0123_4567_89ab_cdefn;
    save({ key });
    for (let bit = 0n; bit < 64n; bit++) expect(has(key ^ (1n << bit))).toBe(false);
    expect(has(key)).toBe(true);
  });

  it('rejects an entry whose two words come from two writers', () => {
    const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(bits, bits, (a, b) => {
        fc.pre(a !== b);
        table({ buckets: 1 });
        save({ key: a, move: 5, depth: 3 });
        const wordOfA = u64[TABLE / 8]!;
        const dataOfA = u64[TABLE / 8 + 1]!;
        table({ buckets: 1 });
        save({ key: b, move: 9, depth: 4 });
        u64[TABLE / 8] = wordOfA;
        expect([has(a), has(b)]).toEqual([false, false]);
        u64[TABLE / 8] = a ^ dataOfA;
        u64[TABLE / 8 + 1] = dataOfA;
        expect(has(a)).toBe(true);
      }),
    );
  });

  it('without a table finds nothing, keeps nothing, counts nothing', () => {
    table({ buckets: 0 });
    save({ key: 3n });
    expect(find(3n)).toBe(0n);
    expect(counts()).toEqual({});
  });

  it('spreads keys over every bucket of a table of any size, and over none beyond', () => {
    for (const buckets of [1, 3, 1000, 16_383]) {
      table({ buckets });
      const last = TABLE + (buckets - 1) * 64;
      expect(t.bucketOf(USER, 0n)).toBe(TABLE);
      expect(t.bucketOf(USER, 2n ** 64n - 1n)).toBe(last);
      for (let n = 0; n < buckets; n++) {
        // The smallest fraction that lands in bucket n.
        const key = BigInt(Math.ceil((n * 2 ** 32) / buckets)) << 32n;
        expect(t.bucketOf(USER, key)).toBe(TABLE + n * 64);
      }
    }
  });

  it('reaches a table that ends at 4 GiB', () => {
    u32.set([0x1000, 2 ** 26 - 64], USER / 4);
    expect(t.bucketOf(USER, 2n ** 64n - 1n) >>> 0).toBe(0x1000 + (2 ** 26 - 65) * 64);
  });
});

describe('two threads on one bucket', () => {
  // Everything an entry holds follows from its key, so that a mixture of two entries would show.
  const HAMMER = `
    const { parentPort, workerData: { module, memory, user, seed } } = require('node:worker_threads');
    const t = new WebAssembly.Instance(module, { env: { memory, abort() {} } }).exports;
    const keys = Array.from({ length: 9 }, (_, n) => BigInt.asUintN(64, BigInt(n + 1) * 0x9e3779b97f4a7c15n));
    let state = seed, hits = 0, mixtures = 0;
    for (let n = 0; n < 400000; n++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const which = (state >>> 16) % keys.length, key = keys[which], bucket = t.bucketOf(user, key);
      if (state & 0x4000) t.save(user, bucket, key, 1, 1000 + which, 100 * which, -which, which, 3);
      else {
        const entry = t.probe(user, bucket, key, 1);
        if (!t.isHit(entry)) continue;
        hits++;
        if (t.entryMove(entry) !== 1000 + which || t.entryScore(entry) !== 100 * which || t.entryEval(entry) !== -which) mixtures++;
      }
    }
    parentPort.postMessage({ hits, mixtures });`;

  it('never see half of one entry and half of another', async () => {
    table({ buckets: 1, policy: 'always' });
    const hammers = [1, 2].map(
      (seed) =>
        new Promise<{ hits: number; mixtures: number }>((resolve, reject) => {
          const worker = new Worker(HAMMER, { eval: true, workerData: { module, memory, user: USER, seed } });
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    );
    for (const { hits, mixtures } of await Promise.all(hammers)) {
      expect(hits).toBeGreaterThan(1000);
      expect(mixtures).toBe(0);
    }
  });
});

describe('size', () => {
  it('never takes more memory than asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.boolean(), (bytes, inspect) => {
        const buckets = t.bucketsIn(BigInt(bytes), Number(inspect));
        const each = inspect ? 80 : 64;
        expect(buckets * each).toBeLessThanOrEqual(bytes);
        expect((buckets + 1) * each).toBeGreaterThan(bytes);
      }),
    );
  });

  it('writes nothing outside its buckets', () => {
    const buckets = 5;
    table({ buckets, inspect: true });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 0, max: 9 }), (key, depth) => {
        save({ key, depth, path: 0xffff_ffff });
      }),
      { numRuns: 500 },
    );
    expect(u64.subarray((TABLE + buckets * 64) / 8, PATHS / 8).every((word) => word === 0n)).toBe(true);
    expect(u32.subarray(PATHS / 4 + buckets * 4, PATHS / 4 + 1000).every((word) => word === 0)).toBe(true);
    expect(u32[PATHS / 4 + buckets * 4 - 1]).toBe(0xffff_ffff);
  });
});

describe('replacement', () => {
  /** Fills the one bucket with keys 1..4 of the given depths, in generation 0. */
  const fill = (depths: number[]) => depths.forEach((depth, i) => save({ key: BigInt(i + 1), depth }));
  const present = () => [1n, 2n, 3n, 4n, 99n].filter(has).map(Number);

  it('takes an empty entry first', () => {
    fill([5, 5, 5]);
    save({ key: 99n, depth: 0 });
    expect(present()).toEqual([1, 2, 3, 99]);
    expect(counts()).toEqual({ store_empty: 4 });
  });

  it('of the same position keeps one entry, the newer', () => {
    save({ key: 7n, move: 5, depth: 3 });
    save({ key: 7n, move: 6, depth: 4 });
    expect(t.entryMove(t.peek(USER, 7n))).toBe(6);
    expect(counts()).toEqual({ store_empty: 1, store_same: 1 });
  });

  it('keeps the known move where the newcomer has none', () => {
    save({ key: 7n, move: 5, depth: 3 });
    save({ key: 7n, move: 0, depth: 4, bound: UPPER });
    expect(t.entryMove(t.peek(USER, 7n))).toBe(5);
  });

  it('refuses a much shallower bound over the same position, but not an exact score, nor once the entry is old', () => {
    save({ key: 7n, depth: 9 });
    save({ key: 7n, depth: 5, bound: LOWER });
    expect(t.entryDepth(t.peek(USER, 7n))).toBe(9);
    save({ key: 7n, depth: 6, bound: LOWER });
    expect(t.entryDepth(t.peek(USER, 7n))).toBe(6);
    save({ key: 7n, depth: 1, bound: EXACT });
    expect(t.entryDepth(t.peek(USER, 7n))).toBe(1);
    save({ key: 7n, depth: 20 });
    setGeneration(1);
    save({ key: 7n, depth: 2, bound: LOWER });
    expect(t.entryDepth(t.peek(USER, 7n))).toBe(2);
    expect(counts()).toEqual({ store_empty: 1, store_refused: 1, store_same: 4 });
  });

  it('depth+age: the shallowest of one generation gives way, even to a shallower one', () => {
    fill([5, 3, 4, 6]);
    save({ key: 99n, depth: 1 });
    expect(present()).toEqual([1, 3, 4, 99]);
    expect(counts()).toMatchObject({ store_deeper: 1 });
    save({ key: 98n, depth: 1 });
    expect(counts()).toMatchObject({ store_deeper: 1, store_shallower: 1 });
  });

  it('depth+age: a generation weighs eight plies', () => {
    fill([9, 30, 30, 30]);
    setGeneration(1);
    save({ key: 2n, depth: 2 });
    // Worth now: 9 - 8 = 1, 2, 22, 22.
    save({ key: 99n, depth: 0 });
    expect(present()).toEqual([2, 3, 4, 99]);
    expect(counts()).toMatchObject({ store_older: 1 });
  });

  it('depth+age: works across the wrap', () => {
    setGeneration(63);
    fill([9, 9, 9, 9]);
    setGeneration(0);
    save({ key: 2n, depth: 3 });
    save({ key: 99n, depth: 0 });
    expect(present()).toEqual([2, 3, 4, 99]);
  });

  it('always: the entry that the low bits of the key name', () => {
    table({ buckets: 1, policy: 'always' });
    fill([50, 50, 50, 50]);
    save({ key: 99n, depth: 0 }); // 99 & 3 = 3
    expect(present()).toEqual([1, 2, 3, 99]);
    expect(counts()).toMatchObject({ store_deeper: 1 });
  });

  it('depth: never for a shallower newcomer, however old the entries', () => {
    table({ buckets: 1, policy: 'depth' });
    fill([5, 3, 4, 6]);
    setGeneration(20);
    save({ key: 99n, depth: 2 });
    expect(present()).toEqual([1, 2, 3, 4]);
    expect(counts()).toMatchObject({ store_refused: 1 });
    save({ key: 99n, depth: 3 });
    expect(present()).toEqual([1, 3, 4, 99]);
  });

  it('two-tier: deeper newcomers among three, the rest into the fourth', () => {
    table({ buckets: 1, policy: 'two-tier' });
    fill([5, 6, 7, 50]);
    save({ key: 99n, depth: 2 });
    expect(present()).toEqual([1, 2, 3, 99]);
    save({ key: 98n, depth: 5 });
    expect(has(98n)).toBe(true);
    expect(present()).toEqual([2, 3, 99]);
  });

  it('two-tier: an older generation gives way among the three, whatever its depth', () => {
    table({ buckets: 1, policy: 'two-tier' });
    fill([200, 250, 220, 1]);
    setGeneration(1);
    save({ key: 99n, depth: 0 });
    expect(present()).toEqual([2, 3, 4, 99]);
  });
});

describe('counting', () => {
  it('names what a hit was good for', () => {
    save({ key: 1n, depth: 5, bound: EXACT });
    save({ key: 2n, depth: 5, bound: LOWER });
    save({ key: 3n, depth: 5, bound: UPPER });
    const judge = (key: bigint, score: number, depth: number, mayCut = true) =>
      t.judge(USER, find(key), score, depth, -10, 10, Number(mayCut)) !== 0;
    expect(judge(1n, 0, 5)).toBe(true);
    expect(judge(2n, 10, 5)).toBe(true);
    expect(judge(2n, 9, 5)).toBe(false);
    expect(judge(3n, -10, 4)).toBe(true);
    expect(judge(3n, -9, 4)).toBe(false);
    // A bound settles only its own side of the window.
    expect(judge(2n, -10, 5)).toBe(false);
    expect(judge(3n, 10, 5)).toBe(false);
    expect(judge(1n, 0, 6)).toBe(false);
    expect(judge(1n, 0, 5, false)).toBe(false);
    const { store_empty: _, ...rest } = counts();
    expect(rest).toEqual({ probes: 9, hit_exact: 1, hit_lower: 1, hit_upper: 1, hit_move_only: 5, hit_too_shallow: 1 });
  });

  it('tells a bucket with room from one full of other positions', () => {
    find(9n);
    for (const key of [1n, 2n, 3n, 4n]) save({ key });
    find(9n);
    expect(counts()).toEqual({ probes: 2, miss_empty: 1, miss_other: 1, store_empty: 4 });
  });

  it('adds up: probes = hits by use + misses by kind, whatever happens', () => {
    const step = fc.tuple(fc.bigInt({ min: 0n, max: 12n }), fc.integer({ min: 0, max: 20 }), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.constantFrom(...replacementPolicies), (steps, policy) => {
        table({ buckets: 1, policy, inspect: true });
        let stores = 0;
        for (const [key, depth, store, mayCut] of steps) {
          if (store) {
            save({ key, depth, bound: (depth % 3) + 1 });
            stores++;
          } else {
            const hit = find(key, depth & 1);
            if (t.isHit(hit)) t.judge(USER, hit, 0, depth, -1, 1, Number(mayCut));
          }
        }
        const sum = (prefix: string) =>
          Object.entries(counts()).reduce((total, [name, n]) => total + (name.startsWith(prefix) ? n : 0), 0);
        expect(sum('probes')).toBe(sum('hit_') + sum('miss_'));
        expect(sum('hit_')).toBe(sum('path_'));
        expect(sum('store_')).toBe(stores);
      }),
    );
  });

  it('can be switched off without changing what is stored', () => {
    const run = (counting: boolean) => {
      table({ buckets: 3, counting });
      for (let i = 0; i < 100; i++) {
        const key = BigInt.asUintN(64, BigInt(i % 37) * 0x9e37_79b9_7f4a_7c15n);
        find(key);
        save({ key, depth: i % 7, bound: (i % 3) + 1 });
      }
      return u64.slice(TABLE / 8, TABLE / 8 + 24);
    };
    const counted = run(true);
    expect(counts().probes).toBe(100);
    expect(run(false)).toEqual(counted);
    expect(counts()).toEqual({});
  });
});

describe('inspect mode', () => {
  beforeEach(() => table({ buckets: 1, inspect: true }));

  it('tells a transposition from a re-search by the path that stored the entry', () => {
    save({ key: 1n, path: 1111 });
    find(1n, 1111);
    find(1n, 2222);
    find(1n, 3333);
    expect(counts()).toMatchObject({ path_research: 1, path_transposition: 2 });
    expect(t.peekPath(USER, 1n)).toBe(1111);
  });

  it('hashes a path by its moves and their order', () => {
    const walk = (moves: number[]) => moves.reduce((path, move) => t.pathAfter(path, move), 1);
    expect(walk([796, 3364, 405])).toBe(walk([796, 3364, 405]));
    expect(walk([796, 3364, 405])).not.toBe(walk([405, 3364, 796]));
    const seen = new Set<number>();
    for (let a = 1; a < 200; a++) for (let b = 1; b < 200; b++) seen.add(walk([a, b]));
    expect(seen.size).toBeGreaterThan(199 * 199 - 5);
  });
});

describe('the sample', () => {
  it('counts occupied entries, ages, depths and bounds', () => {
    table({ buckets: 100 });
    const key = (n: number) => (BigInt(n) << 57n) + 1n;
    for (let n = 0; n < 50; n++) save({ key: key(n), depth: 10, bound: LOWER });
    setGeneration(3);
    for (let n = 50; n < 60; n++) save({ key: key(n), depth: 200, bound: EXACT });
    t.sampleTable(USER, 1000, OUT);
    const [looked, occupied, current, upper, lower, exact, ...rest] = u32.subarray(OUT / 4, OUT / 4 + 78);
    expect({ looked, occupied, current, upper, lower, exact }).toEqual({
      looked: 400,
      occupied: 60,
      current: 10,
      upper: 0,
      lower: 50,
      exact: 10,
    });
    expect(rest.slice(0, 8)).toEqual([10, 0, 0, 50, 0, 0, 0, 0]);
    expect([rest[8 + 10], rest[8 + 63]]).toEqual([50, 10]);
  });

  it('of an emptied table is empty', () => {
    save({ key: 1n });
    t.clearBytes(TABLE, 64);
    t.sampleTable(USER, 1000, OUT);
    expect([u32[OUT / 4], u32[OUT / 4 + 1]]).toEqual([4, 0]);
  });
});
