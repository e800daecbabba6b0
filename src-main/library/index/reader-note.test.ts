import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IndexedCollection } from './collection';
import { importGames } from './importing';
import { randomGames } from './random-games';
import { slowArrival } from './slow-arrival';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'threefold-note-'));
  path = join(folder, 'library.duckdb');
  await importGames(path, [slowArrival('games.pgn', randomGames(3, 1))]);
});
afterEach(() => rmSync(folder, { recursive: true }));

const importMore = () => importGames(path, [slowArrival('new.pgn', '[White "New"]\n\n1. a3 a6 *\n')]);
/** What a process leaves that ended while it read the library. */
function leaveNote(reader = spawnSync(process.execPath, ['--version']).pid): string {
  const note = `${path}.read-by-${reader}-0`;
  writeFileSync(note, '');
  return note;
}

test('a note lies beside a library while it answers, and only then', async () => {
  const ours = [`library.duckdb.read-by-${process.pid}-${threadId}`];
  const notes = () => readdirSync(folder).filter((name) => name.includes('.read-by-'));
  const library = await IndexedCollection.open(path, { leavesNote: true });
  expect(notes()).toEqual([]);
  const [first, second] = [library.contents(), library.transpositions()];
  await first;
  expect(notes()).toEqual(ours);
  await second;
  expect(notes()).toEqual([]);
  await library.close();
  await expect(library.contents()).rejects.toThrow('The library is closed.');
  expect(notes()).toEqual([]);

  const command = await IndexedCollection.open(path);
  const asked = command.contents();
  expect(notes()).toEqual([]);
  await asked;
  await command.close();
});

test('a library whose last two readers ended in the middle is not opened again, and the words say how it can be', async () => {
  const first = leaveNote();
  await (await IndexedCollection.open(path)).close();
  const second = leaveNote();
  for (const again of [() => IndexedCollection.open(path), importMore]) {
    const error = await again().then(String, String);
    expect(error).toContain(
      `${path}: the program ended the last times it read this file, which is what a damaged one does to it. ` +
        'Build it again from its PGN files, or delete ',
    );
    for (const note of [first, second]) expect(error).toContain(note);
  }
  rmSync(first);
  await (await IndexedCollection.open(path)).close();
});

test('an orderly end clears away what a kill left', async () => {
  const note = leaveNote();
  await (await IndexedCollection.open(path, { leavesNote: true })).close();
  expect(existsSync(note)).toBe(false);
});

test('one that another process is reading is opened', async () => {
  const note = leaveNote(process.ppid);
  await (await IndexedCollection.open(path)).close();
  expect(existsSync(note)).toBe(true);
});

test('a note about the file that was here before counts no more', async () => {
  const note = leaveNote();
  utimesSync(note, 0, 0);
  await (await IndexedCollection.open(path)).close();
  expect(existsSync(note)).toBe(false);
});
