import type { RandomBelow } from './generators';
import type { Feature, Shape } from './key-set';

export const gameNames = ['chess', 'go', 'draughts', 'othello'] as const;
export type GameName = (typeof gameNames)[number];

/**
 * A game of pieces on places, as the lab sees it. A state is a value that `play` changes in place; a move's features
 * are those whose figures it XORs into the key, removed and added alike. A feature may not occur twice in the list.
 */
export interface Rules<State, Move> {
  readonly name: GameName;
  readonly shape: Shape;
  start(): State;
  copy(state: State): State;
  /** Empty when the game is over. */
  legalMoves(state: State): Move[];
  play(state: State, move: Move): Feature[];
  /** As `play`, where nobody asks for the features and telling them costs time. */
  advance?(state: State, move: Move): void;
  /**
   * Draws a legal move without listing all, for games with many; undefined when the game is over. Games that have it
   * do not let a whole position come back (superko): see random-play.ts.
   */
  randomMove?(state: State, random: RandomBelow): Move | undefined;
  /** All features of the state, from scratch: what `play` must agree with. */
  features(state: State): Feature[];
  /** Everything that makes two states the same position, exactly. The key finds, this judges. */
  identity(state: State): string;
  makeMove(state: State, move: Move): string;
}

/** Counts the leaves of the tree of legal moves: the field's test of a move generator. */
export function perft<State, Move>(rules: Rules<State, Move>, state: State, depth: number): number {
  if (depth === 0) return 1;
  const moves = rules.legalMoves(state);
  if (depth === 1) return moves.length;
  let leaves = 0;
  for (const move of moves) {
    const next = rules.copy(state);
    rules.play(next, move);
    leaves += perft(rules, next, depth - 1);
  }
  return leaves;
}
