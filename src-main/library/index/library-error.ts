import { open } from 'node:fs/promises';
import { type Database, quoted } from './database';
import { whyDeadly } from './reader-note';
import { APPLICATION, SCHEMA_VERSION } from './schema';

/** Something about a library file that its user should read; begins with the file's path. */
export class LibraryError extends Error {}

/** "DUCK" stands at byte 8 of every DuckDB file. */
const MAGIC = 'DUCK';

/**
 * Attaches a library, for reading only, under the name `as`; or says why the file is none, and leaves nothing
 * attached.
 */
export async function whyNotALibrary(database: Database, path: string, as: string): Promise<string | undefined> {
  const strange = await whyNotDuckDb(path);
  if (strange !== undefined) return strange;
  const deadly = whyDeadly(path, 'Build it again from its PGN files');
  if (deadly !== undefined) return deadly;
  try {
    await database.run(`ATTACH ${quoted(path)} AS ${as} (READ_ONLY)`);
  } catch (error) {
    return `${path}: cannot be opened as a library: ${(error as Error).message.split('\n')[0]}`;
  }
  const why = await whyNotOurs(database, path, as);
  if (why !== undefined) await database.run(`DETACH ${as}`);
  return why;
}

async function whyNotDuckDb(path: string): Promise<string | undefined> {
  let head: Buffer;
  try {
    const handle = await open(path, 'r');
    try {
      head = Buffer.alloc(12);
      await handle.read(head, 0, 12, 0);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return `${path}: no such library`;
    return `${path}: ${code === 'EISDIR' ? 'is a folder, not a library' : message}`;
  }
  return head.toString('latin1', 8) === MAGIC ? undefined : `${path}: is not a Threefold library`;
}

async function whyNotOurs(database: Database, path: string, as: string): Promise<string | undefined> {
  let application: unknown;
  let version: unknown;
  try {
    const meta = await database.columns(`SELECT application, schema_version FROM ${as}.meta`);
    application = meta.application?.[0];
    version = meta.schema_version?.[0];
  } catch {
    // No such table: somebody else's database.
  }
  if (application !== APPLICATION) return `${path}: is a DuckDB file, but not a Threefold library`;
  if (version === SCHEMA_VERSION) return undefined;
  const age = Number(version) > SCHEMA_VERSION ? 'a newer' : 'an older';
  return (
    `${path}: was made by ${age} Threefold (library format ${version}, this one reads ${SCHEMA_VERSION}); ` +
    'build it again from its PGN files'
  );
}
