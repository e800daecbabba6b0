import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFileSafely } from './safe-write';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'threefold-write-'))));
afterEach(() => rm(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

test('writes a new file, and replaces one with a backup', async () => {
  await writeFileSafely(at('a'), 'one', { backup: at('a.bak') });
  expect(await readdir(folder)).toEqual(['a']);
  await writeFileSafely(at('a'), new Uint8Array([116, 119, 111]), { backup: at('a.bak') });
  expect(await readFile(at('a'), 'utf8')).toBe('two');
  expect(await readFile(at('a.bak'), 'utf8')).toBe('one');
  expect((await readdir(folder)).sort()).toEqual(['a', 'a.bak']);
});

test('takes a stream', async () => {
  await writeFileSafely(
    at('a'),
    (async function* () {
      yield Buffer.from('in ');
      yield Buffer.from('pieces');
    })(),
  );
  expect(await readFile(at('a'), 'utf8')).toBe('in pieces');
});

test.skipIf(process.platform === 'win32')('keeps the mode, and writes through a link', async () => {
  await writeFile(at('real'), 'old');
  await chmod(at('real'), 0o640);
  await symlink(at('real'), at('link'));
  await writeFileSafely(at('link'), 'new');
  expect(await readFile(at('real'), 'utf8')).toBe('new');
  expect((await stat(at('real'))).mode & 0o777).toBe(0o640);
});

test('what fails half way leaves the old file and nothing else', async () => {
  await writeFile(at('a'), 'old');
  const halfway = writeFileSafely(
    at('a'),
    (async function* () {
      yield Buffer.from('new, but');
      throw new Error('the source ended');
    })(),
  );
  await expect(halfway).rejects.toThrow('the source ended');
  expect(await readdir(folder)).toEqual(['a']);
  expect(await readFile(at('a'), 'utf8')).toBe('old');
});

test('a folder that is not there is an error', async () => {
  await expect(writeFileSafely(at('none/a'), 'x')).rejects.toThrow(/ENOENT/);
});
