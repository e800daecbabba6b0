import { Worker } from 'node:worker_threads';
import type { BirpcReturn } from 'birpc';
import type { CollectionSummary } from '../../shared/api';
import { emptyCollection } from '../../shared/empty-collection';
import { rpc } from '../../shared/rpc';
import { builtFile } from '../engine/built';
import { eventSchemas, type LibraryEvents, type LibraryWork } from './protocol';

type Remote = BirpcReturn<LibraryWork, LibraryEvents>;

/** Where things outlive the app; the files need not exist yet. Without them nothing is kept. */
export interface LastingFiles {
  library?: string;
  evaluations?: string;
}

/**
 * The library as the rest of main sees it: a worker thread, and who listens to it. When the thread dies, calls
 * that wait for it fail, listeners are told, and a new thread opens the files from disk again.
 */
export class Library {
  readonly #lasting: LastingFiles;
  readonly #workerFile: URL;
  readonly #listeners = new Set<Partial<LibraryEvents>>();
  #worker!: Worker;
  #work!: Remote;
  #opened: string[] = [];
  /** Readings under way: a thread that dies during one was probably killed by what it read. */
  #reading = 0;
  #closing = false;
  #untouched = true;

  constructor(workerFile = builtFile('library-worker.js'), lasting: LastingFiles = {}) {
    this.#lasting = lasting;
    this.#workerFile = workerFile;
    this.#startThread();
  }

  /** The thread's answers: the part of the contract that it serves. */
  get work(): Remote {
    return this.#work;
  }

  /** Tells the events that the listener has a function for. Returns what ends the listening. */
  listen(listener: Partial<LibraryEvents>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Before anything was opened the answer is known: a page that starts need not wait until the thread has started, too. */
  async collection(): Promise<CollectionSummary> {
    return this.#untouched ? emptyCollection : this.#work.collection();
  }

  async beginUpload(name: string, bytes: number): Promise<number> {
    this.#untouched = false;
    return this.#work.beginUpload(name, bytes);
  }

  /** Reads the files; progress and outcome are events. */
  async open(paths: string[]): Promise<void> {
    this.#untouched = false;
    this.#opened.push(...paths);
    this.#reading++;
    try {
      await this.#work.open(paths);
    } finally {
      this.#reading--;
    }
  }

  async closeAll(): Promise<void> {
    this.#opened = [];
    await this.#work.closeAll();
  }

  /** Ends the thread when its files are closed. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    // A thread that is dead already has nothing left to close.
    await this.#work.close().catch(() => {});
    await this.#worker.terminate();
  }

  #startThread(): void {
    const worker = new Worker(this.#workerFile, {
      name: 'library',
      workerData: this.#lasting,
    });
    const work = rpc<LibraryWork, LibraryEvents>(
      {
        post: (message) => worker.postMessage(message),
        onMessage: (listener) => void worker.on('message', listener),
      },
      {
        readingProgress: (progress) => this.#tell((listener) => listener.readingProgress?.(progress)),
        collectionChanged: (summary) => this.#tell((listener) => listener.collectionChanged?.(summary)),
        libraryProgress: (progress) => this.#tell((listener) => listener.libraryProgress?.(progress)),
        evaluationRemembered: (evaluation) => this.#tell((listener) => listener.evaluationRemembered?.(evaluation)),
        notice: (failure) => this.#tell((listener) => listener.notice?.(failure)),
      },
      eventSchemas,
    );
    let cause = 'it ended';
    let answered = false;
    worker.once('message', () => (answered = true));
    worker.on('error', (error) => (cause = error.message));
    worker.once('exit', () => {
      work.$close(new Error(`The library's thread stopped: ${cause}`));
      if (this.#closing) return;
      if (answered) this.#restart(cause);
      // It would not do better the next time.
      else {
        const failure = `The library's thread does not start (${cause}): no games can be opened.`;
        this.#tell((listener) => listener.notice?.({ failure }));
      }
    });
    this.#worker = worker;
    this.#work = work;
  }

  #restart(cause: string): void {
    const again = this.#reading === 0 ? this.#opened : [];
    this.#opened = [];
    this.#startThread();
    const outcome = again.length > 0 ? 'The files are being read again.' : 'Please open the files again.';
    this.#tell((listener) => listener.notice?.({ failure: `The library's thread stopped (${cause}). ${outcome}` }));
    // With nothing to read again the page still has to hear that the collection is empty now.
    (again.length > 0 ? this.open(again) : this.closeAll()).catch(() => {});
  }

  #tell(event: (listener: Partial<LibraryEvents>) => void): void {
    for (const listener of this.#listeners) event(listener);
  }
}
