import { DuckDBDataChunk, type DuckDBAppender } from '@duckdb/node-api';
import { mayHaveName, openingAt } from '../../../shared/chess/openings';
import { INITIAL_FEN } from '../../../shared/chess/position';
import { type GameBatch, type ListedTag, listedTags } from '../batch';
import { positionAfter } from '../lines';

/** As many rows as a DuckDB chunk can hold. */
const CHUNK_ROWS = 2048;

/** Moves are stored as they lie in memory: little-endian on every machine that Node and Electron run on. */
const bytesOf = (moves: Uint16Array): Uint8Array => new Uint8Array(moves.buffer, moves.byteOffset, moves.byteLength);

/** The rating a tag claims, or null: "", "?", "-", "0" and words say nothing. */
const rating = (text: string): number | null => {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : null;
};

const MAX_PLIES = 0xffff;

/** Some files add a letter of their own, as in "B90a". */
const ECO_CODE = /^[A-E]\d\d/;

/** Named openings end before this ply. */
const OPENING_PLIES = 40;

/** The code of the last position in the game that has a name, however the game came to it; '' where none has. */
function ecoByPosition(batch: GameBatch, game: number, line: Uint16Array): string {
  const first = batch.plyStart[game]!;
  for (let ply = Math.min(OPENING_PLIES, line.length); ply > 0; ply--) {
    if (!mayHaveName(batch.keys[first + ply]!)) continue;
    const opening = openingAt(positionAfter(batch.starts[game]!, line.subarray(0, ply)));
    if (opening) return opening.eco;
  }
  return '';
}

/** Appends a batch's games to a table of the shape of `games`. `firstId` is the id of its first game. */
export function appendGames(games: DuckDBAppender, batch: GameBatch, file: number, firstId: number): void {
  const problems = new Uint16Array(batch.gameStart.length);
  for (const { game } of batch.problems) problems[game] = Math.min(MAX_PLIES, problems[game]! + 1);

  for (let game = 0; game < batch.gameStart.length; game++) {
    const tag = (name: ListedTag) => batch.tags[game * listedTags.length + listedTags.indexOf(name)]!;
    const line = lineOf(batch, game);
    games.appendUInteger(firstId + game);
    games.appendUInteger(file);
    games.appendUBigInt(BigInt(batch.gameStart[game]!));
    games.appendUBigInt(BigInt(batch.gameEnd[game]!));
    games.appendVarchar(tag('White'));
    games.appendVarchar(tag('Black'));
    for (const elo of [rating(tag('WhiteElo')), rating(tag('BlackElo'))]) {
      if (elo === null) games.appendNull();
      else games.appendUSmallInt(elo);
    }
    for (const name of ['Event', 'Site', 'Date', 'Round', 'Result'] as const) games.appendVarchar(tag(name));
    games.appendVarchar(ECO_CODE.exec(tag('ECO'))?.[0] ?? ecoByPosition(batch, game, line));
    games.appendUSmallInt(line.length);
    games.appendUSmallInt(problems[game]!);
    const start = batch.starts[game]!;
    if (start === INITIAL_FEN) games.appendNull();
    else games.appendVarchar(start);
    games.appendNull();
    games.appendBlob(bytesOf(line));
    games.endRow();
  }
}

/** Appends a batch's positions to a table of the shape of `positions`, in the order of the games. */
export function appendPositions(positions: DuckDBAppender, batch: GameBatch, firstId: number): void {
  const total = batch.plyStart.at(-1)!;
  const types = Array.from({ length: positions.columnCount }, (_, column) => positions.columnType(column));
  const chunk = DuckDBDataChunk.create(types);
  let game = 0;
  for (let first = 0; first < total; first += CHUNK_ROWS) {
    chunk.reset();
    chunk.rowCount = Math.min(CHUNK_ROWS, total - first);
    const [key, gameId, ply, move, next] = [0, 1, 2, 3, 4].map((column) => chunk.getColumnVector(column));
    for (let row = 0; row < chunk.rowCount; row++) {
      const at = first + row;
      while (at >= batch.plyStart[game + 1]!) game++;
      const last = at + 1 === batch.plyStart[game + 1]!;
      key!.setItem(row, batch.keys[at]!);
      gameId!.setItem(row, firstId + game);
      ply!.setItem(row, at - batch.plyStart[game]!);
      move!.setItem(row, last ? 0 : batch.moves[at]!);
      next!.setItem(row, last ? 0n : batch.keys[at + 1]!);
    }
    for (const vector of [key, gameId, ply, move, next]) vector!.flush();
    positions.appendDataChunk(chunk);
  }
}

/** The moves of one game of a batch: one fewer than its positions; a game without a legal start has neither. */
function lineOf(batch: GameBatch, game: number): Uint16Array {
  const start = batch.plyStart[game]!;
  const line = batch.moves.subarray(start, Math.max(start, batch.plyStart[game + 1]! - 1));
  if (line.length > MAX_PLIES) throw new Error(`A game of ${line.length} plies is longer than a library can keep.`);
  if (line.includes(0)) throw new Error('A game was handed over with a hole in its moves.');
  return line;
}
