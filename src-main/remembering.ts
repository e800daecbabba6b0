import type { Analysis, Failure } from '../shared/api';
import type { SearchInfo } from '../shared/search/info';
import { LEAST_REMEMBERED_DEPTH } from '../shared/search/remembered';
import type { Engines } from './engine/engines';
import type { Library } from './library/library';

/** While a search deepens, its news is written down no more often than this. */
const WRITTEN_EVERY_MS = 2000;

interface Search {
  what: Analysis;
  engine: string;
  /** The depth that was written down last, and when. */
  depth: number;
  written: number;
}

/** Writes down what searches find: at their end, and while they deepen, so that a kill costs little. */
export class Remembering {
  readonly #engine: Engines;
  readonly #library: Library;
  readonly #version: string;
  readonly #searches = new Map<number, Search>();

  /** `version` is ours. */
  constructor(engine: Engines, library: Library, version: string) {
    this.#engine = engine;
    this.#library = library;
    this.#version = version;
    engine.listen({
      searchInfo: (info) => this.#hear(info, false),
      searchEnded: (id, last) => {
        this.#hear(last, true);
        this.#searches.delete(id);
      },
      notice: () => undefined,
    });
  }

  /** As `Engines.analyse`. */
  analyse(what: Analysis): number | Failure {
    const { name = '', path } = this.#engine.list().find(({ inUse }) => inUse) ?? {};
    const id = this.#engine.analyse(what);
    if (typeof id !== 'number') return id;
    const engine = path === undefined ? `${name} ${this.#version}` : name;
    this.#searches.set(id, { what, engine, depth: LEAST_REMEMBERED_DEPTH - 1, written: performance.now() });
    return id;
  }

  #hear({ id, lines, warnings = [] }: SearchInfo, ended: boolean): void {
    const search = this.#searches.get(id);
    const best = lines[0];
    if (!search || !best || best.rank !== 1 || best.bound !== 'exact' || best.depth < LEAST_REMEMBERED_DEPTH) return;
    const warned = warnings.some(({ rank }) => rank === 1);
    // Warnings come with the end alone: the same depth once more, then.
    if (best.depth <= search.depth && !(ended && warned)) return;
    const now = performance.now();
    if (!ended && now - search.written < WRITTEN_EVERY_MS) return;
    search.depth = best.depth;
    search.written = now;
    const { fen, moves } = search.what;
    const { depth, score, moves: line } = best;
    this.#library.work
      .remember({ fen, moves }, { engine: search.engine, depth, score, moves: line, warned })
      // The library's thread has ended, which is told elsewhere.
      .catch(() => {});
  }
}
