import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { haveOracle, oracleRows } from '../../fixtures/oracle';
import { enPassantVerdict } from '../chess/en-passant';
import { isFailure, parsePosition } from '../chess/position';
import { fideKey } from '../chess/zobrist';
import { readPgn } from '../pgn/read';
import { reviewGame } from './report';
import { compareFens, compareTwins, describeDifference, findTwins, momentOf, type Twins } from './twins';

const twins = (first: string, second: string): Twins => {
  const compared = compareFens(first, second);
  if ('failure' in compared) throw new Error(compared.failure);
  return compared;
};

test('side to move', () => {
  const { same, differences, terms } = twins('4k3/8/8/8/8/8/8/4K3 w - - 0 1', '4k3/8/8/8/8/8/8/4K3 b - - 0 1');
  expect(same).toBe(false);
  expect(differences).toEqual([{ kind: 'turn', first: 'white', second: 'black' }]);
  expect(terms.map(({ feature, in: which }) => [feature, which])).toEqual([['white to move', 'first']]);
});

test('different FENs, the same position', () => {
  const start = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b';
  const { same, differences, ignored, terms } = twins(`${start} KQkq e3 0 1`, `${start} HAha - 7 12`);
  expect({ same, differences, terms }).toEqual({ same: true, differences: [], terms: [] });
  expect(ignored).toEqual([
    { kind: 'en passant square', square: 20, in: 'first', verdict: 'no pawn beside' },
    { kind: 'half-move clock', first: 0, second: 7 },
    { kind: 'move number', first: 1, second: 12 },
  ]);
});

test('pieces that stand differently are no twins', () => {
  expect(compareFens('4k3/8/8/8/8/8/8/4K3 w - -', '4k3/8/8/8/8/8/8/3K4 w - -')).toHaveProperty('failure');
});

const examples = readPgn(readFileSync(new URL('../../fixtures/first-light.pgn', import.meta.url), 'utf8')).games;

test('in a game: rights lost by a rook that went and came back', () => {
  const game = examples[20]!;
  const review = reviewGame(game);
  const [group] = findTwins(review);
  const [first, second] = group!;
  const compared = compareTwins(momentOf(game, review.nodes[first!]!), momentOf(game, review.nodes[second!]!))!;
  expect(compared.differences.map(describeDifference)).toEqual([
    'white may castle short only in the first; the other lost it with Rg1',
    'black may castle long only in the first; the other lost it with Rb8',
  ]);
  const sum = compared.terms.reduce((key, term) => key ^ term.key, 0n);
  expect(sum).toBe(review.visits.keys[first!]! ^ review.visits.keys[second!]!);
});

test('in a game: an en passant chance that went by', () => {
  const game = examples[21]!;
  const review = reviewGame(game);
  const pairs = findTwins(review).map(([first, second]) => {
    const compared = compareTwins(momentOf(game, review.nodes[first!]!), momentOf(game, review.nodes[second!]!))!;
    return [first, compared.differences.map(describeDifference)];
  });
  expect(pairs).toEqual([
    [4, ['a legal en passant capture only in the first; in the other the last move was no double push of a pawn']],
  ]);
});

test.each([
  ['legal', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'],
  ['no pawn beside', '4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1'],
  ['none', '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1'],
  ['pinned on the file', 'k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'],
  ['both leave the rank', '4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1'],
  ['in check', '4k3/8/8/3pP3/8/8/4n3/6K1 w - d6 0 1'],
] as const)('%s: %s', (verdict, fen) => {
  const position = parsePosition(fen);
  expect(!isFailure(position) && enPassantVerdict(position)).toBe(verdict);
});

describe.runIf(haveOracle)('against reference data', () => {
  test('why a capture is not legal', () => {
    const names: Record<string, string> = {
      'both-pawns-leave-rank': 'both leave the rank',
      'captured-pawn-shields-king': 'shield removed',
      'capturer-pinned-diagonal': 'pinned on the diagonal',
      'capturer-pinned-file': 'pinned on the file',
      'in-check-by-other-piece': 'in check',
      'no-adjacent-pawn': 'no pawn beside',
    };
    const differences: string[] = [];
    for (const [fen, , , , , reason] of oracleRows('ep-differences.tsv')) {
      const position = parsePosition(fen!);
      const verdict = isFailure(position) ? 'refused' : enPassantVerdict(position);
      if (verdict !== names[reason!]) differences.push(`${fen}: ${verdict}, wanted ${reason}`);
    }
    expect(differences).toEqual([]);
  });

  test('the terms take one key to the other', () => {
    for (const [fen] of oracleRows('ep-differences.tsv')) {
      const plain = fen!.replace(/ [a-h][36] /, ' - ');
      const { same, terms } = twins(fen!, plain);
      const [a, b] = [parsePosition(fen!), parsePosition(plain)];
      if (isFailure(a) || isFailure(b)) throw new Error('unreadable');
      expect(terms.reduce((key, term) => key ^ term.key, 0n)).toBe(fideKey(a) ^ fideKey(b));
      expect(same).toBe(true);
    }
  });
});
