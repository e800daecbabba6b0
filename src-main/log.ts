import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** At this size the log begins anew; the one before is kept as `….1`, so two files are all there ever is. */
const largest = 1 << 20;

/**
 * What the app did and what went wrong, for a report: never games, names of players or positions. A log that
 * cannot be written must not stop the app, so failures to write end here.
 */
export class Log {
  readonly path: string;
  readonly #verbose: boolean;

  constructor(path: string, verbose: boolean) {
    this.path = path;
    this.#verbose = verbose;
  }

  info(text: string): void {
    this.#write('info', text);
  }

  error(cause: unknown): void {
    this.#write('error', cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
  }

  /** Only with --verbose. */
  detail(text: string): void {
    if (this.#verbose) this.#write('detail', text);
  }

  #write(level: string, text: string): void {
    const line = `${new Date().toISOString()} ${level} ${text.replaceAll('\n', '\n  ')}\n`;
    if (this.#verbose) process.stderr.write(line);
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      if ((statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) + line.length > largest)
        renameSync(this.path, `${this.path}.1`);
      appendFileSync(this.path, line);
    } catch {
      // A full or read-only disk: there is nowhere left to say so.
    }
  }
}
