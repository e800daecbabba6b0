import { expect, test } from 'vitest';
import type { Placed } from '../../shared/api';
import type { Exploration, LibrarySource, Tally } from '../../shared/explorer';
import { fakeMain, gameText } from '../testing/fake-main';
import { press, show } from '../testing/show';

const tally = (games: number): Tally => ({ games, white: games, draws: 0, black: 0, averageRating: undefined });
const exploration: Exploration = {
  key: '0'.repeat(16),
  anyOrder: tally(3),
  thisOrder: tally(3),
  orders: 1,
  moves: [
    { san: 'e4', uci: 'e2e4', anyOrder: tally(2), thisOrder: tally(2), orders: 3 },
    { san: 'd4', uci: 'd2d4', anyOrder: tally(1), thisOrder: tally(1), orders: 1 },
  ],
  nearest: [{ san: 'd4', uci: 'd2d4', fen: '', games: 40, orders: 5 }],
  collisions: 0,
};
const games = [gameText('A', 'B', '1. e4 e5', '*')];

test('a move that leads to a bigger position says so where it stands', async () => {
  const { screen } = await show(
    fakeMain({ games, over: { explore: async () => exploration, gamesThrough: async () => ({ total: 0, rows: [] }) } }),
  );
  press('e');
  const bigger = 'Transposes into a bigger position: 40 games by 5 orders of moves';
  await expect.element(screen.getByRole('row', { name: /d4/ }).getByRole('img', { name: bigger })).toBeVisible();
  expect(screen.getByRole('row', { name: /e4/ }).getByRole('img', { name: bigger }).query()).toBeNull();
  const orders = 'reached by 3 orders of moves';
  await expect.element(screen.getByRole('row', { name: /e4/ }).getByRole('img', { name: orders })).toBeVisible();
  expect(screen.getByRole('row', { name: /d4/ }).getByRole('img', { name: orders }).query()).toBeNull();
});

test('at a position that came back, the question is about the way on which it came first', async () => {
  const asked: string[][] = [];
  const explore = async (_: LibrarySource, { moves }: Placed) => (asked.push(moves), exploration);
  const { desk } = await show(
    fakeMain({ games: [gameText('A', 'B', '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3', '*')], over: { explore } }),
  );
  press('e');
  await expect.poll(() => asked.at(-1)).toEqual([]);
  desk.game.last();
  await expect.poll(() => asked.at(-1)).toEqual(['g1f3']);
});

test('the making of a library shows how far it is and can be cancelled; the question can be asked again', async () => {
  const cancelled: LibrarySource[] = [];
  let questions = 0;
  const { desk, screen } = await show(
    fakeMain({
      games,
      over: {
        explore: async () => (questions++, { failure: 'cancelled', cancelled: true }),
        gamesThrough: async () => ({ failure: 'cancelled', cancelled: true }),
        cancelLibrary: async (source) => void cancelled.push(source),
      },
    }),
  );
  const counts = { bytesRead: 2 ** 20, bytesTotal: 4 * 2 ** 20, games: 1000 };
  desk.events.libraryProgress({ library: 'opened', phase: 'reading', ...counts, secondsLeft: 12 });
  const bar = screen.getByRole('status').filter({ hasText: 'Indexing the opened games: reading' });
  await expect.element(bar).toHaveTextContent('1,000 games · 1 MB / 4 MB · 12 s left');
  await bar.getByRole('button', { name: 'Cancel' }).click();
  expect(cancelled).toEqual(['opened']);
  desk.events.libraryProgress({ library: 'opened', phase: 'cancelled', ...counts });
  await expect.poll(() => bar.query()).toBeNull();

  press('e');
  const again = screen.getByRole('button', { name: 'Begin again' });
  await again.click();
  await expect.poll(() => questions).toBe(2);
});
