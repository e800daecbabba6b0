import { describe, expect, it } from 'vitest';
import { rand15, randomBelow, splitmix64, xoshiro256From } from './generators';

describe('published test vectors', () => {
  it('splitmix64', () => {
    const next = splitmix64(1234567n);
    expect([next(), next(), next(), next(), next()]).toEqual([
      6457827717110365317n,
      3203168211198807973n,
      9817491932198370423n,
      4593380528125082431n,
      16408922859458223821n,
    ]);
  });

  it('xoshiro256**', () => {
    const next = xoshiro256From([1n, 2n, 3n, 4n]);
    expect([next(), next(), next(), next(), next(), next(), next()]).toEqual([
      11520n,
      0n,
      1509978240n,
      1215971899390074240n,
      1216172134540287360n,
      607988272756665600n,
      16172922978634559625n,
    ]);
  });

  it("Microsoft's rand() after srand(1)", () => {
    const rand = rand15(1);
    expect([rand(), rand(), rand(), rand(), rand()]).toEqual([41, 18467, 6334, 26500, 19169]);
  });
});

it('randomBelow is even: 60000 throws of a die, chi-square with 5 degrees of freedom below the 0.1 % point', () => {
  const die = randomBelow(7n);
  const counts = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 60_000; i++) counts[die(6)]!++;
  const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquare).toBeLessThan(20.5);
});
