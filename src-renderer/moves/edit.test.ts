import { expect, test } from 'vitest';
import type { Edit } from '../../shared/api';
import { fakeMain, gameText } from '../testing/fake-main';
import { press, show } from '../testing/show';

test('a variation, a glyph and a comment change the text where they belong; undo takes them back', async () => {
  const pgn = gameText('A', 'B', '1. e4 {[%clk 0:05:00]}  e5 2. Nf3', '*');
  const kept: Edit[] = [];
  const fake = fakeMain({ games: [pgn], over: { keepEdit: async (edit) => void kept.push(edit) } });
  const { desk, screen } = await show(fake);
  press('ArrowRight');
  desk.game.playUci('c7c5');
  expect(desk.game.pgn).toBe(pgn.replace('e5 2.', 'e5 (1... c5) 2.'));
  await screen.getByRole('button', { name: 'Good move' }).click();
  expect(desk.game.pgn).toContain('(1... c5!)');
  press('ArrowLeft');
  await screen.getByRole('button', { name: 'Comment on this move' }).click();
  await screen.getByRole('textbox', { name: 'Comment on this move' }).fill('best by test');
  press('Escape');
  (document.activeElement as HTMLElement).blur();
  expect(desk.game.pgn).toContain('[%clk 0:05:00]');
  expect(desk.game.pgn).toContain('best by test');
  await expect.poll(() => kept.at(-1)?.pgn).toBe(desk.game.pgn);

  for (let step = 0; step < 3; step++) press('z', true);
  expect(desk.game.pgn).toBe(pgn);
  expect(desk.game.changed).toBe(false);
  press('y', true);
  expect(desk.game.pgn).toContain('(1... c5)');
});

test('a FEN that is pasted is set up; nonsense is refused in words', async () => {
  const { desk, screen } = await show(fakeMain());
  desk.paste('8/8/8/8/8/4k3/8/4K3 w - - 0 1');
  await expect.element(screen.getByText('White: king e1. Black: king e3. White to move.')).toBeInTheDocument();
  desk.paste('8/8/8/8/8/8/8/8 w - - 0 1');
  await expect.element(screen.getByText(/bad FEN/)).toBeVisible();
});

test('an edit made just before another game is opened is kept, under the name of its own game', async () => {
  const pgns = [gameText('A', 'B', '1. e4 e5', '*'), gameText('C', 'D', '1. d4 d5', '*')];
  const kept: Edit[] = [];
  const { desk } = await show(fakeMain({ games: pgns, over: { keepEdit: async (edit) => void kept.push(edit) } }));
  // No moment passes in between: the edit still waits to be sent.
  desk.game.playUci('c2c4');
  const edited = desk.game.pgn;
  await desk.game.show(1);
  expect(kept).toMatchObject([{ game: 0, pgn: edited }]);
  desk.game.playUci('g1f3');
  const second = desk.game.pgn;
  desk.game.setUp();
  expect(kept.slice(1)).toMatchObject([{ game: 1, pgn: second }]);
  expect(kept[1]!.id).not.toBe(kept[0]!.id);
});

test('what is edited while the game is being saved stays unsaved; a game opened meanwhile is not called saved', async () => {
  const pgns = [gameText('A', 'B', '1. e4 e5', '*'), gameText('C', 'D', '1. d4 d5', '*')];
  let written: (() => void) | undefined;
  const over = { saveEdit: () => new Promise<undefined>((done) => (written = () => done(undefined))) };
  const { desk } = await show(fakeMain({ games: pgns, over }));
  desk.game.playUci('c2c4');
  const first = desk.game.save();
  desk.game.playUci('g8f6');
  await expect.poll(() => written).toBeDefined();
  written!();
  await first;
  expect(desk.game.changed).toBe(true);

  written = undefined;
  const second = desk.game.save();
  await expect.poll(() => written).toBeDefined();
  await desk.game.show(1);
  written!();
  await second;
  expect(desk.game.changed).toBe(false);
});
