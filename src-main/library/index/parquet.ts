import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, quoted } from './database';
import { LibraryError } from './library-error';

/**
 * Writes a library as Parquet, for engines that many machines share (docs/library.md has the layout and the SQL):
 *
 *     DIR/games/part-0.parquet
 *     DIR/positions/bucket=0/part-0.parquet   keys whose upper bits are 0
 *     …                                       sorted by (key, game, ply) within
 *
 * Keys are signed here, bit for bit the same: Spark and Trino have no unsigned 64-bit numbers. Lines are hex text, four
 * digits a ply, because every engine cuts text the same way.
 */
export async function exportParquet(database: Database, folder: string, buckets: number): Promise<void> {
  const bits = Math.log2(buckets);
  if (!Number.isInteger(bits) || bits > 12 || bits < 0)
    throw new Error(`buckets must be a power of two up to 4096, not ${buckets}`);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new LibraryError(`${folder}: is not empty`);

  await mkdir(join(folder, 'games'));
  await database.run(`
    COPY (
      SELECT id::BIGINT AS id, file::BIGINT AS file, start_byte::BIGINT AS start_byte, end_byte::BIGINT AS end_byte,
             white, black, white_elo::INTEGER AS white_elo, black_elo::INTEGER AS black_elo, event, site, date, round,
             result, eco, plies::INTEGER AS plies, start_fen, duplicate_of::BIGINT AS duplicate_of, hex(moves) AS line
      FROM library.games ORDER BY id
    ) TO ${quoted(join(folder, 'games', 'part-0.parquet'))} (FORMAT parquet, COMPRESSION zstd)`);
  for (let bucket = 0; bucket < buckets; bucket++) {
    const into = join(folder, 'positions', `bucket=${bucket}`);
    await mkdir(into, { recursive: true });
    const first = BigInt(bucket) << BigInt(64 - bits);
    const last = first + (1n << BigInt(64 - bits)) - 1n;
    await database.run(`
      COPY (
        SELECT ${signed('key')} AS key, game::BIGINT AS game, ply::INTEGER AS ply, move::INTEGER AS move,
               ${signed('next')} AS next
        FROM library.positions WHERE key >= ${first}::UBIGINT AND key <= ${last}::UBIGINT ORDER BY key, game, ply
      ) TO ${quoted(join(into, 'part-0.parquet'))} (FORMAT parquet, COMPRESSION zstd)`);
  }
}

const signed = (column: string): string =>
  `(CASE WHEN ${column} >= 9223372036854775808 THEN ${column}::HUGEINT - 18446744073709551616 ELSE ${column} END)::BIGINT`;

/** A key as the exported tables have it, and its bucket. */
export const exportedKey = (key: bigint, buckets: number): { key: bigint; bucket: number } => ({
  key: BigInt.asIntN(64, key),
  bucket: Number(key >> BigInt(64 - Math.log2(buckets))),
});
