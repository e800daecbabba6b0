import type { Analysis, EngineSettings, Failure, PageApi, Placed } from '../../shared/api';
import { assertNever } from '../../shared/assert-never';
import { packMove } from '../../shared/chess/packed-move';
import { isFailure } from '../../shared/chess/position';
import type { Line, SearchInfo } from '../../shared/search/info';
import type { HistoryWarning, TableLook } from '../../shared/search/inspect';
import type { SearchLimit } from '../../shared/search/limit';
import { builtFile } from './built';
import { readGame, readMove, writeMoves, type CastlingNotation, type Game } from './game';
import { look, prolong, suspect, type Suspicion } from './inspect';
import { Kernel } from './kernel';
import { SearchKernel, type RawLine, type TableLayout, type TableUse, type TaskLimits } from './kernel-search';
import { WorkerThread, type SearchThread, type StartThread } from './threads';
import { makeScore, verdict } from './verdict';

/**
 * The engine: threads that search one position over one shared memory. A start is a call and answers with an id at once;
 * progress is events; every id ends exactly once; the newest search wins. It does not know who listens.
 *
 *     idle ──analyse──▶ searching ──stop, analyse, configure, clear──▶ stopping ──▶ what was wanted next, or idle
 *                                                                    clearing ──▶ what was wanted next, or idle
 *
 * Whatever is asked while threads are busy is noted as wanted next, and a later wish replaces an earlier one.
 */
export type EngineListener = Pick<PageApi, 'searchInfo' | 'searchEnded' | 'notice'>;

/** What runs searches for a host: our own engine, or another over UCI (external.ts). */
export interface Analyser {
  readonly settings: EngineSettings;
  /** Ends a running search. Answers with what can be had. */
  configure(settings: EngineSettings): Promise<EngineSettings>;
  /** What happens from now on is told to this listener, too. Returns what ends that. */
  listen(listener: EngineListener): () => void;
  /** The search's id, or why there is none. */
  analyse(what: Analysis): number | Failure;
  stop(): void;
  clearTable(): void;
  close(): Promise<void>;
}

/** What a search may be asked beyond `Analysis`, by UCI and by the comparison. */
export interface Refinement {
  /** Only these moves of the root (UCI). */
  searchMoves?: readonly string[];
  /** Ends whichever comes first. */
  limits?: { depth?: number; nodes?: number; ms?: number };
  /** False: search without the table. */
  table?: boolean;
  /** False: count nothing in the table. */
  counting?: boolean;
  /** As many threads, not more than are configured. */
  threads?: number;
  /** As many lines, instead of those configured. */
  lines?: number;
}

interface Job {
  id: number;
  game: Game;
  limits: { depth?: number; nodes?: number; ms?: number };
  rootMoves: number[];
  table: boolean;
  counting: boolean;
  threads: number | undefined;
  lines: number | undefined;
  ended(last: SearchInfo, stopped: boolean): void;
}

interface Running {
  job: Job;
  threads: number;
  /** How the table is used; undefined = not at all. */
  use: TableUse | undefined;
  started: number;
  lines: RawLine[];
  timers: NodeJS.Timeout[];
}

/** What to do once the threads are free: in this order. */
interface Wanted {
  settings?: EngineSettings;
  /** Hears which settings were taken in the end. */
  configured?: (settings: EngineSettings) => void;
  clear?: boolean;
  job?: Job;
}

type State =
  | { kind: 'idle' }
  | { kind: 'searching'; search: Running }
  | { kind: 'stopping'; search: Running; wanted: Wanted }
  | { kind: 'clearing'; wanted: Wanted }
  | { kind: 'closed' };

/** Between two events of a running search. */
const SCREEN_RATE_MS = 50;
/** What a first iteration may take beyond the time of its search: with a dozen queens on the board it takes seconds. */
const FIRST_ITERATION_MS = 1000;
const MB = 2 ** 20;
/** What a check of suspicious lines may cost in all: on one thread a tenth of a second or so, and a hundredth. */
const VERIFY_NODES = 300_000;
const VERIFY_NODES_ON_STOP = 20_000;
const VERIFY_DEPTH = 12;

/** Right for any machine that runs the app: more memory and more threads are the user's to give. */
export const DEFAULT_SETTINGS: EngineSettings = { hashMb: 64, threads: 1, lines: 1 };

/** What an engine may be made with; all of it has a usual value. */
export interface EngineOptions {
  settings?: EngineSettings;
  castling?: CastlingNotation;
  /** Ids of searches, where several engines must not use the same. */
  nextId?: () => number;
  /** Stands in for real threads in tests. */
  startThread?: (kernel: Kernel) => StartThread;
}

/**
 * Our own engine. Its table stays between searches, so that the next one knows what the last one found; `settings` tells
 * what it has, which may be less than was asked for.
 */
export class Engine implements Analyser {
  private state: State = { kind: 'idle' };
  private readonly memory: Kernel;
  private readonly kernel: SearchKernel;
  private readonly listeners = new Set<EngineListener>();
  private readonly threads: SearchThread[] = [];
  private readonly startThread: StartThread;
  private current: EngineSettings;
  private layout: TableLayout;
  /** Memory from the table's base to here may hold something else than zeros. */
  private dirtyEnd = 0;
  /** The threads' own areas may hold something else than zeros. */
  private areasDirty = false;
  private clearing: Promise<void> = Promise.resolve();
  private generation = 0;
  private lastId = 0;
  private readonly nextId: () => number;
  castling: CastlingNotation;

  /** Compiles the kernel and makes its memory; threads start with the first search. @throws Error where the build is incomplete */
  static async create(options: EngineOptions = {}): Promise<Engine> {
    return new Engine(await Kernel.load(builtFile('kernel.wasm')), options);
  }

  private constructor(memory: Kernel, options: EngineOptions) {
    this.memory = memory;
    this.kernel = new SearchKernel(memory);
    this.nextId = options.nextId ?? (() => ++this.lastId);
    this.castling = options.castling ?? 'standard';
    this.startThread =
      options.startThread?.(memory) ??
      ((thread) => new WorkerThread(builtFile('engine-worker.js'), memory.shared, thread));
    this.current = options.settings ?? DEFAULT_SETTINGS;
    this.layout = this.layOutFirst();
  }

  /* ---- what can be asked ---------------------------------------------------------------------------------------- */

  get kindOfState(): State['kind'] {
    return this.state.kind;
  }

  get settings(): EngineSettings {
    return this.current;
  }

  listen(listener: EngineListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(event: (listener: EngineListener) => void): void {
    for (const listener of this.listeners) event(listener);
  }

  configure(settings: EngineSettings): Promise<EngineSettings> {
    return new Promise((resolve) => this.want({ settings: { ...settings }, configured: resolve }));
  }

  analyse(what: Analysis, refinement: Refinement = {}): number | Failure {
    const id = this.nextId();
    const failure = this.begin(id, what, refinement, (last) => this.tell((listener) => listener.searchEnded(id, last)));
    return failure ?? id;
  }

  /** A search of its own, without events: its last info, and whether it was stopped or superseded before its limit. */
  run(what: Analysis, refinement: Refinement = {}): Promise<{ last: SearchInfo; stopped: boolean } | Failure> {
    return new Promise((resolve) => {
      const ended = (last: SearchInfo, stopped: boolean) => resolve({ last, stopped });
      const failure = this.begin(this.nextId(), what, refinement, ended);
      if (failure) resolve(failure);
    });
  }

  private begin(id: number, what: Analysis, refinement: Refinement, ended: Job['ended']): Failure | undefined {
    const game = readGame(what.fen, what.moves);
    if (isFailure(game)) return game;
    const rootMoves: number[] = [];
    for (const uci of refinement.searchMoves ?? []) {
      const move = readMove(game.position, uci);
      if (!move) return { failure: `"${uci}" is not a legal move of the position to search` };
      rootMoves.push(packMove(game.position, move));
    }
    this.want({
      job: {
        id,
        game,
        limits: { ...limitsOf(what.limit), ...refinement.limits },
        rootMoves,
        table: refinement.table ?? true,
        counting: refinement.counting ?? true,
        threads: refinement.threads,
        lines: refinement.lines,
        ended,
      },
    });
    return undefined;
  }

  stop(): void {
    const { state } = this;
    switch (state.kind) {
      case 'searching':
        this.state = { kind: 'stopping', search: state.search, wanted: {} };
        this.kernel.stop();
        break;
      case 'stopping':
      case 'clearing':
        // A line may be under verification.
        this.kernel.stop();
        this.drop(state.wanted);
        break;
      case 'idle':
      case 'closed':
        break;
      default:
        assertNever(state);
    }
  }

  /** Ends the search after its running iteration: what a clock asks for. */
  stopAfterIteration(): void {
    if (this.state.kind === 'searching') this.kernel.stopAfterIteration();
  }

  /**
   * Ends the running search when so many milliseconds have passed since it began (ponderhit, for one). Its first iteration
   * gets some time more: on a busy machine the thread may only just have come to it, and it would end without a line.
   */
  limitTime(ms: number): void {
    if (this.state.kind !== 'searching') return;
    const { search } = this.state;
    const left = Math.max(0, ms - (performance.now() - search.started));
    const timeOver = (): void => {
      if (this.kernel.depth() > 1) return this.kernel.stop();
      this.kernel.stopAfterIteration();
      search.timers.push(setTimeout(() => this.kernel.stop(), FIRST_ITERATION_MS));
    };
    search.timers.push(setTimeout(timeOver, left));
  }

  clearTable(): void {
    this.want({ clear: true });
  }

  /** What the table holds about a position, and its own line from there. Searches may run meanwhile. */
  lookInTable({ fen, moves }: Placed): TableLook | Failure {
    const game = readGame(fen, moves);
    return isFailure(game) ? game : look(this.kernel, game, this.current.inspect ?? false, this.castling);
  }

  /** Starts threads that do not run yet, so that the first search need not wait for them. Resolves when all is at hand. */
  async warmUp(): Promise<void> {
    const { threads } = this.current;
    const running = this.threads.filter((thread) => thread.alive).length;
    if (this.state.kind === 'idle' && running < threads) {
      this.state = { kind: 'clearing', wanted: {} };
      const nothing = { kind: 'clear', ranges: [] } as const;
      this.afterClearing(this.useThreads(threads).map((thread) => thread.run(nothing)));
    }
    await this.settled();
  }

  /** Resolves when the table is not being cleared: what was asked before has been done, or searches. */
  async settled(): Promise<void> {
    while (this.state.kind === 'clearing') await this.clearing;
  }

  async close(): Promise<void> {
    const { state } = this;
    this.state = { kind: 'closed' };
    if (state.kind === 'searching' || state.kind === 'stopping') {
      state.search.timers.forEach(clearTimeout);
      this.kernel.stop();
    }
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /* ---- states --------------------------------------------------------------------------------------------------- */

  private want(wanted: Wanted): void {
    const { state } = this;
    switch (state.kind) {
      case 'idle':
        this.proceed(wanted);
        break;
      case 'searching':
        this.state = { kind: 'stopping', search: state.search, wanted };
        this.kernel.stop();
        break;
      case 'stopping':
      case 'clearing':
        // A line may be under verification.
        this.kernel.stop();
        if (wanted.job || wanted.settings) this.drop(state.wanted);
        // Whoever asked for other settings before hears now what will be instead.
        if (wanted.settings) state.wanted.configured?.(wanted.settings);
        Object.assign(state.wanted, wanted);
        break;
      case 'closed':
        break;
      default:
        assertNever(state);
    }
  }

  /** A search that was wanted and never begun has ended, too. */
  private drop(wanted: Wanted): void {
    const { job } = wanted;
    delete wanted.job;
    job?.ended(this.emptyInfo(job), true);
  }

  /** Does what was wanted, step by step. The threads are free. */
  private proceed(wanted: Wanted): void {
    this.state = { kind: 'idle' };
    if (wanted.settings) wanted.clear = this.apply(wanted.settings) || wanted.clear;
    wanted.configured?.(this.current);
    if (wanted.clear && this.clear({ job: wanted.job })) return;
    if (wanted.job) this.search(wanted.job);
  }

  /** Takes new settings; true if the table has to be cleared. What cannot be had is told, and the old settings stay. */
  private apply(settings: EngineSettings): boolean {
    try {
      const layout = this.layOut(settings);
      const moved = layout.base !== this.layout.base;
      const changed = moved || layout.buckets !== this.layout.buckets || layout.paths !== this.layout.paths;
      this.current = settings;
      this.layout = layout;
      this.kernel.observe(this.use(false));
      // A table's old place may now be a thread's.
      if (moved) this.areasDirty = true;
      for (const thread of this.threads.splice(settings.threads)) void thread.close();
      return changed;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.notice(`a table of ${settings.hashMb} MB does not fit into this machine's memory`);
      return false;
    }
  }

  /** A size that was had on another day may not be had today: then the default has to do. */
  private layOutFirst(): TableLayout {
    try {
      return this.layOut(this.current);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.current = { ...this.current, hashMb: DEFAULT_SETTINGS.hashMb };
      return this.layOut(this.current);
    }
  }

  private layOut({ hashMb, threads, inspect }: EngineSettings): TableLayout {
    const layout = this.kernel.layOut(hashMb * MB, threads, inspect ?? false);
    // Thread areas, too, are places where a table may lie later.
    this.dirtyEnd = Math.max(this.dirtyEnd, layout.base);
    return layout;
  }

  /**
   * Empties the table and what the threads remember beside it (histories, pawn structures), all threads at once; false if
   * there is nothing to do. Memory that was never used is zero already: a fresh table costs nothing, whatever its size.
   */
  private clear(wanted: Wanted): boolean {
    const { base, end } = this.layout;
    const dirty = Math.max(0, Math.min(this.dirtyEnd, end) - base);
    if (dirty === 0 && !this.areasDirty) return false;
    this.state = { kind: 'clearing', wanted };
    const share = Math.ceil(dirty / this.current.threads / 64) * 64;
    const parts = this.useThreads(this.current.threads).map(async (thread, n) => {
      const from = base + n * share;
      const ranges = [this.kernel.area(n), { from, bytes: Math.max(0, Math.min(share, base + dirty - from)) }];
      const outcome = await thread.run({ kind: 'clear', ranges });
      if (outcome.kind === 'done') return;
      // Whoever takes the work of the dead is slow, but the table is empty.
      this.tellDeath(n, outcome.reason);
      for (const range of ranges) this.kernel.clear(range.from, range.bytes);
    });
    this.afterClearing(parts, () => {
      this.areasDirty = false;
      // What lies behind the table's end stays as it was.
      if (this.dirtyEnd <= end) this.dirtyEnd = base;
    });
    return true;
  }

  private afterClearing(parts: Promise<unknown>[], done?: () => void): void {
    this.clearing = Promise.all(parts).then(() => {
      if (this.state.kind !== 'clearing') return;
      done?.();
      this.proceed(this.state.wanted);
    });
  }

  /* ---- one search ----------------------------------------------------------------------------------------------- */

  private search(job: Job): void {
    const threads = Math.min(job.threads ?? this.current.threads, this.current.threads);
    this.generation = (this.generation + 1) % this.kernel.generations;
    const use = job.table ? this.use(job.counting) : undefined;
    const limits = {
      nodes: job.limits.nodes ?? 0,
      depth: job.limits.depth ?? 0,
      lines: job.lines ?? this.current.lines,
      rootMoves: job.rootMoves,
      rootPath: this.kernel.pathOf(job.game.moves),
    };
    this.prepare(job.game, threads, use, limits);
    if (use) {
      this.kernel.observe(use);
      this.dirtyEnd = Math.max(this.dirtyEnd, this.layout.end);
    }

    const search: Running = { job, threads, use, started: performance.now(), lines: [], timers: [] };
    this.state = { kind: 'searching', search };
    // A position without moves has its verdict already.
    const busy = job.game.position.hasDests() ? this.useThreads(threads) : [];
    if (busy.length > 0) search.timers.push(setInterval(() => this.tellInfo(search), SCREEN_RATE_MS));
    if (job.limits.ms !== undefined) this.limitTime(job.limits.ms);
    const runs = busy.map(async (thread, n) => {
      const outcome = await thread.run({ kind: 'search' });
      if (outcome.kind === 'done') return;
      this.tellDeath(n, outcome.reason);
      // The first thread reports; without a helper the others go on.
      if (n === 0) this.kernel.stop();
    });
    void Promise.all(runs).then(() => this.finish(search));
  }

  private use(counting: boolean): TableUse {
    const { layout, generation } = this;
    return { layout, generation, policy: this.current.policy ?? 'depth+age', counting };
  }

  /** Sets so many idle threads up for a game's last position. */
  private prepare(game: Game, threads: number, use: TableUse | undefined, limits: TaskLimits): void {
    this.kernel.release();
    this.areasDirty = true;
    for (let thread = 0; thread < threads; thread++) {
      const position = this.memory.position(thread);
      const fault = position.load(game.setup);
      if (fault) throw new Error(`The kernel refuses ${game.fen}: ${fault}`);
      for (const move of game.moves) position.make(move);
      this.kernel.prepare(thread, threads, limits, use);
    }
  }

  private finish(search: Running): void {
    search.timers.forEach(clearTimeout);
    const { state } = this;
    if (state.kind === 'closed' || state.kind === 'idle' || state.kind === 'clearing') return;
    const stopped = state.kind === 'stopping';
    // Whoever asks for more while being told of the end is noted, and served below.
    const ending: State = { kind: 'stopping', search, wanted: stopped ? state.wanted : {} };
    this.state = ending;
    const last = this.info(search);
    const suspicions = this.current.inspect && search.use ? suspect(this.kernel, search.job.game, search.lines) : [];
    void this.verify(search, suspicions, stopped).then((warnings) => {
      search.job.ended(warnings.length > 0 ? { ...last, warnings } : last, stopped);
      if (this.state === ending) this.proceed(ending.wanted);
    });
  }

  /**
   * Searches again, with exact history and without the table, from where each line met an entry of another path. Someone
   * who waits for a stop waits for a small search only, and for none if there is something else to do.
   */
  private async verify(search: Running, suspicions: Suspicion[], stopped: boolean): Promise<HistoryWarning[]> {
    const warnings: HistoryWarning[] = [];
    const { game } = search.job;
    for (const { line, moves, reason, depth } of suspicions) {
      if (this.state.kind !== 'stopping' || Object.keys(this.state.wanted).length > 0) break;
      const raw = search.lines[line]!;
      const nodes = Math.ceil((stopped ? VERIFY_NODES_ON_STOP : VERIFY_NODES) / suspicions.length);
      this.prepare(prolong(game, moves), 1, undefined, {
        nodes,
        depth: Math.max(1, Math.min(depth, VERIFY_DEPTH)),
        lines: 1,
        rootMoves: [],
        rootPath: 1,
      });
      const outcome = await this.useThreads(1)[0]!.run({ kind: 'search' });
      const found = this.kernel.lines()?.[0];
      if (outcome.kind === 'died' || !found) break;
      const { turn } = game.position;
      warnings.push({
        rank: line + 1,
        ply: moves.length,
        reason,
        reported: makeScore(raw.score, turn, this.kernel),
        verified: makeScore(this.kernel.scoreAbove(found.score, moves.length), turn, this.kernel),
      });
    }
    return warnings;
  }

  /** So many living threads, the dead replaced. */
  private useThreads(count: number): SearchThread[] {
    for (let n = 0; n < count; n++) if (!this.threads[n]?.alive) this.threads[n] = this.startThread(n);
    return this.threads.slice(0, count);
  }

  private tellInfo(search: Running): void {
    const info = this.info(search);
    this.tell((listener) => listener.searchInfo(info));
  }

  private notice(failure: string): void {
    this.tell((listener) => listener.notice({ failure }));
  }

  private tellDeath(thread: number, reason: string): void {
    if (this.state.kind === 'closed') return;
    this.notice(`search thread ${thread + 1} died (${reason}); the next search has a new one`);
  }

  /* ---- what a search has to tell -------------------------------------------------------------------------------- */

  private info(search: Running): SearchInfo {
    const { job, threads, use } = search;
    const { position } = job.game;
    // Between two readings the kernel may be writing; then the lines of a moment ago will do.
    search.lines = this.kernel.lines() ?? search.lines;
    const timeMs = performance.now() - search.started;
    let nodes = 0;
    for (let thread = 0; thread < threads; thread++) nodes += this.kernel.nodes(thread);
    const over = verdict(position);
    const lines: Line[] = over
      ? [{ rank: 1, depth: 0, selectiveDepth: 0, score: over, bound: 'exact', moves: [] }]
      : search.lines.map((line, n) => ({
          rank: n + 1,
          depth: line.depth,
          selectiveDepth: line.selectiveDepth,
          score: makeScore(line.score, position.turn, this.kernel),
          bound: line.bound,
          moves: writeMoves(position, line.moves, this.castling),
        }));
    return {
      id: job.id,
      depth: lines[0]?.depth ?? 0,
      nodes,
      nodesPerSecond: timeMs > 0 ? Math.round((nodes / timeMs) * 1000) : 0,
      timeMs,
      lines,
      table: this.kernel.stats(use, threads),
    };
  }

  private emptyInfo(job: Job): SearchInfo {
    return {
      id: job.id,
      depth: 0,
      nodes: 0,
      nodesPerSecond: 0,
      timeMs: 0,
      lines: [],
      table: this.kernel.emptyStats(job.table ? this.layout : undefined, this.current),
    };
  }
}

function limitsOf(limit: SearchLimit): Job['limits'] {
  switch (limit.kind) {
    case 'infinite':
      return {};
    case 'depth':
      return { depth: limit.plies };
    case 'nodes':
      return { nodes: limit.nodes };
    case 'time':
      return { ms: limit.ms };
    default:
      return assertNever(limit);
  }
}
