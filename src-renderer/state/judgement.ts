import type { Color } from 'chessops';
import { scoreFor, type Score } from '../../shared/search/score';

/** How bad a move was, by how much of the winning chance it gave away. */
export const judgements = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Judgement = (typeof judgements)[number];

/**
 * Winning chance from 0 to 1 as the given side sees it. The logistic curve fitted to games of strong amateurs, as
 * several chess sites use it: a pawn is worth most when the game is in the balance.
 */
export function winChance(score: Score, side: Color): number {
  const { kind, value } = scoreFor(score, side);
  if (kind === 'mate') return value > 0 || (value === 0 && score.pov !== side) ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * value));
}

const LEAST_DROP: Record<Judgement, number> = { inaccuracy: 0.1, mistake: 0.2, blunder: 0.3 };

/** `drop`: of the mover's winning chance, from before the move to after it. */
export const judge = (drop: number): Judgement | undefined =>
  judgements.findLast((judgement) => drop >= LEAST_DROP[judgement]);
