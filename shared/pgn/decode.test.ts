import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeGame, decodePgn, encodePgn } from './decode';

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

test.each([
  ['a mark within a file is a character', bytes(0xef, 0xbb, 0xbf, 0x4d), 'utf-8 with mark', '\ufeffM'],
  ['and so is what would be one of UTF-16', bytes(0xff, 0xfe, 0x4d), 'windows-1252', 'ÿþM'],
  ['one that is not UTF-8 in a file that was so far', bytes(0x4d, 0xfc), 'utf-8', 'Mü'],
  ['UTF-16, which has its mark elsewhere', bytes(0x4d, 0, 0xfc, 0), 'utf-16le', 'Mü'],
] as const)('the bytes of one game: %s', (_, raw, encoding, text) => {
  expect(decodeGame(raw, encoding)).toBe(text);
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
