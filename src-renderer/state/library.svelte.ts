import type { Kept, LibraryProgress, LibrarySource } from '../../shared/explorer';
import type { Main } from '../connect';

/** The libraries in the making: that of the opened files, and the lasting one while files are added to it. */
export class Library {
  #main: Main;
  #making = $state.raw<Partial<Record<LibrarySource, LibraryProgress>>>({});
  /** Grows whenever the lasting library has changed: whoever shows something of it asks again. */
  #changes = $state(0);

  constructor(main: Main) {
    this.#main = main;
  }

  get making(): readonly LibraryProgress[] {
    return Object.values(this.#making);
  }
  get keeping(): boolean {
    return this.#making.kept !== undefined;
  }
  get changes() {
    return this.#changes;
  }

  progressed(progress: LibraryProgress): void {
    const { [progress.library]: _, ...others } = this.#making;
    const over = progress.phase === 'done' || progress.phase === 'cancelled' || progress.phase === 'failed';
    this.#making = over ? others : { ...others, [progress.library]: progress };
  }
  async cancel(source: LibrarySource): Promise<void> {
    await this.#main.cancelLibrary(source);
  }

  /** Adds the opened files to the lasting library. Undefined when the reader ended it; failures are thrown as words. */
  async keep(): Promise<Kept | undefined> {
    const kept = await this.#main.keepInLibrary();
    if (!('failure' in kept)) {
      this.#changes++;
      return kept;
    }
    if (kept.cancelled) return undefined;
    throw new Error(kept.failure);
  }
}
