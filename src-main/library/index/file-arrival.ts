import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DiskFile, MemoryFile, type GameFile } from '../game-file';
import { readGames } from '../read-games';
import type { Arrival } from './importing';

/** A PGN file on disk, plain or gzipped, as it arrives in a library. Rejects with the system's error where it cannot be read. */
export async function fileArrival(path: string): Promise<Arrival> {
  return {
    name: basename(path),
    bytes: (await stat(path)).size,
    sha256: await contentHash(path),
    async *games() {
      const file = await openGames(path);
      try {
        yield* readGames(file);
      } finally {
        await file.close();
      }
    },
  };
}

async function contentHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  return hash.digest('hex');
}

async function openGames(path: string): Promise<GameFile> {
  if (!path.endsWith('.gz')) return DiskFile.open(path);
  const bytes = gunzipSync(await readFile(path));
  const file = new MemoryFile(basename(path), bytes.length);
  file.add(bytes);
  file.complete();
  return file;
}
