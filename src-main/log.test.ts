import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Log } from './log';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'threefold-log-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('writes a line a matter, with details only when asked', () => {
  const path = join(folder, 'deep', 'app.log');
  const log = new Log(path, false);
  log.info('start');
  log.detail('not this');
  log.error(new RangeError('too far'));
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(/^\S+T\S+Z info start\n\S+ error RangeError: too far\n/);
  expect(text).not.toContain('not this');
});

test('keeps one old log and no more', () => {
  const path = join(folder, 'app.log');
  writeFileSync(path, 'x'.repeat(1 << 20));
  const log = new Log(path, false);
  log.info('new');
  expect(readdirSync(folder).sort()).toEqual(['app.log', 'app.log.1']);
  expect(readFileSync(path, 'utf8')).toContain('new');
  for (let i = 0; i < 30; i++) log.info('y'.repeat(100_000));
  expect(readdirSync(folder).sort()).toEqual(['app.log', 'app.log.1']);
});

test('a disk that refuses does not stop the app', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => new Log(join(folder, 'file', 'app.log'), false).error('lost')).not.toThrow();
});
