import { keyFromScratch, keyValue, makeKeyText, sameKey, toggle, type KeySet } from './key-set';
import type { Rules } from './rules';

/** A game as it was played; `start` where it did not begin from the usual position. */
export interface PlayedGame<State, Move> {
  name: string;
  start?: State;
  moves: Move[];
}

export interface Place {
  /** From 0. */
  game: number;
  /** 0 is the beginning. */
  ply: number;
}

export interface Repetition {
  game: number;
  key: string;
  plies: number[];
}

/** A position that games reach by different orders of moves. */
export interface Transposition {
  key: string;
  places: Place[];
  /** Different sequences of moves that lead there. */
  orders: number;
}

export interface Meetings {
  games: number;
  positions: number;
  distinct: number;
  repetitions: Repetition[];
  /** Where orders of moves meet first; positions that follow from the same moves afterwards are counted, not listed. */
  transpositions: Transposition[];
  transposed: number;
  /** Equal keys of different positions. Expected at 64 bits: none. */
  collisions: number;
  /** Positions whose incremental key was checked against the key from scratch: all of them. */
  checked: number;
}

interface Known {
  identity: string;
  key: string;
  places: (Place & { order: number; before: Known | undefined })[];
}

/**
 * Repetitions within games and transpositions between them, found by key and judged by identity, for any game of
 * pieces on places.
 *
 * @throws Error if an incremental key differs from the one from scratch: a fault of this program
 */
export function meetings<State, Move>(
  rules: Rules<State, Move>,
  set: KeySet,
  games: PlayedGame<State, Move>[],
): Meetings {
  const byKey = new Map<bigint, Known[]>();
  const all: Known[] = [];
  // Sequences of moves from a beginning, numbered: two places with one number were reached by the same moves.
  const orders = new Map<string, number>();
  const report: Meetings = {
    games: games.length,
    positions: 0,
    distinct: 0,
    repetitions: [],
    transpositions: [],
    transposed: 0,
    collisions: 0,
    checked: 0,
  };

  for (const [game, { start, moves, name }] of games.entries()) {
    const state = start ? rules.copy(start) : rules.start();
    const key = keyFromScratch(set, rules.features(state));
    let order = numberOf(orders, rules.identity(state));
    let before: Known | undefined;
    for (let ply = 0; ; ply++) {
      if (!sameKey(key, keyFromScratch(set, rules.features(state))))
        throw new Error(`${name}: incremental key differs from scratch at ply ${ply}`);
      report.checked++;
      report.positions++;
      const value = keyValue(key);
      const identity = rules.identity(state);
      const candidates = byKey.get(value) ?? [];
      let known = candidates.find((candidate) => candidate.identity === identity);
      if (!known) {
        report.collisions += candidates.length;
        known = { identity, key: makeKeyText(set, key), places: [] };
        byKey.set(value, [...candidates, known]);
        all.push(known);
      }
      known.places.push({ game, ply, order, before });
      before = known;

      const move = moves[ply];
      if (move === undefined) break;
      order = numberOf(orders, `${order} ${rules.makeMove(state, move)}`);
      for (const feature of rules.play(state, move)) toggle(set, key, feature);
    }
  }

  report.distinct = all.length;
  for (const { key, places } of all) {
    for (const [game, plies] of pliesByGame(places)) {
      if (plies.length > 1) report.repetitions.push({ game, key, plies });
    }
    // The first time each game stood there: what comes back within a game is its repetition.
    const firsts = places.filter((place, i) => places.findIndex((other) => other.game === place.game) === i);
    const distinctOrders = new Set(firsts.map((place) => place.order)).size;
    if (distinctOrders < 2) continue;
    report.transposed++;
    if (new Set(firsts.map((place) => place.before)).size > 1)
      report.transpositions.push({
        key,
        places: firsts.map(({ game, ply }) => ({ game, ply })),
        orders: distinctOrders,
      });
  }
  report.transpositions.sort((a, b) => b.orders - a.orders || b.places.length - a.places.length);
  return report;
}

const numberOf = (numbers: Map<string, number>, text: string): number => {
  let number = numbers.get(text);
  if (number === undefined) numbers.set(text, (number = numbers.size));
  return number;
};

const pliesByGame = (places: Place[]): Map<number, number[]> => {
  const plies = new Map<number, number[]>();
  for (const place of places) plies.set(place.game, [...(plies.get(place.game) ?? []), place.ply]);
  return plies;
};
