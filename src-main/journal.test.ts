import fc from 'fast-check';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from './journal';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threefold-journal-'));
  path = join(folder, 'deep', 'journal');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('has the last state of each edit after a new start', async () => {
  const journal = new Journal(path);
  await journal.keep({ id: 'a', pgn: '1. e4 *' });
  await journal.keep({ id: 'b', file: '/x.pgn', numberInFile: 3, pgn: '1. d4 { line\nbreak "quoted" é } *' });
  await journal.keep({ id: 'a', pgn: '1. e4 e5 *' });
  await journal.withdraw('nobody');
  expect(new Journal(path).edits).toEqual([
    { id: 'a', pgn: '1. e4 e5 *' },
    { id: 'b', file: '/x.pgn', numberInFile: 3, pgn: '1. d4 { line\nbreak "quoted" é } *' },
  ]);
  await journal.withdraw('a');
  expect(new Journal(path).edits.map(({ id }) => id)).toEqual(['b']);
  await journal.close();
});

test('what is withdrawn while it is being written is gone; a later state than the one withdrawn stays', async () => {
  const journal = new Journal(path);
  const kept = journal.keep({ id: 'a', pgn: 'first' });
  await Promise.all([kept, journal.withdraw('a')]);
  expect(journal.edits).toEqual([]);
  await Promise.all([
    journal.keep({ id: 'a', pgn: 'first' }),
    journal.keep({ id: 'a', pgn: 'second' }),
    journal.withdraw('a', 'first').then((gone) => expect(gone).toBe(false)),
  ]);
  expect(new Journal(path).edits).toEqual([{ id: 'a', pgn: 'second' }]);
  expect(await journal.withdraw('a', 'second')).toBe(true);
  expect(new Journal(path).edits).toEqual([]);
  await journal.close();
});

test('cut anywhere, it has every edit whose line is whole, and goes on from there', async () => {
  const journal = new Journal(path);
  const ends: number[] = [];
  for (let i = 0; i < 8; i++) {
    await journal.keep({ id: `edit ${i % 3}`, pgn: `state ${i}` });
    ends.push(readFileSync(path).length);
  }
  await journal.close();
  const whole = readFileSync(path);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (length) => {
      writeFileSync(path, whole);
      truncateSync(path, length);
      const states = new Map<string, string>();
      // A line is whole without its line break, too.
      ends.forEach((end, i) => end - 1 <= length && states.set(`edit ${i % 3}`, `state ${i}`));
      const cut = new Journal(path);
      expect(new Map(cut.edits.map(({ id, pgn }) => [id, pgn]))).toEqual(states);
      await cut.keep({ id: 'new', pgn: 'after the cut' });
      await cut.close();
      expect(new Journal(path).edits).toHaveLength(states.size + 1);
    }),
    { numRuns: 60 },
  );
});

test('what is not its own is dropped', async () => {
  const journal = new Journal(path);
  await journal.keep({ id: 'a', pgn: 'mine' });
  await journal.close();
  appendFileSync(path, 'noise\n0123456789abcdef {"id":"forged","pgn":"x"}\n\0\0\0');
  expect(new Journal(path).edits).toEqual([{ id: 'a', pgn: 'mine' }]);
});

test('edits made at once are all kept, in their order', async () => {
  const journal = new Journal(path);
  await Promise.all(Array.from({ length: 50 }, (_, i) => journal.keep({ id: 'a', pgn: `${i}` })));
  await journal.close();
  expect(new Journal(path).edits).toEqual([{ id: 'a', pgn: '49' }]);
});

test('does not grow for ever', async () => {
  const journal = new Journal(path);
  for (let i = 0; i < 1500; i++) await journal.keep({ id: 'a', pgn: 'x'.repeat(100) });
  await journal.close();
  expect(readFileSync(path).length).toBeLessThan(1100 * 200);
  expect(new Journal(path).edits).toHaveLength(1);
});
