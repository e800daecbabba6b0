import { fstat, read } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../engine/built';
import type { BatchProblem } from './batch';
import { noGameIn, type ScanBatch, type ScanEnd, type Scanned } from './scan';

/**
 * One file, scanned by several threads. It is cut at places where a game surely begins, each thread takes the next
 * part, and the batches come out in the file's order, as if one had read it all. Compressed files and UTF-16 cannot be cut.
 */

/** A file by its path, or by the descriptor under which this process holds it open: threads share descriptors. */
export type ScanSource = string | number;

/** Part of a file, by its bytes: what a scanning thread is asked to read. */
export interface ScanOrder {
  source: ScanSource;
  start: number;
  end: number;
}

/** What it answers: batches, then the end; or why it could not be read. */
export type ScanAnswer =
  { kind: 'batch'; scanned: PackedScan } | { kind: 'end'; end: ScanEnd } | { kind: 'failure'; message: string };

/** The strings of a batch travel as one each: thousands of small ones are slow to copy between threads. */
export type PackedScan = Omit<Scanned, 'batch'> & {
  batch: Omit<ScanBatch, 'tags' | 'starts'> & {
    /** One behind the other; they may hold any character, so their ends lie beside them. */
    tags: string;
    tagEnds: Uint32Array<ArrayBuffer>;
    /** One for each game, or one for all. */
    starts: string;
    games: number;
  };
};

/** No FEN has it. */
const SEPARATOR = '\n';

/** For the way between threads; `unpackScan` undoes it. */
export const packScan = ({ batch, ...rest }: Scanned): PackedScan => ({
  ...rest,
  batch: {
    ...batch,
    tags: batch.tags.join(''),
    tagEnds: endsOf(batch.tags),
    starts: batch.starts.every((start) => start === batch.starts[0]) ? batch.starts[0]! : batch.starts.join(SEPARATOR),
    games: batch.starts.length,
  },
});

function endsOf(texts: readonly string[]): Uint32Array<ArrayBuffer> {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  texts.forEach((text, i) => (ends[i] = end += text.length));
  return ends;
}

const unpackScan = ({ batch: { games, tagEnds, ...batch }, ...rest }: PackedScan): Scanned => {
  const starts = batch.starts.split(SEPARATOR);
  return {
    ...rest,
    batch: {
      ...batch,
      tags: Array.from(tagEnds, (end, tag) => batch.tags.slice(tagEnds[tag - 1] ?? 0, end)),
      starts: starts.length === games ? starts : Array.from({ length: games }, () => starts[0]!),
    },
  };
};

/** Parts are about so large: small enough to share out evenly, large enough to be worth an order. */
const PART_BYTES = 4 * 2 ** 20;
/** So many parts a thread may have been given and not been heard of: it never waits for the next. */
const PARTS_AHEAD = 2;
const WINDOW_BYTES = 65536;
/** An Event tag after an empty line: a game begins there wherever the reader stands (shared/pgn has the rule). */
const GAME_START = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)(?=\[Event ")/;

/** Places where a file can be cut, from 0 to its end. */
export async function cutAtGames(source: ScanSource, partBytes = PART_BYTES): Promise<number[]> {
  const file = typeof source === 'string' ? await open(source) : undefined;
  const fd = file?.fd ?? (source as number);
  try {
    const { size } = await statOf(fd);
    const window = Buffer.alloc(WINDOW_BYTES);
    const { bytesRead } = await readAt(fd, window, 0, 4, 0);
    if (!isCuttable(window.subarray(0, bytesRead))) return [0, size];
    const cuts = [0];
    for (let at = partBytes; at < size;) {
      const { bytesRead: read } = await readAt(fd, window, 0, WINDOW_BYTES, at);
      const found = GAME_START.exec(window.toString('latin1', 0, read));
      if (found) {
        const cut = at + found.index + found[0].length;
        cuts.push(cut);
        at = cut + partBytes;
      } else at += WINDOW_BYTES - 64;
    }
    return [...cuts, size];
  } finally {
    await file?.close();
  }
}

const statOf = promisify(fstat);
const readAt = promisify(read);

/** Not compressed and not UTF-16. */
const isCuttable = ([a, b]: Uint8Array): boolean =>
  !(
    (a === 0x1f && b === 0x8b) ||
    (a === 0x28 && b === 0xb5) ||
    (a === 0xff && b === 0xfe) ||
    (a === 0xfe && b === 0xff)
  );

/** One thread that scans parts, one after the other in the order given. */
class ScanThread {
  readonly #worker: Worker;
  /** Who hears about the parts that it was given, the one it is at first. */
  #parts: ((answer: ScanAnswer) => void)[] = [];
  /** Why it does nothing any more. */
  #end: string | undefined;

  constructor(workerFile: URL) {
    this.#worker = new Worker(workerFile, { name: 'scan' });
    this.#worker.on('message', (answer: ScanAnswer) => this.#deliver(answer));
    this.#worker.on('error', (error) => this.#fail(error.message));
    this.#worker.on('exit', (code) => this.#fail(`its thread ended (code ${code})`));
  }

  /** Parts that it has not read to their ends. */
  get waiting(): number {
    return this.#parts.length;
  }

  scan(order: ScanOrder, deliver: (answer: ScanAnswer) => void): void {
    this.#parts.push(deliver);
    if (this.#end === undefined) this.#worker.postMessage(order);
    else this.#fail(this.#end);
  }

  async close(): Promise<void> {
    this.#parts = [];
    await this.#worker.terminate();
  }

  #deliver(answer: ScanAnswer): void {
    const deliver = answer.kind === 'batch' ? this.#parts[0] : this.#parts.shift();
    deliver?.(answer);
  }

  /** What it was given will never be read. */
  #fail(message: string): void {
    this.#end ??= message;
    for (const deliver of this.#parts.splice(0)) deliver({ kind: 'failure', message });
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
   * Leaving the loop early leaves threads at work: close the scanner then. A descriptor must stay open until it is closed.
   * @throws Error where there is no game in it, or it cannot be read
   */
  async *scan(source: ScanSource): AsyncGenerator<Scanned, ScanEnd> {
    const cuts = await cutAtGames(source, this.#partBytes);
    const parts = cuts.slice(1).map((end, i) => new Part({ source, start: cuts[i]!, end }));
    const waiting = [...parts];
    /** What is read ahead of its turn stays small: no more parts are out than the threads can be at, and each one more. */
    let out = 0;
    const share = (): void => {
      while (waiting.length > 0 && out < this.#threads.length * PARTS_AHEAD) {
        const part = waiting.shift()!;
        const thread = this.#threads.reduce((idlest, one) => (one.waiting < idlest.waiting ? one : idlest));
        thread.scan(part.order, (answer) => part.take(answer));
        out++;
      }
    };

    const total: ScanEnd = { games: 0, readTolerantly: 0, lines: 0, problems: [] };
    for (const part of parts) {
      for (share(); ;) {
        const answer = await part.next();
        if (answer.kind === 'failure') throw new Error(answer.message);
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
      out--;
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
