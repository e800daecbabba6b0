import { Worker } from 'node:worker_threads';

/** Where everything lies in the memory that the threads share, in bytes. */
export interface Places {
  records: number;
  order: number;
  weights: number;
  gradients: number;
  moments: number;
  scratch: number;
}

/** What a round can be; slice.mjs is told them. */
const CALLS = { learn: 1, step: 2, loss: 3, end: 4 };

/**
 * The learner's threads, which do each round's work together and wait for the next (slice.mjs). Their number is part of the
 * result: it decides in which order numbers are added.
 */
export class Rounds {
  private readonly calls = new Int32Array(new SharedArrayBuffer(64));
  private readonly numbers: Float64Array;
  private readonly slices: number;

  constructor(module: WebAssembly.Module, memory: WebAssembly.Memory, places: Places, slices: number, scale: number) {
    this.slices = slices;
    this.numbers = new Float64Array(new SharedArrayBuffer((4 + slices) * 8));
    for (let slice = 0; slice < slices; slice++)
      new Worker(new URL('slice.mjs', import.meta.url), {
        workerData: {
          ...{ module, memory, slice, slices, scale, places, CALLS },
          ...{ control: this.calls.buffer, numbers: this.numbers.buffer },
        },
      });
  }

  /** Writes the gradients of the positions at these places of the order; their errors are added up (`errors`). */
  learn(from: number, to: number): void {
    this.run(CALLS.learn, from, to);
  }

  /** Moves the weights. Numbers as `step` of kernel/learner.ts. */
  step(share: number, rate: number, correction: number): void {
    this.numbers.set([share, rate, correction]);
    this.run(CALLS.step, 0, 0);
  }

  /** The sum of squared errors at these places of the order. */
  lossOf(from: number, to: number): number {
    this.run(CALLS.loss, from, to);
    return this.errors();
  }

  /** The sum of squared errors since it was asked last. */
  errors(): number {
    const sum = this.numbers.subarray(4).reduce((all, one) => all + one, 0);
    this.numbers.fill(0, 4);
    return sum;
  }

  end(): void {
    this.call(CALLS.end, 0, 0);
  }

  private run(call: number, from: number, to: number): void {
    this.call(call, from, to);
    for (let done = 0; done < this.slices; done = Atomics.load(this.calls, 1)) Atomics.wait(this.calls, 1, done);
  }

  private call(call: number, from: number, to: number): void {
    this.calls.set([0, call, from, to], 1);
    Atomics.add(this.calls, 0, 1);
    Atomics.notify(this.calls, 0);
  }
}
