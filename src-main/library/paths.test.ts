import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Paths } from './paths';

const line = fc.record({
  start: fc.constantFrom('a', 'b'),
  moves: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }),
});

test('two lines share a number exactly when start and moves are the same', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
      const paths = new Paths();
      const seen = new Map<number, string>();
      const numbers = new Map<string, number>();
      for (const { start, moves } of lines) {
        const path = moves.reduce((at, move) => paths.child(at, move), paths.root(start));
        const name = JSON.stringify({ start, moves });
        expect(seen.get(path) ?? name).toBe(name);
        expect(numbers.get(name) ?? path).toBe(path);
        expect(paths.unfold(path)).toEqual({ start, moves });
        seen.set(path, name);
        numbers.set(name, path);
      }
    }),
  );
});

test('grows beyond its first slots, and parents come before their children', () => {
  const paths = new Paths();
  const root = paths.root('start');
  for (let move = 1; move < 3000; move++) {
    const reply = paths.child(paths.child(root, move), move);
    expect(paths.parent(reply)).toBeLessThan(reply);
  }
  expect(paths.size).toBe(1 + 2 * 2999);
  expect(paths.child(paths.child(root, 77), 77)).toBe(paths.child(paths.child(root, 77), 77));
  expect(paths.size).toBe(1 + 2 * 2999);
  expect(paths.parent(root)).toBeUndefined();
});
