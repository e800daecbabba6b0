import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, leave, open, seesGame, startHost, test, type Host, type Page } from '../fixtures';

/** Closes the page as a click on its tab would. The browser's question, if there is one; it is answered with Stay. */
async function questionAtClosing(page: Page): Promise<string | undefined> {
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    }),
  );
  const gone = page.waitForEvent('close').then(() => undefined);
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, gone]);
}

async function toFirstMove(page: Page, host: Host): Promise<void> {
  await open(page, host);
  await seesGame(page);
  await page.keyboard.press('ArrowRight');
}

test('leaving with changes that are not in their file is asked about, and they are there again', async ({
  page,
  host,
}) => {
  const folder = join(host.folder, 'leaving');
  const file = join(host.folder, 'games.pgn');
  await copyFile('fixtures/first-light.pgn', file);
  const first = await startHost(folder, [file]);
  await toFirstMove(page, first);
  await page.getByRole('button', { name: 'Good move' }).click();
  const changed = page.getByRole('button', { name: 'Good move', pressed: true });
  await expect(changed).toBeVisible();

  expect(await questionAtClosing(page)).toBe('beforeunload');
  await expect(changed).toBeVisible();
  await leave(page, first);
  expect(await readFile(file, 'utf8')).toBe(await readFile('fixtures/first-light.pgn', 'utf8'));

  const second = await startHost(folder, [file]);
  try {
    await toFirstMove(page, second);
    await expect(changed).toBeVisible();
  } finally {
    await leave(page, second);
  }
});

test('leaving without changes is not asked about', async ({ page, host }) => {
  await open(page, host);
  await page.locator('input[type=file]').setInputFiles('fixtures/first-light.pgn');
  await seesGame(page);
  await page.keyboard.press('ArrowRight');
  expect(await questionAtClosing(page)).toBeUndefined();
});
