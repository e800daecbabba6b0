import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Edits } from './edits';
import { Journal } from './journal';
import { Library } from './library/library';

const game = (white: string, moves: string) => `[White "${white}"]\n\n${moves} *\n\n`;
const [ant, bee, cat] = [game('Ant', '1. e4'), game('Bee', '1. d4'), game('Cat', '1. c4')];

let folder: string;
let file: string;
let library: Library;
let journal: Journal;
let edits: Edits;

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
  folder = await mkdtemp(join(tmpdir(), 'threefold-edits-'));
  file = join(folder, 'games.pgn');
  await writeFile(file, ant + bee + cat);
  await start();
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

const changed = game('Bee', '1. d4 {a new thought} d5');
const onDisk = () => readFile(file, 'utf8');

test('an edit is there again after a new start, and knows its game', async () => {
  expect(await edits.keep({ id: 'one', game: 1, pgn: 'first state' })).toBeUndefined();
  expect(await edits.keep({ id: 'one', game: 1, pgn: changed })).toBeUndefined();
  expect(await edits.keep({ id: 'new', pgn: '1. f4 *' })).toBeUndefined();
  await stop();
  await start();
  expect(await edits.all()).toEqual([
    { id: 'one', game: 1, file, numberInFile: 2, pgn: changed },
    { id: 'new', pgn: '1. f4 *' },
  ]);
  await library.closeAll();
  expect(await edits.all()).toContainEqual({ id: 'one', game: undefined, file, numberInFile: 2, pgn: changed });
  expect(await onDisk()).toBe(ant + bee + cat);
});

test('saving changes that game and no other byte, keeps a backup, and reads the file again', async () => {
  await edits.keep({ id: 'one', game: 1, pgn: changed });
  expect(await edits.save('one')).toBeUndefined();
  expect(await onDisk()).toBe(ant + changed + cat);
  expect(await readFile(`${file}.bak`, 'utf8')).toBe(ant + bee + cat);
  expect(await edits.all()).toEqual([]);
  expect(await library.work.game(1)).toMatchObject({ pgn: changed, row: { plies: 2 } });
  expect(await library.work.game(2)).toMatchObject({ pgn: cat });
});

test('a changed game without an end of line does not run into the next', async () => {
  await edits.keep({ id: 'one', game: 0, pgn: '1. e4 e5 *' });
  await edits.save('one');
  expect(await onDisk()).toBe(`1. e4 e5 *\n\n${bee}${cat}`);
  await edits.keep({ id: 'last', game: 2, pgn: '1. c4 c5 *' });
  await edits.save('last');
  expect(await onDisk()).toBe(`1. e4 e5 *\n\n${bee}1. c4 c5 *`);
});

test.each<[string, BufferEncoding, string]>([
  ['UTF-16 with its mark', 'utf16le', '\ufeff'],
  ['UTF-8 with its mark', 'utf8', '\ufeff'],
  ['Windows-1252', 'latin1', ''],
])('a file in another encoding stays in it: %s', async (_, encoding, mark) => {
  await writeFile(file, Buffer.from(mark + ant + game('Élan', '1. d4'), encoding));
  await library.closeAll();
  await library.open([file]);
  await edits.keep({ id: 'one', game: 0, pgn: game('Ärger', '1. e4') });
  expect(await edits.save('one')).toBeUndefined();
  expect((await readFile(file)).toString(encoding)).toBe(mark + game('Ärger', '1. e4') + game('Élan', '1. d4'));
});

/** Whatever goes wrong: the user is told, the edit is still there, the file is as it was. */
async function expectRefusal(message: string | RegExp): Promise<void> {
  const before = await onDisk().catch(() => undefined);
  expect((await edits.save('one'))?.failure).toMatch(message);
  expect((await edits.all()).map(({ pgn }) => pgn)).toEqual([changed]);
  expect(await onDisk().catch(() => undefined)).toBe(before);
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
}

test('a file that another program changed is not overwritten', async () => {
  await edits.keep({ id: 'one', game: 1, pgn: changed });
  await writeFile(file, `${ant + bee + cat}; their note\n`);
  await expectRefusal('games.pgn: another program changed it since it was opened: open it again');
});

test('a file that another program replaced is not overwritten', async () => {
  await edits.keep({ id: 'one', game: 1, pgn: changed });
  await rm(file);
  await writeFile(file, ant);
  await expectRefusal('games.pgn: another program changed it since it was opened: open it again');
});

test('a file deleted while open is written anew, whole', async () => {
  await edits.keep({ id: 'one', game: 1, pgn: changed });
  await rm(file);
  expect(await edits.save('one')).toBeUndefined();
  expect(await onDisk()).toBe(ant + changed + cat);
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a read-only folder', async () => {
  await edits.keep({ id: 'one', game: 1, pgn: changed });
  await chmod(folder, 0o500);
  await expectRefusal('games.pgn: no permission for it');
  await chmod(folder, 0o700);
});

test('an encoding without the character says so', async () => {
  await writeFile(file, Buffer.from(ant + game('Élan', '1. d4'), 'latin1'));
  await library.closeAll();
  await library.open([file]);
  await edits.keep({ id: 'one', game: 0, pgn: game('Ж', '1. e4') });
  expect((await edits.save('one'))?.failure).toMatch(/windows-1252, which lacks a character/);
});

test('what was never kept cannot be saved, and a game that is not open says which file to open', async () => {
  expect((await edits.save('none'))?.failure).toBe('There is nothing to save.');
  await edits.keep({ id: 'one', game: 1, pgn: changed });
  await library.closeAll();
  expect((await edits.save('one'))?.failure).toBe(`Open ${file} first: the game is saved into it.`);
  await edits.drop('one');
  expect(await edits.all()).toEqual([]);
});

test('what is changed while the file is being written stays unsaved', async () => {
  await edits.keep({ id: 'one', game: 1, pgn: changed });
  const later = game('Bee', '1. d4 {a later thought} Nf6');
  const [failed] = await Promise.all([edits.save('one'), edits.keep({ id: 'one', game: 1, pgn: later })]);
  expect(failed).toBeUndefined();
  expect(await onDisk()).toBe(ant + changed + cat);
  expect(await edits.unsavedHere()).toEqual([{ id: 'one', game: 1, file, numberInFile: 2, pgn: later }]);
});

test('games of one file saved at once are all saved', async () => {
  const ants = game('Ant', '1. e4 {longer than it was} e5');
  await edits.keep({ id: 'one', game: 1, pgn: changed });
  await edits.keep({ id: 'ants', game: 0, pgn: ants });
  expect(await Promise.all([edits.save('ants'), edits.save('one')])).toEqual([undefined, undefined]);
  expect(await onDisk()).toBe(ants + changed + cat);
  expect(await edits.all()).toEqual([]);
});

test('what is given up before it was kept does not come back', async () => {
  await Promise.all([edits.keep({ id: 'one', game: 1, pgn: changed }), edits.drop('one')]);
  expect(await edits.all()).toEqual([]);
  expect(await edits.unsavedHere()).toEqual([]);
});
