import { readFile } from 'node:fs/promises';
import { expect, open, seesGame, test } from '../fixtures';

test('the laboratory runs an instrument, and its table is saved as a file', async ({ page, host }) => {
  await open(page, host);
  await expect(page.getByRole('heading', { name: 'See where a game came back' })).toBeVisible();
  await page.keyboard.press('b');
  const lab = page.getByRole('dialog', { name: 'Laboratory' });
  await lab.getByRole('button', { name: 'Chess, Go, draughts, Othello' }).click();
  await lab.getByLabel('moves').fill('500');
  await lab.getByLabel('moves').press('Tab');
  await lab.getByRole('button', { name: 'Run' }).click();
  await expect(lab.getByRole('region', { name: 'Findings' }).getByRole('listitem')).not.toHaveCount(0);
  const saving = page.waitForEvent('download');
  await lab.getByRole('button', { name: 'Save as a CSV file' }).first().click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('games 1.csv');
  const [head, ...rows] = (await readFile(await saved.path(), 'utf8')).trim().split('\n');
  expect(head).toContain('game');
  expect(rows.length).toBeGreaterThanOrEqual(4);
});

test('the map draws all opened games, finds a move, and leads into a game', async ({ page, host }) => {
  await open(page, host);
  await page.locator('input[type=file]').setInputFiles(['fixtures/first-light.pgn', 'fixtures/repertoire.pgn']);
  await seesGame(page);
  await page.keyboard.press('g');
  const map = page.getByRole('dialog', { name: 'Transposition map' });
  await map.getByLabel('Which positions').selectOption('opened');
  await map.getByLabel('games at least').fill('2');
  await map.getByRole('button', { name: 'Draw' }).click();
  await expect(map.getByRole('status')).toContainText(/^\s*[1-9]\d* positions/);
  await map.getByLabel('Find a move, FEN or key').fill('e4');
  await map.getByLabel('Find a move, FEN or key').press('Enter');
  await map.getByRole('button', { name: 'Go to this position' }).click();
  await expect(map).toBeHidden();
  await expect(page.locator('[aria-current=step]')).toHaveText(/e4/);
});

test('games kept in the library are found by key, and open when their file is closed', async ({ page, host }) => {
  await open(page, host);
  await page.locator('input[type=file]').setInputFiles('fixtures/first-light.pgn');
  await seesGame(page);
  await page.keyboard.press('e');
  const explorer = page.getByRole('region', { name: 'What was played here' });
  await explorer.getByRole('button', { name: 'Keep in my library' }).click();
  await expect(explorer.getByLabel('Which games')).toHaveValue('kept');
  await page.getByRole('button', { name: 'Close all games' }).click();
  await page.getByRole('button', { name: 'Start from an empty board' }).click();

  // After 1. e4, by its Polyglot key.
  await page.keyboard.press('k');
  const pane = page.getByRole('region', { name: 'The position’s key' });
  await pane.getByLabel(/^Find a key/).fill('0x823C9B50FD114196');
  await pane.getByLabel(/^Find a key/).press('Enter');
  await pane
    .getByRole('button', { name: /Duke Karl/ })
    .first()
    .click();
  await expect(page.locator('.player').first()).toContainText('Duke Karl');
  await page.keyboard.press('m');
  await expect(page.locator('[aria-current=step]')).toHaveText(/e4/);
});
