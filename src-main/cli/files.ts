import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodePgn } from '../../shared/pgn/decode';
import { readGames } from '../../shared/pgn/read';
import type { Game, PgnProblem } from '../../shared/pgn/game';
import { UsageError } from './command';

/** Why a file could not be read, in the words of the person who named it. */
const REASONS: Record<string, string> = {
  ENOENT: 'no such file',
  EACCES: 'no permission to read it',
  EISDIR: 'it is a folder, not a file',
  ERR_FS_FILE_TOO_LARGE: 'it is too large to be read at once',
};

const named = (file: string, error: unknown): UsageError => {
  const { code, message } = error as NodeJS.ErrnoException;
  return new UsageError(`${file}: ${REASONS[code ?? ''] ?? message}`);
};

/** A file's bytes; a gzip file is unpacked, whatever its name. */
export const readBytes = (file: string): Uint8Array => {
  try {
    const bytes = readFileSync(file);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  } catch (error) {
    throw named(file, error);
  }
};

/** Reads the games of a file one by one; the generator's value is what is wrong with a file without any. */
export const readGameFile = (file: string): Generator<Game, PgnProblem[]> => readGames(decodePgn(readBytes(file)).text);

/** The files named, each of them seen to be there before the work on the first begins. */
export const wantFiles = (files: string[]): string[] => {
  if (files.length === 0) throw new UsageError('which files? Name at least one PGN file');
  for (const file of files) {
    try {
      accessSync(file, constants.R_OK);
      if (statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    } catch (error) {
      throw named(file, error);
    }
  }
  return files;
};
