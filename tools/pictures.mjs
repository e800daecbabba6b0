// npm run pictures: draws every pane, light and dark, from the real page over our own games into docs/pictures/.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';

const out = 'docs/pictures';
mkdirSync(out, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'threefold-pictures-'));
const host = spawn(
  process.execPath,
  [
    'dist/main/start.js',
    '--browser',
    '--no-open',
    '--profile',
    profile,
    'fixtures/first-light.pgn',
    'fixtures/repertoire.pgn',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const link = await new Promise((resolve, reject) => {
  host.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
  createInterface({ input: host.stdout }).on('line', (line) => {
    const url = /http:\/\/\S+/.exec(line);
    if (url) resolve(url[0]);
  });
});

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
  const page = await context.newPage();
  const picture = (name) => page.screenshot({ path: `${out}/${name}-${colorScheme}.png` });
  await page.goto(link);
  const show = page.getByLabel('Show', { exact: true });
  await show.selectOption('threefolds');
  await page.getByRole('option', { name: /Fischer, Robert James – Petrosian/ }).click();
  await show.selectOption('all');
  await page.getByRole('button', { name: 'first of 3 occurrences' }).first().click();
  await page.keyboard.press('o');
  await page.keyboard.press('l');
  await page.waitForTimeout(6000);
  await picture('moves');
  for (const tab of await page.getByRole('tab').all()) {
    const name = (await tab.innerText()).trim().toLowerCase().replace(/\W+/g, '-');
    await tab.click();
    await page.waitForTimeout(1500);
    await picture(name);
  }
  await page.keyboard.press('l');
  await page.keyboard.press('?');
  await page.waitForTimeout(500);
  await picture('help');
  await context.close();
}
await browser.close();
host.kill('SIGINT');
host.once('exit', () => rmSync(profile, { recursive: true, force: true }));
