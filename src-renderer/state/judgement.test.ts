import { expect, test } from 'vitest';
import type { Score } from '../../shared/search/score';
import { judge, winChance } from './judgement';

const cp = (value: number): Score => ({ kind: 'cp', value, pov: 'white' });

test('winning chances: even, mirrored, certain', () => {
  expect(winChance(cp(0), 'white')).toBe(0.5);
  expect(winChance(cp(100), 'white')).toBeCloseTo(0.591, 3);
  expect(winChance(cp(100), 'white') + winChance(cp(100), 'black')).toBeCloseTo(1);
  expect(winChance({ kind: 'mate', value: 3, pov: 'black' }, 'white')).toBe(0);
  expect(winChance({ kind: 'mate', value: 3, pov: 'black' }, 'black')).toBe(1);
});

test('mate on the board: lost for the side whose view it is', () => {
  expect(winChance({ kind: 'mate', value: 0, pov: 'white' }, 'white')).toBe(0);
  expect(winChance({ kind: 'mate', value: 0, pov: 'white' }, 'black')).toBe(1);
});

test('10, 20 and 30 points', () => {
  expect([0.09, 0.1, 0.2, 0.31].map(judge)).toEqual([undefined, 'inaccuracy', 'mistake', 'blunder']);
});
