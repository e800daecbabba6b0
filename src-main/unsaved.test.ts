import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Edits } from './edits';
import { Journal } from './journal';
import { Library } from './library/library';
import { mayClose, type Answer, type Question } from './unsaved';

const game = (white: string) => `[White "${white}"]\n\n1. e4 *\n\n`;
let folder: string;
let file: string;
let library: Library;
let journal: Journal;
let edits: Edits;
let asked: Question[];
let told: string[][];

async function start(): Promise<void> {
  journal = new Journal(join(folder, 'unsaved'));
  library = new Library();
  edits = new Edits(journal, library);
  await library.open([file]);
}
async function stop(): Promise<void> {
  await library.close();
  await journal.close();
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threefold-unsaved-'));
  file = join(folder, 'games.pgn');
  await writeFile(file, game('Ant') + game('Bee'));
  [asked, told] = [[], []];
  await start();
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

const closing = (answer: Answer) =>
  mayClose(edits, {
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(answer);
    },
    tell: (...words) => {
      told.push(words);
      return Promise.resolve();
    },
  });

test('without changes the window closes unasked', async () => {
  expect(await closing('cancel')).toBe(true);
  expect(asked).toEqual([]);
});

test('Save writes every changed game into its file', async () => {
  await edits.keep({ id: 'a', game: 0, pgn: game('Ant changed') });
  await edits.keep({ id: 'b', game: 1, pgn: game('Bee changed') });
  expect(await closing('save')).toBe(true);
  expect(asked[0]!.message).toBe('The changes to 2 games are not saved yet.');
  expect(await readFile(file, 'utf8')).toBe(game('Ant changed') + game('Bee changed'));
  expect(await edits.all()).toEqual([]);
});

test('Keep for Later leaves the file, has the changes at the next start, and does not ask about them again', async () => {
  await edits.keep({ id: 'a', game: 0, pgn: game('Ant changed') });
  expect(await closing('keep')).toBe(true);
  expect(asked[0]).toMatchObject({
    message: 'The changes to one game are not saved yet.',
    detail: expect.stringContaining('there again at the next start'),
    buttons: ['Save', 'Keep for Later', 'Cancel'],
  });
  await stop();
  await start();
  expect(await edits.all()).toMatchObject([{ id: 'a', game: 0, pgn: game('Ant changed') }]);
  expect(await readFile(file, 'utf8')).toBe(game('Ant') + game('Bee'));
  expect(await closing('cancel')).toBe(true);
  expect(asked).toHaveLength(1);
});

test('Cancel keeps the window open, and a change taken back is none', async () => {
  await edits.keep({ id: 'a', game: 0, pgn: game('Ant changed') });
  expect(await closing('cancel')).toBe(false);
  await edits.drop('a');
  expect(await closing('cancel')).toBe(true);
});

test('what cannot be saved is told once for each reason, and the window stays open with the changes', async () => {
  await edits.keep({ id: 'a', game: 0, pgn: game('Ant changed') });
  await edits.keep({ id: 'b', game: 1, pgn: game('Bee changed') });
  await writeFile(file, 'changed by another program');
  expect(await closing('save')).toBe(false);
  expect(told).toEqual([
    [
      '2 games could not be saved.',
      expect.stringMatching(/^games\.pgn: another program changed it[^\n]*\n\nThe changes are kept\.$/),
    ],
  ]);
  expect(await edits.all()).toHaveLength(2);
});
