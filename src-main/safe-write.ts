import { constants } from 'node:fs';
import { copyFile, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What can be asked of a write. */
export interface SafeWriteOptions {
  /** Keep the file as it was beside the new one, under this name. */
  backup?: string;
}

/**
 * Replaces a file so that at every moment there is either the old one whole or the new one whole: the new bytes
 * are written beside it, forced to the disk, and renamed over it. Follows a symbolic link and keeps the file's
 * mode. Rejects, with the old file untouched, when the folder or the disk refuses.
 */
export async function writeFileSafely(
  path: string,
  data: string | Uint8Array | AsyncIterable<Uint8Array>,
  { backup }: SafeWriteOptions = {},
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o666,
  );
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}-${++count}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    if (backup !== undefined) await keepBackup(target, backup);
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(target));
}

let count = 0;

/** A copy, made whole before it takes the backup's name; a first save has nothing to keep. */
async function keepBackup(target: string, backup: string): Promise<void> {
  const half = `${backup}.tmp`;
  try {
    await copyFile(target, half, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await syncPath(half, 'r+');
  await rename(half, backup);
}

/** The rename itself is on the disk only when the folder is. Windows has no such thing to ask for. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(folder, 'r');
}

async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
