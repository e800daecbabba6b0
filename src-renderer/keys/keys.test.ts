import { expect, test } from 'vitest';
import { fakeMain, gameText } from '../testing/fake-main';
import { press, show } from '../testing/show';

test('the key, its last XORs, and that taking the move back restores it', async () => {
  const { screen } = await show(fakeMain({ games: [gameText('A', 'B', '1. e4 e5', '*')] }));
  press('k');
  const pane = screen.getByRole('region', { name: 'The position’s key' });
  await expect.element(pane).toHaveTextContent('463b 9618 1691 fc9c');
  press('ArrowRight');
  await expect.element(pane).toHaveTextContent('823c 9b50 fd11 4196');
  await expect.element(pane).toHaveTextContent('white pawn on e2');
  await expect.element(pane).toHaveTextContent('gives 463b96181691fc9c: checked.');
});

test('twins by a castling right, with the move that lost it', async () => {
  const moves = '1. Nf3 Nf6 2. Rg1 Ng8 3. Rh1 Nf6';
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', moves, '*')] }));
  desk.game.goToPly(2);
  press('k');
  const pane = screen.getByRole('region', { name: 'The position’s key' });
  await expect
    .element(pane)
    .toHaveTextContent('White’s right to castle king’s side exists here, and not there; lost by 2. Rg1');
});

test('a key is found in the game, another is not', async () => {
  const none = { findByKey: async () => [] };
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', '1. e4 e5', '*')], over: none }));
  press('k');
  const field = screen.getByRole('textbox', { name: 'Find a key in this game' });
  await field.fill('823c9b50fd114196');
  await screen.getByRole('button', { name: 'Go', exact: true }).click();
  expect(desk.game.current.san).toBe('e4');
  await field.fill('1234');
  await screen.getByRole('button', { name: 'Go', exact: true }).click();
  await expect.element(screen.getByText('No position of these games has that key.')).toBeVisible();
});

test('a key is found in the library, and its game opens at the position on a board of its own', async () => {
  const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
  const found = { game: 7, ply: 2, white: 'Far', black: 'Away', event: '', date: '1999.01.01', result: '1-0', eco: '' };
  const { desk, screen } = await show(
    fakeMain({
      games: [gameText('A', 'B', '1. d4', '*')],
      over: {
        findByKey: async (source, key) =>
          source === 'opened' ? [] : [{ fen, fideKey: key, polyglotKey: key, readAs: 'both', games: 1 }],
        gamesThrough: async () => ({
          total: 1,
          rows: [{ ...found, whiteElo: undefined, blackElo: undefined, lastMoves: [] }],
        }),
        libraryGame: async (_, game) => ({
          pgn: gameText('Far', 'Away', game === 7 ? '1. e4 e5 2. Nf3' : '', '1-0'),
          origin: 'library',
          file: 'gone.pgn',
          numberInFile: 1,
        }),
      },
    }),
  );
  press('k');
  await screen.getByRole('textbox', { name: 'Find a key in this game' }).fill('0x0844931a6ef4b9a0');
  await screen.getByRole('button', { name: 'Go', exact: true }).click();
  await screen.getByRole('button', { name: /Far – Away/ }).click();
  await expect.poll(() => desk.game.current.san).toBe('e5');
  expect(desk.game.index).toBe(-1);
  await expect.element(screen.getByText(/^gone\.pgn is gone or has changed/)).toBeVisible();
});
