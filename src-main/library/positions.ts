import { collidingGroups } from './confirm';
import { Growable } from './growable';
import type { Paths } from './paths';
import { sortKeys } from './sort-keys';

/** Where a position stands in the opened games: an occurrence, and the path that led there. */
export interface Occurrence {
  game: number;
  ply: number;
  path: number;
}

/** What the games list shows of each game: a column each, by the game's number. */
export interface GameMarks {
  /** Largest number of occurrences of one position. */
  maxRepetition: Uint16Array;
  /** Positions that another game reaches by another path. */
  transpositions: Uint16Array;
}

/** Of all opened games together. An occurrence is a position of a game: one that comes back occurs again. */
export interface PositionCounts {
  occurrences: number;
  distinct: number;
  /** Positions that two or more games reach by different moves. */
  transposed: number;
  /** Groups of equal keys whose positions differ; left out of every report. Expected: none. */
  collisions: number;
}

/** Every position of every opened game, found by key. */
export class Positions {
  readonly #keys = new Growable('u64');
  readonly #paths = new Growable('u32');
  readonly #gameOf = new Growable('u32');
  readonly #firstOf = new Growable('u32');
  /** Occurrences sorted by key, and within a key by game and ply; built when reading ended. */
  #order = new Uint32Array(0);
  /**
   * For each occurrence: how many games come to its position by another path. Four bytes each, so that a game opens at
   * once: an opening that all games share would have to be counted through for every one of its positions.
   */
  #byOtherPaths = new Uint32Array(0);
  #collided = new Set<bigint>();

  /** Adds the next game's positions. */
  addGame(keys: BigUint64Array, paths: Uint32Array): void {
    this.#firstOf.push(this.#keys.length);
    const game = this.#firstOf.length - 1;
    this.#keys.append(keys);
    this.#paths.append(paths);
    for (let i = 0; i < keys.length; i++) this.#gameOf.push(game);
  }

  /** Sorts, counts, and confirms every match by playing the moves. */
  index(tree: Paths): { counts: PositionCounts; marks: GameMarks } {
    const keys = this.#keys.values;
    const paths = this.#paths.values;
    const games = this.#firstOf.length;
    const marks = { maxRepetition: new Uint16Array(games), transpositions: new Uint16Array(games) };
    marks.maxRepetition.fill(1);
    this.#order = sortKeys(keys);
    this.#byOtherPaths = new Uint32Array(keys.length);

    const suspects = new Growable('u32');
    const groupOfSuspect = new Growable('u32');
    const groupStarts: number[] = [];
    let distinct = 0;
    for (let next = 0; next < keys.length;) {
      const from = next;
      next = this.#endOfRun(from);
      distinct++;
      if (next - from === 1) continue;
      const different = new Set<number>();
      for (let i = from; i < next; i++) different.add(paths[this.#order[i]!]!);
      // Games that played the same moves are in the same position: only different paths need confirmation.
      if (different.size === 1) continue;
      for (const path of different) {
        suspects.push(path);
        groupOfSuspect.push(groupStarts.length);
      }
      groupStarts.push(from);
    }
    const colliding = collidingGroups(tree, suspects.values, groupOfSuspect.values, groupStarts.length);
    this.#collided = new Set([...colliding].map((group) => keys[this.#order[groupStarts[group]!]!]!));

    let transposed = 0;
    groupStarts.forEach((from, group) => {
      if (!colliding.has(group) && this.#mark(from, marks)) transposed++;
    });
    return {
      counts: { occurrences: keys.length, distinct, transposed, collisions: colliding.size },
      marks,
    };
  }

  /**
   * The first occurrence of the position in each game that has it, in the order of the games. Nothing before `index`
   * ran, and nothing for a key that two different positions share.
   */
  firstIn(key: bigint): Occurrence[] {
    if (this.#collided.has(key)) return [];
    const found: Occurrence[] = [];
    const from = this.#search(key);
    for (let i = from; i < this.#order.length; i++) {
      const place = this.#order[i]!;
      if (this.#keys.at(place) !== key) break;
      const game = this.#gameOf.at(place);
      if (found.at(-1)?.game === game) continue;
      found.push({ game, ply: place - this.#firstOf.at(game), path: this.#paths.at(place) });
    }
    return found;
  }

  /**
   * How many games come to the position by another path than this game does; 0 if it does not come to it. As with
   * `firstIn`, nothing before `index` ran and nothing for a key that two different positions share.
   */
  byOtherPaths(game: number, key: bigint): number {
    const from = this.#firstOf.at(game);
    const ply = this.#keys.values.subarray(from, this.#endOf(game)).indexOf(key);
    return ply < 0 ? 0 : (this.#byOtherPaths[from + ply] ?? 0);
  }

  /** Enters one group of equal keys into the marks of its games; true if it is a transposition. */
  #mark(from: number, { maxRepetition, transpositions }: GameMarks): boolean {
    const to = this.#endOfRun(from);
    const firsts: number[] = [];
    const gamesByPath = new Map<number, number>();
    for (let i = from; i < to;) {
      const place = this.#order[i]!;
      const game = this.#gameOf.at(place);
      let times = 0;
      for (; i < to && this.#gameOf.at(this.#order[i]!) === game; i++) times++;
      if (times > maxRepetition[game]!) maxRepetition[game] = times;
      const path = this.#paths.at(place);
      firsts.push(place);
      gamesByPath.set(path, (gamesByPath.get(path) ?? 0) + 1);
    }
    if (gamesByPath.size < 2) return false;
    for (const place of firsts) {
      transpositions[this.#gameOf.at(place)]!++;
      this.#byOtherPaths[place] = firsts.length - gamesByPath.get(this.#paths.at(place))!;
    }
    return true;
  }

  #endOf(game: number): number {
    return game + 1 < this.#firstOf.length ? this.#firstOf.at(game + 1) : this.#keys.length;
  }

  #endOfRun(from: number): number {
    const key = this.#keys.at(this.#order[from]!);
    let to = from + 1;
    while (to < this.#order.length && this.#keys.at(this.#order[to]!) === key) to++;
    return to;
  }

  /** The first place in the order whose key is not smaller. */
  #search(key: bigint): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys.at(this.#order[middle]!) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
