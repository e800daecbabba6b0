import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { scannedGames, tolerantGames } from '../../fixtures/scan-twins';
import { builtFile } from '../engine/built';
import { PgnScanner } from './scan';

/** The kernel's scanner against the tolerant reader, on games that were damaged at random and cut at awkward places. */

const CORPUS = `[Event "Casual"]
[Site "London"]
[Date "1851.06.21"]
[Round "?"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]
[ECO "C33"]

1.e4 e5 2.f4 exf4 3.Bc4 Qh4+ 4.Kf1 b5 5.Bxb5 Nf6 6.Nf3 Qh6 7.d3 Nh5 8.Nh4 Qg5 9.Nf5 c6
10.g4 Nf6 11.Rg1 cxb5 12.h4 Qg6 13.h5 Qg5 14.Qf3 Ng8 15.Bxf4 Qf6 16.Nc3 Bc5 17.Nd5 Qxb2
18.Bd6 Bxg1 {A {famous} move.} 19.e5 $1 Qxa1+ 20.Ke2 Na6 (20...Ba6! 21.Nc7+ (21.Bxg1 $2) 21...Kd8) 21.Nxg7+ Kd8
22.Qf6+! Nxf6 23.Be7# 1-0

[Event "Castling, promotion, en passant"]
[White "A"]
[Black "B \\"the\\" C"]
[Result "1/2-1/2"]

1. e4 d5 2. e5 f5 3. exf6 Nxf6 4. Nf3 g6 5. Be2 Bg7 6. O-O O-O ; to the end { of the line
% an escaped line [Event "no"]
7. d4 Nc6 8. c4 dxc4 -- 9. Na3 1/2-1/2

[Event "From a position"]
[SetUp "1"]
[FEN "8/P6k/8/8/8/8/1r4K1/8 w - - 10 60"]
[Result "*"]

60.Kf3 Rb3+ 61.Kf4 Rb4+ 62.Ke5 Rb5+ 63. Kd6 Rb6+ 64. Kc5 Rb1 65. a8=Q Rc1+ *
[Event "No empty line before"]
[Variant "Chess960"]
[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"]
[Result "*"]
1. Ng3 Ng6 2. Nh1 Nh8 3. Ng3 (3. f3 O-O) Ng6 *

1. d4 d5 *

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 0-1
`;

/** What hands and programs put into games, rightly or wrongly. */
const SCRAPS = [
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  '\t',
  '\0',
  '\u00a0',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '"',
  '\\',
  ';',
  '%',
  '*',
  '$',
  '$5',
  '!',
  '?!',
  '!!!',
  '1-0',
  '0-1',
  '1/2-1/2',
  '1/2',
  '1-',
  '-0',
  '½',
  '0-0',
  'O-O-O',
  'o-o',
  'e4',
  'Nf3',
  'Nbd2',
  'exd6 e.p.',
  'e8=Q',
  'a8Q',
  '--',
  'Z0',
  'e2e4',
  'nf3',
  '1.',
  '1...',
  '3. ...',
  '...',
  'N',
  '+',
  '#',
  '+-',
  '=',
  'x',
  '[Event "X"]\n',
  '\n[Event "X"]\n',
  '\n\n[Event "X"]\n',
  '\n\n[White "X"]\n',
  '[White "X"',
  '\n%',
  '{[%clk 0:01:00]}',
  '\n\n[Event "in"]',
  'é',
  '–',
  '<',
  '>',
];

const edits = fc.array(
  fc.record({
    at: fc.nat(CORPUS.length),
    cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) }),
    scrap: fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 6, arbitrary: fc.constantFrom(...SCRAPS) }),
  }),
  { maxLength: 4 },
);

const damaged = (changes: { at: number; cut: number; scrap: string }[]): Uint8Array => {
  let text = CORPUS;
  for (const { at, cut, scrap } of changes) text = text.slice(0, at) + scrap + text.slice(at + cut);
  return new TextEncoder().encode(text);
};

let large: PgnScanner;
let small: PgnScanner;
beforeAll(async () => {
  large = await PgnScanner.load();
  small = await PgnScanner.load({ chunkBytes: 256 });
});

test('the corpus itself is read without the tolerant reader but for what it has to word', async () => {
  const games = await scannedGames(large, damaged([]));
  expect(games).toEqual(tolerantGames(damaged([])));
  expect(games).toHaveLength(6);
});

test('a clock that a FEN lets run on beyond seventy-five moves', async () => {
  const bytes = new TextEncoder().encode('[FEN "8/P6k/8/8/8/8/1r4K1/8 w - - 160 100"]\n\n100. Kf3 Rb3+ *\n');
  const games = await scannedGames(large, bytes);
  expect(games).toEqual(tolerantGames(bytes));
  expect(games[0]).toMatchObject({ clocks: [160, 161, 162] });
});

test('damaged games', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      const bytes = damaged(changes);
      expect(await scannedGames(large, bytes)).toEqual(tolerantGames(bytes));
    }),
    { numRuns: 600 },
  );
});

test('a buffer that ends anywhere changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(edits, fc.integer({ min: 1, max: 400 }), async (changes, size) => {
      const bytes = damaged(changes);
      expect(await scannedGames(small, bytes, size)).toEqual(await scannedGames(large, bytes));
    }),
    { numRuns: 300 },
  );
});

test('the checked kernel finds boards and keys in order after every move of damaged games', async () => {
  const checked = await PgnScanner.load({ binary: builtFile('kernel-checked.wasm') });
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      const bytes = damaged(changes);
      expect(await scannedGames(checked, bytes)).toEqual(await scannedGames(large, bytes));
    }),
    { numRuns: 100 },
  );
});
