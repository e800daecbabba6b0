import { normalizeMove, type Position } from 'chessops/chess';
import type { NormalMove } from 'chessops/types';
import type { Failure } from '../api';
import { unpackMove } from './packed-move';
import { polyglotKey } from './zobrist';

/**
 * Opening books in Polyglot's format: entries of 16 bytes, big-endian, sorted by key, so that one is found by halving.
 *
 *     bytes 0..7    key of the position (zobrist.ts, `polyglotKey`)
 *     bytes 8..9    move: bits 0..5 to, 6..11 from, 12..14 promotion (1 knight … 4 queen); castling is the king taking
 *                   its own rook. Our packed move has `from` and `to` the other way round
 *     bytes 10..11  weight: how often to play it, beside the other moves of the position
 *     bytes 12..15  learn: for the program that plays from the book; kept as it is
 *
 *     const entries = [{ key: polyglotKey(position), move: packMove(position, e4), weight: 3, learn: 0 }];
 *     Book.parse(makeBook(entries)).entriesFor(entries[0].key); // the same entries
 */
export interface BookEntry {
  key: bigint;
  /** Packed as in packed-move.ts. */
  move: number;
  /** 0 to 65535. */
  weight: number;
  /** 0 to 2^32 - 1. */
  learn: number;
}

const ENTRY_BYTES = 16;
const MAX_WEIGHT = 0xffff;

/** Swaps from and to, which turns our packing into Polyglot's and back. */
const swapEnds = (move: number): number => (move & 0x7000) | ((move & 0x3f) << 6) | ((move >> 6) & 0x3f);

/** Sorted by key, then the heaviest move first, as Polyglot itself writes. Weights and learn are cut to their range. */
export const makeBook = (entries: readonly BookEntry[]): Uint8Array => {
  const sorted = [...entries].sort(
    (a, b) =>
      (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) || b.weight - a.weight || swapEnds(a.move) - swapEnds(b.move),
  );
  const view = new DataView(new ArrayBuffer(sorted.length * ENTRY_BYTES));
  sorted.forEach(({ key, move, weight, learn }, i) => {
    const at = i * ENTRY_BYTES;
    view.setBigUint64(at, key);
    view.setUint16(at + 8, swapEnds(move));
    view.setUint16(at + 10, Math.min(MAX_WEIGHT, weight));
    view.setUint32(at + 12, learn);
  });
  return new Uint8Array(view.buffer);
};

export interface BookMove {
  move: NormalMove;
  weight: number;
  /** Share of the position's weight, 0 to 1; 0 where all weights are 0. */
  share: number;
  learn: number;
}

/** A book's bytes, read where they are asked for: books of a gigabyte are not unpacked. */
export class Book {
  readonly #view: DataView;

  private constructor(view: DataView) {
    this.#view = view;
  }

  static parse(bytes: Uint8Array): Book | Failure {
    if (bytes.length % ENTRY_BYTES !== 0) {
      return { failure: `not a Polyglot book: ${bytes.length} bytes are no whole number of entries of ${ENTRY_BYTES}` };
    }
    const book = new Book(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    for (let i = 1; i < book.length; i++) {
      if (book.#keyAt(i - 1) > book.#keyAt(i)) {
        return { failure: `not a Polyglot book: entry ${i + 1} has a smaller key than the one before it` };
      }
    }
    return book;
  }

  /** Entries. */
  get length(): number {
    return this.#view.byteLength / ENTRY_BYTES;
  }

  entry(index: number): BookEntry {
    const at = index * ENTRY_BYTES;
    return {
      key: this.#keyAt(index),
      move: swapEnds(this.#view.getUint16(at + 8)),
      weight: this.#view.getUint16(at + 10),
      learn: this.#view.getUint32(at + 12),
    };
  }

  /** In the book's order. */
  entriesFor(key: bigint): BookEntry[] {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    const found: BookEntry[] = [];
    for (let i = low; i < this.length && this.#keyAt(i) === key; i++) found.push(this.entry(i));
    return found;
  }

  /**
   * The book's moves for a position, the heaviest first. Moves that are not legal there are left out: a book can be
   * wrong, and its keys are only 64 bits. Castling is also understood as e1g1, which some writers use.
   */
  movesFor(position: Position): BookMove[] {
    const legal = this.entriesFor(polyglotKey(position))
      .map(({ move, weight, learn }) => ({
        move: normalizeMove(position, unpackMove(move)) as NormalMove,
        weight,
        learn,
      }))
      .filter(({ move }) => position.isLegal(move));
    const total = legal.reduce((sum, { weight }) => sum + weight, 0);
    return legal
      .map((found) => ({ ...found, share: total === 0 ? 0 : found.weight / total }))
      .sort((a, b) => b.weight - a.weight);
  }

  #keyAt(index: number): bigint {
    return this.#view.getBigUint64(index * ENTRY_BYTES);
  }
}
