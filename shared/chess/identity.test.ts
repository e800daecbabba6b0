import { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomLine } from '../../fixtures/random-play';
import { identityOf, makeEpd, sameIdentityAt, samePosition } from './identity';
import { isFailure, parsePosition, playNull } from './position';
import { packMove, unpackMove } from './packed-move';

const position = (fen: string) => {
  const parsed = parsePosition(fen);
  if (isFailure(parsed)) throw new Error(parsed.failure);
  return parsed;
};

test.each([
  ['clocks do not count', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', '4k3/8/8/8/8/8/8/4K2R w K - 40 77', true],
  ['side to move', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', '4k3/8/8/8/8/8/8/4K2R b K - 0 1', false],
  ['a castling right', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', '4k3/8/8/8/8/8/8/4K2R w - - 0 1', false],
  ['a right without its rook', '4k3/8/8/8/8/8/8/4K2R w KQ - 0 1', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', true],
  ['a legal en passant', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1', false],
  ['no pawn beside', '4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1', '4k3/8/8/3p4/8/8/8/4K3 w - - 0 1', true],
  ['capturer pinned', 'k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 1', true],
  ['both pawns leave the rank', '4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1', '4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1', true],
  [
    'pinned along the diagonal of capture',
    '1k6/2b5/8/3pP3/8/8/7K/8 w - d6 0 1',
    '1k6/2b5/8/3pP3/8/8/7K/8 w - - 0 1',
    false,
  ],
  ['inner and outer rook in Chess960', '1k6/8/8/8/8/8/8/1KR4R w C - 0 1', '1k6/8/8/8/8/8/8/1KR4R w H - 0 1', false],
])('%s', (_, a, b, same) => {
  expect(samePosition(position(a), position(b))).toBe(same);
});

test('an identity writes itself as the first four fields of the FEN', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 150 }), (choices) => {
      const played = Chess.default();
      for (const move of randomLine(choices)) played.play(move);
      expect(makeEpd(identityOf(played))).toBe(makeFen(played.toSetup(), { epd: true }));
    }),
    { numRuns: 300 },
  );
});

test('different first four fields, different identity', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 80 }), (choices) => {
      const played = Chess.default();
      const seen: { epd: string; words: Uint32Array }[] = [];
      for (const move of randomLine(choices)) {
        played.play(move);
        const now = { epd: makeFen(played.toSetup(), { epd: true }), words: identityOf(played) };
        for (const then of seen) expect(sameIdentityAt(now.words, 0, then.words, 0)).toBe(now.epd === then.epd);
        seen.push(now);
      }
    }),
    { numRuns: 50 },
  );
});

test('a passed turn costs a half-move and the en passant chance', () => {
  const passed = position('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9');
  playNull(passed);
  expect(makeFen(passed.toSetup())).toBe('4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9');
});

test('moves survive packing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 100 }), (choices) => {
      const played = Chess.default();
      for (const move of randomLine(choices)) {
        expect(unpackMove(packMove(played, move))).toEqual(move);
        played.play(move);
      }
    }),
    { numRuns: 50 },
  );
  expect(unpackMove(packMove(position('4k3/8/8/8/8/8/8/4K2R w K - 0 1'), { from: 4, to: 6 }))).toEqual({
    from: 4,
    to: 7,
  });
});

test.each([
  ['', 'it is empty'],
  ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'each side needs exactly one king'],
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1', 'piece placement'],
  ['4k3/8/8/8/8/8/4R3/4K3 w - - 0 1', 'stands in check'],
  ['4k3/8/8/8/8/8/8/4K3 x - - 0 1', 'side to move must be w or b'],
  ['4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'pawn stands on the first or last rank'],
])('%j is refused: %s', (fen, reason) => {
  const refused = parsePosition(fen);
  expect(isFailure(refused) && refused.failure).toContain(reason);
});
