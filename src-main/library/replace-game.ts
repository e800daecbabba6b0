import { encodePgn } from '../../shared/pgn/decode';
import { writeFileSafely } from '../safe-write';
import type { Origin } from './collection';
import type { GameFile } from './game-file';

const piece = 1 << 20;

/**
 * Puts a changed game in the old one's place: everything else of the file is copied byte for byte, and the file as it
 * was stays beside it as `….bak`. Rejects, with the file untouched, when the file is not what was opened, when its
 * encoding lacks a character, or when the disk refuses.
 */
export async function replaceGame({ source, encoding, start, end }: Origin, pgn: string): Promise<void> {
  if (source.readOnly) throw new Error(source.readOnly);
  const size = source.size;
  // A mark belongs to the file, not to its games.
  const plain = encoding.startsWith('utf-16') ? encoding : await byteEncoding(source);
  const text = end === size ? pgn : apart(pgn);
  const bytes = encodePgn(text, plain)?.subarray(plain.startsWith('utf-16') ? 2 : 0);
  if (!bytes) throw new Error(`it is written in ${plain}, which lacks a character of the changed game`);
  await source.checkPath?.();
  await writeFileSafely(source.path!, spliced(source, start, bytes, end), { backup: `${source.path}.bak` });
}

/** One game may be plain ASCII: only the whole file tells what its other bytes mean. */
async function byteEncoding(source: GameFile): Promise<'utf-8' | 'windows-1252'> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of range(source, 0, source.size)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** The next game must not be taken for a part of this one. */
const apart = (pgn: string): string => (/\n\r?\n\s*$/.test(pgn) ? pgn : `${pgn.trimEnd()}\n\n`);

async function* spliced(source: GameFile, start: number, bytes: Uint8Array, end: number): AsyncGenerator<Uint8Array> {
  yield* range(source, 0, start);
  yield bytes;
  yield* range(source, end, source.size);
}

async function* range(source: GameFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += piece) yield await source.read(at, Math.min(at + piece, end));
}
