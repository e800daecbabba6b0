import { expect, test } from 'vitest';
import { builtFile } from './built';
import { Kernel, SETUP_FAULTS } from './kernel';
import { SCANNED_TAGS, STOPS } from './kernel-scan';

/** Where the host has a list in the kernel's order, the kernel says which number it means. */
test('the numbers that kernel and host share are the same', async () => {
  const { exports } = await Kernel.load(builtFile('kernel.wasm'));
  const number = (name: string): unknown => (exports as unknown as Record<string, WebAssembly.Global>)[name]!.value;
  const stops = {
    needInput: 'NEED_INPUT',
    full: 'FULL',
    startWanted: 'START_WANTED',
    irregular: 'IRREGULAR',
    done: 'DONE',
  };
  expect(STOPS.map((stop) => number(stops[stop]))).toEqual([0, 1, 2, 3, 4]);
  const faults = { kings: 'WRONG_KINGS', oppositeCheck: 'OPPOSITE_CHECK', pawnsOnBackRank: 'PAWN_ON_BACK_RANK' };
  expect(SETUP_FAULTS.map((fault) => number(fault ? faults[fault] : 'SET_UP'))).toEqual([0, 1, 2, 3]);
  expect(number('TAGS')).toBe(SCANNED_TAGS.length);
  expect(number('TAG_FEN')).toBe(SCANNED_TAGS.indexOf('FEN'));
  expect(number('TAG_VARIANT')).toBe(SCANNED_TAGS.indexOf('Variant'));
  expect(number('GAME_BYTES')).toBeGreaterThanOrEqual(Number(number('RECORD_TAGS')) + 8 * SCANNED_TAGS.length);
});
