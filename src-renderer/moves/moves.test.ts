import { expect, test } from 'vitest';
import type { Place } from '../../shared/api';
import { fakeMain, gameText, shuffle } from '../testing/fake-main';
import { press, show } from '../testing/show';

test('every occurrence wears its number, and clicking walks them round', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  const moves = screen.getByRole('region', { name: 'Moves' });
  await moves.getByRole('button', { name: 'second of 3 occurrences' }).first().click();
  expect(desk.game.current.ply).toBe(8);
  await moves.getByRole('button', { name: 'third of 3 occurrences' }).first().click();
  expect(desk.game.current.ply).toBe(0);
  press('o');
  expect(desk.game.current.ply).toBe(4);
  await expect.element(screen.getByText('Here for the second of 3 times')).toBeVisible();
});

test('pointing at a mark lights the other occurrences', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  await screen.getByRole('button', { name: 'second of 3 occurrences' }).first().hover();
  expect([...desk.game.lit].map((id) => desk.game.tree.nodes[id]!.ply)).toEqual([0, 4, 8]);
});

test('a variation counts by itself', async () => {
  const moves = '1. Nf3 Nf6 2. Ng1 Ng8 (2... d5 3. Nf3) 3. Nf3 Nf6';
  const { desk } = await show(fakeMain({ games: [gameText('A', 'B', moves)] }));
  const times = Object.fromEntries(desk.game.tree.nodes.map(({ ply, main, nth }) => [`${main ? '' : 'v'}${ply}`, nth]));
  expect(times).toMatchObject({ 4: 2, 5: 2, 6: 2, v4: 1, v5: 1 });
});

test('a position that other games reach is marked; the mark lists the places and goes there', async () => {
  const place: Place = {
    game: 1,
    ply: 4,
    otherOrder: true,
    white: 'C',
    black: 'D',
    date: '1972.??.??',
    event: 'Test',
    result: '1-0',
    lastMoves: ['c4', 'Nf6', 'd4', 'e6'],
  };
  const fake = fakeMain({
    games: [gameText('A', 'B', '1. d4 Nf6 2. c4 e6'), gameText('C', 'D', '1. c4 Nf6 2. d4 e6', '1-0')],
    places: [place],
    elsewhere: 1,
  });
  const { desk, screen } = await show(fake);
  await screen.getByRole('button', { name: 'Also in 1 other place' }).last().click();
  await screen.getByRole('button', { name: /^C – D/ }).click();
  await expect.poll(() => [desk.game.index, desk.game.current.ply]).toEqual([1, 4]);
});

test('the moves follow the place on the board', async () => {
  const { screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  press('ArrowRight');
  await expect
    .element(screen.getByRole('button', { name: 'Nf3', exact: true }).first())
    .toHaveAttribute('aria-current', 'step');
});

test('a screen reader hears the move and the repetition', async () => {
  const { screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  for (let step = 0; step < 8; step++) press('ArrowRight');
  await expect.element(screen.getByText('This position stands for the third time.')).toBeInTheDocument();
});

test('a game that could not be read to its end says so where its moves end, and first of all in the report and on paper', async () => {
  const { desk, screen } = await show(fakeMain());
  desk.paste('1. e4 e5 2. Qxd8\n*');
  await screen.getByRole('button', { name: '1 problem in the file. The report says where.' }).click();
  const report = screen.getByRole('region', { name: 'Report' });
  await expect.element(report.getByRole('heading').first()).toHaveTextContent('Problems in the file');
  const paper = screen.container.querySelector('.printed')?.textContent;
  expect(paper).toMatch(/illegal move.*\(line 1, column 13\)/);
});
