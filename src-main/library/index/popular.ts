/**
 * Positions that many games reach are few (0.01 %), and they are what people look at first. To count their games anew at
 * every question took up to 100 ms; so an import counts them once and keeps the sums with the library:
 *
 *     popular         for each such position, order of moves that reaches it and move played there: the games and their
 *                     results. An order is named by the first game that took it, `line`, and its length, `ply`
 *     popular_games   its games of the highest rating, in the order of the list, as many as any page shows
 *
 * Both sorted by key. Together they take less than 1 % of a library. Whatever is not in them is counted from `positions`.
 */

/** Counting fewer games takes less time than drawing the answer. */
const POPULAR_FROM = 200;

/** Rows of the games list that lie ready. */
export const LISTED_GAMES = 500;

/** SQL that makes both tables, empty, in the database `db`. */
export const createPopular = (db: string): string => `
  CREATE TABLE ${db}.popular (
    key UBIGINT NOT NULL, line UINTEGER NOT NULL, ply USMALLINT NOT NULL, move USMALLINT NOT NULL,
    games UINTEGER NOT NULL, white UINTEGER NOT NULL, draws UINTEGER NOT NULL, black UINTEGER NOT NULL,
    rated UINTEGER NOT NULL, ratings UBIGINT NOT NULL
  );
  CREATE TABLE ${db}.popular_games (key UBIGINT NOT NULL, game UINTEGER NOT NULL, ply USMALLINT NOT NULL);
`;

/**
 * Fills both from the other tables of `db`. `ratings` sums twice the mean of the players' ratings, a whole number. Orders
 * are told apart as in `meetingsOf`.
 */
export const fillPopular = (db: string): string => `
  CREATE TEMP TABLE visits AS
    SELECT v.key, v.game, v.ply, v.move, hash(coalesce(g.start_fen, ''), g.moves[1:2 * v.ply]) AS way, g.result,
           (coalesce(g.white_elo, g.black_elo, 0)::UINTEGER + coalesce(g.black_elo, g.white_elo, 0)) AS rating
    FROM (
      SELECT key, game, min(ply) AS ply, arg_min(move, ply) AS move FROM ${db}.positions
      WHERE key IN (SELECT key FROM ${db}.meetings WHERE games >= ${POPULAR_FROM}) GROUP BY key, game
    ) v JOIN ${db}.games g ON g.id = v.game;
  INSERT INTO ${db}.popular
    SELECT key, min(min(game)) OVER (PARTITION BY key, way) AS line, ply, move, count(*),
           count(*) FILTER (result = '1-0'), count(*) FILTER (result = '1/2-1/2'), count(*) FILTER (result = '0-1'),
           count(*) FILTER (rating > 0), sum(rating)
    FROM visits GROUP BY key, way, ply, move ORDER BY key, line, move;
  INSERT INTO ${db}.popular_games
    SELECT key, game, ply FROM visits
    QUALIFY row_number() OVER (PARTITION BY key ORDER BY rating DESC, game) <= ${LISTED_GAMES}
    ORDER BY key, rating DESC, game;
  DROP TABLE visits;
`;
