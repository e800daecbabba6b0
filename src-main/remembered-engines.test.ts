import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RememberedEngines } from './remembered-engines';
import { SettingsFile } from './settings';

let folder: string;
let path: string;
let program: string;
let taken: RememberedEngines;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'threefold-engines-'));
  path = join(folder, 'settings.json');
  program = join(folder, 'engine');
  writeFileSync(
    program,
    `#!${process.execPath}
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  if (line === 'uci') console.log('id name Example\\nuciok');
  if (line === 'isready') console.log('readyok');
  if (line === 'quit') process.exit(0);
});\n`,
  );
  chmodSync(program, 0o755);
  await start();
});
const start = async () => (taken = await RememberedEngines.take(await SettingsFile.open(path)));
const restart = async () => {
  await taken.engine.close();
  return start();
};
afterEach(async () => {
  await taken.engine.close();
  rmSync(folder, { recursive: true });
});

test('hash, threads, lines and replacement policy are there again', async () => {
  const settings = { hashMb: 32, threads: 2, lines: 3, policy: 'two-tier' as const, inspect: true };
  await taken.engine.configure(settings);
  expect(await taken.keep()).toBeUndefined();
  await restart();
  expect(taken.engine.settings).toEqual(settings);
  expect(taken.complaints).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a picked engine is there again, and still in use', async () => {
  const choices = await taken.add(program);
  if ('failure' in choices) throw new Error(choices.failure);
  taken.use(choices.find((choice) => choice.path === program)!.id);
  await taken.keep();
  await restart();
  expect(taken.engine.list()).toContainEqual(expect.objectContaining({ path: program, inUse: true }));

  // A disk that is away today.
  rmSync(program);
  await restart();
  expect(taken.complaints).toEqual([`The engine ${program} is not there any more, or may not be started.`]);
  expect(taken.engine.list()[0]).toMatchObject({ name: 'Threefold', inUse: true });
  await taken.keep();
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  await restart();
  expect(taken.engine.list()).toContainEqual(expect.objectContaining({ path: program, inUse: true }));

  // Away again, and now ours is chosen in its place.
  rmSync(program);
  await restart();
  taken.use(0);
  await taken.keep();
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  await restart();
  expect(taken.engine.list()).toContainEqual(expect.objectContaining({ path: program, inUse: false }));
});

test('a disk that refuses is told; the settings hold for this run', async () => {
  rmSync(path, { force: true });
  mkdirSync(path);
  await taken.engine.configure({ hashMb: 16, threads: 1, lines: 1 });
  expect(await taken.keep()).toEqual({ failure: expect.stringMatching(/^The engine's settings could not be kept: /) });
  expect(taken.engine.settings.hashMb).toBe(16);
});
