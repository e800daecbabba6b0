// npm test: finds or fetches a browser, builds what is stale, runs unit, component and end-to-end tests.
import { spawnSync } from 'node:child_process';
import { findBrowser } from './find-browser.mjs';

const node = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
const run = (command, ...args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

function seeToBrowser() {
  if (findBrowser()) return true;
  console.log('No Chromium, Chrome or Edge is installed; asking Playwright for one …');
  const download = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
    timeout: 180_000,
  });
  if (download.status === 0) return true;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('That download failed; asking apt …');
    if (run('apt-get', 'update') && run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium')) return true;
  }
  console.error('The tests need a browser: install Chromium, Chrome or Edge, or name one in CHROMIUM_PATH.');
  return false;
}

const steps = [
  seeToBrowser,
  () => node('tools/build.mjs', '--if-stale'),
  () => node('node_modules/vitest/vitest.mjs', 'run'),
  () => node('node_modules/@playwright/test/cli.js', 'test'),
];
// Each step runs only when those before it succeeded.
process.exitCode = steps.every((step) => step()) ? 0 : 1;
