import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DuckDBBlobValue } from '@duckdb/node-api';
import { INITIAL_FEN } from '../../../shared/chess/position';
import type { LibraryGame } from '../../../shared/explorer';
import { decodeGame, decodePgn } from '../../../shared/pgn/decode';
import { readPgn } from '../../../shared/pgn/read';
import { makePgn, makeTag } from '../../../shared/pgn/write';
import { sanLine } from '../lines';
import { peek, unpack } from '../unpack';
import { movesIn, type Columns, type Database } from './database';
import { contentHash } from './file-arrival';
import { LibraryError } from './library-error';

/**
 * The text of a game in the library: its own, with comments and variations, where the file it came from is still there with
 * the same content; otherwise tags and moves, which are all that the library keeps.
 */
export async function gameText(database: Database, hashes: FileHashes, game: number): Promise<LibraryGame> {
  const rows = await database.columns(
    `SELECT g.*, f.name, f.path, f.sha256,
            g.id - (SELECT coalesce(sum(games), 0) FROM library.files WHERE id < g.file) + 1 AS number_in_file
     FROM library.games g JOIN library.files f ON f.id = g.file WHERE g.id = $1::UINTEGER`,
    [game],
  );
  if (rows.id!.length === 0) throw new LibraryError(`There is no game ${game + 1} in the library.`);
  const text = (column: string) => rows[column]![0] as string;
  const from = { file: text('name'), numberInFile: Number(rows.number_in_file![0]) };
  const path = rows.path![0] as string | null;
  if (path !== null && (await hashes.of(path)) === text('sha256')) {
    const pgn = await textIn(path, Number(rows.start_byte![0]), Number(rows.end_byte![0]));
    return { ...from, path, pgn, origin: 'file' };
  }
  return { ...from, ...(path !== null && { path }), pgn: rebuilt(rows), origin: 'library' };
}

/** Hashes of files, taken anew when a file has changed by size or time. */
export class FileHashes {
  readonly #known = new Map<string, { state: string; hash: string }>();

  /** Undefined where there is no such file, or it cannot be read. */
  async of(path: string): Promise<string | undefined> {
    try {
      const { size, mtimeNs } = await stat(path, { bigint: true });
      const state = `${size} ${mtimeNs}`;
      const known = this.#known.get(path);
      if (known?.state === state) return known.hash;
      const hash = await contentHash(path);
      this.#known.set(path, { state, hash });
      return hash;
    } catch {
      return undefined;
    }
  }
}

/** Bytes [start, end) of what is in the file, unpacked. */
async function textIn(path: string, start: number, end: number): Promise<string> {
  const plain = await peek(createReadStream(path, { highWaterMark: 1 << 20 }), 4);
  const { head, chunks } = await peek(await unpack(plain.chunks), 2);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk.subarray(Math.max(0, start - at), Math.max(0, end - at)));
    at += chunk.length;
    if (at >= end) break;
  }
  return decodeGame(Buffer.concat(pieces), decodePgn(head).encoding);
}

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

function rebuilt(rows: Columns): string {
  const value = (column: string) => rows[column]![0];
  const tags = ROSTER.map((name) => {
    const known = value(name.toLowerCase()) as string;
    return makeTag(name, known || (name === 'Date' ? '????.??.??' : name === 'Result' ? '*' : '?'));
  });
  for (const [name, column] of [
    ['WhiteElo', 'white_elo'],
    ['BlackElo', 'black_elo'],
    ['ECO', 'eco'],
  ] as const)
    if (value(column)) tags.push(makeTag(name, String(value(column))));
  const start = (value('start_fen') as string | null) ?? INITIAL_FEN;
  if (start !== INITIAL_FEN) tags.push(makeTag('SetUp', '1'), makeTag('FEN', start));
  const moves = movesIn(value('moves') as DuckDBBlobValue);
  const text = `${tags.join('\n')}\n\n${sanLine(start, moves, moves.length).join(' ')} ${(value('result') as string) || '*'}\n`;
  return makePgn(readPgn(text).games[0]!);
}
