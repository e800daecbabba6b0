import { type Locator, type Page, test as base } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The browser host as `npm start` runs it, with a profile of its own, for one test. */
export interface Host {
  /** The link with the token. */
  readonly url: string;
  readonly origin: string;
  /** A folder for the test's own files; gone afterwards. */
  readonly folder: string;
  /** Ends the process as Ctrl+C does, or as a power cut does. */
  stop(signal?: 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Hosts that run. A test whose time is up has no page any more that could leave, and so ends none of its own: they go with
 * the process that runs the tests, which is another after every failure.
 */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the host on a profile; files are opened as if named on the command line. */
export async function startHost(folder: string, files: string[] = []): Promise<Host> {
  const child = spawn(
    process.execPath,
    ['dist/main/start.js', '--browser', '--no-open', '--profile', join(folder, 'profile'), ...files],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  running.add(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void ended.then(() => running.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the host ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const link = /http:\/\/\S+/.exec(line);
      if (link) resolve(link[0]);
    });
  });
  return {
    url,
    origin: new URL(url).origin,
    folder,
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return ended;
    },
  };
}

interface Fixtures {
  /** What the page complained of: errors, warnings of the console, refusals by the content security policy. */
  complaints: string[];
  host: Host;
}

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern
  host: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'threefold-e2e-'));
    const host = await startHost(folder);
    await use(host);
    await host.stop();
    await rm(folder, { recursive: true, force: true });
  },
  // Every test fails on a complaint that it does not take out of the list itself. Asking for the host puts this check
  // before the host's end: what a page was still loading then is no complaint.
  complaints: [
    async ({ page, host: _ }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

const { expect } = test;
export { expect };
export type { Locator, Page };

/** Waits until a game is on the board, the first after files were opened: from then on keys move in it. */
export async function seesGame(page: Page): Promise<void> {
  await expect(page.getByRole('listbox', { name: 'Games' }).getByRole('option', { selected: true })).toBeVisible();
}

/** Ends a host of the test's own. The page leaves first: what it was still fetching is no complaint of it. */
export async function leave(page: Page, host: Host): Promise<void> {
  await page.goto('about:blank');
  await host.stop();
}

/** Follows the printed link. It answers with a page that moves on to `/`: waits for that second load. */
export async function open(page: Page, host: Host): Promise<void> {
  await page.goto(host.url);
  await page.waitForURL((url) => url.pathname === '/' && url.search === '');
}
