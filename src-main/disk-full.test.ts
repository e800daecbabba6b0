import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Edits } from './edits';
import { Journal } from './journal';
import { Library } from './library/library';
import { PageSettings } from './page-settings';
import { SettingsFile } from './settings';

/** A disk of 256 KB, which only root may make; elsewhere these tests are skipped, and say so. */
const disk = mkdtempSync(join(tmpdir(), 'threefold-disk-'));
const mounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
if (!mounted) console.log('disk-full: skipped, because no small disk can be mounted here');
afterAll(() => {
  if (mounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

const filler = join(disk, 'filler');
/** To the last block. */
const fill = () => writeFileSync(filler, Buffer.alloc(Number(statfsSync(disk).bavail) * statfsSync(disk).bsize));
const makeRoom = () => rmSync(filler, { force: true });
const leftovers = () => readdirSync(disk).filter((name) => name.endsWith('.tmp'));
const full = /ENOSPC|no space left|disk is full/i;

describe.skipIf(!mounted)('a full disk', () => {
  const game = (white: string, words = '') => `[White "${white}"]\n\n{${words}} 1. e4 *\n\n`;
  const path = join(disk, 'games.pgn');
  const journalPath = join(disk, 'unsaved');
  let library: Library;
  let journal: Journal;
  let edits: Edits;
  beforeEach(async () => {
    writeFileSync(path, game('Ant') + game('Bee'));
    journal = new Journal(journalPath);
    library = new Library();
    edits = new Edits(journal, library);
    await library.open([path]);
  });
  afterEach(async () => {
    await library.close();
    await journal.close();
    for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
  });

  test('saving a game says so; the file is as it was, whole, and the change is still there', async () => {
    const changed = game('Bee', 'long '.repeat(8000));
    expect(await edits.keep({ id: 'b', game: 1, pgn: changed })).toBeUndefined();
    fill();
    expect((await edits.save('b'))?.failure).toMatch(full);
    expect(readFileSync(path, 'utf8')).toBe(game('Ant') + game('Bee'));
    expect(leftovers()).toEqual([]);
    expect(await edits.all()).toMatchObject([{ id: 'b', game: 1, pgn: changed }]);

    makeRoom();
    expect(await edits.save('b')).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe(game('Ant') + changed);
  });

  test('keeping a change says that it is not safe; those kept before are, and the next one is when there is room', async () => {
    expect(await edits.keep({ id: 'a', game: 0, pgn: game('Ant', 'kept') })).toBeUndefined();
    fill();
    const long = game('Bee', 'long '.repeat(8000));
    expect((await edits.keep({ id: 'b', game: 1, pgn: long }))?.failure).toMatch(
      /^The change is not safe on the disk yet: .*(ENOSPC|no space left)/,
    );
    // What a kill now would leave.
    expect(new Journal(journalPath).edits).toMatchObject([{ id: 'a', pgn: game('Ant', 'kept') }]);
    makeRoom();
    expect(await edits.keep({ id: 'b', game: 1, pgn: long })).toBeUndefined();
    expect(new Journal(journalPath).edits.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test("the page's settings and the app's stay as they were", async () => {
    const page = new PageSettings(join(disk, 'page.json'));
    const own = await SettingsFile.open(join(disk, 'settings.json'));
    expect(await page.keep('{"theme":"dark"}')).toBeUndefined();
    await own.change({ recentFiles: ['/first.pgn'] });
    fill();
    expect((await page.keep(`{"theme":"light","keys":"${'x'.repeat(20_000)}"}`))?.failure).toMatch(full);
    await expect(own.change({ recentFiles: ['/x'.repeat(10_000)] })).rejects.toThrow(full);
    expect(await page.read()).toBe('{"theme":"dark"}');
    expect((await SettingsFile.open(join(disk, 'settings.json'))).values.recentFiles).toEqual(['/first.pgn']);
    expect(leftovers()).toEqual([]);
  });
});
