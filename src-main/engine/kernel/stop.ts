/** Counting nodes, and noticing that the search has to end. */

import { STOP_FLAG, threadArea } from './memory';
import { stateOf } from './frame';
import { Task, taskOf } from './task';

/**
 * Counts a node; or, when the search has to end, true: then and from then on. The flag is read at every node: an atomic load
 * costs no more than any other, and no stop takes longer than one node.
 */
// @ts-ignore: decorator
@inline
export function enterNode(area: usize): bool {
  const task = taskOf(area);
  if (atomic.load<i32>(STOP_FLAG) != 0 || (task.nodes >= task.countAgainAt && limitReached(task))) {
    stateOf(area).stopped = 1;
    return true;
  }
  task.nodes += 1;
  return false;
}

/**
 * Whether all threads together have reached the limit; if not, when to count again: as soon as they could have, if all of
 * them searched equally fast. The limit is exact on one thread.
 */
function limitReached(task: Task): bool {
  let sum: u64 = 0;
  for (let thread: u32 = 0; thread < task.threads; thread++) sum += taskOf(threadArea(thread)).nodes;
  if (sum >= task.nodeLimit) return true;
  task.countAgainAt = task.nodes + (task.nodeLimit - sum + task.threads - 1) / task.threads;
  return false;
}
