import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstTime, fitBounds, smallest, type Bounds } from './window-bounds';

const left = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 0, width: 2560, height: 1400 };
const saved = { x: 2000, y: 100, width: 1200, height: 800, maximized: false };

test.each<[string, Partial<typeof saved>, Bounds[], Partial<Bounds>]>([
  ['stays where it was', {}, [left, right], { x: 2000, y: 100, width: 1200, height: 800 }],
  ['comes back when its screen is gone', {}, [left], { x: 720, y: 100, width: 1200, height: 800 }],
  ['may hang over an edge', { x: -900 }, [left], { x: -900, y: 100, width: 1200, height: 800 }],
  ['never hides its title bar above', { x: 10, y: -50 }, [left], { x: 10, y: 0, width: 1200, height: 800 }],
  ['never hides it below', { x: 10, y: 1039 }, [left], { x: 10, y: 240, width: 1200, height: 800 }],
  [
    'shrinks to its screen',
    { x: 0, y: 0, width: 9999, height: 9999 },
    [left],
    { x: 0, y: 0, width: 1920, height: 1040 },
  ],
  ['is placed by the system the first time', { x: undefined, y: undefined }, [left], { width: 1200, height: 800 }],
  ['is placed by the system when no screen is known', {}, [], { width: 1200, height: 800 }],
])('%s', (_, change, screens, expected) => {
  expect(fitBounds({ ...saved, ...change }, screens)).toEqual(expected);
});

test('whatever was saved, the title bar can be grabbed on some screen', () => {
  const number = (min: number, max: number) => fc.integer({ min, max });
  const bounds = (min: number) =>
    fc.record({ x: number(-9000, 9000), y: number(-9000, 9000), width: number(min, 8000), height: number(min, 8000) });
  fc.assert(
    fc.property(bounds(1), fc.array(bounds(800), { minLength: 1, maxLength: 3 }), (window, screens) => {
      const fitted = fitBounds({ ...window, maximized: false }, screens) as Bounds;
      expect(fitted.width).toBeGreaterThanOrEqual(smallest.width);
      expect(fitted.height).toBeGreaterThanOrEqual(smallest.height);
      const grabbable = screens.some(
        (screen) =>
          Math.min(fitted.x + fitted.width, screen.x + screen.width) - Math.max(fitted.x, screen.x) >= 100 &&
          fitted.y >= screen.y &&
          fitted.y <= screen.y + screen.height - 40,
      );
      expect(grabbable).toBe(true);
    }),
  );
  expect(fitBounds(firstTime, [left])).toEqual({ width: 1360, height: 860 });
});
