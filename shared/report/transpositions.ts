import { Chess, type Position } from 'chessops/chess';
import { identityOf, makeEpd, sameIdentityAt } from '../chess/identity';
import { NULL_MOVE, unpackMove } from '../chess/packed-move';
import { playNull } from '../chess/position';
import { makeKey } from '../chess/zobrist';
import type { Game } from '../pgn/game';
import { visitsOf } from './visits';

/**
 * Where two move orders meet. A *path* is a start position and the moves from it; positions are the same by identity.
 * A position counts as reached by the path to its first occurrence on a line, later returns to it are not new paths.
 *
 *     transposed     reached by two or more paths
 *     convergence    reached from two or more different positions: the place itself where orders meet; the positions
 *                    that follow from there are transposed, but no convergence
 *
 * Paths are numbers in a tree of moves, so that two paths are compared without a hash between, and a position is looked
 * up only when a path is new: ten thousand games share most of their openings. No positions are kept: where two keys
 * agree, both paths are played out and the identities at their ends compared.
 */
export class Transpositions {
  games = 0;
  /** Visits taken in: positions of all lines of all games, starts included. */
  occurrences = 0;
  /** Different positions that have the same key. Told apart all the same; expected: none. */
  collisions = 0;

  // Paths: parent, last move, the position it ends in; found again by (parent, move). The empty ones have no parent.
  #paths = 0;
  #parentPaths = new Uint32Array(1024);
  #moves = new Uint16Array(1024);
  #endsIn = new Uint32Array(1024);
  #pathSlots = new Uint32Array(2048);
  readonly #emptyPaths = new Map<string, number>();
  readonly #starts = new Map<number, Position>();

  // Positions, by order of discovery; found again by key.
  #positions = 0;
  #keys = new Uint32Array(2 * 1024);
  #firstPaths = new Uint32Array(1024);
  #gameCounts = new Uint32Array(1024);
  #lastGames = new Uint32Array(1024);
  #pathCounts = new Uint32Array(1024);
  /** The position before, on the first path that had one, + 1. */
  #predecessors = new Uint32Array(1024);
  #convergences = new Uint8Array(1024);
  #positionSlots = new Uint32Array(2048);

  // Two boards to play paths on: neighbours are asked for one after the other, and then cost one move.
  readonly #known: Board = { path: -1, position: Chess.default() };
  readonly #new: Board = { path: -1, position: Chess.default() };

  get distinctPositions(): number {
    return this.#positions;
  }

  /** Takes in one game with all its variations. A game that has no position to begin from counts, and adds none. */
  addGame(game: Game): void {
    if (game.start) this.add({ ...visitsOf(game).visits, start: game.start });
    else this.games++;
  }

  /** Takes in the positions of one game. */
  add(tree: PositionTree): void {
    const { start, count, parents, moves } = tree;
    this.games++;
    this.occurrences += count;
    const keys = new Uint32Array(tree.keys.buffer, tree.keys.byteOffset, 2 * count);
    const pathOf = new Uint32Array(count);
    for (let visit = 0; visit < count; visit++) {
      const [first, second] = [keys[2 * visit]!, keys[2 * visit + 1]!];
      const path =
        visit === 0
          ? this.#emptyPath(start, first, second)
          : this.#child(pathOf[parents ? parents[visit]! : visit - 1]!, moves[visit]!, first, second);
      pathOf[visit] = path;
      const position = this.#endsIn[path]!;
      if (this.#lastGames[position] !== this.games) {
        this.#lastGames[position] = this.games;
        this.#gameCounts[position]!++;
      }
    }
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

  #count(holds: (position: number) => boolean): number {
    let count = 0;
    for (let position = 0; position < this.#positions; position++) if (holds(position)) count++;
    return count;
  }

  /** Most paths first, then most games, then by key. */
  #top(limit: number): TransposedPosition[] {
    const transposed: number[] = [];
    for (let position = 0; position < this.#positions; position++) {
      if (this.#pathCounts[position]! >= 2) transposed.push(position);
    }
    const keys = new BigUint64Array(this.#keys.buffer);
    transposed.sort(
      (a, b) =>
        this.#pathCounts[b]! - this.#pathCounts[a]! ||
        this.#gameCounts[b]! - this.#gameCounts[a]! ||
        (keys[a]! < keys[b]! ? -1 : 1),
    );
    return transposed.slice(0, limit).map((position) => ({
      fen: makeEpd(this.#identity(this.#known, this.#firstPaths[position]!)),
      key: makeKey(keys[position]!),
      games: this.#gameCounts[position]!,
      paths: this.#pathCounts[position]!,
    }));
  }

  #emptyPath(start: Position, first: number, second: number): number {
    const epd = makeEpd(identityOf(start));
    const known = this.#emptyPaths.get(epd);
    if (known !== undefined) return known;
    const path = this.#newPath(0, ROOT);
    this.#emptyPaths.set(epd, path);
    this.#starts.set(path, start.clone());
    return this.#end(path, first, second);
  }

  #child(parent: number, move: number, first: number, second: number): number {
    const mask = this.#pathSlots.length - 1;
    let slot = hash(parent, move) & mask;
    for (; this.#pathSlots[slot]! > 0; slot = (slot + 1) & mask) {
      const path = this.#pathSlots[slot]! - 1;
      if (this.#parentPaths[path] === parent && this.#moves[path] === move) return path;
    }
    const path = this.#newPath(parent, move);
    this.#pathSlots[slot] = path + 1;
    if (2 * this.#paths > this.#pathSlots.length) {
      const hashOf = (of: number) => hash(this.#parentPaths[of]!, this.#moves[of]!);
      this.#pathSlots = rehashed(this.#pathSlots, this.#paths, (of) =>
        this.#moves[of] === ROOT ? undefined : hashOf(of),
      );
    }
    return this.#end(path, first, second);
  }

  #newPath(parent: number, move: number): number {
    const path = this.#paths++;
    this.#parentPaths = withRoom(this.#parentPaths, path);
    this.#moves = withRoom(this.#moves, path);
    this.#endsIn = withRoom(this.#endsIn, path);
    this.#parentPaths[path] = parent;
    this.#moves[path] = move;
    return path;
  }

  /** Finds the position in which a new path ends, and counts the path if it is the position's first time on it. */
  #end(path: number, first: number, second: number): number {
    const position = this.#position(path, first, second);
    this.#endsIn[path] = position;
    const empty = this.#moves[path] === ROOT;
    let at = path;
    while (this.#moves[at] !== ROOT) {
      at = this.#parentPaths[at]!;
      if (this.#endsIn[at] === position) return path;
    }
    this.#pathCounts[position]!++;
    if (empty) return path;
    const from = this.#endsIn[this.#parentPaths[path]!]! + 1;
    if (this.#predecessors[position] === 0) this.#predecessors[position] = from;
    else if (this.#predecessors[position] !== from) this.#convergences[position] = 1;
    return path;
  }

  /** The key finds, the identity judges. */
  #position(path: number, first: number, second: number): number {
    const mask = this.#positionSlots.length - 1;
    let collides = false;
    let slot = first & mask;
    for (; this.#positionSlots[slot]! > 0; slot = (slot + 1) & mask) {
      const position = this.#positionSlots[slot]! - 1;
      if (this.#keys[2 * position] !== first || this.#keys[2 * position + 1] !== second) continue;
      const known = this.#identity(this.#known, this.#firstPaths[position]!);
      if (sameIdentityAt(known, 0, this.#identity(this.#new, path), 0)) return position;
      collides = true;
    }
    if (collides) this.collisions++;

    const position = this.#positions++;
    this.#keys = withRoom(this.#keys, 2 * position + 1);
    this.#firstPaths = withRoom(this.#firstPaths, position);
    this.#gameCounts = withRoom(this.#gameCounts, position);
    this.#lastGames = withRoom(this.#lastGames, position);
    this.#pathCounts = withRoom(this.#pathCounts, position);
    this.#predecessors = withRoom(this.#predecessors, position);
    this.#convergences = withRoom(this.#convergences, position);
    this.#keys[2 * position] = first;
    this.#keys[2 * position + 1] = second;
    this.#firstPaths[position] = path;
    this.#positionSlots[slot] = position + 1;
    if (2 * this.#positions > this.#positionSlots.length) {
      this.#positionSlots = rehashed(this.#positionSlots, this.#positions, (of) => this.#keys[2 * of]!);
    }
    return position;
  }

  /** The identity at the end of a path, played on `board`. */
  #identity(board: Board, path: number): Uint32Array {
    const moves: number[] = [];
    let at = path;
    for (; at !== board.path && this.#moves[at] !== ROOT; at = this.#parentPaths[at]!) moves.push(this.#moves[at]!);
    if (at !== board.path) board.position = this.#starts.get(at)!.clone();
    for (const move of moves.reverse()) {
      if (move === NULL_MOVE) playNull(board.position);
      else board.position.play(unpackMove(move));
    }
    board.path = path;
    return identityOf(board.position);
  }
}

/** The positions of a game, in columns; see `Visits`. */
export interface PositionTree {
  start: Position;
  count: number;
  /** Absent for a game without variations: each position follows the one before. */
  parents?: Int32Array;
  /** The move that led to each position; the first has none. */
  moves: Uint16Array;
  keys: BigUint64Array;
}

interface Board {
  path: number;
  position: Position;
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

/**
 * Twice as many slots, open addressing: a slot holds an entry's number + 1, at most half of them are taken. Entries
 * without a hash are found in another way.
 */
const rehashed = (
  slots: Uint32Array,
  entries: number,
  hashOf: (entry: number) => number | undefined,
): Uint32Array<ArrayBuffer> => {
  const wider = new Uint32Array(slots.length * 2);
  const mask = wider.length - 1;
  for (let entry = 0; entry < entries; entry++) {
    const hashed = hashOf(entry);
    if (hashed === undefined) continue;
    let slot = hashed & mask;
    while (wider[slot] !== 0) slot = (slot + 1) & mask;
    wider[slot] = entry + 1;
  }
  return wider;
};
