import { Growable } from './growable';

/**
 * Sequences of moves as a tree: a path is a number, and two games share a path's number exactly when they
 * began in the same position and played the same moves. "Reached by another order of moves" is then the
 * comparison of two numbers, and no hash stands between. 6 bytes a path, and 8 to 16 to find it again.
 */
export class Paths {
  readonly #parents = new Growable('u32');
  readonly #moves = new Growable('u16');
  readonly #roots = new Map<string, number>();
  readonly #starts = new Map<number, string>();
  /** Open addressing by (parent, move): a slot holds a path's number + 1, at most half of them are taken. */
  #slots = new Uint32Array(1 << 12);

  get size(): number {
    return this.#parents.length;
  }

  /** The empty path from a start position, given as FEN. */
  root(start: string): number {
    let path = this.#roots.get(start);
    if (path === undefined) {
      path = this.#add(0, 0);
      this.#roots.set(start, path);
      this.#starts.set(path, start);
    }
    return path;
  }

  /** The path longer by one move, coded as the kernel codes moves; 0 is no move. */
  child(parent: number, move: number): number {
    for (let slot = this.#slotOf(parent, move); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const path = this.#slots[slot]! - 1;
      if (path === -1) {
        const added = this.#add(parent, move);
        this.#slots[slot] = added + 1;
        if (this.size * 2 > this.#slots.length) this.#rehash();
        return added;
      }
      if (this.#parents.at(path) === parent && this.#moves.at(path) === move) return path;
    }
  }

  /** The start position and the moves of a path. */
  unfold(path: number): { start: string; moves: number[] } {
    const moves: number[] = [];
    let at = path;
    for (; !this.#starts.has(at); at = this.#parents.at(at)) moves.push(this.#moves.at(at));
    return { start: this.#starts.get(at)!, moves: moves.reverse() };
  }

  /** The path without its last move; undefined for the empty one. A parent's number is always the smaller. */
  parent(path: number): number | undefined {
    return this.#starts.has(path) ? undefined : this.#parents.at(path);
  }

  lastMove(path: number): number {
    return this.#moves.at(path);
  }

  #add(parent: number, move: number): number {
    this.#parents.push(parent);
    this.#moves.push(move);
    return this.size - 1;
  }

  /** Multiplicative hashing (Knuth, TAOCP 6.4) of both numbers. */
  #slotOf(parent: number, move: number): number {
    const mixed = Math.imul(Math.imul(parent, 0x9e3779b1) ^ move, 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (this.#slots.length - 1);
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let path = 0; path < this.size; path++) {
      if (this.#starts.has(path)) continue;
      let slot = this.#slotOf(this.#parents.at(path), this.#moves.at(path));
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = path + 1;
    }
  }
}
