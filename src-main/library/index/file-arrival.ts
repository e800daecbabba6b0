import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { GameBatch } from '../batch';
import type { Arrival } from './importing';

/** What reads a file's games: the scanner with one thread or several (library/scan.ts, scan-file.ts). */
export type ScanFile = (path: string) => AsyncIterable<{ batch: GameBatch; bytesRead: number }>;

/** A PGN file on disk, plain or compressed, as it arrives in a library. Rejects with the system's error where it cannot be read. */
export async function fileArrival(path: string, scan: ScanFile): Promise<Arrival> {
  const { size } = await stat(path);
  return {
    name: basename(path),
    path: resolve(path),
    bytes: size,
    sha256: await contentHash(path),
    games: () => scan(path),
  };
}

/** SHA-256 of a file as it lies, compressed if it is; hex. */
export async function contentHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  return hash.digest('hex');
}
