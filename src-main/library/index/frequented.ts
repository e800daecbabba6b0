import { Growable } from '../growable';
import { takeNumbers, type Database } from './database';

/** 32 MB: all positions that two games reach in a library of half a million games. */
const MOST_HELD = 4_000_000;

/**
 * In memory, how many games reach the positions that more than one game reaches: the upper half of each key, sorted as
 * the table is, and the count. A position has thirty neighbours, and thirty look-ups on the disk would take as many
 * milliseconds. Half a key is enough to find what is worth looking up; the table, asked for the few that are left,
 * has the whole one. Of a library with more than `MOST_HELD` such positions, those that most games reach are held.
 */
export class Frequented {
  readonly #database: Database;
  #loading: Promise<{ halves: Uint32Array; games: Uint32Array }> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of `keys` that more than `games` games seem to reach, the most frequented first. */
  async above(keys: readonly bigint[], games: number): Promise<bigint[]> {
    const held = await (this.#loading ??= this.#load());
    const found: { key: bigint; games: number }[] = [];
    for (const key of new Set(keys)) {
      const half = Number(key >> 32n);
      let most = 0;
      for (let at = lowerBound(held.halves, half); held.halves[at] === half; at++)
        most = Math.max(most, held.games[at]!);
      if (most > games) found.push({ key, games: most });
    }
    return found.sort((a, b) => b.games - a.games || (a.key < b.key ? -1 : 1)).map(({ key }) => key);
  }

  async #load(): Promise<{ halves: Uint32Array; games: Uint32Array }> {
    const halves = new Growable('u32');
    const games = new Growable('u32');
    // The smallest count of which not too many have as much or more; 2 in all but very large libraries.
    const { least } = await this.#database.columns(`
      SELECT coalesce(min(games), 2)::UINTEGER AS least FROM (
        SELECT games, sum(count(*)) OVER (ORDER BY games DESC) AS held FROM library.meetings GROUP BY games
      ) WHERE held <= ${MOST_HELD}`);
    await this.#database.chunks(
      'SELECT (key >> 32)::UINTEGER, games FROM library.meetings WHERE games >= $1::UINTEGER',
      [least![0]!],
      (rows, columns) => {
        takeNumbers(columns[0]!, rows, halves);
        takeNumbers(columns[1]!, rows, games);
      },
    );
    return { halves: halves.values as Uint32Array, games: games.values as Uint32Array };
  }
}

/** The first index whose value is not below `wanted`, in a sorted column. */
function lowerBound(sorted: Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
