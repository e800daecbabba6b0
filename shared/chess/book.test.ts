import { Chess } from 'chessops/chess';
import { parseUci } from 'chessops/util';
import type { NormalMove } from 'chessops/types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Book, makeBook, type BookEntry } from './book';
import { packMove } from './packed-move';
import { parsePosition } from './position';
import { polyglotKey } from './zobrist';

const bookOf = (bytes: Uint8Array): Book => {
  const book = Book.parse(bytes);
  if ('failure' in book) throw new Error(book.failure);
  return book;
};
const move = (position: Chess, uci: string) => packMove(position, parseUci(uci) as NormalMove);

const entry = fc.record({
  key: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  move: fc.integer({ min: 0, max: 0x4fff }),
  weight: fc.integer({ min: 0, max: 0xffff }),
  learn: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});

test('what is written is read again: every entry, found by its key, heaviest first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ key, move }) => `${key} ${move}`, maxLength: 60 }), (entries) => {
      // A few keys that several entries share.
      const shared = entries.map((one, i) => (i % 3 === 0 ? { ...one, key: 7n } : one));
      const bytes = makeBook(shared);
      const book = bookOf(bytes);
      const read = Array.from({ length: book.length }, (_, i) => book.entry(i));
      const order = (a: BookEntry, b: BookEntry) =>
        Number(a.key > b.key) - Number(a.key < b.key) || b.weight - a.weight || a.move - b.move || a.learn - b.learn;
      expect([...read].sort(order)).toEqual([...shared].sort(order));
      expect(makeBook(read)).toEqual(bytes);
      for (const { key } of shared) {
        const found = book.entriesFor(key);
        expect([...found].sort(order)).toEqual(shared.filter((other) => other.key === key).sort(order));
        expect(found.map(({ weight }) => weight)).toEqual(found.map(({ weight }) => weight).sort((a, b) => b - a));
      }
    }),
  );
});

test('the bytes of one entry are those of the published format', () => {
  const start = Chess.default();
  const bytes = makeBook([{ key: polyglotKey(start), move: move(start, 'e2e4'), weight: 258, learn: 1 }]);
  // e2e4 is 0x031c there: to e4 (4 + 8*3), from e2 (4 + 8*1).
  expect(Buffer.from(bytes).toString('hex')).toBe('463b96181691fc9c' + '031c' + '0102' + '00000001');
});

test('castling is found in both spellings, illegal moves are not, and shares add up', () => {
  const position = parsePosition('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  if ('failure' in position) throw new Error(position.failure);
  const key = polyglotKey(position);
  const plain = (from: number, to: number) => from | (to << 6);
  const book = bookOf(
    makeBook([
      { key, move: plain(4, 7), weight: 2, learn: 0 },
      { key, move: plain(4, 2), weight: 1, learn: 5 },
      { key, move: plain(4, 20), weight: 9, learn: 0 },
      { key, move: plain(0, 8), weight: 1, learn: 0 },
    ]),
  );
  expect(book.movesFor(position)).toEqual([
    { move: { from: 4, to: 7 }, weight: 2, share: 0.5, learn: 0 },
    { move: { from: 0, to: 8 }, weight: 1, share: 0.25, learn: 0 },
    { move: { from: 4, to: 0 }, weight: 1, share: 0.25, learn: 5 },
  ]);
});

test('a file that is no book is told from one', () => {
  expect(Book.parse(new Uint8Array(17))).toEqual({ failure: expect.stringContaining('17 bytes') });
  const unsorted = new Uint8Array(32);
  unsorted[0] = 1;
  expect(Book.parse(unsorted)).toEqual({ failure: expect.stringContaining('entry 2') });
  expect(bookOf(new Uint8Array(0)).movesFor(Chess.default())).toEqual([]);
});
