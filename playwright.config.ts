import { defineConfig } from '@playwright/test';
import { findElectron } from './src-main/find-electron';
import { findBrowser } from './tools/find-browser.mjs';

const electron = findElectron();
if (!electron.path && process.env.REQUIRE_ELECTRON) throw new Error(electron.reason);
// The list reporter does not say why tests are skipped; a worker process (TEST_WORKER_INDEX) stays silent.
if (!electron.path && process.env.TEST_WORKER_INDEX === undefined)
  console.warn(`e2e: the Electron project is skipped: ${electron.reason}`);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  forbidOnly: !!process.env.CI,
  reporter: [['list'], ['./tools/closing-line.e2e.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'browser', testMatch: 'browser/**/*.spec.ts' },
    { name: 'electron', testMatch: 'electron/**/*.spec.ts' },
  ],
});
