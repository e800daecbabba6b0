import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, leave, open, startHost, test, type Locator, type Page } from '../fixtures';

/** As a hand without a mouse goes there; the page must let it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}
const press = async (page: Page, key: string, times = 1) => {
  for (let n = 0; n < times; n++) await page.keyboard.press(key);
};
/** Enter after typing opens the first game found, and gives the keys back to the board. */
async function openBySearch(page: Page, words: string, moves: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await page.keyboard.press('m');
  await expect(page.getByRole('region', { name: 'Moves' })).toContainText(moves);
}

test('the whole desk by keyboard alone', async ({ page, host }) => {
  // Hundreds of keys, each waited for: minutes on a machine that has much else to do.
  test.setTimeout(300_000);
  const file = join(host.folder, 'games.pgn');
  await copyFile('fixtures/first-light.pgn', file);
  const before = await readFile(file, 'utf8');
  const desk = await startHost(join(host.folder, 'desk'), [file]);
  try {
    await open(page, desk);
    await expect(page.locator('.player').first()).toContainText('Duke Karl');

    await test.step('a second file is opened', async () => {
      const choosing = page.waitForEvent('filechooser');
      await page.keyboard.press('Control+o');
      await (await choosing).setFiles('fixtures/repertoire.pgn');
      await expect(page.getByText('games.pgn, repertoire.pgn')).toBeVisible();
    });

    await test.step('a threefold is found, its occurrences walked, its claim reported', async () => {
      await openBySearch(page, 'Fischer Petrosian', 'Qe2');
      const strip = page.getByRole('region', { name: 'This position' });
      await press(page, 'n', 2);
      await expect(strip).toContainText('Here for the second of 3 times');
      await press(page, 'o');
      await expect(strip).toContainText('Here for the third time');
      await press(page, 'r');
      await expect(page.getByRole('region', { name: 'Report' })).toContainText(
        'Black could claim: the position has appeared for the third time',
      );
    });

    await test.step('a twin is explained', async () => {
      await openBySearch(page, 'twins by castling', 'Rb8');
      await press(page, 'ArrowRight', 6);
      await press(page, 'k');
      await expect(page.getByRole('region', { name: 'The position’s key' })).toContainText(
        'White’s right to castle king’s side exists here, and not there; lost by 4. Rg1',
      );
    });

    await test.step('a transposition is followed into another game', async () => {
      await page.keyboard.press('/');
      await press(page, 'Backspace');
      await tabTo(page, page.getByLabel('Show', { exact: true }));
      await page.keyboard.type('Transp');
      const list = page.getByRole('listbox', { name: 'Games' });
      await tabTo(page, list);
      await press(page, 'Home');
      await press(page, 'Enter');
      await press(page, 'm');
      await tabTo(
        page,
        page
          .getByRole('region', { name: 'Moves' })
          .getByRole('button', { name: /^Also in/ })
          .first(),
      );
      const place = page.locator('[aria-selected=true]').first();
      const from = await place.textContent();
      await press(page, 'Enter');
      await tabTo(page, page.getByRole('region', { name: 'Also reached in' }).getByRole('button').first());
      await press(page, 'Enter');
      await expect(page.getByRole('listbox', { name: 'Games' }).locator('[aria-selected=true]')).not.toHaveText(from!);
    });

    await test.step('a variation is added and saved: the file changes by that alone', async () => {
      await tabTo(page, page.getByLabel('Show', { exact: true }));
      await page.keyboard.type('All');
      await press(page, 'Shift+Tab');
      await page.keyboard.type('Duke Karl');
      await press(page, 'Enter');
      await press(page, 'm');
      await expect(page.getByRole('region', { name: 'Moves' })).toContainText('Bg4');
      await press(page, 'ArrowRight');
      await press(page, 'Enter');
      await page.keyboard.type('c5');
      await press(page, 'Enter');
      await press(page, 'Escape');
      await press(page, 'Control+s');
      await expect.poll(() => readFile(file, 'utf8')).toBe(before.replace('1. e4 e5 ', '1. e4 e5 (1... c5) '));
    });

    await test.step('the engine fills its table, and inspect mode shows both kinds of hit', async () => {
      await press(page, 'l');
      await press(page, 't');
      const table = page.getByRole('region', { name: 'Transposition table' });
      await tabTo(page, page.getByRole('switch', { name: 'Inspect mode' }));
      await press(page, ' ');
      await expect(page.getByRole('listitem', { name: /^Line 1/ })).toBeVisible();
      const probes = () => table.locator('h3 .total').first().textContent();
      const first = await probes();
      await expect.poll(probes).not.toBe(first);
      for (const kind of ['True transpositions', 'Re-searches'])
        await expect
          .poll(() => table.locator('dl > div', { hasText: kind }).locator('.count').textContent())
          .not.toBe('0');
      await press(page, 'l');
      await expect(page.getByRole('group', { name: 'Remembered' })).toBeVisible();
    });

    await test.step('the explorer plays a move, the map leads back', async () => {
      await press(page, 'Home');
      await press(page, 'e');
      const explorer = page.getByRole('region', { name: 'What was played here' });
      await tabTo(page, explorer.getByRole('row').nth(1).getByRole('button'));
      await press(page, 'Enter');
      await press(page, 'm');
      await expect(page.locator('[aria-current=step]')).toBeVisible();
      await press(page, 'g');
      await tabTo(page, page.getByRole('application', { name: /^Map of positions/ }));
      await press(page, 'Home');
      await press(page, 'Enter');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.locator('[aria-current=step]')).toHaveCount(0);
    });
  } finally {
    await leave(page, desk);
  }
});
