/** Counting nodes, and noticing that the search has to end. */

import { STOP_FLAG } from './memory';
import { stateOf } from './frame';
import { taskOf } from './task';

/**
 * Counts a node; or, when the search has to end, true: then and from then on. The flag is read at every node: an atomic load
 * costs no more than any other, and no stop takes longer than one node.
 */
// @ts-ignore: decorator
@inline
export function enterNode(area: usize): bool {
  const task = taskOf(area);
  if (atomic.load<i32>(STOP_FLAG) != 0 || (task.nodeLimit != 0 && task.nodes >= task.nodeLimit)) {
    stateOf(area).stopped = 1;
    return true;
  }
  task.nodes += 1;
  return false;
}
