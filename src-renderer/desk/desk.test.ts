import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeMain, gameText, shuffle } from '../testing/fake-main';
import { press, show } from '../testing/show';

test('with nothing open, a newcomer is told what to do', async () => {
  const { screen } = await show(fakeMain());
  await expect.element(screen.getByRole('heading', { name: 'See where a game came back' })).toBeVisible();
  await screen.getByRole('button', { name: 'Start from an empty board' }).click();
  await expect.element(screen.getByText('No moves yet.')).toBeVisible();
});

test('keys walk through the game, and do nothing while a field has them', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  press('End');
  expect(desk.game.current.ply).toBe(10);
  press('Home');
  press('ArrowRight');
  press('ArrowRight');
  press('ArrowLeft');
  expect(desk.game.current.san).toBe('Nf3');
  press('f');
  expect(desk.game.orientation).toBe('black');

  const search = screen.getByRole('searchbox');
  await search.fill('f');
  (search.element() as HTMLElement).dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }));
  expect(desk.game.orientation).toBe('black');
});

test('a key can be changed in the help, and its old command loses it', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  press('?');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await screen.getByRole('button', { name: 'F', exact: true }).click();
  await userEvent.keyboard('l');
  expect(desk.settings.keys).toEqual({ flip: ['l'], engine: [] });
  await screen.getByRole('button', { name: 'Close', exact: true }).click();
  press('l');
  expect(desk.game.orientation).toBe('black');
  expect(desk.engine.on).toBe(false);
});

test('failures are told in words, and can be dismissed', async () => {
  const { desk, screen } = await show(fakeMain());
  desk.events.notice({ failure: 'broken.pgn: cannot be read' });
  await expect.element(screen.getByText('broken.pgn: cannot be read')).toBeVisible();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  expect(desk.notices).toEqual([]);
});

test('dropped files travel in order and whole', async () => {
  const fake = fakeMain();
  await show(fake);
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(5_000_000).fill(7)], 'big.pgn'));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  await expect
    .poll(() => fake.uploaded.map(({ length }) => length))
    .toEqual([4 * 1024 * 1024, 5_000_000 - 4 * 1024 * 1024]);
});

test('reading shows its progress and can be cancelled', async () => {
  let cancelled = false;
  const fake = fakeMain({ over: { cancelReading: async () => void (cancelled = true) } });
  const { desk, screen } = await show(fake);
  desk.events.readingProgress({ file: 'big.pgn', bytesRead: 250, bytesTotal: 1000, games: 12 });
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('value', '0.25');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(cancelled).toBe(true);
});

test('every text changes with the language', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  desk.settings.change({ language: 'de' });
  await expect.element(screen.getByRole('tab', { name: 'Züge' })).toBeVisible();
});

test('in a narrow window the board stays in sight while moves are walked, and what is asked for comes into sight', async () => {
  const before = [innerWidth, innerHeight] as const;
  await page.viewport(700, 800);
  try {
    const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
    (screen.container as HTMLElement).style.height = '100%';
    const desktop = screen.getByRole('main').element();
    for (let step = 0; step < 8; step++) press('ArrowRight');
    await expect
      .poll(() => screen.getByRole('region', { name: 'Moves' }).element().querySelector('[aria-current]'))
      .toBeTruthy();
    expect(desktop.scrollTop).toBe(0);
    press('r');
    await expect.poll(() => desktop.scrollTop).toBeGreaterThan(0);
    desktop.scrollTop = 0;
    press('r');
    await expect.poll(() => desktop.scrollTop).toBeGreaterThan(0);
    await desk.openGame(0);
    await expect.poll(() => desktop.scrollTop).toBe(0);
  } finally {
    await page.viewport(...before);
  }
});

test('the pane in front has a heading of its own level, above its sections', async () => {
  const { screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  press('r');
  const panel = screen.getByRole('tabpanel');
  await expect.element(panel.getByRole('heading', { level: 2, name: 'Report' })).toBeInTheDocument();
  await expect.element(panel.getByRole('heading', { level: 3, name: 'Draws under the Laws' })).toBeVisible();
});
