import { expect, test } from 'vitest';
import type { GameQuery } from '../../shared/api';
import { fakeMain, gameText, shuffle } from '../testing/fake-main';
import { show } from '../testing/show';

test('200,000 games are a list of a few dozen elements that says how long it is', async () => {
  const fake = fakeMain({ games: [gameText('A', 'B', shuffle)], rows: 200_000 });
  const { screen } = await show(fake);
  const list = screen.getByRole('listbox');
  const options = () => [...list.element().querySelectorAll('[role=option]')];
  await expect.poll(() => options().length).toBeGreaterThan(5);
  expect(options().length).toBeLessThan(60);
  expect(options()[0]!.getAttribute('aria-setsize')).toBe('200000');

  (list.element() as HTMLElement).focus();
  list.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }));
  await expect.poll(() => options().at(-1)!.getAttribute('aria-posinset')).toBe('200000');
  await expect.poll(() => options().at(-1)!.textContent).toContain('A');
  expect(fake.queries.at(-1)!.offset).toBe(199_900);
});

test('arrows choose, Enter opens', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle), gameText('C', 'D', '1. e4')] }));
  const list = screen.getByRole('listbox').element() as HTMLElement;
  for (const key of ['ArrowDown', 'Enter'])
    list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await expect.poll(() => desk.game.tag('White')).toBe('C');
});

test('typing filters, and says so when nothing fits', async () => {
  const { screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  await screen.getByRole('searchbox').fill('Z');
  await expect.element(screen.getByText('No game fits.')).toBeVisible();
});

test('Enter right after typing opens what was typed, not what was found before', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle), gameText('C', 'D', '1. e4')] }));
  const field = screen.getByRole('searchbox');
  await field.fill('C');
  field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  await expect.poll(() => desk.game.tag('White')).toBe('C');

  await field.fill('A');
  const list = screen.getByRole('listbox').element() as HTMLElement;
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  await expect.poll(() => desk.game.tag('White')).toBe('A');
});

/** Two games; while `open` is not called, main does not answer what fits the words. */
function slowSearch() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const { main } = fakeMain({ games: [gameText('A', 'B', shuffle), gameText('C', 'D', '1. e4')] });
  const over = {
    games: async (query: GameQuery) => {
      if (query.text) await gate;
      return main.games(query);
    },
  };
  return {
    fake: fakeMain({ games: [gameText('A', 'B', shuffle), gameText('C', 'D', '1. e4')], over }),
    answer: () => open(),
  };
}

test('a click opens the game that it hit, though the list is about to show others', async () => {
  const { fake, answer } = slowSearch();
  const { desk, screen } = await show(fake);
  await screen.getByRole('searchbox').fill('C');
  await desk.openGame(1);
  (document.querySelector('#game-0') as HTMLElement).click();
  answer();
  await expect.poll(() => desk.game.tag('White')).toBe('A');
});

test('what was pressed opens, though the list was filled anew before the button came up', async () => {
  const { fake, answer } = slowSearch();
  const { desk, screen } = await show(fake);
  await screen.getByRole('searchbox').fill('C');
  await desk.openGame(1);
  const row = document.querySelector('#game-0') as HTMLElement;
  row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  answer();
  await expect.poll(() => row.textContent).toContain('C');
  row.click();
  await expect.poll(() => desk.game.tag('White')).toBe('A');
});

/** The selected row, within the list: where that lies on the page is not asked. */
function wholeInSight(list: Element): boolean {
  const row = list.querySelector('[aria-selected=true]')?.getBoundingClientRect();
  const { top, bottom } = list.getBoundingClientRect();
  return row !== undefined && row.top >= top - 1 && row.bottom <= bottom + 1;
}

test('the game on the board is in sight again when a search is cleared', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)], rows: 300 }));
  await desk.openGame(250);
  const field = screen.getByRole('searchbox');
  await field.fill('A B');
  await expect.poll(() => screen.getByRole('listbox').element().scrollTop).toBe(0);
  await field.fill('');
  await expect.poll(() => wholeInSight(screen.getByRole('listbox').element())).toBe(true);
  expect(desk.game.index).toBe(250);
});

test('the game on the board is whole in sight, however it was opened', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)], rows: 60 }));
  const list = screen.getByRole('listbox').element() as HTMLElement;
  await expect.poll(() => list.clientHeight).toBeGreaterThan(0);
  const cut = Math.floor(list.clientHeight / 50);
  (list.querySelector(`#game-${cut}`) as HTMLElement).click();
  await expect.poll(() => desk.game.index).toBe(cut);
  await expect.poll(() => wholeInSight(list)).toBe(true);
  await desk.openGame(40);
  await expect.poll(() => wholeInSight(list)).toBe(true);
});

test('given names are shown as initials, and heard in full', async () => {
  const { screen } = await show(
    fakeMain({ games: [gameText('Fischer, Robert James', 'Duke Karl / Count Isouard', shuffle)] }),
  );
  const row = screen.getByRole('option', { name: 'Fischer, Robert James – Duke Karl / Count Isouard' });
  await expect.element(row).toBeVisible();
  expect(row.element().querySelector('.players')!.textContent.replaceAll(/\s+/g, ' ').trim()).toBe(
    'Fischer, R. J. – Duke Karl / Count Isouard',
  );
});

test('a game with a threefold wears the number', async () => {
  const { screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  await expect.element(screen.getByRole('img', { name: 'A position occurs 3 times' })).toBeVisible();
});

test('beside a long name a short one is whole', async () => {
  const { screen } = await show(
    fakeMain({ games: [gameText('Brown, Arthur', 'Meyer-Oberhausen-Winterfeldt, Karl-Friedrich', '1. e4')] }),
  );
  const names = () => [...screen.getByRole('listbox').element().querySelectorAll('.players .name')];
  await expect
    .poll(() => names().map(({ textContent }) => textContent))
    .toEqual(['Brown, A.', 'Meyer-Oberhausen-Winterfeldt, K.-F.']);
  (screen.getByRole('listbox').element() as HTMLElement).style.width = '240px';
  const cut = names().map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(cut).toEqual([false, true]);
});
