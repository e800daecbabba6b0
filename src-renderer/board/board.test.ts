import { expect, test } from 'vitest';
import { fakeMain, gameText, shuffle } from '../testing/fake-main';
import { show } from '../testing/show';

const key = (element: Element, name: string) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));

test('a move can be typed; a wrong one is refused in words', async () => {
  const { desk, screen } = await show(fakeMain());
  desk.startEmpty();
  const field = screen.getByRole('textbox', { name: 'Type a move' });
  await field.fill('e4');
  (field.element().closest('form') as HTMLFormElement).requestSubmit();
  expect(desk.game.current.san).toBe('e4');
  await field.fill('Ke4');
  (field.element().closest('form') as HTMLFormElement).requestSubmit();
  await expect.element(screen.getByText('“Ke4” is not a legal move here.')).toBeVisible();
  key(field.element(), 'Escape');
  await expect.element(field).toHaveValue('');
  await expect.element(screen.getByText('“Ke4” is not a legal move here.')).not.toBeInTheDocument();
});

test('a German reader types a move as German print has it, or as the move list does', async () => {
  const { desk, screen } = await show(fakeMain());
  desk.startEmpty();
  desk.settings.change({ language: 'de' });
  const field = screen.getByRole('textbox', { name: 'Zug eingeben' });
  for (const move of ['Sf3', 'd5', 'Nd4']) {
    await field.fill(move);
    (field.element().closest('form') as HTMLFormElement).requestSubmit();
  }
  expect(desk.game.way.slice(1).map(({ san }) => san)).toEqual(['Nf3', 'd5', 'Nd4']);
});

test('the pieces can be moved by keyboard alone', async () => {
  const { desk, screen } = await show(fakeMain());
  desk.startEmpty();
  await expect.element(screen.getByRole('application')).toBeVisible();
  const board = screen.getByRole('application').element() as HTMLElement;
  board.focus();
  // The cursor begins on the king; up to the pawn, choose, two up, drop.
  for (const name of ['Enter', 'ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) key(board, name);
  expect(desk.game.current.san).toBe('e4');
});

test('a promotion asks for the piece', async () => {
  const { desk, screen } = await show(fakeMain({ games: ['[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n*'] }));
  await expect.element(screen.getByRole('application')).toBeVisible();
  const board = screen.getByRole('application').element() as HTMLElement;
  board.focus();
  const walk = ['Enter', ...Array<string>(6).fill('ArrowUp'), 'Enter', 'ArrowUp', 'Enter'];
  for (const name of walk) key(board, name);
  await screen.getByRole('button', { name: 'knight' }).click();
  expect(desk.game.current.san).toBe('a8=N');
});

test('the position is there in words', async () => {
  const { screen } = await show(fakeMain({ games: ['[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n*'] }));
  await expect.element(screen.getByText('White: king a1, pawn a7. Black: king h7. White to move.')).toBeInTheDocument();
});

test('the strip counts half-moves and lists the occurrences', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  desk.game.goToPly(8);
  const strip = screen.getByRole('region', { name: 'This position' });
  await expect.element(strip).toHaveTextContent('Here for the third time');
  await expect.element(strip).toHaveTextContent('8 of 100');
  await expect.element(strip).toHaveTextContent('White may claim a draw (9.2.1.2');
});

test('the strip names the move that must be written down to claim, where the position itself does not stand for the third time', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  desk.game.goToPly(7);
  const strip = screen.getByRole('region', { name: 'This position' });
  await expect.element(strip).toHaveTextContent('Black may claim a draw by writing down Ng8 (9.2.1.1)');
  await expect.element(screen.getByText('Black may claim a draw by writing down Ng8.')).toBeInTheDocument();
});
