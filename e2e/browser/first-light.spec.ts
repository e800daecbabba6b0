import { readFile } from 'node:fs/promises';
import { expect, open, test } from '../fixtures';

const games = 'fixtures/first-light.pgn';

test('a newcomer opens a file, walks a threefold, and follows a transposition into another game', async ({
  page,
  host,
}) => {
  await open(page, host);
  await expect(page.getByRole('heading', { name: 'See where a game came back' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles([games, 'fixtures/repertoire.pgn']);

  // The list marks the games with a threefold, and can show only those.
  const list = page.getByRole('listbox', { name: 'Games' });
  await expect(list.getByRole('option').first()).toContainText('Morphy');
  await page.getByLabel('Show', { exact: true }).selectOption('threefolds');
  await list.getByRole('option', { name: 'Fischer, Robert James – Petrosian' }).click();
  await expect(page.getByText('Petrosian, Tigran').last()).toBeVisible();

  // From one occurrence to the next, by the mark and by the key.
  const moves = page.getByRole('region', { name: 'Moves' });
  await moves.getByRole('button', { name: 'first of 3 occurrences' }).first().click();
  const strip = page.getByRole('region', { name: 'This position' });
  await expect(strip).toContainText('Here for the second of 3 times');
  await page.keyboard.press('o');
  await expect(strip).toContainText('Here for the third time');
  await expect(moves.locator('[aria-current=step]')).toHaveText('Qe2');

  // A position that is reached by another order of moves: where, and there.
  await page.keyboard.press('/');
  await page.getByLabel('Show', { exact: true }).selectOption('transpositions');
  await list.getByRole('option').first().click();
  await moves
    .getByRole('button', { name: /^Also in/ })
    .last()
    .click();
  const players = await page.locator('.player .name').allTextContents();
  await page.getByRole('region', { name: 'Also reached in' }).getByRole('button').first().click();
  await expect.poll(() => page.locator('.player .name').allTextContents()).not.toEqual(players);
});

test('the engine fills its table before the eye, and stops', async ({ page, host }) => {
  await open(page, host);
  await page.getByRole('button', { name: 'Start from an empty board' }).click();
  await page.keyboard.press('l');
  await page.keyboard.press('t');
  const table = page.getByRole('region', { name: 'Transposition table' });
  await expect(table).toContainText('Looks into the table');
  await expect(page.getByRole('listitem', { name: /^Line 1/ })).toBeVisible();

  const probes = async () => (await table.locator('h3 .total').first().textContent())!;
  const before = await probes();
  await expect.poll(probes).not.toBe(before);

  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('button', { name: 'Lines +' }).click();
  await expect(page.getByRole('listitem', { name: /^Line 2/ })).toBeVisible();

  await page.getByRole('switch', { name: 'Engine' }).click();
  await expect(page.getByRole('listitem', { name: /^Line 1/ })).toBeHidden();
  // The last news may still be on its way; then there is none.
  const isQuiet = async () => {
    const seen = await probes();
    await page.waitForTimeout(300);
    return (await probes()) === seen;
  };
  await expect.poll(isQuiet).toBe(true);
});

test('files dropped into the window are opened', async ({ page, host }) => {
  await open(page, host);
  const text = await readFile(games, 'utf8');
  const transfer = await page.evaluateHandle((pgn) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([pgn], 'dropped.pgn'));
    return dropped;
  }, text);
  await page.dispatchEvent('.window', 'drop', { dataTransfer: transfer });
  await expect(page.getByText('dropped.pgn', { exact: true })).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Games' }).getByRole('option').first()).toContainText('Morphy');
});
