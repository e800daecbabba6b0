import type { Analysis, comparison, EngineChoice, EngineSettings, Failure, Placed } from '../../shared/api';
import type { Comparison, TableLook } from '../../shared/search/inspect';
import type { InferOutput } from 'valibot';
import { compareTable } from './compare';
import { Engine, type Analyser, type EngineListener, type EngineOptions } from './engine';
import { ExternalEngine } from './external';
import { findInstalled } from './installed';

/**
 * The engines of the app, one of them in use: ours, whose table is open to view, and any others found on the system or
 * named by the user. Speaks as the one in use does, so that whoever analyses need not know which.
 */
export class Engines implements Analyser {
  private readonly own: Engine;
  private readonly others: ExternalEngine[] = [];
  /** Programs that are being tried, by path. */
  private readonly candidates = new Map<string, { engine: ExternalEngine; outcome: Promise<Failure | undefined> }>();
  private readonly listeners = new Set<EngineListener>();
  private inUse: Analyser;
  private readonly nextId: () => number;

  /** `programs` are engines that were tried before: they are started when they are first searched with. */
  static async create(
    { programs = [], ...options }: EngineOptions & { programs?: readonly string[] } = {},
    path = process.env.PATH,
  ): Promise<Engines> {
    let lastId = 0;
    const nextId = () => ++lastId;
    const engines = new Engines(await Engine.create({ ...options, nextId }), nextId);
    const found = await findInstalled('stockfish', path);
    for (const program of new Set([...(found === undefined ? [] : [found]), ...programs]))
      engines.admit(engines.external(program));
    return engines;
  }

  private constructor(own: Engine, nextId: () => number) {
    this.own = own;
    this.nextId = nextId;
    this.inUse = own;
    own.listen(this.toAll);
  }

  /** Passes on whatever any engine says: ids tell the searches apart. */
  private readonly toAll: EngineListener = {
    searchInfo: (info) => this.listeners.forEach((listener) => listener.searchInfo(info)),
    searchEnded: (id, last) => this.listeners.forEach((listener) => listener.searchEnded(id, last)),
    notice: (failure) => this.listeners.forEach((listener) => listener.notice(failure)),
  };

  private external(path: string): ExternalEngine {
    return new ExternalEngine({ path, settings: this.own.settings, nextId: this.nextId });
  }

  private admit(other: ExternalEngine): void {
    other.listen(this.toAll);
    this.others.push(other);
  }

  /* ---- the choice ----------------------------------------------------------------------------------------------- */

  list(): EngineChoice[] {
    const own = { id: 0, name: 'Threefold', inUse: this.inUse === this.own };
    return [
      own,
      ...this.others.map((other, n) => ({
        id: n + 1,
        name: other.name,
        path: other.path,
        inUse: this.inUse === other,
      })),
    ];
  }

  /** A program that the user named: it is started once, to see that it is an engine. */
  async add(path: string): Promise<EngineChoice[] | Failure> {
    if (this.others.some((other) => other.path === path)) return this.list();
    let candidate = this.candidates.get(path);
    if (!candidate) {
      const engine = this.external(path);
      candidate = { engine, outcome: this.tryOut(engine) };
      this.candidates.set(path, candidate);
    }
    return (await candidate.outcome) ?? this.list();
  }

  private async tryOut(engine: ExternalEngine): Promise<Failure | undefined> {
    const failure = await engine.introduce();
    this.candidates.delete(engine.path);
    if (failure) await engine.close();
    else this.admit(engine);
    return failure;
  }

  /** Ends a running search; the next one runs on that engine. */
  use(id: number): EngineChoice[] | Failure {
    const chosen = id === 0 ? this.own : this.others[id - 1];
    if (!chosen) return { failure: `there is no engine number ${id}` };
    if (chosen !== this.inUse) {
      this.inUse.stop();
      void chosen.configure(this.inUse.settings);
      this.inUse = chosen;
    }
    return this.list();
  }

  /* ---- as the one in use ---------------------------------------------------------------------------------------- */

  get settings(): EngineSettings {
    return this.inUse.settings;
  }

  listen(listener: EngineListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  configure(settings: EngineSettings): Promise<EngineSettings> {
    return this.inUse.configure(settings);
  }

  analyse(what: Analysis): number | Failure {
    return this.inUse.analyse(what);
  }

  stop(): void {
    // A comparison runs on our own engine, whichever is in use.
    this.own.stop();
    this.inUse.stop();
  }

  clearTable(): void {
    this.inUse.clearTable();
  }

  /* ---- our own table -------------------------------------------------------------------------------------------- */

  lookInTable(where: Placed): TableLook | Failure {
    return this.own.lookInTable(where);
  }

  compareTable(what: InferOutput<typeof comparison>): Promise<Comparison | Failure> {
    this.inUse.stop();
    return compareTable(this.own, what);
  }

  async close(): Promise<void> {
    const candidates = Array.from(this.candidates.values(), ({ engine }) => engine);
    await Promise.all([this.own, ...this.others, ...candidates].map((engine) => engine.close()));
  }
}
