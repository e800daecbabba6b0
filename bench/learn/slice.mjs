// One thread of bench/learn.ts: does its slice of each round's work when the round is called, in the memory that all share.
import { workerData } from 'node:worker_threads';

const { module, memory, slice, slices, scale, places, control, numbers, CALLS } = workerData;
const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
const calls = new Int32Array(control);
const shared = new Float64Array(numbers);
const weights = exports.WEIGHTS.value;
const gradient = places.gradients + slice * weights * 4;
const scratch = places.scratch + slice * exports.SCRATCH_BYTES.value;

/** This slice's part of a range; of weights in fours. */
const part = (from, to, unit = 1) =>
  [slice, slice + 1].map((n) => from + Math.floor(((to - from) / unit) * (n / slices)) * unit);

for (let round = 0; ;) {
  Atomics.wait(calls, 0, round);
  round = Atomics.load(calls, 0);
  const [, , call, from, to] = calls;
  if (call === CALLS.learn) {
    const [first, last] = part(from, to);
    const { records, order } = places;
    shared[4 + slice] += exports.learn(records, order, first, last, places.weights, gradient, scratch, scale);
  } else if (call === CALLS.step) {
    const [first, last] = part(0, weights, 4);
    const [share, rate, correction] = shared;
    exports.step(places.weights, places.gradients, slices, places.moments, first, last, share, rate, correction);
  } else if (call === CALLS.loss) {
    const [first, last] = part(from, to);
    shared[4 + slice] = exports.lossOf(places.records, places.order, first, last, places.weights, scratch, scale);
  } else break;
  if (Atomics.add(calls, 1, 1) === slices - 1) Atomics.notify(calls, 1);
}
