import { expect, test } from 'vitest';
import { fakeMain, gameText, makeInfo, shuffle } from '../testing/fake-main';
import { press, show } from '../testing/show';

test('switched on it analyses the position with its history, and follows the board', async () => {
  const fake = fakeMain({ games: [gameText('A', 'B', shuffle)] });
  const { screen } = await show(fake);
  press('ArrowRight');
  await screen.getByRole('switch', { name: 'Engine' }).click();
  await expect.poll(() => fake.analysed.at(-1)?.moves).toEqual(['g1f3']);
  press('ArrowRight');
  await expect.poll(() => fake.analysed.at(-1)?.moves).toEqual(['g1f3', 'g8f6']);
});

test('lines are shown in SAN, played by a click, and space plays the best move', async () => {
  const fake = fakeMain();
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  press('l');
  await expect.poll(() => fake.analysed.length).toBe(1);
  desk.events.searchInfo(makeInfo(1));
  await expect.element(screen.getByRole('listitem', { name: 'Line 1, +0.34' })).toHaveTextContent('1.e4e52.Nf3');
  await screen.getByRole('button', { name: 'e5' }).click();
  expect(desk.game.current.ply).toBe(2);
});

test('a late report of an older search is dropped', async () => {
  const fake = fakeMain();
  const { desk } = await show(fake);
  desk.startEmpty();
  press('l');
  await expect.poll(() => fake.analysed.length).toBe(1);
  desk.events.searchInfo(makeInfo(1));
  desk.game.playUci('e2e4');
  await expect.poll(() => fake.analysed.length).toBe(2);
  desk.events.searchInfo(makeInfo(1, { depth: 99 }));
  expect(desk.engine.info).toBeUndefined();
});

test('locked off, it cannot be started', async () => {
  const fake = fakeMain();
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  await desk.engine.lock(true);
  press('l');
  await expect.element(screen.getByRole('switch', { name: 'Engine' })).toBeDisabled();
  expect(fake.analysed).toEqual([]);
});

test('the table pane shows fill, hits by use and stores by reason', async () => {
  const fake = fakeMain();
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  press('l');
  await expect.poll(() => fake.analysed.length).toBe(1);
  desk.events.searchInfo(makeInfo(1));
  press('t');
  const pane = screen.getByRole('region', { name: 'Transposition table' });
  await expect.element(pane).toHaveTextContent(/Fill.* 25%/);
  await expect.element(pane).toHaveTextContent(/Hit rate.* 30%/);
  await expect.element(pane).toHaveTextContent(/At least good enough.* 10% 100/);
  await expect.element(pane).toHaveTextContent(/Into an empty slot.* 75% 600/);
  await expect.element(pane).toHaveTextContent('2.5 · 10⁻⁹');
});
