import { _electron, expect, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findElectron } from '../../src-main/find-electron';

const electron = findElectron();

/** The desktop app on a profile of its own. `THREEFOLD_PACKAGED` names a packaged executable to start instead. */
export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** For the test's own files; gone afterwards. */
  readonly folder: string;
  /** Starts the app a second time, as a double click on files would; resolves when that process has ended. */
  startAgain(files: string[]): Promise<number | null>;
  /** A copy of one of our games files that the test may change. */
  copyOf(fixture: string): Promise<string>;
}

const packaged = process.env.THREEFOLD_PACKAGED;
const executablePath = packaged ?? electron.path;
const switches = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Only an app in its folder takes a script along: the package's fuses and Electron itself refuse it. */
export const threadsOutOfReach = packaged !== undefined;

export const test = base.extend<{ desktop: Desktop; files: string[]; script: string }>({
  /** Named on the command line. */
  files: [[], { option: true }],
  /** Loaded into the main process before the app. */
  script: ['', { option: true }],
  desktop: async ({ files, script }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'threefold-desktop-'));
    const start = [...switches, `--user-data-dir=${join(folder, 'profile')}`, ...(packaged ? [] : ['.'])];
    const app = await _electron.launch({
      executablePath,
      args: [...(script ? ['-r', script] : []), ...start, ...files],
    });
    const page = await app.firstWindow();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use({
      app,
      page,
      folder,
      startAgain: (more) =>
        new Promise((resolve) => {
          spawn(executablePath!, [...start, ...more], { stdio: 'ignore' }).once('exit', resolve);
        }),
      async copyOf(fixture) {
        const copy = join(folder, fixture);
        await copyFile(join('fixtures', fixture), copy);
        return copy;
      },
    });
    await app.close();
    await rm(folder, { recursive: true, force: true });
    expect(complaints).toEqual([]);
  },
});

export { expect };

/** In every spec's first line: Playwright dies when it starts a binary that is not there. */
export const skipWithoutElectron = (): void => test.skip(!executablePath, `Electron is not here: ${electron.reason}`);
