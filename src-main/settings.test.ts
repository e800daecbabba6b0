import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingsFile, withRecent } from './settings';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threefold-settings-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const window = { x: 1, y: 2, width: 800, height: 600, maximized: true };
const engine = {
  settings: { hashMb: 256, threads: 3, lines: 2, policy: 'depth' as const },
  programs: ['/games/other'],
  inUse: '/games/other',
};

test('window, recent files, engine: there again at the next start, in a folder made for them', async () => {
  path = join(folder, 'new', 'settings.json');
  const file = await SettingsFile.open(path);
  expect(file.complaint).toBeUndefined();
  expect(file.values.engine).toEqual({ programs: [] });
  await file.change({ window, engine });
  await file.change({ recentFiles: ['/a.pgn'] });
  const again = await SettingsFile.open(path);
  expect(again.values).toEqual({ window, engine, recentFiles: ['/a.pgn'] });
  expect(again.complaint).toBeUndefined();
});

test('a damaged part gets its usual value, the others stay; the file is set aside, once, and told', async () => {
  const damaged = JSON.stringify({ window, engine: { ...engine, settings: { hashMb: -1 } }, recentFiles: ['/a.pgn'] });
  writeFileSync(path, damaged);
  const file = await SettingsFile.open(path);
  expect(file.complaint).toBe(
    'settings.json is damaged (engine): the usual settings take their place. ' +
      'The file as it was is kept as settings.json.broken.',
  );
  expect(file.values).toEqual({ window, engine: { programs: [] }, recentFiles: ['/a.pgn'] });
  expect(readFileSync(`${path}.broken`, 'utf8')).toBe(damaged);
  const again = await SettingsFile.open(path);
  expect([again.complaint, again.values]).toEqual([undefined, file.values]);
});

test.each(['', '{', 'null', '[]', '7', '\0\0\0'])('what is no settings file at all is set aside: %j', async (text) => {
  writeFileSync(path, text);
  expect((await SettingsFile.open(path)).complaint).toMatch(/^settings\.json is damaged \(it is not/);
  expect(readFileSync(`${path}.broken`, 'utf8')).toBe(text);
});

test('what cannot be read is told, and nothing is put in its place', async () => {
  mkdirSync(path);
  expect((await SettingsFile.open(path)).complaint).toMatch(/^settings\.json cannot be read/);
  expect(existsSync(path)).toBe(true);
});

test('of many changes at once the last one stays, and no temporary file', async () => {
  const file = await SettingsFile.open(path);
  for (let n = 0; n < 20; n++) void file.change({ recentFiles: [String(n)] });
  await file.close();
  expect((await SettingsFile.open(path)).values.recentFiles).toEqual(['19']);
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

test('the list of recent files has each once, latest first, ten at most', () => {
  expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(withRecent([...'abcdefghij'], 'k')).toEqual([...'kabcdefghi']);
});
