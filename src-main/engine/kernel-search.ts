import { replacementPolicies, type ReplacementPolicy } from '../../shared/search/policy';
import type { TableStats } from '../../shared/search/info';
import type { Kernel } from './kernel';

/**
 * The search's side of kernel.ts: tells the threads what to search and how to use the table, and reads back, while they
 * run, what they report and count. kernel/task.ts and kernel/table.ts draw the memory that is read and written here.
 */

type Constant = WebAssembly.Global;

/** The exports used here; pointers are byte addresses, u64 comes as a signed BigInt. */
interface SearchExports {
  search(thread: number): void;
  tableUser(thread: number): number;
  task(thread: number): number;
  threadArea(thread: number): number;
  tableStart(threads: number): number;
  bucketsIn(bytes: bigint, inspect: number): number;
  clearBytes(from: number, bytes: number): void;
  sampleTable(user: number, buckets: number, out: number): void;
  pathAfter(path: number, move: number): number;
  refereeCode(position: number): number;
  peek(user: number, key: bigint): bigint;
  peekPath(user: number, key: bigint): number;
  entryMove(entry: bigint): number;
  entryScore(entry: bigint): number;
  entryDepth(entry: bigint): number;
  entryBound(entry: bigint): number;
  entryAge(entry: bigint, generation: number): number;
  isHit(entry: bigint): number;
}

/** Where a table lies: `buckets` of 64 bytes from `base`, then the path hashes, if any. */
export interface TableLayout {
  base: number;
  buckets: number;
  /** Address of the path hashes, 0 without inspect mode. */
  paths: number;
  /** First address behind all of it. */
  end: number;
}

/** How one search uses the table. */
export interface TableUse {
  layout: TableLayout;
  /** Modulo the kernel's GENERATIONS. */
  generation: number;
  policy: ReplacementPolicy;
  counting: boolean;
  /** Of a layout with paths: a second code of the position in their place, so that `paths.transposition` counts wrong retrievals. */
  referee?: boolean;
}

/** What the threads of a search are to do; 0 means no limit. */
export interface TaskLimits {
  /** Of all threads together; exact when there is one. */
  nodes: number;
  depth: number;
  lines: number;
  /** Packed moves to search exclusively; empty: all. */
  rootMoves: readonly number[];
  rootPath: number;
}

/** What a score says: the value itself, or no less (`lower`), or no more (`upper`) than it. */
export type Bound = 'exact' | 'lower' | 'upper';

/** A line as the kernel reports it: score in centipawns or mate distance, for the side to move at the root. */
export interface RawLine {
  depth: number;
  selectiveDepth: number;
  score: number;
  bound: Bound;
  /** Packed, from the root. */
  moves: Uint16Array;
}

/** An entry as it lies in the table; its score is relative to the entry's own position. */
export interface RawEntry {
  move: number;
  score: number;
  depth: number;
  bound: Bound;
  age: number;
  path: number;
}

const BOUNDS: readonly Bound[] = ['upper', 'lower', 'exact'];
/** Buckets looked at for fullness, ages, depths and bounds: four times as many entries, spread over the table. */
const SAMPLE_BUCKETS = 1000;
/** The addresses that WebAssembly can name. */
const ADDRESSES = 2 ** 32;
const BUCKET_BYTES = 64;
const BUCKET_ENTRIES = 4;
const PATHS_PER_BUCKET_BYTES = 16;

/** A kernel seen by whoever searches. @throws Error where the binary is of another build than this file */
export class SearchKernel {
  private readonly kernel: Kernel;
  private readonly exports: SearchExports;
  private readonly constants: Record<string, Constant>;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.exports = kernel.exports as unknown as SearchExports;
    this.constants = kernel.exports as unknown as Record<string, Constant>;
    if (this.constant('BUCKET_BYTES') !== BUCKET_BYTES) throw new Error('The kernel binary is of another build');
  }

  /** A constant that the kernel exports. */
  private constant(name: string): number {
    return (this.constants[name]!.value as number) >>> 0;
  }

  private view(): DataView {
    return new DataView(this.kernel.memory.buffer);
  }

  get generations(): number {
    return this.constant('GENERATIONS');
  }

  get mate(): number {
    return this.constant('MATE');
  }

  /** Scores at or beyond this are mates. */
  get mateBound(): number {
    return this.constant('MATE_BOUND');
  }

  /** The score of a position, as it stands for one so many half-moves before: turned by side, mates counted from there. */
  scoreAbove(score: number, plies: number): number {
    const here = Math.abs(score) >= this.mateBound ? score - Math.sign(score) * plies : score;
    return plies % 2 === 0 ? here : -here;
  }

  /* ---- the table ------------------------------------------------------------------------------------------------ */

  /**
   * Where a table of so many bytes lies behind the areas of so many threads. At most what 32-bit addresses leave room for.
   * The memory grows where it must. @throws RangeError where the machine cannot give it
   */
  layOut(bytes: number, threads: number, inspect: boolean): TableLayout {
    const base = this.exports.tableStart(threads) >>> 0;
    const room = Math.min(bytes, ADDRESSES - base);
    const buckets = this.exports.bucketsIn(BigInt(room), Number(inspect)) >>> 0;
    const behind = base + buckets * BUCKET_BYTES;
    const layout = {
      base,
      buckets,
      paths: inspect ? behind : 0,
      end: behind + (inspect ? buckets * PATHS_PER_BUCKET_BYTES : 0),
    };
    this.kernel.reserve(layout.end);
    return layout;
  }

  /** Writes zeros; a worker thread's job, for a long stretch takes its time. */
  clear(from: number, bytes: number): void {
    this.exports.clearBytes(from, bytes);
  }

  /** Where a thread's own memory lies: everything it remembers beside the table. */
  area(thread: number): { from: number; bytes: number } {
    const from = this.exports.threadArea(thread) >>> 0;
    return { from, bytes: (this.exports.threadArea(thread + 1) >>> 0) - from };
  }

  /* ---- before a search ------------------------------------------------------------------------------------------ */

  /** Tells a thread out of so many, which must be idle, what to do. Its position is set by `Kernel.position(thread)`. */
  prepare(thread: number, threads: number, limits: TaskLimits, table: TableUse | undefined): void {
    const view = this.view();
    this.writeUser(this.exports.tableUser(thread), table);

    const task = this.exports.task(thread);
    const writeTask = (name: string, value: number) => view.setUint32(task + this.constant(name), value, true);
    const writeCount = (name: string, value: number) =>
      view.setBigUint64(task + this.constant(name), BigInt.asUintN(64, BigInt(value)), true);
    writeCount('TASK_NODES', 0);
    writeTask('TASK_DEPTH', 0);
    // The first thread ends the search for all, by their nodes together.
    const limited = thread === 0 && limits.nodes > 0;
    writeCount('TASK_NODE_LIMIT', limited ? limits.nodes : -1);
    writeCount('TASK_COUNT_AGAIN_AT', limited ? Math.ceil(limits.nodes / threads) : -1);
    writeTask('TASK_MAX_DEPTH', limits.depth || this.constant('MAX_PLY'));
    writeTask('TASK_LINES', limits.lines);
    writeTask('TASK_THREAD', thread);
    writeTask('TASK_THREADS', threads);
    writeTask('TASK_ROOT_MOVES', limits.rootMoves.length);
    writeTask('TASK_ROOT_PATH', limits.rootPath);
    const area = this.exports.threadArea(thread);
    new Uint16Array(this.kernel.memory.buffer, area + this.constant('ROOT_MOVES'), limits.rootMoves.length).set(
      limits.rootMoves,
    );
    // No line yet; a reader must not see the last search's.
    view.setUint32(area + this.constant('REPORT_COUNT'), 0, true);
  }

  /** Lets the host look into this table from now on (`entry`, `stats`). */
  observe(table: TableUse): void {
    this.writeUser(this.constant('OBSERVER'), table);
  }

  private writeUser(user: number, table: TableUse | undefined): void {
    const view = this.view();
    const write = (name: string, value: number) => view.setUint32(user + this.constant(name), value, true);
    new Uint8Array(this.kernel.memory.buffer, user, this.constant('USER_BYTES')).fill(0);
    if (!table) return;
    write('USER_BASE', table.layout.base);
    write('USER_BUCKETS', table.layout.buckets);
    write('USER_GENERATION', table.generation);
    write('USER_POLICY', replacementPolicies.indexOf(table.policy));
    write('USER_PATHS', table.layout.paths);
    write('USER_COUNTING', Number(table.counting));
    write('USER_REFEREE', Number(table.referee ?? false));
  }

  /** The path hash of a game's moves; never 0. */
  pathOf(moves: Iterable<number>): number {
    let path = 1;
    for (const move of moves) path = this.exports.pathAfter(path, move) >>> 0 || 1;
    return path;
  }

  /** The referee's code of the position in a thread's area: the root's "path" in referee mode. */
  refereeCode(thread: number): number {
    return this.exports.refereeCode(this.exports.threadArea(thread) + this.constant('POSITION')) >>> 0;
  }

  pathAfter(path: number, move: number): number {
    return this.exports.pathAfter(path, move) >>> 0;
  }

  /** Takes both flags down, when all threads are idle. */
  release(): void {
    this.setFlag('STOP_FLAG', 0);
    this.setFlag('SOFT_STOP', 0);
  }

  /** Every thread returns as soon as it looks. */
  stop(): void {
    this.setFlag('STOP_FLAG', 1);
  }

  /** The running iteration is finished, none is begun. */
  stopAfterIteration(): void {
    this.setFlag('SOFT_STOP', 1);
  }

  private setFlag(name: 'STOP_FLAG' | 'SOFT_STOP', value: number): void {
    Atomics.store(new Int32Array(this.kernel.memory.buffer, this.constant(name), 1), 0, value);
  }

  /** Searches as the thread's task says, until done or stopped. Blocks: a worker thread's job. */
  search(thread: number): void {
    this.kernel.checked(() => this.exports.search(thread));
  }

  /* ---- while it runs -------------------------------------------------------------------------------------------- */

  /** Nodes of one thread in this search. */
  nodes(thread: number): number {
    return Number(this.view().getBigUint64(this.exports.task(thread) + this.constant('TASK_NODES'), true));
  }

  /** The iteration that thread 0 is in; 0 while it has not begun. */
  depth(): number {
    return this.view().getUint32(this.exports.task(0) + this.constant('TASK_DEPTH'), true);
  }

  /** The lines of thread 0, best first; undefined while they are being written. */
  lines(): RawLine[] | undefined {
    const area = this.exports.threadArea(0);
    const version = new Int32Array(this.kernel.memory.buffer, area + this.constant('REPORT_VERSION'), 1);
    const before = Atomics.load(version, 0);
    if (before & 1) return undefined;
    const view = this.view();
    const count = Math.min(view.getUint32(area + this.constant('REPORT_COUNT'), true), this.constant('MAX_LINES'));
    const lines = Array.from({ length: count }, (_, n) =>
      this.line(view, area + this.constant('REPORT_LINES') + n * this.constant('REPORT_LINE_BYTES')),
    );
    return Atomics.load(version, 0) === before ? lines : undefined;
  }

  private line(view: DataView, at: number): RawLine {
    const read = (name: string) => view.getUint32(at + this.constant(name), true);
    const length = Math.min(read('LINE_LENGTH'), this.constant('MAX_REPORT_MOVES'));
    return {
      depth: read('LINE_DEPTH'),
      selectiveDepth: read('LINE_SELECTIVE_DEPTH'),
      score: view.getInt32(at + this.constant('LINE_SCORE'), true),
      bound: BOUNDS[read('LINE_BOUND') - 1] ?? 'exact',
      moves: new Uint16Array(this.kernel.memory.buffer, at + this.constant('REPORT_MOVES'), length).slice(),
    };
  }

  /** Sum of the threads' counters, and a sample of the table. */
  stats(table: TableUse | undefined, threads: number): TableStats {
    const sums = new Map<string, number>();
    const buffer = this.kernel.memory.buffer;
    for (let thread = 0; thread < threads; thread++) {
      const at = this.exports.tableUser(thread) + this.constant('USER_COUNTERS_OFFSET');
      const counters = new BigUint64Array(buffer, at, this.constant('COUNTERS'));
      for (const name of COUNTERS)
        sums.set(name, (sums.get(name) ?? 0) + Number(counters[this.constant(`COUNT_${name}`)]));
    }
    const n = (name: (typeof COUNTERS)[number]) => sums.get(name)!;

    const out = this.constant('HOST_SCRATCH');
    this.exports.sampleTable(this.constant('OBSERVER'), table ? SAMPLE_BUCKETS : 0, out);
    const sample = [...new Uint32Array(buffer, out, this.constant('SAMPLE_WORDS'))];
    const [looked, occupied, current, upper, lower, exact] = sample as [number, number, number, number, number, number];
    const ages = this.constant('SAMPLE_AGES');
    const permille = (part: number) => (looked === 0 ? 0 : Math.round((part / looked) * 1000));

    const entries = (table?.layout.buckets ?? 0) * BUCKET_ENTRIES;
    const probes = n('PROBES');
    return {
      bytes: table ? table.layout.end - table.layout.base : 0,
      entries,
      threads,
      policy: table?.policy ?? 'depth+age',
      probes,
      hits: {
        exact: n('HIT_EXACT'),
        lower: n('HIT_LOWER'),
        upper: n('HIT_UPPER'),
        moveOnly: n('HIT_MOVE_ONLY'),
        tooShallow: n('HIT_TOO_SHALLOW'),
      },
      misses: { empty: n('MISS_EMPTY'), other: n('MISS_OTHER') },
      ...(table?.layout.paths && {
        paths: { transposition: n('PATH_TRANSPOSITION'), research: n('PATH_RESEARCH') },
      }),
      stores: {
        empty: n('STORE_EMPTY'),
        same: n('STORE_SAME'),
        older: n('STORE_OLDER'),
        shallower: n('STORE_SHALLOWER'),
        deeper: n('STORE_DEEPER'),
        refused: n('STORE_REFUSED'),
      },
      fullPermille: permille(occupied),
      currentPermille: permille(current),
      ages: sample.slice(6, 6 + ages),
      depths: sample.slice(6 + ages),
      bounds: { exact, lower, upper },
      expectedWrongRetrievals: expectedWrongRetrievals(probes, looked === 0 ? 0 : (occupied / looked) * entries),
    };
  }

  /** The statistics of a search that never began. */
  emptyStats(layout: TableLayout | undefined, settings: { threads: number; policy?: ReplacementPolicy }): TableStats {
    return {
      bytes: layout ? layout.end - layout.base : 0,
      entries: (layout?.buckets ?? 0) * BUCKET_ENTRIES,
      threads: settings.threads,
      policy: settings.policy ?? 'depth+age',
      probes: 0,
      hits: { exact: 0, lower: 0, upper: 0, moveOnly: 0, tooShallow: 0 },
      misses: { empty: 0, other: 0 },
      stores: { empty: 0, same: 0, older: 0, shallower: 0, deeper: 0, refused: 0 },
      fullPermille: 0,
      currentPermille: 0,
      ages: new Array<number>(this.constant('SAMPLE_AGES')).fill(0),
      depths: new Array<number>(this.constant('SAMPLE_DEPTHS')).fill(0),
      bounds: { exact: 0, lower: 0, upper: 0 },
      expectedWrongRetrievals: 0,
    };
  }

  /* ---- looking into it ------------------------------------------------------------------------------------------ */

  /** What the observed table holds under a key; undefined if nothing. */
  entry(key: bigint): RawEntry | undefined {
    const user = this.constant('OBSERVER');
    const entry = this.exports.peek(user, key);
    if (!this.exports.isHit(entry)) return undefined;
    const generation = this.view().getUint32(user + this.constant('USER_GENERATION'), true);
    return {
      move: this.exports.entryMove(entry),
      score: this.exports.entryScore(entry),
      depth: this.exports.entryDepth(entry),
      bound: BOUNDS[this.exports.entryBound(entry) - 1]!,
      age: this.exports.entryAge(entry, generation),
      path: this.exports.peekPath(user, key) >>> 0,
    };
  }
}

const COUNTERS = [
  'PROBES',
  'HIT_EXACT',
  'HIT_LOWER',
  'HIT_UPPER',
  'HIT_MOVE_ONLY',
  'HIT_TOO_SHALLOW',
  'MISS_EMPTY',
  'MISS_OTHER',
  'PATH_TRANSPOSITION',
  'PATH_RESEARCH',
  'STORE_EMPTY',
  'STORE_SAME',
  'STORE_OLDER',
  'STORE_SHALLOWER',
  'STORE_DEEPER',
  'STORE_REFUSED',
] as const;

/**
 * Zobrist's estimate (1970): with codes of b bits in all, a retrieval from a table of k entries goes wrong with the
 * probability 1 - (1 - 2^-b)^k, about k / 2^b. Ours keep all of b = 64 bits. An upper estimate: it takes every probe
 * for one of a position that is not there.
 */
export function expectedWrongRetrievals(retrievals: number, occupied: number, bits = 64): number {
  return retrievals * -Math.expm1(occupied * Math.log1p(-(2 ** -bits)));
}
