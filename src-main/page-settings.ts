import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Failure } from '../shared/api';
import { writeFileSafely } from './safe-write';

/**
 * What the reader chose on the page, kept for it as text. A browser would forget: the host's port, and with it the
 * page's origin, is another at every start.
 */
export class PageSettings {
  readonly #path: string;
  /** Writes one after the other, so that the last one asked for is the last one written. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Empty when nothing was kept, or it cannot be read. */
  async read(): Promise<string> {
    await this.#writing;
    return readFile(this.#path, 'utf8').catch(() => '');
  }

  async keep(settings: string): Promise<Failure | undefined> {
    const written = this.#writing.then(async () => {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFileSafely(this.#path, settings);
    });
    this.#writing = written.catch(() => {});
    return written.then(
      () => undefined,
      (error: Error) => ({ failure: `the settings could not be kept: ${error.message}` }),
    );
  }

  /** Resolves when what was asked before is done. */
  async close(): Promise<void> {
    await this.#writing;
  }
}
