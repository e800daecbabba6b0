/** Draws that the Laws know: by repetition, by fifty moves, by material. Asked at every node but the root. */

import { isInsufficient } from './endgames';
import { listAt } from './frame';
import { All, Count, generate } from './movegen';
import { Position, State, STATE_BYTES } from './position';

/** Half-moves after which a draw can be claimed. */
const FIFTY_MOVES: u32 = 100;

/**
 * Whether the position repeats one from within the search once, or one from the game twice. Inside the search the first
 * recurrence settles it: whoever could avoid it the second time could have done so the first.
 */
export function isRepetition(position: Position, ply: i32): bool {
  const state = position.state;
  const key = state.key;
  let earlier = changetype<usize>(state) - 2 * STATE_BYTES;
  let inGame = 0;
  for (let back = 4; back <= <i32>state.reversible; back += 2) {
    earlier -= 2 * STATE_BYTES;
    if (changetype<State>(earlier).key == key && (back < ply || ++inGame == 2)) return true;
  }
  return false;
}

/** `inCheck`: a mate on the hundredth half-move is a mate. */
// @ts-ignore: decorator
@inline
export function isDraw<Us, Them>(position: Position, area: usize, ply: i32, inCheck: bool): bool {
  const state = position.state;
  if (state.reversible >= 4 && isRepetition(position, ply)) return true;
  if (state.clock >= FIFTY_MOVES && (!inCheck || hasMove<Us, Them>(position, area, ply))) return true;
  return isInsufficient(position);
}

function hasMove<Us, Them>(position: Position, area: usize, ply: i32): bool {
  const list = listAt(area, ply);
  return generate<Us, Them, All, Count>(position, list) != list;
}
