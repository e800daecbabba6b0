import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../engine/built';
import type { BatchProblem } from './batch';
import { noGameIn, type ScanBatch, type ScanEnd, type Scanned } from './scan';

/**
 * One file, scanned by several threads. It is cut at places where a game surely begins, each thread takes the next
 * part, and the batches come out in the file's order, as if one had read it all. Compressed files and UTF-16 cannot be cut.
 */

/** Part of a file, by its bytes: what a scanning thread is asked to read. */
export interface ScanOrder {
  path: string;
  start: number;
  end: number;
}

/** What it answers: batches, then the end; or why it could not be read. */
export type ScanAnswer =
  { kind: 'batch'; scanned: PackedScan } | { kind: 'end'; end: ScanEnd } | { kind: 'failure'; message: string };

/** The strings of a batch travel as one each: thousands of small ones are slow to copy between threads. */
export type PackedScan = Omit<Scanned, 'batch'> & {
  batch: Omit<ScanBatch, 'tags' | 'starts'> & { tags: string; starts: string; games: number };
};

const SEPARATOR = '\0';

export const packScan = ({ batch, ...rest }: Scanned): PackedScan => ({
  ...rest,
  batch: {
    ...batch,
    tags: batch.tags.join(SEPARATOR),
    starts: batch.starts.every((start) => start === batch.starts[0]) ? batch.starts[0]! : batch.starts.join(SEPARATOR),
    games: batch.starts.length,
  },
});

const unpackScan = ({ batch: { games, ...batch }, ...rest }: PackedScan): Scanned => {
  const starts = batch.starts.split(SEPARATOR);
  return {
    ...rest,
    batch: {
      ...batch,
      tags: batch.tags.split(SEPARATOR),
      starts: starts.length === games ? starts : Array.from({ length: games }, () => starts[0]!),
    },
  };
};

/** Parts are about so large: small enough to share out evenly, large enough to be worth an order. */
const PART_BYTES = 8 * 2 ** 20;
const WINDOW_BYTES = 65536;
/** An Event tag after an empty line: a game begins there wherever the reader stands (shared/pgn has the rule). */
const GAME_START = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)(?=\[Event ")/;

/** Places where a file can be cut, from 0 to its end. */
export async function cutAtGames(path: string, partBytes = PART_BYTES): Promise<number[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const window = Buffer.alloc(WINDOW_BYTES);
    const { bytesRead } = await file.read(window, 0, 4, 0);
    if (!isCuttable(window.subarray(0, bytesRead))) return [0, size];
    const cuts = [0];
    for (let at = partBytes; at < size;) {
      const { bytesRead: read } = await file.read(window, 0, WINDOW_BYTES, at);
      const found = GAME_START.exec(window.toString('latin1', 0, read));
      if (found) {
        const cut = at + found.index + found[0].length;
        cuts.push(cut);
        at = cut + partBytes;
      } else at += WINDOW_BYTES - 64;
    }
    return [...cuts, size];
  } finally {
    await file.close();
  }
}

/** Not compressed and not UTF-16. */
const isCuttable = ([a, b]: Uint8Array): boolean =>
  !(
    (a === 0x1f && b === 0x8b) ||
    (a === 0x28 && b === 0xb5) ||
    (a === 0xff && b === 0xfe) ||
    (a === 0xfe && b === 0xff)
  );

/** One thread that scans parts. */
class ScanThread {
  readonly #worker: Worker;
  #deliver: (answer: ScanAnswer) => void = () => undefined;

  constructor(workerFile: URL) {
    this.#worker = new Worker(workerFile, { name: 'scan' });
    this.#worker.on('message', (answer: ScanAnswer) => this.#deliver(answer));
    this.#worker.on('error', (error) => this.#deliver({ kind: 'failure', message: error.message }));
    this.#worker.on('exit', (code) => this.#deliver({ kind: 'failure', message: `its thread ended (code ${code})` }));
  }

  scan(order: ScanOrder, deliver: (answer: ScanAnswer) => void): void {
    this.#deliver = deliver;
    this.#worker.postMessage(order);
  }

  async close(): Promise<void> {
    this.#deliver = () => undefined;
    await this.#worker.terminate();
  }
}

/** Answers about one part, kept until it is that part's turn. */
class Part {
  readonly order: ScanOrder;
  #answers: ScanAnswer[] = [];
  #wake: () => void = () => undefined;

  constructor(order: ScanOrder) {
    this.order = order;
  }

  take(answer: ScanAnswer): void {
    this.#answers.push(answer);
    this.#wake();
  }

  async next(): Promise<ScanAnswer> {
    while (this.#answers.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#answers.shift()!;
  }
}

/** Threads that are kept for the next file. Scan one file at a time; close them when done. */
export class FileScanner {
  readonly #threads: ScanThread[];
  readonly #partBytes: number;

  constructor(threads: number, { workerFile = builtFile('scan-worker.js'), partBytes = PART_BYTES } = {}) {
    this.#threads = Array.from({ length: threads }, () => new ScanThread(workerFile));
    this.#partBytes = partBytes;
  }

  /**
   * Leaving the loop early leaves threads at work: close the scanner then.
   * @throws Error where there is no game in it, or it cannot be read
   */
  async *scan(path: string): AsyncGenerator<Scanned, ScanEnd> {
    const cuts = await cutAtGames(path, this.#partBytes);
    const parts = cuts.slice(1).map((end, i) => new Part({ path, start: cuts[i]!, end }));
    const waiting = [...parts];
    const next = (thread: ScanThread): void => {
      const part = waiting.shift();
      if (!part) return;
      thread.scan(part.order, (answer) => {
        part.take(answer);
        if (answer.kind === 'end') released.push(thread);
      });
    };
    // A thread goes on only when its part's turn comes or is near, so that what is read ahead stays small.
    const released: ScanThread[] = [];
    for (const thread of this.#threads) next(thread);

    const total: ScanEnd = { games: 0, readTolerantly: 0, lines: 0, problems: [] };
    for (const part of parts) {
      for (;;) {
        const answer = await part.next();
        if (answer.kind === 'failure') throw new Error(answer.message);
        for (const thread of released.splice(0)) next(thread);
        if (answer.kind === 'batch') {
          yield placed(unpackScan(answer.scanned), part.order.start, total.lines);
          continue;
        }
        const { games, readTolerantly, lines, problems } = answer.end;
        total.problems.push(...problems.map((problem) => below(problem, total.lines)));
        total.games += games;
        total.readTolerantly += readTolerantly;
        total.lines += lines;
        break;
      }
    }
    if (total.games === 0) throw noGameIn(total);
    return total;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

const below = (problem: BatchProblem, lines: number): BatchProblem => ({ ...problem, line: problem.line + lines });

/** A part's batch as one of the whole file. */
function placed(scanned: Scanned, start: number, lines: number): Scanned {
  const { batch } = scanned;
  for (const column of [batch.gameStart, batch.gameEnd])
    for (let game = 0; game < column.length; game++) column[game] = column[game]! + start;
  return {
    ...scanned,
    bytesRead: scanned.bytesRead + start,
    batch: { ...batch, problems: batch.problems.map((problem) => below(problem, lines)) },
  };
}
