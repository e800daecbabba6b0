import type { LibraryProgress, LibrarySource } from '../../../shared/explorer';
import { Pace } from '../pace';
import type { ImportProgress } from './importing';

/** The user ended the making of a library. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
  }
}

/** More often nobody can read. */
const TOLD_EVERY_MS = 100;

/** One making of a library, while it lasts: what can end it, and how far it is. */
export class Making {
  readonly #tell: (progress: LibraryProgress) => void;
  readonly #cancel = new AbortController();
  /** Aborted by `cancel`, or when the app ends. */
  readonly signal: AbortSignal;
  #now: LibraryProgress;
  #pace = new Pace();
  #told = -Infinity;

  constructor(library: LibrarySource, tell: (progress: LibraryProgress) => void, ending: AbortSignal) {
    this.#tell = tell;
    this.signal = AbortSignal.any([ending, this.#cancel.signal]);
    this.#now = { library, phase: 'comparing', bytesRead: 0, bytesTotal: 0, games: 0 };
  }

  cancel(): void {
    this.#cancel.abort(new Cancelled());
  }

  begin(phase: 'comparing' | 'reading', bytesTotal: number): void {
    this.#pace = new Pace();
    this.#say({ phase, bytesRead: 0, bytesTotal });
  }

  compared(bytes: number): void {
    this.#advance(this.#now.bytesRead + bytes);
  }

  /** What an import tells. */
  imported(progress: ImportProgress): void {
    if (progress.phase === 'sorting') return this.#say({ phase: 'sorting', games: progress.games });
    this.#now.games = progress.games;
    this.#advance(progress.bytesRead);
  }

  end(phase: 'done' | 'cancelled' | 'failed'): void {
    this.#say({ phase });
  }

  #advance(bytesRead: number): void {
    this.#now.bytesRead = bytesRead;
    const now = performance.now();
    if (now - this.#told < TOLD_EVERY_MS) return;
    const { secondsLeft } = this.#pace.at(bytesRead, this.#now.bytesTotal);
    this.#say(secondsLeft === undefined ? {} : { secondsLeft });
  }

  #say(news: Partial<LibraryProgress>): void {
    const { secondsLeft: _, ...before } = this.#now;
    this.#now = { ...before, ...news };
    this.#told = performance.now();
    this.#tell(this.#now);
  }
}
