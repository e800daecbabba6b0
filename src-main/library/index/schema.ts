import { createPopular } from './popular';

/**
 * What a library file holds, as SQL. One DuckDB file, written once by an import and never changed in place:
 *
 *     files      what was imported: name, path, SHA-256 of the content, number of games
 *     games      one row a game, `id` counting from 0 in order of arrival; `moves` is the whole line, 2 bytes a ply,
 *                little-endian (shared/chess/packed-move), so that every hit can be replayed without the PGN file
 *     positions  one row for each position of each game, ply 0 and the last included, sorted by (key, game, ply).
 *                There is no other index: DuckDB keeps the smallest and largest key of every segment and skips the
 *                rest, and a sorted column of keys packs to 5 bytes instead of 8
 *     meetings   the positions that two games or more reach, with the counts that are dear to compute
 *     popular, popular_games   the answers about positions that very many games reach (popular.ts)
 *
 * Keys are FIDE keys (defined in shared/chess/zobrist.ts). A game that repeats an earlier one, move for move
 * and by the same players, keeps its row with `duplicate_of` and has no positions, or every count would be doubled.
 */
export const SCHEMA_VERSION = 2;

/** Written first and read first. `application` tells any other DuckDB file from ours. */
export const APPLICATION = 'threefold library';

/** The tables of a library in the attached database `db`, empty. */
export const createTables = (db: string): string => `
  CREATE TABLE ${db}.meta (application VARCHAR NOT NULL, schema_version INTEGER NOT NULL);
  CREATE TABLE ${db}.files (
    id UINTEGER NOT NULL, name VARCHAR NOT NULL, path VARCHAR, bytes UBIGINT NOT NULL, sha256 VARCHAR NOT NULL, games UINTEGER NOT NULL
  );
  CREATE TABLE ${db}.games (
    id UINTEGER NOT NULL, file UINTEGER NOT NULL, start_byte UBIGINT NOT NULL, end_byte UBIGINT NOT NULL,
    white VARCHAR NOT NULL, black VARCHAR NOT NULL, white_elo USMALLINT, black_elo USMALLINT,
    event VARCHAR NOT NULL, site VARCHAR NOT NULL, date VARCHAR NOT NULL, round VARCHAR NOT NULL,
    result VARCHAR NOT NULL, eco VARCHAR NOT NULL, plies USMALLINT NOT NULL, problems USMALLINT NOT NULL,
    start_fen VARCHAR, duplicate_of UINTEGER, moves BLOB NOT NULL
  );
  CREATE TABLE ${db}.positions (
    key UBIGINT NOT NULL, game UINTEGER NOT NULL, ply USMALLINT NOT NULL, move USMALLINT NOT NULL, next UBIGINT NOT NULL
  );
  CREATE TABLE ${db}.meetings (
    key UBIGINT NOT NULL, games UINTEGER NOT NULL, orders UINTEGER NOT NULL, predecessors USMALLINT NOT NULL,
    ply USMALLINT NOT NULL, game UINTEGER NOT NULL
  );
  ${createPopular(db)}
`;

/**
 * The positions in `db` that two games or more reach, among the games that `chosen` (a condition on `games`) admits.
 * The words are those of shared/report: a game reaches a position by its moves up to the *first* time it stands
 * there; `orders` counts different such lines (start position included), `predecessors` the different positions one
 * ply before, `ply` is the earliest, and `game` reaches the position at that ply. Lines are told apart by a 64-bit hash:
 * ten thousand that reach the same position hold two alike with a chance of 3 in 10^12, and take a tenth of the memory.
 */
export const meetingsOf = (db: string, chosen = 'true', maxPly = 0xffff): string => `
  WITH chosen AS (SELECT id, coalesce(start_fen, '') AS start, moves FROM ${db}.games WHERE ${chosen}),
  stood AS (
    SELECT p.* FROM ${db}.positions p
    WHERE p.ply <= ${maxPly} ${chosen === 'true' ? '' : 'AND p.game IN (SELECT id FROM chosen)'}
  ),
  firsts AS (
    SELECT key, game, min(ply) AS ply FROM stood
    WHERE key IN (SELECT key FROM stood GROUP BY key HAVING min(game) < max(game))
    GROUP BY key, game
  ),
  reached AS (
    SELECT f.key, count(*) AS games, min(f.ply) AS ply, arg_min(f.game, f.ply * 4294967296 + f.game) AS game,
           count(DISTINCT hash(g.start, g.moves[1:2 * f.ply])) AS orders
    FROM firsts f JOIN chosen g ON g.id = f.game GROUP BY f.key
  ),
  before AS (
    SELECT f.key, count(DISTINCT p.key) AS predecessors
    FROM firsts f JOIN stood p ON p.next = f.key AND p.game = f.game AND p.ply + 1 = f.ply
    GROUP BY f.key
  )
  SELECT key, games, orders, coalesce(predecessors, 0) AS predecessors, ply, game
  FROM reached LEFT JOIN before USING (key)`;
