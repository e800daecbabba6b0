import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from 'vite';
import { dispatch } from './cli/dispatch';
import { takeProfile } from './profile-lock';
import { startServices } from './services';

const bundle = join('node_modules', '.cache', 'threefold', `profile-lock-${process.pid}`);
let folder: string;
let other: ChildProcess | undefined;

beforeAll(() =>
  build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src-main/profile-lock.child.ts', outDir: bundle, target: 'node20' },
    ssr: { noExternal: true, external: ['@duckdb/node-api'] },
  }),
);
afterAll(() => rmSync(bundle, { recursive: true }));
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'threefold-profile-'))));
afterEach(async () => {
  await killOther();
  rmSync(folder, { recursive: true });
});

/** Another process that holds the profile. */
async function startOther(): Promise<number> {
  other = spawn(process.execPath, [join(bundle, 'profile-lock.child.js'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(other.stdout!, 'data');
  return other.pid!;
}
async function killOther(): Promise<void> {
  if (other?.exitCode !== null || other.signalCode !== null) return;
  const gone = once(other, 'exit');
  other.kill('SIGKILL');
  await gone;
}

test('a profile that another process holds is refused, until that one is killed', async () => {
  const holder = await startOther();
  await expect(takeProfile(folder)).rejects.toThrow(
    process.platform === 'win32'
      ? `The profile ${folder} is in use by another Threefold: use that one, or end it first`
      : `The profile ${folder} is in use by another Threefold (process ${holder}): use that one, or end it first`,
  );
  await killOther();
  await (
    await takeProfile(folder)
  )();
});

test('one that was given back can be taken', async () => {
  await (
    await takeProfile(folder)
  )();
  await startOther();
});

test('a second host ends with one line that says what to do, and leaves the profile as it is', async () => {
  await startOther();
  const said: string[] = [];
  const io = { out: () => {}, err: (line: string) => said.push(line), stdin: process.stdin };
  expect(await dispatch(['serve', '--profile', folder], io)).toBe(2);
  expect(said).toEqual([
    expect.stringMatching(/^threefold serve: The profile .* is in use .* or name another folder with --profile$/),
  ]);
  await expect(startServices(folder)).rejects.toThrow('is in use by another Threefold');
});

test('what a power cut left of the file does not keep the profile from being taken', async () => {
  writeFileSync(join(folder, 'in-use.duckdb'), 'half a file');
  await (
    await takeProfile(folder)
  )();
});
