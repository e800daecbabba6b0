import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';

/**
 * DuckDB sums up each block of its file, but not the block's place: a file whose blocks are whole and elsewhere can end
 * the whole process, and nothing within it can prevent that. So a note lies beside the app's library, and beside the
 * evaluations, while a question reads them. One whose process is gone says that the question was its last. A power cut or a
 * kill can do that once; when the next reader has ended in the same way, the file is not read again as it is. Who closes it
 * in order clears them away.
 */
const noteOf = (path: string, process: number, thread: number): string => `${path}.read-by-${process}-${thread}`;

/** The questions under way in this thread, by library. */
const underWay = new Map<string, number>();

/** Runs `question` with the note beside the library; a folder that takes none (a read-only disk) does without. */
export async function noted<T>(path: string, question: () => Promise<T>): Promise<T> {
  const note = noteOf(path, process.pid, threadId);
  const before = underWay.get(path) ?? 0;
  underWay.set(path, before + 1);
  if (before === 0) {
    try {
      writeFileSync(note, '');
    } catch {
      // Nobody will be warned; the question is answered all the same.
    }
  }
  try {
    return await question();
  } finally {
    const left = underWay.get(path)! - 1;
    if (left > 0) underWay.set(path, left);
    else {
      underWay.delete(path);
      removeIfThere(note);
    }
  }
}

/** The notes of processes that ended while they read this very file, since it was last closed in order. */
function notesOfTheDead(path: string): string[] {
  const folder = dirname(path);
  const prefix = basename(noteOf(path, 0, 0)).slice(0, -'0-0'.length);
  let names: string[];
  let changed: number;
  try {
    names = readdirSync(folder).filter((name) => name.startsWith(prefix));
    changed = statSync(path).mtimeMs;
  } catch {
    return [];
  }
  return names
    .filter((name) => !lives(Number.parseInt(name.slice(prefix.length), 10)))
    .map((name) => join(folder, name))
    .filter((note) => {
      const left = statSync(note, { throwIfNoEntry: false });
      if (left && left.mtimeMs >= changed) return true;
      // About the file that was here before.
      removeIfThere(note);
      return false;
    });
}

/** Why the file is not to be read again as it is; `wayOut` is what its user can do. */
export function whyDeadly(path: string, wayOut: string): string | undefined {
  const notes = notesOfTheDead(path);
  // Once may be chance: a kill, a power cut.
  if (notes.length < 2) return undefined;
  return (
    `${path}: the program ended the last times it read this file, which is what a damaged one does to it. ` +
    `${wayOut}, or delete ${notes.join(' and ')} to try it once more`
  );
}

/** After the file was read and closed without harm. */
export function forgetTheDead(path: string): void {
  notesOfTheDead(path).forEach(removeIfThere);
}

/** A number that the system gave to another process since hides the note: then the file is tried once more. */
function lives(reader: number): boolean {
  try {
    return process.kill(reader, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function removeIfThere(note: string): void {
  try {
    rmSync(note, { force: true });
  } catch {
    // A folder that takes no notes gives none away either.
  }
}
