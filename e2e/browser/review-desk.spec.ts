import { AxeBuilder } from '@axe-core/playwright';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, open, startHost, test } from '../fixtures';

test('claims, a twin explained, a map walked, by keyboard alone', async ({ page, host }) => {
  await open(page, host);
  await page.locator('input[type=file]').setInputFiles(['fixtures/first-light.pgn', 'fixtures/repertoire.pgn']);
  const list = page.getByRole('listbox', { name: 'Games' });
  await expect(list.getByRole('option').first()).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('Petrosian');
  await expect(list.getByRole('option')).toHaveText([/Petrosian/]);
  await page.keyboard.press('Escape');
  await list.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.player').first()).toContainText('Petrosian');
  await page.keyboard.press('r');
  const report = page.getByRole('region', { name: 'Report' });
  await expect(report).toContainText('Black could claim: the position has appeared for the third time');

  await page.keyboard.press('/');
  await page.keyboard.type('twins by castling');
  // One row, and no longer the one that was found before.
  await expect(list.getByRole('option')).toHaveText([/twins by castling/]);
  await page.keyboard.press('Escape');
  await list.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('k');
  const key = page.getByRole('region', { name: 'The position’s key' });
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(key).toContainText('right to castle', { timeout: 200 });
  }).toPass();

  await page.keyboard.press('g');
  const map = page.getByRole('application', { name: /^Map of positions/ });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a variation is added and saved: the file changes by that alone', async ({ page, host }) => {
  const file = join(host.folder, 'games.pgn');
  await copyFile('fixtures/first-light.pgn', file);
  const before = await readFile(file, 'utf8');
  const second = await startHost(join(host.folder, 'second'), [file]);
  try {
    await open(page, second);
    await expect(page.locator('.player').first()).toContainText('Duke Karl');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.type('c5');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await expect.poll(() => readFile(file, 'utf8')).toBe(before.replace('1. e4 e5 ', '1. e4 e5 (1... c5) '));
  } finally {
    await second.stop();
  }
});

test('the explorer says what was played, and opens a game at the very position', async ({ page, host }) => {
  await open(page, host);
  await page.locator('input[type=file]').setInputFiles('fixtures/first-light.pgn');
  await expect(page.getByRole('listbox', { name: 'Games' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('e');
  const explorer = page.getByRole('region', { name: 'What was played here' });
  await expect(explorer.getByRole('row')).not.toHaveCount(0);
  const game = explorer.getByRole('listitem').last();
  const players = (await game.locator('span').first().textContent())!.split(' – ');
  await game.getByRole('button').click();
  await expect(page.locator('.player .name').first()).toHaveText(players[1]!);
  await expect(page.locator('.player .name').last()).toHaveText(players[0]!);
  await page.keyboard.press('m');
  await expect(page.locator('[aria-current=step]')).toHaveText('e5');
});

test('inspect mode tells true transpositions from re-searches', async ({ page, host }) => {
  await open(page, host);
  await page.getByRole('button', { name: 'Start from an empty board' }).click();
  await page.keyboard.press('l');
  await page.keyboard.press('t');
  await page.getByRole('switch', { name: 'Inspect mode' }).click();
  const table = page.getByRole('region', { name: 'Transposition table' });
  await expect(table).toContainText('True transpositions');
  await expect(table).toContainText('Re-searches');
});

test('what was chosen is there at the next start, on another port', async ({ page, host }) => {
  const folder = join(host.folder, 'lasting');
  const first = await startHost(folder);
  await open(page, first);
  await expect(page.getByRole('button', { name: 'Start from an empty board' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await page.keyboard.press('d');
  await expect.poll(() => readFile(join(folder, 'profile', 'page.json'), 'utf8').catch(() => '')).toContain('"light"');
  await first.stop();
  const second = await startHost(folder);
  try {
    await open(page, second);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  } finally {
    await second.stop();
  }
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${scheme}`, async ({ page, host }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: scheme });
    await open(page, host);
    const check = async (what: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(
        serious.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`),
      ).toEqual([]);
    };
    await check('welcome');
    await page.locator('input[type=file]').setInputFiles(['fixtures/first-light.pgn', 'fixtures/annotated.pgn']);
    await expect(page.getByRole('listbox', { name: 'Games' }).getByRole('option').first()).toBeVisible();
    for (const [key, what] of Object.entries({
      m: 'moves',
      r: 'report',
      p: 'places',
      e: 'explorer',
      k: 'key',
      t: 'table',
    })) {
      await page.keyboard.press(key);
      await page.keyboard.press('ArrowRight');
      await check(what);
    }
    await page.keyboard.press('?');
    await check('help');
  });
}
