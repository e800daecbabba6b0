import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Database, isHeldElsewhere, quoted } from './library/index/database';

/** The one line that the user reads. */
export class ProfileInUse extends Error {
  constructor(folder: string, holder: string | undefined) {
    const who = holder === undefined ? '' : ` (process ${holder})`;
    super(`The profile ${folder} is in use by another Threefold${who}: use that one, or end it first`);
  }
}

/**
 * Takes the profile for this process: two that wrote one journal would lose each other's edits. What is held is the system's
 * own lock on a file, which ends with the process, whatever ends it; so there are no stale ones. Node cannot ask for it,
 * DuckDB does for each file that it opens for writing.
 *
 * @returns what gives the profile back; it is to be called when all of it is closed
 * @throws ProfileInUse, or the system's error where the folder cannot be made
 */
export async function takeProfile(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const database = await Database.open({ threads: 1, memoryMb: 32 });
  try {
    await hold(database, folder);
  } catch (error) {
    if (error instanceof ProfileInUse) {
      await database.close();
      throw error;
    }
    // A folder that takes no file: whatever is to be kept in it will say so.
  }
  return () => database.close();
}

async function hold(database: Database, folder: string): Promise<void> {
  const file = join(folder, 'in-use.duckdb');
  const attach = () => database.run(`ATTACH ${quoted(file)} AS held`);
  try {
    await attach();
  } catch (error) {
    if (isHeldElsewhere(error)) throw new ProfileInUse(folder, /\(PID (\d+)\)/.exec((error as Error).message)?.[1]);
    // Half a file, or a newer version's: nothing is in it. Windows lets nobody delete one that is held.
    await rm(file, { force: true }).catch((error: NodeJS.ErrnoException) => {
      throw process.platform === 'win32' && error.code !== 'EACCES' ? new ProfileInUse(folder, undefined) : error;
    });
    await attach();
  }
}
