import { describe, expect, it } from 'vitest';
import { chess } from './chess';
import { draughts } from './draughts';
import { go } from './go';
import { keySet } from './key-set';
import { othello } from './othello';
import { randomCheck } from './random-play';
import { finish } from './result';
import type { Rules } from './rules';

// `threefold lab go --random 1000000` and its siblings run the full million.
describe.each([
  ['chess', chess as Rules<never, never>, 5_000],
  ['go', go as Rules<never, never>, 10_000],
  ['draughts', draughts as Rules<never, never>, 20_000],
  ['othello', othello as Rules<never, never>, 20_000],
] as const)('%s', (_, rules, moves) => {
  it.each([8, 64, 128])('keeps a key of %i bits equal to the key from scratch', (bits) => {
    const set = keySet({ ...rules.shape, bits, generator: 'xoshiro256**', seed: 11n });
    const report = finish(randomCheck(rules, set, moves, 20n));
    expect(report.moves).toBe(moves);
    expect(report.incrementalXors).toBeLessThan(report.scratchXors);
  });

  it('notices a key that went wrong', () => {
    const set = keySet({ ...rules.shape, bits: 64, generator: 'splitmix64', seed: 1n });
    const faulty: Rules<never, never> = { ...rules, play: (state, move) => rules.play(state, move).slice(1) };
    expect(() => finish(randomCheck(faulty, set, 10, 1n))).toThrow(/differs from scratch in game 1, ply 1,/);
  });
});
