import { availableParallelism } from 'node:os';
import type { Failure } from '../../shared/api';
import { InTurn } from '../in-turn';
import { Collection } from './collection';
import { DiskFile, type GameFile } from './game-file';
import { Pace } from './pace';
import type { LibraryEvents } from './protocol';
import { replaceGame } from './replace-game';
import { PgnScanner } from './scan';
import { FileScanner } from './scan-file';
import { Uploads } from './uploads';

/** Threads that read one file, besides this one, which takes in what they found. */
const THREADS = Math.min(3, availableParallelism() - 1);
/** Until they have started, this thread has read as much. */
const SHARED_FROM_BYTES = 8 * 2 ** 20;

const isWorthThreads = ({ size, descriptor }: GameFile): boolean =>
  THREADS > 1 && size >= SHARED_FROM_BYTES && descriptor !== undefined;

/** The page's progress bar needs no more than this. */
const progressEveryMs = 50;

/** What reading tells, to the page in the end. */
export type ReadingEvents = Pick<LibraryEvents, 'readingProgress' | 'collectionChanged' | 'notice'>;

/** Reads files into a collection, one after the other, telling how far it is; can be cancelled. */
export class Reading {
  readonly uploads = new Uploads();
  readonly #events: ReadingEvents;
  #collection = new Collection();
  /** What changes the collection (reading, saving, closing), one after the other. */
  readonly #inTurn = new InTurn();
  /** Closings that wait for their turn: what would be read before them is not. */
  #closing = 0;
  /** Compiled when the first file is opened. */
  #scanner: Promise<PgnScanner> | undefined;
  /** Counts cancellations: a reading that began under an older number stops. */
  #era = 0;

  constructor(events: ReadingEvents) {
    this.#events = events;
  }

  get collection(): Collection {
    return this.#collection;
  }

  /** Rejects never: a file that cannot be opened is told by a notice. */
  open(paths: readonly string[]): Promise<void> {
    return this.#readInTurn(paths);
  }

  read(file: GameFile): Promise<void> {
    return this.#readInTurn([file]);
  }

  cancel(): void {
    this.#era++;
  }

  /**
   * Writes a changed game into its file and reads the opened files again, because every byte range behind it has moved.
   * What is opened meanwhile waits, and is read after them.
   */
  replace(file: string, numberInFile: number, pgn: string): Promise<Failure | undefined> {
    return this.#inTurn.run(async () => {
      const game = this.#collection.find(file, numberInFile);
      const origin = game === undefined ? undefined : this.#collection.origin(game);
      if (!origin) return { failure: `Open ${file} first: the game is saved into it.` };
      try {
        await replaceGame(origin, pgn);
      } catch (error) {
        return { failure: `${origin.source.name}: ${saying(error)}` };
      }
      const { files } = this.#collection;
      await this.#empty();
      if (this.#closing === 0) {
        await this.#readAll(
          files.map((file) => file.path ?? file),
          this.#era,
        );
      }
      return undefined;
    });
  }

  async closeAll(): Promise<void> {
    this.cancel();
    this.#closing++;
    await this.#inTurn.run(() => this.#empty()).finally(() => this.#closing--);
  }

  async #empty(): Promise<void> {
    const closed = this.#collection;
    this.#collection = new Collection();
    this.#events.collectionChanged(this.#collection.summary());
    await closed.close();
  }

  #readInTurn(files: readonly (string | GameFile)[]): Promise<void> {
    const era = this.#era;
    return this.#inTurn.run(() => this.#readAll(files, era));
  }

  /** Files by their paths, and such as have none; until a cancellation begins another era. Rejects never. */
  async #readAll(files: readonly (string | GameFile)[], era: number): Promise<void> {
    if (era !== this.#era) return;
    try {
      for (const wanted of files) {
        const file = typeof wanted === 'string' ? await this.#openFile(wanted) : wanted;
        if (file) await this.#readFile(file, era);
        if (era !== this.#era) break;
      }
      this.#collection.index();
      this.#events.collectionChanged(this.#collection.summary());
    } catch (error) {
      this.#events.notice({ failure: saying(error) });
    }
  }

  async #openFile(path: string): Promise<GameFile | undefined> {
    try {
      return await DiskFile.open(path);
    } catch (error) {
      this.#events.notice({ failure: `${path}: ${saying(error)}` });
      return undefined;
    }
  }

  async #readFile(file: GameFile, era: number): Promise<void> {
    const number = this.#collection.addFile(file);
    const pace = new Pace();
    let bytesRead = 0;
    const progress = () =>
      this.#events.readingProgress({
        file: file.name,
        bytesRead,
        bytesTotal: file.size,
        games: this.#collection.gamesIn(number),
        ...pace.at(bytesRead, file.size),
      });
    progress();
    let told = Date.now();
    // Made for one file: threads that a cancellation leaves at work are ended with it.
    const threads = isWorthThreads(file) ? new FileScanner(THREADS) : undefined;
    try {
      const scanner = await (this.#scanner ??= PgnScanner.load());
      for await (const scanned of threads ? threads.scan(file.descriptor!) : scanner.scan(file.chunks())) {
        if (era !== this.#era) return;
        this.#collection.add(number, scanned.batch, scanned.encoding);
        bytesRead = threads ? scanned.bytesRead : file.consumed;
        if (Date.now() - told < progressEveryMs) continue;
        told = Date.now();
        progress();
        // Lets questions of the page, and a cancellation, in between.
        await new Promise((resolve) => setImmediate(resolve));
      }
      bytesRead = threads ? file.size : file.consumed;
      progress();
    } catch (error) {
      this.#events.notice({ failure: `${file.name}: ${saying(error)}` });
    } finally {
      await threads?.close();
    }
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'no such file',
  EACCES: 'no permission for it',
  EPERM: 'no permission for it',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EISDIR: 'is a folder, not a file',
};

/** What went wrong with a file, in the user's words where we have some. */
function saying(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}
