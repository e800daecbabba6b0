import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PageSettings } from './page-settings';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threefold-page-settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('kept for the next run, in a folder made for it; nothing before', async () => {
  const path = join(folder, 'new', 'page.json');
  const settings = new PageSettings(path);
  expect(await settings.read()).toBe('');
  expect(await settings.keep('{"theme":"dark"}')).toBeUndefined();
  expect(await new PageSettings(path).read()).toBe('{"theme":"dark"}');
});

test('of many at once the last one stays, and no temporary file', async () => {
  const settings = new PageSettings(join(folder, 'page.json'));
  for (let n = 0; n < 20; n++) void settings.keep(String(n));
  await settings.close();
  expect(await settings.read()).toBe('19');
  expect(await readdir(folder)).toEqual(['page.json']);
});

test('the theme is told as it was kept, and whenever another is', async () => {
  const path = join(folder, 'page.json');
  await writeFile(path, '{"theme":"dark"}');
  const settings = new PageSettings(path);
  const told: string[] = [];
  await settings.onTheme((theme) => void told.push(theme));
  await settings.keep('{"theme":"light"}');
  await settings.keep('{"theme":"plaid"}');
  await settings.keep('not JSON');
  expect(told).toEqual(['dark', 'light', 'system', 'system']);
});

test('a disk that refuses is told of, and the next attempt is not spoilt by it', async () => {
  await writeFile(join(folder, 'file'), '');
  const settings = new PageSettings(join(folder, 'file', 'page.json'));
  expect(await settings.keep('{}')).toEqual({ failure: expect.stringMatching(/^the settings could not be kept: /) });
  await rm(join(folder, 'file'));
  expect(await settings.keep('{}')).toBeUndefined();
});
