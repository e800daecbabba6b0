// npm run pictures: draws every pane and sheet, light and dark, from the real page over our own games into docs/pictures/.
// npm run pictures -- FOLDER --size 1100x700 --language de: other pictures elsewhere, to look at.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '1280x800' }, language: { type: 'string', default: 'en' } },
});
const [width, height] = options.size.split('x').map(Number);
const out = positionals[0] ?? 'docs/pictures';
mkdirSync(out, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'threefold-pictures-'));
writeFileSync(join(profile, 'page.json'), JSON.stringify({ language: options.language }));
const files = ['fixtures/first-light.pgn', 'fixtures/repertoire.pgn'];
const host = spawn(process.execPath, ['dist/main/start.js', '--browser', '--no-open', '--profile', profile, ...files], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
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
try {
  for (const colorScheme of ['light', 'dark']) await drawAll(colorScheme);
} finally {
  await browser.close();
  host.once('exit', () => rmSync(profile, { recursive: true, force: true }));
  host.kill('SIGINT');
}

async function drawAll(colorScheme) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: options.language });
  const page = await context.newPage();
  const { keyboard } = page;
  // Another busy process must not spoil a picture: everything is waited for, however long it takes.
  page.setDefaultTimeout(120_000);
  const shown = (selector) => page.locator(selector).first().waitFor();
  const gone = (selector) => page.locator(selector).first().waitFor({ state: 'detached' });
  const close = async () => {
    await keyboard.press('Escape');
    await gone('dialog');
  };
  // Transitions have ended and pictures of pieces are there when nothing moves any more.
  const picture = async (name) => {
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
    await page.screenshot({ path: `${out}/${name}-${colorScheme}.png`, caret: 'hide' });
  };

  /** The first game that the search finds, in the whole list again. */
  const openGame = async (text, player) => {
    await keyboard.press('/');
    await keyboard.type(text);
    await keyboard.press('Enter');
    await page.locator('.player', { hasText: player }).waitFor();
    await keyboard.press('/');
    await keyboard.press('Backspace');
    await keyboard.press('Escape');
  };
  const front = async (key, name) => {
    await keyboard.press(key);
    await shown(`#pane-tab-${name}[aria-selected=true]`);
    await shown('#pane [role=region]');
    await gone('#pane [aria-busy=true]');
  };

  await page.goto(link);
  await shown('#game-0');
  // After 4. Nc3 two other games are here, by other orders of moves.
  await openGame('1972 Spassky', 'Spassky');
  for (let ply = 0; ply < 7; ply++) await keyboard.press('ArrowRight');
  await front('p', 'places');
  await shown('#pane section.other');
  await picture('places');
  await front('e', 'explorer');
  await picture('explorer');

  await openGame('Fischer Petrosian', 'Petrosian');
  for (const key of ['n', 'n', 'o', 'l']) await keyboard.press(key);
  // The engine has something to show: its table is filling and its best line is more than a move long.
  await page.waitForFunction(() => {
    const fill = document.querySelector('.engine .fill i')?.style.width ?? '';
    return parseFloat(fill) > 25 && document.querySelectorAll('.engine .lines button').length > 4;
  });
  await keyboard.press('m');
  await picture('moves');
  const panes = { r: 'report', k: 'key', t: 'table' };
  for (const [key, name] of Object.entries(panes)) {
    await front(key, name);
    await picture(name);
  }
  await keyboard.press('l');
  await keyboard.press('?');
  await shown('dialog');
  await picture('help');
  await close();

  await keyboard.press('g');
  await shown('dialog');
  await page.locator('dialog select').first().selectOption('opened');
  await page.locator('dialog form input[type=number]').nth(1).fill('1');
  await page.locator('dialog form button[type=submit]').first().click();
  await page.locator('dialog .counts', { hasText: /[1-9]\d\d/ }).waitFor();
  await picture('map');
  await close();

  await keyboard.press('b');
  await shown('dialog nav');
  await page.locator('dialog nav button').nth(0).click();
  await page.locator('dialog form button[type=submit]').click();
  await page.locator('dialog ul.findings').waitFor({ timeout: 120_000 });
  await picture('lab');
  await close();

  await keyboard.press(',');
  await shown('dialog');
  await picture('settings');
  await context.close();
}
