import { expect, test } from 'vitest';
import type { EngineChoice } from '../../shared/api';
import { fakeMain, makeInfo } from '../testing/fake-main';
import { press, show } from '../testing/show';

/** Ours and a found one, as main would list them. */
function twoEngines() {
  let used = 0;
  const list = (): EngineChoice[] => [
    { id: 0, name: 'Threefold', inUse: used === 0 },
    { id: 1, name: 'Stockfish', path: '/usr/games/stockfish', inUse: used === 1 },
  ];
  const fake = fakeMain({ over: { engines: async () => list(), useEngine: async (id) => ((used = id), list()) } });
  return { fake, used: () => used };
}

test('another engine is chosen: it analyses at once, and its table is said to be closed', async () => {
  const { fake, used } = twoEngines();
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  press('l');
  await expect.poll(() => fake.analysed.length).toBe(1);
  await screen.getByRole('button', { name: 'Engine settings' }).click();
  await screen.getByRole('combobox', { name: 'Which engine' }).selectOptions('Stockfish');
  await expect.poll(used).toBe(1);
  await expect.poll(() => fake.analysed.length).toBe(2);
  desk.events.searchInfo(makeInfo(2));
  press('t');
  const pane = screen.getByRole('region', { name: 'Transposition table' });
  await expect.element(pane).toHaveTextContent('Only our own engine opens its table to view.');
  await pane.getByRole('button', { name: 'Use our own engine' }).click();
  await expect.poll(used).toBe(0);
  await expect.element(pane).not.toHaveTextContent('Only our own engine');
});

test('a failure to start the other engine is told, and ours stays in use', async () => {
  const { fake } = twoEngines();
  fake.main.useEngine = async () => ({ failure: 'stockfish: cannot be started' });
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  await screen.getByRole('button', { name: 'Engine settings' }).click();
  await screen.getByRole('combobox', { name: 'Which engine' }).selectOptions('Stockfish');
  await expect.element(screen.getByText('stockfish: cannot be started')).toBeVisible();
  expect(desk.engine.foreign).toBe(false);
  await expect.element(screen.getByRole('combobox', { name: 'Which engine' })).toHaveValue('0');
});

test('the replacement policy is set, with the other settings kept', async () => {
  const fake = fakeMain();
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  await screen.getByRole('button', { name: 'Engine settings' }).click();
  await screen.getByRole('combobox', { name: 'Replacement' }).selectOptions('Two tiers');
  await expect.poll(() => desk.engine.settings).toEqual({ hashMb: 64, threads: 1, lines: 1, policy: 'two-tier' });
});

test('where dialogs are native, an engine picked by one is used at once', async () => {
  const list = (used: number): EngineChoice[] => [
    { id: 0, name: 'Threefold', inUse: used === 0 },
    ...(used < 0 ? [] : [{ id: 1, name: 'Berserk', path: '/opt/berserk', inUse: used === 1 }]),
  ];
  const fake = fakeMain({
    over: {
      appInfo: async () => ({ host: 'electron', version: '0.0.0', nativeDialogs: true, cores: 4 }),
      engines: async () => [{ id: 0, name: 'Threefold', inUse: true }],
      chooseEngine: async () => list(0),
      useEngine: async (id) => list(id),
    },
  });
  const { desk, screen } = await show(fake);
  desk.startEmpty();
  await screen.getByRole('button', { name: 'Engine settings' }).click();
  await screen.getByRole('button', { name: 'Another engine…' }).click();
  await expect.poll(() => desk.engine.inUse?.name).toBe('Berserk');
});
