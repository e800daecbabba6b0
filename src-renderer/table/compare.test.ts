import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Comparison, ComparisonRun } from '../../shared/search/inspect';
import type { Failure } from '../../shared/api';
import { fakeMain, makeInfo } from '../testing/fake-main';
import { press, show } from '../testing/show';

const run = (table: ComparisonRun['table'], threads: number, nodes: number): ComparisonRun => ({
  table,
  threads,
  depth: 12,
  nodes,
  timeMs: 1500,
  score: { kind: 'cp', value: 34, pov: 'white' },
  moves: ['e2e4', 'e7e5', 'g1f3'],
});

/** A main process whose comparison ends when the test says so. */
async function opened(threads: number) {
  let answer: (compared: Comparison | Failure) => void = () => {};
  let stopped = 0;
  const asked: unknown[] = [];
  const fake = fakeMain({
    over: {
      engineSettings: async () => ({ hashMb: 64, threads, lines: 1 }),
      stopAnalysis: async () => void stopped++,
      compareTable: (what) => {
        asked.push(what);
        return new Promise((resolve) => (answer = resolve));
      },
    },
  });
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  press('t');
  const pane = screen.getByRole('region', { name: 'Transposition table' });
  return {
    desk,
    screen,
    pane,
    asked,
    answer: (compared: Comparison | Failure) => answer(compared),
    stops: () => stopped,
  };
}

test('off, empty and filled stand side by side, on one thread and on those that are set', async () => {
  const { desk, pane, asked, answer } = await opened(2);
  await pane.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => asked).toEqual([expect.objectContaining({ moves: [], depth: 16, threads: 2 })]);
  desk.events.searchInfo(makeInfo(7, { depth: 3 }));
  desk.events.searchInfo(makeInfo(8, { depth: 5 }));
  await expect.element(pane.getByRole('status').first()).toHaveTextContent('Search 2 of 6, depth 5');
  const runs = [1, 2].flatMap((threads) => [
    run('off', threads, 1000),
    run('cold', threads, 400),
    run('warm', threads, 50),
  ]);
  answer({ fen: desk.game.fen, depth: 12, runs });
  const table = pane.getByRole('table');
  await expect.element(table).toHaveTextContent(/empty\s*400\s*40%\s*1.5 s\s*\+0.34\s*1\. e4 e5 2\. Nf3/);
  await expect.element(table).toHaveTextContent(/filled\s*50\s*5.0%/);
  await expect.element(table).toHaveTextContent('2 threads');
  await expect.element(pane).toHaveTextContent('start position, to depth 12');
});

test('where the pane is too low for it, the answer comes into sight', async () => {
  const before = [innerWidth, innerHeight] as const;
  await page.viewport(1000, 450);
  try {
    const { desk, screen, pane, asked, answer } = await opened(1);
    (screen.container as HTMLElement).style.height = '100%';
    await pane.getByRole('button', { name: 'Compare' }).click();
    await expect.poll(() => asked.length).toBe(1);
    answer({ fen: desk.game.fen, depth: 12, runs: [run('off', 1, 1000), run('cold', 1, 400), run('warm', 1, 50)] });
    await expect.element(pane.getByRole('table').getByRole('row').last()).toBeInViewport();
  } finally {
    await page.viewport(...before);
  }
});

test('stopped, it says nothing more, and the page is not told of a failure', async () => {
  const { desk, pane, asked, answer, stops } = await opened(1);
  await pane.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => asked.length).toBe(1);
  const before = stops();
  await expect.element(pane.getByRole('button', { name: 'Stop' })).toHaveFocus();
  await pane.getByRole('button', { name: 'Stop' }).click();
  expect(stops()).toBe(before + 1);
  answer({ failure: 'the comparison was stopped' });
  await expect.element(pane.getByRole('button', { name: 'Compare' })).toHaveFocus();
  expect(pane.getByRole('table').query()).toBeNull();
  expect(desk.notices).toEqual([]);
});

test('a failure of its own is told', async () => {
  const { screen, pane, asked, answer } = await opened(1);
  await pane.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => asked.length).toBe(1);
  answer({ failure: 'the search found no line' });
  await expect.element(screen.getByText('the search found no line')).toBeVisible();
});
