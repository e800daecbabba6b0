import { expect, test } from 'vitest';
import type { Failure } from '../../shared/api';
import { fakeMain } from '../testing/fake-main';
import { Settings } from './settings.svelte';

const nobody = () => {};

test('what main kept is taken over, the browser’s own copy gives the first picture', async () => {
  localStorage.setItem('threefold.settings', JSON.stringify({ theme: 'light', board: 'sage' }));
  const settings = new Settings();
  expect(settings.theme).toBe('light');
  const { main } = fakeMain({ over: { settings: async () => JSON.stringify({ theme: 'dark', deskWidth: 512 }) } });
  await settings.load(main, nobody);
  expect([settings.theme, settings.deskWidth, settings.board]).toEqual(['dark', 512, 'walnut']);
  expect(new Settings().theme).toBe('dark');
});

test('nothing kept, or nonsense: what is there stays, or the defaults serve', async () => {
  localStorage.setItem('threefold.settings', JSON.stringify({ theme: 'light' }));
  const settings = new Settings();
  await settings.load(fakeMain().main, nobody);
  expect(settings.theme).toBe('light');
  await settings.load(fakeMain({ over: { settings: async () => '{"theme":' } }).main, nobody);
  expect(settings.theme).toBe('system');
});

test('changes are kept by main one at a time, the last of them in any case', async () => {
  localStorage.clear();
  const kept: string[] = [];
  const answers: ((failed?: Failure) => void)[] = [];
  const { main } = fakeMain({
    over: {
      keepSettings: (text) => {
        kept.push(text);
        return new Promise((resolve) => answers.push(resolve));
      },
    },
  });
  const complaints: string[] = [];
  const settings = new Settings();
  await settings.load(main, (text) => complaints.push(text));
  for (const deskWidth of [400, 410, 420, 430]) settings.change({ deskWidth });
  expect(kept.length).toBe(1);
  answers[0]!({ failure: 'the disk is full' });
  await expect.poll(() => kept.length).toBe(2);
  expect(JSON.parse(kept[1]!)).toMatchObject({ deskWidth: 430 });
  expect(complaints).toEqual(['the disk is full']);
  answers[1]!();
});
