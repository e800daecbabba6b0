import { BLACK, canPlace, go, makePoint, PASS, WHITE, WHITE_TO_MOVE, type GoState } from './go';
import { keyFromScratch, keyValue, sameKey, toggle, type KeySet } from './key-set';

/**
 * Superko by key: a play may not bring back a whole board that stood before in the game. *Positional* superko forbids
 * it whoever is to move, *situational* only with the same side to move. The two part, for instance, at "sending two,
 * returning one". Passing is always allowed, and a board that stands again because of a pass is no fault.
 *
 * The game is played through to the end whatever the rules say of it: faults are reported, not repaired.
 */
export interface GoRecord {
  size: number;
  /** Stones that stand before the first move. */
  black: number[];
  white: number[];
  whiteBegins: boolean;
  /** `point` is PASS or a point; colours need not alternate. */
  moves: { white: boolean; point: number }[];
}

export interface SuperkoFault {
  /** From 1: the move that brought the board back. */
  move: number;
  played: string;
  color: 'black' | 'white';
  /** The move after which the board stood before; 0 is the beginning. */
  first: number;
  /** By which of the two rules it is a fault; positional where situational, always. */
  positional: boolean;
  situational: boolean;
}

export interface GoReport {
  moves: number;
  captured: { black: number; white: number };
  superko: SuperkoFault[];
  /** Moves that no rule allows (occupied point, suicide): they are left out. */
  illegal: { move: number; played: string; color: 'black' | 'white' }[];
  /** Moves after which the incremental key was checked against the key from scratch: all of them. */
  checked: number;
  /** Equal keys of different boards. Expected: none. */
  collisions: number;
  finalKey: bigint;
}

/** @throws Error if the incremental key ever differs from the one from scratch: a fault of this program */
export function superkoReport(record: GoRecord, set: KeySet): GoReport {
  const state: GoState = {
    size: record.size,
    board: new Int8Array(record.size * record.size),
    whiteToMove: record.whiteBegins,
    passes: 0,
  };
  for (const point of record.black) state.board[point] = BLACK;
  for (const point of record.white) state.board[point] = WHITE;

  const key = keyFromScratch(set, go.features(state));
  const report: GoReport = {
    moves: 0,
    captured: { black: 0, white: 0 },
    superko: [],
    illegal: [],
    checked: 0,
    collisions: 0,
    finalKey: 0n,
  };
  // The key of the board alone finds; the board and the turn, kept beside it, judge.
  const history = new Map<bigint, { move: number; board: string; whiteToMove: boolean }[]>();
  const boardValue = (): bigint => {
    const board = key.slice();
    if (state.whiteToMove) toggle(set, board, WHITE_TO_MOVE);
    return keyValue(board);
  };
  const remember = (move: number) => {
    const value = boardValue();
    const places = history.get(value) ?? [];
    places.push({ move, board: state.board.join(''), whiteToMove: state.whiteToMove });
    history.set(value, places);
  };
  remember(0);

  for (const [index, { white, point }] of record.moves.entries()) {
    const move = index + 1;
    const color = white ? 'white' : 'black';
    if (state.whiteToMove !== white) {
      state.whiteToMove = white;
      toggle(set, key, WHITE_TO_MOVE);
    }
    if (point !== PASS && !canPlace(state, point, white ? WHITE : BLACK)) {
      report.illegal.push({ move, played: makePoint(point, record.size), color });
      continue;
    }
    const features = go.play(state, point);
    for (const feature of features) toggle(set, key, feature);
    report.moves++;
    if (point !== PASS) report.captured[white ? 'black' : 'white'] += features.length - 2;

    if (!sameKey(key, keyFromScratch(set, go.features(state))))
      throw new Error(`incremental key differs from scratch after move ${move} (${makePoint(point, record.size)})`);
    report.checked++;

    if (point !== PASS) {
      const board = state.board.join('');
      const found = history.get(boardValue()) ?? [];
      const before = found.filter((place) => place.board === board);
      report.collisions += found.length - before.length;
      if (before.length > 0)
        report.superko.push({
          move,
          played: makePoint(point, record.size),
          color,
          first: before[0]!.move,
          positional: true,
          situational: before.some((place) => place.whiteToMove === state.whiteToMove),
        });
    }
    remember(move);
  }
  report.finalKey = keyValue(key);
  return report;
}
