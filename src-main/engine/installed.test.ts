import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findInstalled } from './installed';

const windows = process.platform === 'win32';
const NAME = 'threefold-test-program';
const file = windows ? `${NAME}.exe` : NAME;
let root: string;

/** A folder with the program in it, which may be run or not. */
function folder(name: string, mode?: number): string {
  const path = join(root, name);
  mkdirSync(path);
  if (mode !== undefined) writeFileSync(join(path, file), '', { mode });
  return path;
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'installed-'));
});
afterAll(() => rmSync(root, { recursive: true }));

test.skipIf(windows)('the first on the path that may be run', async () => {
  const path = [folder('none'), folder('text', 0o644), folder('one', 0o755), folder('two', 0o755)].join(delimiter);
  expect(await findInstalled(NAME, path)).toBe(join(root, 'one', file));
});

test('a program that is nowhere', async () => {
  expect(await findInstalled(NAME, join(root, 'gone'))).toBeUndefined();
});

test('an empty part of the path is not the current folder', async () => {
  const here = process.cwd();
  process.chdir(folder('here', 0o755));
  try {
    expect(await findInstalled(NAME, delimiter)).toBeUndefined();
  } finally {
    process.chdir(here);
  }
});
