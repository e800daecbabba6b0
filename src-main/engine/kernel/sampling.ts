/**
 * A random part of the positions that a search evaluates, kept for bench/sample.ts, which makes training data of them. Only
 * in a build of its own (SAMPLED, tools/kernel.mjs), where this file is a second entry: the product has none of it.
 *
 * Behind the search's data each thread's area has a head, then the samples:
 *
 *     0  u32  state of the generator of chance (xorshift32)
 *     4  u32  of 2^32 evaluations so many are kept; 0, as in fresh memory: none
 *     8  u32  how many are kept
 *    16      samples of 72 bytes: u8 per square, as in the position, then u8 turn
 */

import { THREAD_BYTES } from './memory';
import { BOARD, Position } from './position';
import { SUMS_END } from './network';

const CHANCE: usize = SUMS_END;
const SHARE: usize = SUMS_END + 4;
const COUNT: usize = SUMS_END + 8;

/** Where the samples lie, from a thread's area. */
export const SAMPLES: usize = SUMS_END + 16;
export const SAMPLE_BYTES: usize = 72;
/** Where the turn lies in a sample. */
export const SAMPLE_TURN: usize = 64;
/** As many as the area has room for; what comes after them is not kept. */
export const MAX_SAMPLES: u32 = ((THREAD_BYTES - SAMPLES) / SAMPLE_BYTES) as u32;

/**
 * From now on each evaluation of a thread is kept with a chance of 1 to `every`, which is at least 1; the same seed, not 0,
 * and the same searches keep the same.
 */
export function beginSampling(area: usize, seed: u32, every: u32): void {
  store<u32>(area + CHANCE, seed);
  store<u32>(area + SHARE, u32.MAX_VALUE / every);
  forgetSamples(area);
}

/** Makes room for those of the next search. */
export function forgetSamples(area: usize): void {
  store<u32>(area + COUNT, 0);
}

export function sampleCount(area: usize): u32 {
  return load<u32>(area + COUNT);
}

/** Keeps the position or not, as chance has it; the search learns nothing of it. */
export function sample(position: Position, area: usize): void {
  let chance = load<u32>(area + CHANCE);
  chance ^= chance << 13;
  chance ^= chance >> 17;
  chance ^= chance << 5;
  store<u32>(area + CHANCE, chance);
  const count = sampleCount(area);
  if (chance >= load<u32>(area + SHARE) || count == MAX_SAMPLES) return;
  const at = area + SAMPLES + (count as usize) * SAMPLE_BYTES;
  memory.copy(at, changetype<usize>(position) + BOARD, 64);
  store<u8>(at, position.turn as u8, SAMPLE_TURN);
  store<u32>(area + COUNT, count + 1);
}
