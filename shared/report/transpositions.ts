import { IDENTITY_WORDS, makeEpd, sameIdentityAt } from '../chess/identity';
import { makeKey } from '../chess/zobrist';
import type { Visits } from './visits';

/**
 * Where two move orders meet. A *path* is a start position and the moves from it; positions are the same by identity.
 * A position counts as reached by the path to its first occurrence on a line, later returns to it are not new paths.
 *
 *     transposed     reached by two or more paths
 *     convergence    reached from two or more different positions: the place itself where orders meet; the positions
 *                    that follow from there are transposed, but no convergence
 *
 * Paths are numbers in a tree of moves, so that two paths are compared without a hash between, and a position is looked
 * up only when a path is new: ten thousand games share most of their openings.
 */
export class Transpositions {
  games = 0;
  /** Visits taken in: positions of all lines of all games, starts included. */
  occurrences = 0;
  /** Different positions that have the same key. Told apart all the same; expected: none. */
  collisions = 0;

  // Paths: parent, last move, the position it ends in; found again by (parent, move).
  #paths = 0;
  #parentPaths = new Uint32Array(1024);
  #moves = new Uint16Array(1024);
  #endsIn = new Uint32Array(1024);
  #pathSlots = new Uint32Array(2048);

  // Positions, by order of discovery; found again by key.
  #positions = 0;
  #keys = new Uint32Array(2 * 1024);
  #identities = new Uint32Array(IDENTITY_WORDS * 1024);
  #gameCounts = new Uint32Array(1024);
  #lastGames = new Uint32Array(1024);
  #pathCounts = new Uint32Array(1024);
  /** The position before, on the first path that had one, + 1. */
  #predecessors = new Uint32Array(1024);
  #convergences = new Uint8Array(1024);
  #positionSlots = new Uint32Array(2048);

  get distinctPositions(): number {
    return this.#positions;
  }

  /** Takes in one game. */
  add(visits: Visits): void {
    this.games++;
    this.occurrences += visits.count;
    const keys = new Uint32Array(visits.keys.buffer, visits.keys.byteOffset, 2 * visits.count);
    const pathOf = new Uint32Array(visits.count);
    for (let visit = 0; visit < visits.count; visit++) {
      const parent = visits.parents[visit]!;
      const path =
        parent < 0
          ? this.#root(keys, visits, visit)
          : this.#child(pathOf[parent]!, visits.moves[visit]!, keys, visits, visit);
      pathOf[visit] = path;
      const position = this.#endsIn[path]!;
      if (this.#lastGames[position] !== this.games) {
        this.#lastGames[position] = this.games;
        this.#gameCounts[position]!++;
      }
    }
  }

  /** Positions that `holds` is true of. */
  #count(holds: (position: number) => boolean): number {
    let count = 0;
    for (let position = 0; position < this.#positions; position++) if (holds(position)) count++;
    return count;
  }

  summary(top: number): TranspositionSummary {
    return {
      games: this.games,
      occurrences: this.occurrences,
      distinctPositions: this.#positions,
      positionsInTwoOrMoreGames: this.#count((position) => this.#gameCounts[position]! >= 2),
      transposedPositions: this.#count((position) => this.#pathCounts[position]! >= 2),
      convergencePositions: this.#count((position) => this.#convergences[position]! === 1),
      collisions: this.collisions,
      top: this.#top(top),
    };
  }

  /** Most paths first, then most games, then by key. */
  #top(limit: number): TransposedPosition[] {
    const transposed: number[] = [];
    for (let position = 0; position < this.#positions; position++) {
      if (this.#pathCounts[position]! >= 2) transposed.push(position);
    }
    const keys = new BigUint64Array(this.#keys.buffer);
    const keyOf = (position: number) => keys[position]!;
    transposed.sort(
      (a, b) =>
        this.#pathCounts[b]! - this.#pathCounts[a]! ||
        this.#gameCounts[b]! - this.#gameCounts[a]! ||
        (keyOf(a) < keyOf(b) ? -1 : 1),
    );
    return transposed.slice(0, limit).map((position) => ({
      fen: makeEpd(this.#identities, position * IDENTITY_WORDS),
      key: makeKey(keyOf(position)),
      games: this.#gameCounts[position]!,
      paths: this.#pathCounts[position]!,
    }));
  }

  // A root hangs on no path: it is filed under its own position, with the move code that no move has.
  #root(keys: Uint32Array, visits: Visits, visit: number): number {
    const position = this.#position(keys, visits, visit);
    const slot = this.#findPath(position, ROOT);
    return this.#pathSlots[slot]! > 0 ? this.#pathSlots[slot]! - 1 : this.#addPath(slot, position, ROOT, position);
  }

  #child(parent: number, move: number, keys: Uint32Array, visits: Visits, visit: number): number {
    const slot = this.#findPath(parent, move);
    if (this.#pathSlots[slot]! > 0) return this.#pathSlots[slot]! - 1;
    return this.#addPath(slot, parent, move, this.#position(keys, visits, visit));
  }

  #findPath(parent: number, move: number): number {
    const mask = this.#pathSlots.length - 1;
    let slot = hash(parent, move) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const path = this.#pathSlots[slot]! - 1;
      if (path < 0 || (this.#parentPaths[path] === parent && this.#moves[path] === move)) return slot;
    }
  }

  #addPath(slot: number, parent: number, move: number, position: number): number {
    const path = this.#paths++;
    this.#parentPaths = withRoom(this.#parentPaths, path);
    this.#moves = withRoom(this.#moves, path);
    this.#endsIn = withRoom(this.#endsIn, path);
    this.#parentPaths[path] = parent;
    this.#moves[path] = move;
    this.#endsIn[path] = position;
    this.#pathSlots[slot] = path + 1;
    if (2 * this.#paths > this.#pathSlots.length) {
      this.#pathSlots = rehashed(this.#pathSlots, this.#paths, (p) => hash(this.#parentPaths[p]!, this.#moves[p]!));
    }
    if (!this.#returnsOn(path, position)) this.#reached(position, move === ROOT ? undefined : this.#endsIn[parent]!);
    return path;
  }

  /** Whether the position already stood on the path before its end. */
  #returnsOn(path: number, position: number): boolean {
    for (let at = path; this.#moves[at] !== ROOT;) {
      at = this.#parentPaths[at]!;
      if (this.#endsIn[at] === position) return true;
    }
    return false;
  }

  #reached(position: number, from: number | undefined): void {
    this.#pathCounts[position]!++;
    if (from === undefined) return;
    if (this.#predecessors[position] === 0) this.#predecessors[position] = from + 1;
    else if (this.#predecessors[position] !== from + 1) this.#convergences[position] = 1;
  }

  /** The key finds, the identity judges. */
  #position(keys: Uint32Array, visits: Visits, visit: number): number {
    const [first, second] = [keys[2 * visit]!, keys[2 * visit + 1]!];
    const mask = this.#positionSlots.length - 1;
    let collides = false;
    let slot = first & mask;
    for (; this.#positionSlots[slot]! > 0; slot = (slot + 1) & mask) {
      const position = this.#positionSlots[slot]! - 1;
      if (this.#keys[2 * position] !== first || this.#keys[2 * position + 1] !== second) continue;
      const here = visit * IDENTITY_WORDS;
      if (sameIdentityAt(this.#identities, position * IDENTITY_WORDS, visits.identities, here)) return position;
      collides = true;
    }
    if (collides) this.collisions++;

    const position = this.#positions++;
    this.#keys = withRoom(this.#keys, 2 * position + 1);
    this.#identities = withRoom(this.#identities, (position + 1) * IDENTITY_WORDS - 1);
    this.#gameCounts = withRoom(this.#gameCounts, position);
    this.#lastGames = withRoom(this.#lastGames, position);
    this.#pathCounts = withRoom(this.#pathCounts, position);
    this.#predecessors = withRoom(this.#predecessors, position);
    this.#convergences = withRoom(this.#convergences, position);
    this.#keys[2 * position] = first;
    this.#keys[2 * position + 1] = second;
    const from = visit * IDENTITY_WORDS;
    this.#identities.set(visits.identities.subarray(from, from + IDENTITY_WORDS), position * IDENTITY_WORDS);
    this.#positionSlots[slot] = position + 1;
    if (2 * this.#positions > this.#positionSlots.length) {
      this.#positionSlots = rehashed(this.#positionSlots, this.#positions, (p) => this.#keys[2 * p]!);
    }
    return position;
  }
}

export interface TransposedPosition {
  /** The first four fields: identity has no clocks. */
  fen: string;
  key: string;
  games: number;
  paths: number;
}

export interface TranspositionSummary {
  games: number;
  occurrences: number;
  distinctPositions: number;
  positionsInTwoOrMoreGames: number;
  transposedPositions: number;
  convergencePositions: number;
  collisions: number;
  top: TransposedPosition[];
}

/** No move and no passed turn has this code. */
const ROOT = 0xffff;

type Column = Uint8Array | Uint16Array | Uint32Array;

/** The column itself, or a copy twice as long, so that `index` is in it. */
const withRoom = <T extends Column>(column: T, index: number): T => {
  if (index < column.length) return column;
  const longer = new (column.constructor as new (length: number) => T)(Math.max(2 * column.length, index + 1));
  longer.set(column);
  return longer;
};

/** Multiplicative hashing (Knuth, TAOCP 6.4) of two numbers. */
const hash = (a: number, b: number): number => {
  const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
};

/** Twice as many slots, open addressing: a slot holds an entry's number + 1, at most half of them are taken. */
const rehashed = (slots: Uint32Array, entries: number, hashOf: (entry: number) => number): Uint32Array<ArrayBuffer> => {
  const wider = new Uint32Array(slots.length * 2);
  const mask = wider.length - 1;
  for (let entry = 0; entry < entries; entry++) {
    let slot = hashOf(entry) & mask;
    while (wider[slot] !== 0) slot = (slot + 1) & mask;
    wider[slot] = entry + 1;
  }
  return wider;
};
