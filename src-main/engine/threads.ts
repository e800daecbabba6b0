import { Worker } from 'node:worker_threads';
import type { SharedKernel } from './kernel';
import type { ThreadAnswer, ThreadOrder, ThreadStart } from './worker';

/** How an order ended: done, or the thread died over it and `reason` says of what. */
export type Outcome = { kind: 'done' } | { kind: 'died'; reason: string };

/** One thread that takes orders. The engine knows no more of it, so that tests can stand in for it. */
export interface SearchThread {
  /** One at a time. Resolves when the order is done or the thread is dead, and never rejects. */
  run(order: ThreadOrder): Promise<Outcome>;
  readonly alive: boolean;
  close(): Promise<void>;
}

/** Starts the thread of that number, from 0, which is also the number of its area in the memory. */
export type StartThread = (thread: number) => SearchThread;

/** A real one: a Node worker over the shared memory. Orders given before it is up wait for it. */
export class WorkerThread implements SearchThread {
  private readonly worker: Worker;
  private waiting: ((outcome: Outcome) => void) | undefined;
  private death: Outcome | undefined;
  private starting = true;

  constructor(url: URL, shared: SharedKernel, thread: number) {
    const workerData: ThreadStart = { shared, thread };
    this.worker = new Worker(url, { workerData, name: `search ${thread}` });
    this.worker.on('message', (_: ThreadAnswer) => {
      if (this.starting) this.starting = false;
      else this.finish({ kind: 'done' });
    });
    this.worker.on('error', (error) => this.die(error instanceof Error ? error.message : String(error)));
    this.worker.on('exit', (code) => this.die(`it exited with code ${code}`));
  }

  get alive(): boolean {
    return this.death === undefined;
  }

  run(order: ThreadOrder): Promise<Outcome> {
    if (this.death) return Promise.resolve(this.death);
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.worker.postMessage(order);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private die(reason: string): void {
    this.death ??= { kind: 'died', reason };
    this.finish(this.death);
  }

  private finish(outcome: Outcome): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.(outcome);
  }
}
