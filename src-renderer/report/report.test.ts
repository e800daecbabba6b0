import { expect, test } from 'vitest';
import { fakeMain, gameText, makeInfo, shuffle } from '../testing/fake-main';
import { press, show } from '../testing/show';

test('claims are listed by move and article, with what became of them', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', shuffle)] }));
  press('r');
  const report = screen.getByRole('region', { name: 'Report' });
  await expect.element(report).toHaveTextContent('Article 9.2.1.1 · not claimed, play went on');
  await expect.element(report).toHaveTextContent('White could claim: the position has appeared for the third time');
  await report.getByRole('button', { name: '4… Ng8' }).first().click();
  expect(desk.game.current.ply).toBe(8);
  await expect.element(screen.getByRole('button', { name: /^White may claim a draw \(9.2.1.2/ })).toBeVisible();
});

test('a claim says for which time the position stands there, beyond the third too', async () => {
  const moves = `${shuffle.slice(0, shuffle.indexOf('5.'))} 5. Nf3 Nf6 6. Ng1 Ng8 7. e4`;
  const { screen } = await show(fakeMain({ games: [gameText('A', 'B', moves)] }));
  press('r');
  const report = screen.getByRole('region', { name: 'Report' });
  await expect.element(report).toHaveTextContent('White could claim: the position has appeared for the fourth time');
  await expect.element(report).toHaveTextContent('is about to appear for the fourth time, by writing down Ng8');
});

test('of many claims the first are listed; all when asked for, or when a later one is on the board', async () => {
  const moves = Array<string>(4).fill('Nf3 Nf6 Ng1 Ng8').join(' ');
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', moves)] }));
  press('r');
  const last = screen
    .getByRole('region', { name: 'Report' })
    .getByRole('listitem')
    .filter({ hasText: '8. Ng1 Black could' });
  const all = screen.getByRole('button', { name: 'Show all 9 moves with a claim' });
  await expect.element(all).toBeVisible();
  expect(last.query()).toBeNull();
  desk.game.goToPly(15);
  await expect.element(last).toBeVisible();
  expect(all.query()).toBeNull();
  desk.game.first();
  await all.click();
  await expect.element(last.getByRole('button')).toHaveFocus();
});

test('on paper a game whose positions came back twice only is not said to have none that did', async () => {
  const twice = '1. Nf3 Nf6 2. Ng1 Ng8 3. e4';
  const pgn = gameText('A', 'B', twice).replace('[White ', '[Round "4"]\n[White ');
  const { screen } = await show(fakeMain({ games: [pgn] }));
  press('r');
  const paper = () => screen.container.querySelector('.printed')?.textContent;
  await expect.poll(paper).toContain('No position of this line occurs three times.');
  expect(paper()).toMatch(/A – B, ½–½\s*Test, round 4/);
});

test('the whole game is analysed position by position, and mistakes are named', async () => {
  const scores = [0, 0, -600];
  let id = 0;
  const fake = fakeMain({ games: [gameText('A', 'B', '1. f3 e5', '*')] });
  const { desk, screen } = await show(fake);
  fake.main.analyse = async () => {
    const value = scores[id]!;
    const mine = ++id;
    const line = { ...makeInfo(mine).lines[0]!, score: { kind: 'cp' as const, value, pov: 'white' as const } };
    queueMicrotask(() => desk.events.searchEnded(mine, makeInfo(mine, { lines: [line] })));
    return mine;
  };
  press('r');
  await screen.getByRole('button', { name: 'Analyse the game' }).click();
  await expect.element(screen.getByRole('slider', { name: 'The course of the game' })).toBeVisible();
  await expect.poll(() => desk.evaluations.running).toBe(false);
  expect(id).toBe(3);
  const again = screen.getByRole('button', { name: 'Analyse the game' });
  await expect.element(again).toBeDisabled();
  await expect.element(again).toHaveAttribute('title', 'An engine has looked at every position of this line.');
  expect(desk.evaluations.judged(desk.game.line).map(({ node }) => node.san)).toEqual([]);
  expect(desk.evaluations.whiteChance(desk.game.line[2]!)).toBeLessThan(0.1);
});

test('an analysis is seen from every pane, and gives way to the engine switched on for the board', async () => {
  let id = 0;
  const asked: string[] = [];
  const fake = fakeMain({ games: [gameText('A', 'B', '1. f3 e5', '*')] });
  const { desk, screen } = await show(fake);
  fake.main.analyse = async ({ limit }) => {
    asked.push(limit.kind);
    return ++id;
  };
  press('r');
  await screen.getByRole('button', { name: 'Analyse the game' }).click();
  press('m');
  const engine = screen.getByRole('region', { name: 'Engine' });
  await expect.element(engine).toHaveTextContent('Analysing the game: 0 of 3');
  await expect.poll(() => asked).toEqual(['time']);
  press('l');
  await expect.poll(() => asked).toEqual(['time', 'infinite']);
  desk.events.searchEnded(1, makeInfo(1));
  await expect.poll(() => desk.evaluations.running).toBe(false);
  expect(asked).toEqual(['time', 'infinite']);
  desk.events.searchInfo(makeInfo(2));
  await expect.element(engine).toHaveTextContent('+0.34');
  await desk.engine.turnOff();
});

test('a repertoire is told where two lines that meet advise different things', async () => {
  const moves = '1. d4 (1. Nf3 d5 2. d4 e6) 1... d5 2. Nf3 Nf6';
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', moves, '*')] }));
  press('r');
  const report = screen.getByRole('region', { name: 'Report' });
  await expect.element(report).toHaveTextContent(/The same position, different advice: 2… Nf6\s*2… e6/);
  await report.getByRole('button', { name: '2… e6' }).click();
  expect(desk.game.current.san).toBe('e6');
});

test('before an analysis the course of the game is a sentence and a button, even with one position known', async () => {
  const { desk, screen } = await show(fakeMain({ games: [gameText('A', 'B', '1. f3 e5', '*')] }));
  desk.evaluations.found(desk.game.line[0]!.key, { kind: 'cp', value: 10, pov: 'white' }, 8, []);
  press('r');
  await expect.element(screen.getByText('Let the engine look at every position')).toBeVisible();
  expect(screen.getByRole('slider', { name: 'The course of the game' }).query()).toBeNull();
});
