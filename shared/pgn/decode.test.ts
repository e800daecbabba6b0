import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePgn, encodePgn } from './decode';

const bytes = (...values: number[]) => Uint8Array.from(values);

test.each([
  ['UTF-8', bytes(0x4d, 0xc3, 0xbc), 'Mü', 'utf-8'],
  ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x4d), 'M', 'utf-8 with mark'],
  ['Latin-1', bytes(0x4d, 0xfc), 'Mü', 'windows-1252'],
  ['Windows-1252', bytes(0x93, 0x4d, 0x94, 0x80), '“M”€', 'windows-1252'],
  ['UTF-16, little end first', bytes(0xff, 0xfe, 0x4d, 0, 0xfc, 0), 'Mü', 'utf-16le'],
  ['UTF-16, big end first', bytes(0xfe, 0xff, 0, 0x4d, 0, 0xfc), 'Mü', 'utf-16be'],
  ['nothing', bytes(), '', 'utf-8'],
] as const)('%s, there and back', (_, raw, text, encoding) => {
  expect(decodePgn(raw)).toEqual({ text, encoding });
  expect(encodePgn(text, encoding)).toEqual(raw);
});

test('any bytes without a UTF-16 mark come back as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => {
      const { text, encoding } = decodePgn(raw);
      if (encoding.startsWith('utf-16')) return;
      expect(encodePgn(text, encoding)).toEqual(raw);
    }),
    { numRuns: 1000 },
  );
});

test('a character that the encoding does not have', () => {
  expect(encodePgn('Čech', 'windows-1252')).toBeUndefined();
});
