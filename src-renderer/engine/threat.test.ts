import { expect, test } from 'vitest';
import { fakeMain, gameText, makeInfo } from '../testing/fake-main';
import { press, show } from '../testing/show';

test('x searches the position with the other side to move, and shows that as a threat', async () => {
  const fake = fakeMain();
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  desk.game.playUci('e2e4');
  press('x');
  await expect.poll(() => fake.analysed.length).toBe(1);
  expect(fake.analysed[0]).toMatchObject({
    moves: [],
    fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2',
  });
  const line = { ...makeInfo(1).lines[0]!, moves: ['d2d4', 'd7d5'] };
  desk.events.searchInfo(makeInfo(1, { lines: [line] }));
  await expect.element(screen.getByRole('region', { name: 'Engine' })).toHaveTextContent(/Threat/);
  await expect.element(screen.getByRole('listitem', { name: 'Line 1, +0.34' })).toHaveTextContent('2.d4d5');

  // It is no move of the game, and no evaluation of the position.
  press(' ');
  expect(desk.game.current.san).toBe('e4');
  expect(desk.evaluations.of(desk.game.current)).toBeUndefined();

  press('x');
  await expect.poll(() => fake.analysed.at(-1)?.moves).toEqual(['e2e4']);
  press('x');
  await expect.poll(() => fake.analysed.length).toBe(3);
  press('ArrowLeft');
  await expect.poll(() => fake.analysed.length).toBe(4);
  expect(desk.engine.threat).toBe(false);
});

test('in check nobody can pass', async () => {
  const fake = fakeMain({ games: [gameText('A', 'B', '1. e4 e5 2. Qh5 Nc6 3. Qxf7+', '*')] });
  const { desk, screen } = await show(fake);
  desk.game.last();
  press('x');
  await expect.element(screen.getByText('nobody can pass')).toBeInTheDocument();
  expect(fake.analysed).toEqual([]);
  expect(desk.engine.on).toBe(false);
});

test('locked off, it does not start by the threat either', async () => {
  const fake = fakeMain();
  const { desk } = await show(fake);
  desk.startEmpty();
  await desk.engine.lock(true);
  press('x');
  expect(desk.engine.on).toBe(false);
});
