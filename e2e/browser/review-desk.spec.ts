import { AxeBuilder } from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, leave, open, seesGame, startHost, test } from '../fixtures';

test('the explorer says what was played, and opens a game at the very position', async ({ page, host }) => {
  await open(page, host);
  await page.locator('input[type=file]').setInputFiles('fixtures/first-light.pgn');
  await seesGame(page);
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
  await leave(page, first);
  const second = await startHost(folder);
  try {
    await open(page, second);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  } finally {
    await leave(page, second);
  }
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${scheme}`, async ({ page, host }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: scheme });
    await open(page, host);
    // Once the page as a whole, then of each pane and sheet what is new: the checker is slow.
    const check = async (what: string, within = 'body') => {
      const axe = new AxeBuilder({ page })
        .include(within)
        .options({ resultTypes: ['violations'] })
        // No frames here: everything runs in the page itself, and no second page is opened for each check.
        .setLegacyMode();
      // In the dark it is the same page in other colours: only these can be wrong there alone.
      if (scheme === 'light') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
      else axe.withRules(['color-contrast', 'link-in-text-block']);
      const { violations } = await axe.analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect
        .soft(
          serious.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`),
        )
        .toEqual([]);
    };
    await check('welcome');
    await page.locator('input[type=file]').setInputFiles(['fixtures/first-light.pgn', 'fixtures/annotated.pgn']);
    await seesGame(page);
    await page.keyboard.press('l');
    await expect(page.getByRole('listitem', { name: /^Line 1/ })).toBeVisible();
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
      await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('id', `pane-tab-${what}`);
      await expect(page.getByRole('tabpanel').locator(':scope > *').first()).toBeVisible();
      await check(what, what === 'moves' ? 'body' : '#pane');
    }
    await page.getByRole('button', { name: 'Engine settings' }).click();
    await expect(page.getByRole('group', { name: 'Lines' })).toBeVisible();
    await check('engine settings', '.engine');
    await page.keyboard.press('l');
    for (const [key, what] of Object.entries({
      '?': 'Help',
      g: 'Transposition map',
      b: 'Laboratory',
      ',': 'Settings',
    })) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name: what })).toBeVisible();
      await check(what, 'dialog');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });
}
