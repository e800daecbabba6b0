import { randomBelow, type RandomBelow } from './generators';
import { emptyKey, keyFromScratch, keyValue, sameKey, toggle, type Key, type KeySet } from './key-set';
import type { Running } from './result';
import type { Rules } from './rules';
import { say } from './said';

/** Games that would not end by themselves are left after so many moves. */
const LONGEST_GAME = { chess: 400, go: 1000, draughts: 200, othello: 130 };

/**
 * A random legal move; undefined at the game's end. Where whole positions may not come back (Go, `history` given), a
 * move that would bring one back is drawn again: situational superko, found by key.
 */
function randomMove<State, Move>(
  rules: Rules<State, Move>,
  state: State,
  random: RandomBelow,
  forbidden?: (move: Move) => boolean,
): Move | undefined {
  const pick = rules.randomMove;
  if (!pick) {
    const moves = rules.legalMoves(state);
    return moves[random(moves.length)];
  }
  for (;;) {
    const move = pick(state, random);
    if (move === undefined || !forbidden?.(move)) return move;
  }
}

export interface Visit<State, Move> {
  /** From 0. */
  game: number;
  /** From 1. */
  ply: number;
  move: Move;
  /** After the move; it goes on changing. */
  state: State;
  features: readonly number[];
  key: Key;
}

/** Plays random legal games, one after the other, and shows every position that a move made. Endless. */
export function* randomPlay<State, Move>(
  rules: Rules<State, Move>,
  set: KeySet,
  seed: bigint,
): Generator<Visit<State, Move>, never, undefined> {
  const random = randomBelow(seed);
  for (let game = 0; ; game++) {
    const state = rules.start();
    const key = keyFromScratch(set, rules.features(state));
    const history = new Set([keyValue(key)]);
    const comesBack = (move: Move): boolean => {
      const next = key.slice();
      const before = rules.copy(state);
      const features = rules.play(before, move);
      for (const feature of features) toggle(set, next, feature);
      // A single feature is the turn: a pass, which is always allowed.
      return features.length > 1 && history.has(keyValue(next));
    };
    for (let ply = 1; ply <= LONGEST_GAME[rules.name]; ply++) {
      const move = randomMove(rules, state, random, comesBack);
      if (move === undefined) break;
      const features = rules.play(state, move);
      for (const feature of features) toggle(set, key, feature);
      if (rules.randomMove) history.add(keyValue(key));
      yield { game, ply, move, state, features, key };
    }
  }
}

export interface RandomCheck {
  moves: number;
  games: number;
  /** XORs that the moves made, and that keys from scratch would have cost. */
  incrementalXors: number;
  scratchXors: number;
}

/**
 * The slow twin: after each of `moves` random legal moves, the key kept by XORs must equal the key from scratch.
 *
 * @throws Error naming game, ply and move where they differ
 */
export function* randomCheck<State, Move>(
  rules: Rules<State, Move>,
  set: KeySet,
  moves: number,
  seed: bigint,
): Running<RandomCheck> {
  const report: RandomCheck = { moves: 0, games: 0, incrementalXors: 0, scratchXors: 0 };
  const scratch = emptyKey(set);
  for (const { game, ply, move, state, features, key } of randomPlay(rules, set, seed)) {
    const all = rules.features(state);
    scratch.fill(0);
    for (const feature of all) toggle(set, scratch, feature);
    if (!sameKey(key, scratch))
      throw new Error(
        `${rules.name}: incremental key differs from scratch in game ${game + 1}, ply ${ply}, ${rules.makeMove(state, move)}`,
      );
    report.moves++;
    report.games = game + 1;
    report.incrementalXors += features.length;
    report.scratchXors += all.length;
    if (report.moves === moves) break;
    if (report.moves % 4096 === 0) yield { done: report.moves, total: moves, doing: say`random ${rules.name}` };
  }
  return report;
}
