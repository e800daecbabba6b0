import { describe, expect, it } from 'vitest';
import { Chess } from 'chessops/chess';
import { parseUci } from 'chessops/util';
import { eloOf, estimate, likelihoodRatio } from './score';
import { openings } from './openings';

describe('the score of a match', () => {
  it('knows the usual points of the rating scale', () => {
    expect(eloOf(0.5)).toBeCloseTo(0);
    expect(eloOf(0.75)).toBeCloseTo(190.85, 1);
    expect(eloOf(0.25)).toBeCloseTo(-190.85, 1);
  });

  it('gives an interval that narrows with the square root of the games', () => {
    const few = estimate({ wins: 10, draws: 10, losses: 10 });
    const many = estimate({ wins: 1000, draws: 1000, losses: 1000 });
    expect(few.score).toBe(0.5);
    expect((few.high - few.low) / (many.high - many.low)).toBeCloseTo(10, 6);
    expect(few.low + few.high).toBeCloseTo(1);
  });

  it('decides between two hypotheses', () => {
    expect(likelihoodRatio({ wins: 600, draws: 300, losses: 400 }, 0, 10)).toBeGreaterThan(2.94);
    expect(likelihoodRatio({ wins: 400, draws: 300, losses: 600 }, 0, 10)).toBeLessThan(-2.94);
    expect(likelihoodRatio({ wins: 0, draws: 0, losses: 0 }, 0, 10)).toBe(0);
  });
});

describe('the openings', () => {
  it.each(openings)('$name can be played', ({ moves }) => {
    const position = Chess.default();
    for (const uci of moves.split(' ')) {
      const move = parseUci(uci)!;
      expect(position.isLegal(move), uci).toBe(true);
      position.play(move);
    }
    expect(position.isCheck()).toBe(false);
  });

  it('end in different positions', () => {
    expect(new Set(openings.map(({ moves }) => moves)).size).toBe(openings.length);
  });
});
