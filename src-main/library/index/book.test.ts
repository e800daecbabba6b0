import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Book } from '../../../shared/chess/book';
import { INITIAL_FEN } from '../../../shared/chess/position';
import { polyglotKey } from '../../../shared/chess/zobrist';
import { findInstalled } from '../../engine/installed';
import { positionAfter } from '../lines';
import { bookDefaults, type BookOptions } from './book';
import { IndexedCollection } from './collection';
import { importGames } from './importing';
import { randomGames } from './random-games';
import { slowArrival } from './slow-arrival';
import { slowGames } from './slow-games';

const folder = mkdtempSync(join(tmpdir(), 'threefold-book-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = async (text: string, options: Partial<BookOptions>): Promise<Book> => {
  const path = join(folder, `${Math.random()}.duckdb`);
  await importGames(path, [slowArrival('games.pgn', text)], { countDuplicates: true });
  const library = await IndexedCollection.open(path);
  const book = Book.parse(await library.book(options));
  await library.close();
  if ('failure' in book) throw new Error(book.failure);
  return book;
};
const lines = (book: Book) => {
  const all = Array.from({ length: book.length }, (_, i) => book.entry(i));
  return all.map(({ key, move, weight }) => `${key} ${move} ${weight}`).sort();
};

/** Counted game by game, with Polyglot keys of its own. */
function expected(text: string, options: BookOptions): string[] {
  const found = new Map<string, { games: number; points: number }>();
  for (const batch of slowGames(text)) {
    for (let game = 0; game < batch.starts.length; game++) {
      const result = batch.tags[game * 10 + 7]!;
      if (result === '*') continue;
      const whitePoints = { '1-0': 2, '0-1': 0 }[result] ?? 1;
      const moves = Array.from(batch.moves.subarray(batch.plyStart[game]!, batch.plyStart[game + 1]! - 1));
      for (let ply = 0; ply < Math.min(options.maxPly, moves.length); ply++) {
        if (options.colour !== 'both' && (options.colour === 'white') !== (ply % 2 === 0)) continue;
        const name = `${polyglotKey(positionAfter(INITIAL_FEN, moves.slice(0, ply)))} ${moves[ply]}`;
        const known = found.get(name) ?? { games: 0, points: 0 };
        known.games++;
        known.points += ply % 2 === 0 ? whitePoints : 2 - whitePoints;
        found.set(name, known);
      }
    }
  }
  return [...found]
    .filter(
      ([, { games, points }]) => games >= options.minGames && points > 0 && points / games / 2 >= options.minScore,
    )
    .map(([name, { games, points }]) => `${name} ${options.scoring === 'points' ? points : games}`)
    .sort();
}

test.each<Partial<BookOptions>>([
  {},
  { maxPly: 6, minGames: 1 },
  { minGames: 5, minScore: 0.5 },
  { scoring: 'games', colour: 'white' },
  { colour: 'black', minGames: 2 },
])('a book of random games, %j', async (options) => {
  const text = randomGames(150, 3, 16);
  const entries = lines(await written(text, options));
  expect(entries.length).toBeGreaterThan(15);
  expect(entries).toEqual(expected(text, { ...bookDefaults, ...options }));
});

const polyglot = await findInstalled('polyglot');
const games = '../shared/oracle/pgn/worldchamp.pgn';
const comparable = polyglot !== undefined && existsSync(games);
if (!comparable) console.log('skipped: needs the polyglot program and the games at ../shared/oracle');

test.skipIf(!comparable)('the book that Polyglot makes of 2,850 games is ours, entry for entry', async () => {
  // The one difference: Polyglot counts a game without a result as drawn. Here every game has one.
  const text = readFileSync(games, 'latin1');
  const file = join(folder, 'polyglot.bin');
  const options = ['-max-ply', '20', '-min-game', '3', '-min-score', '0'];
  const made = spawnSync(polyglot!, ['make-book', '-pgn', resolve(games), '-bin', file, ...options], { cwd: folder });
  expect(made.status).toBe(0);
  const theirs = Book.parse(readFileSync(file));
  if ('failure' in theirs) throw new Error(theirs.failure);
  const ours = await written(text, { maxPly: 20, minGames: 3 });
  expect(theirs.length).toBeGreaterThan(2000);
  expect(lines(ours)).toEqual(lines(theirs));
});
