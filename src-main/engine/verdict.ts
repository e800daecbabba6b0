import type { Color } from 'chessops';
import type { Position } from 'chessops/chess';
import type { Score } from '../../shared/search/score';

/** The kernel's numbers for mates: `mate - n` mates with the n-th half-move from the root. */
export interface MateScale {
  mate: number;
  /** Scores at or beyond this are mates. */
  mateBound: number;
}

/** The kernel's score for the side to move, as a verdict: half-moves to mate become full moves of the mating side. */
export function makeScore(score: number, turn: Color, { mate, mateBound }: MateScale): Score {
  if (Math.abs(score) < mateBound) return { kind: 'cp', value: score, pov: turn };
  const plies = mate - Math.abs(score);
  const moves = score > 0 ? Math.ceil(plies / 2) : -Math.floor(plies / 2);
  return { kind: 'mate', value: moves || 0, pov: turn };
}

/** The verdict on a position without moves: mated or stalemate; undefined where there is something to search. */
export function verdict(position: Position): Score | undefined {
  if (position.hasDests()) return undefined;
  return { kind: position.isCheck() ? 'mate' : 'cp', value: 0, pov: position.turn };
}
