import type { SearchInfo } from '../../shared/search/info';
import type { Comparison as Compared } from '../../shared/search/inspect';
import type { Main } from '../connect';
import { placedAt, type Engine } from './engine.svelte';
import { wayTo, type MoveNode } from './tree';

/** Off, cold and warm. */
const RUNS_PER_THREADS = 3;

/** One position searched with the table off, cold and warm: what the table is worth, told by our own engine. */
export class Comparison {
  #main: Main;
  #engine: Engine;
  #running = $state(false);
  #run = $state(0);
  #runs = $state(0);
  #depth = $state(0);
  #lastSearch = 0;
  #asked = 0;
  #result = $state.raw<{ node: MoveNode; compared: Compared }>();

  constructor(main: Main, engine: Engine) {
    this.#main = main;
    this.#engine = engine;
  }

  get running() {
    return this.#running;
  }
  /** The search going on, from 1; 0 before the first has anything to say. */
  get run() {
    return this.#run;
  }
  /** Searches in all. */
  get runs() {
    return this.#runs;
  }
  /** Depth that the search going on has reached. */
  get depth() {
    return this.#depth;
  }
  /** The last one that came to its end, and the position it is about. */
  get result() {
    return this.#result;
  }

  /** `depth` in plies; on one thread, and on as many as the engine is set to. A failure is thrown as words. */
  async start(node: MoveNode, depth: number): Promise<void> {
    const { threads } = this.#engine.settings;
    const asked = ++this.#asked;
    await this.#engine.turnOff();
    this.#runs = RUNS_PER_THREADS * (threads > 1 ? 2 : 1);
    this.#run = 0;
    this.#depth = 0;
    this.#running = true;
    const answer = await this.#main.compareTable({ ...placedAt(wayTo(node)), depth, threads }).finally(() => {
      if (asked === this.#asked) this.#running = false;
    });
    if (asked !== this.#asked) return;
    // Switched on meanwhile, the engine has taken over: the reader knows.
    if ('failure' in answer) {
      if (!this.#engine.on) throw new Error(answer.failure);
    } else this.#result = { node, compared: answer };
  }

  /** Each run is a search of its own, with an id of its own. */
  progressed({ id, depth }: SearchInfo): void {
    if (id > this.#lastSearch) {
      this.#lastSearch = id;
      this.#run++;
    }
    this.#depth = depth;
  }

  async stop(): Promise<void> {
    this.#asked++;
    this.#running = false;
    await this.#main.stopAnalysis();
  }
}
