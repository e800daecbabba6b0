import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InTurn } from './in-turn';
import { writeFileSafely } from './safe-write';

/**
 * Unsaved edits, on the disk as soon as they are made: whatever ends the app, the next start has them.
 *
 * A line an edit: the first 16 hex digits of the SHA-256 of the rest, a space, JSON. An edit's later line replaces
 * the earlier one, and one without text withdraws it. Lines are only ever appended and forced to the disk; a line cut
 * short by a kill fails its sum and is dropped, and with it only an edit that nobody was told is safe.
 */
export interface Edit {
  /** The same for every state of one edited game. */
  id: string;
  /** Path or name of the file the game came from, and its number there; absent for a new game. */
  file?: string;
  numberInFile?: number;
  pgn: string;
}

/** The journal at one path, whose folder is made. Only one process may have it (profile-lock.ts). */
export class Journal {
  readonly #path: string;
  readonly #edits = new Map<string, Edit>();
  #file: FileHandle | undefined;
  /** Lines are written one after the other. */
  readonly #inTurn = new InTurn();
  #useless = 0;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    for (const line of readText(path).split('\n')) {
      const record = parseLine(line);
      if (!record) continue;
      if (record.pgn === undefined) this.#edits.delete(record.id);
      else this.#edits.set(record.id, record as Edit);
    }
  }

  get edits(): Edit[] {
    return [...this.#edits.values()];
  }

  /** Resolves when the edit is on the disk; rejects when the disk refuses. */
  keep(edit: Edit): Promise<void> {
    return this.#inTurn.run(async () => {
      await this.#append(edit);
      this.#edits.set(edit.id, edit);
    });
  }

  /** The edit was saved in the state `pgn`, or given up in any. Answers whether it is gone: a later state stays. */
  withdraw(id: string, pgn?: string): Promise<boolean> {
    return this.#inTurn.run(async () => {
      const edit = this.#edits.get(id);
      if (!edit) return true;
      if (pgn !== undefined && edit.pgn !== pgn) return false;
      await this.#append({ id });
      this.#edits.delete(id);
      return true;
    });
  }

  async close(): Promise<void> {
    await this.#inTurn.settled();
    await this.#file?.close();
    this.#file = undefined;
  }

  async #append(record: Record): Promise<void> {
    if (this.#edits.has(record.id)) this.#useless++;
    // Half a line of an earlier kill must not swallow ours: the file is written anew once, without what is useless.
    if (!this.#file || this.#useless > 1000) await this.#rewrite();
    const { size } = await this.#file!.stat();
    try {
      await this.#file!.appendFile(makeLine(record));
      await this.#file!.sync();
    } catch (error) {
      // A full disk may have taken half of it.
      await this.#file!.truncate(size).catch(() => {});
      throw error;
    }
  }

  async #rewrite(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    await writeFileSafely(this.#path, this.edits.map(makeLine).join(''));
    this.#file = await open(this.#path, 'a');
    this.#useless = 0;
  }
}

type Record = Partial<Edit> & { id: string };

function makeLine(record: Record): string {
  const json = JSON.stringify(record);
  return `${sum(json)} ${json}\n`;
}

function parseLine(line: string): Record | undefined {
  const json = line.slice(17);
  return json !== '' && line[16] === ' ' && line.slice(0, 16) === sum(json) ? (JSON.parse(json) as Record) : undefined;
}

const sum = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
