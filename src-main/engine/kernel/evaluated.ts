/**
 * Evaluations kept by position, in a small table of each thread that fits its cache. Quiescence comes upon the same
 * positions again and again, by captures in another order, and does not ask the large table beyond its first ply.
 *
 * An entry is 8 bytes: the upper 48 bits of the key, then the evaluation. Together with its place, 63 bits of the key are
 * compared; to one key in 2^48, whose upper bits are all 0, an empty entry says 0. Measured: 3 % more nodes per second, the
 * same nodes.
 */

import { evaluate } from './evaluate';
import { Position } from './position';
import { sample } from './sampling';
import { EVALUATED, EVALUATED_ENTRIES } from './search-memory';

const KEY_PART: u64 = 0xffffffffffff0000;

/** Forgets all: another search may weigh otherwise. */
export function forgetEvaluated(area: usize): void {
  memory.fill(area + EVALUATED, 0, EVALUATED_ENTRIES << 3);
}

/** The evaluation for Us, to move and not in check. */
// @ts-ignore: decorator
@inline
export function evaluateOnce<Us, Them>(position: Position, area: usize): i32 {
  const key = position.state.key;
  const at = area + EVALUATED + (((key as usize) & (EVALUATED_ENTRIES - 1)) << 3);
  const entry = load<u64>(at);
  if (((entry ^ key) & KEY_PART) == 0) return <i32>(<i16>entry);
  if (SAMPLED) sample(position, area);
  const score = evaluate<Us, Them>(position, area);
  store<u64>(at, (key & KEY_PART) | (<u64>(score & 0xffff)));
  return score;
}
