import { parentPort, workerData } from 'node:worker_threads';
import { Kernel, type SharedKernel } from './kernel';
import { SearchKernel } from './kernel-search';

/**
 * One search thread. It takes one order at a time from engine.ts, works on the shared memory until the order is done, and
 * says so. While it searches it hears nothing: it is stopped by a flag in the memory.
 */

/** What the thread is started with. */
export interface ThreadStart {
  shared: SharedKernel;
  /** Its number, from 0: which area of the memory is its own. */
  thread: number;
}

/** Search what lies as a task in the thread's area, or write zeros over ranges of the memory, in bytes. */
export type ThreadOrder = { kind: 'search' } | { kind: 'clear'; ranges: readonly { from: number; bytes: number }[] };
/** After a start or an order: ready for the next. */
export type ThreadAnswer = 'ready';

const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread');
const { shared, thread } = workerData as ThreadStart;
const kernel = new SearchKernel(await Kernel.attach(shared));
const answer: ThreadAnswer = 'ready';

port.on('message', (order: ThreadOrder) => {
  switch (order.kind) {
    case 'search':
      kernel.search(thread);
      break;
    case 'clear':
      for (const { from, bytes } of order.ranges) kernel.clear(from, bytes);
      break;
  }
  port.postMessage(answer);
});
port.postMessage(answer);
