/**
 * The arithmetic of teaching the evaluation's network (bench/learn.ts), in AssemblyScript like the engine's kernel, four
 * numbers at a time: what the network adds to the features of a position, how far both together are from what a judge
 * expected, and which way every weight would have to go.
 *
 * A network here is the same as in src-main/engine/kernel/network.ts, in floating point. Each thread learns from its slice
 * of a batch into a gradient of its own; then each moves its share of the weights by the sum of all gradients.
 */

/** Sums per side. */
const WIDTH: usize = 256;
const ROW: usize = WIDTH * 4;
const PHASES: usize = 8;

// f32 each: rows by piece and square, their common start, output weights by phase, and the outputs' starts.
const START: usize = 768 * ROW;
const OUTPUT: usize = START + ROW;
const OUTPUT_START: usize = OUTPUT + PHASES * 2 * ROW;
/** Numbers in a network, and in a gradient. */
export const WEIGHTS: i32 = ((OUTPUT_START + PHASES * 4) >> 2) as i32;

// A record: 32 men as u16, piece * 64 + square; the judge's expectation for the side to move; what the features say of it, in
// centipawns; how many men; and what turns a man into the row that each side sees (`viewOf` of the kernel's network.ts).
const EXPECTATION: usize = 64;
const FEATURES: usize = 68;
const MEN: usize = 72;
const OWN_VIEW: usize = 73;
const OTHER_VIEW: usize = 74;
export const RECORD_BYTES: i32 = 76;

/** Centipawns that an output of 1 is worth. */
const CENTIPAWNS: f32 = 400;

// A thread's scratch: where the men's rows begin for either side, the sums between 0 and 1, and the slopes of the error.
const OTHER_ROWS: usize = 128;
const SUMS: usize = 256;
const SLOPES: usize = SUMS + 2 * ROW;
export const SCRATCH_BYTES: i32 = (SLOPES + 2 * ROW) as i32;

/** No weight of the output grows beyond what 7 bits hold (network.ts). */
const MOST: f32 = 1.98;

function findRows(record: usize, scratch: usize): void {
  const own = load<u8>(record, OWN_VIEW) as u32;
  const other = load<u8>(record, OTHER_VIEW) as u32;
  for (let n: usize = 0; n < load<u8>(record, MEN); n++) {
    const man = load<u16>(record + (n << 1)) as u32;
    store<u32>(scratch + (n << 2), (man ^ own) * (ROW as u32));
    store<u32>(scratch + (n << 2), (man ^ other) * (ROW as u32), OTHER_ROWS);
  }
}

/** One side's sums, cut off at 0 and 1. */
function sumUp(rows: usize, men: usize, weights: usize, sums: usize): void {
  const least = f32x4.splat(0);
  const most = f32x4.splat(1);
  for (let part: usize = 0; part < ROW; part += 64) {
    let a = v128.load(weights + START + part);
    let b = v128.load(weights + START + part, 16);
    let c = v128.load(weights + START + part, 32);
    let d = v128.load(weights + START + part, 48);
    for (let n: usize = 0; n < men << 2; n += 4) {
      const row = weights + part + load<u32>(rows + n);
      a = f32x4.add(a, v128.load(row));
      b = f32x4.add(b, v128.load(row, 16));
      c = f32x4.add(c, v128.load(row, 32));
      d = f32x4.add(d, v128.load(row, 48));
    }
    v128.store(sums + part, f32x4.min(f32x4.max(a, least), most));
    v128.store(sums + part, f32x4.min(f32x4.max(b, least), most), 16);
    v128.store(sums + part, f32x4.min(f32x4.max(c, least), most), 32);
    v128.store(sums + part, f32x4.min(f32x4.max(d, least), most), 48);
  }
}

// @ts-ignore: decorator
@inline
function phaseOf(men: usize): usize {
  return (men - 2) >> 2;
}

/** What the side to move may expect, 0 to 1, by features and network; leaves rows and sums in the scratch. */
function expected(record: usize, weights: usize, scratch: usize, scale: f32): f32 {
  const men = load<u8>(record, MEN) as usize;
  findRows(record, scratch);
  sumUp(scratch, men, weights, scratch + SUMS);
  sumUp(scratch + OTHER_ROWS, men, weights, scratch + SUMS + ROW);
  const output = weights + OUTPUT + phaseOf(men) * 2 * ROW;
  let total = f32x4.splat(0);
  for (let n: usize = 0; n < 2 * ROW; n += 16) {
    const sum = v128.load(scratch + n, SUMS);
    total = f32x4.add(total, f32x4.mul(f32x4.mul(sum, sum), v128.load(output + n)));
  }
  const out = f32x4.extract_lane(total, 0) + f32x4.extract_lane(total, 1) + f32x4.extract_lane(total, 2) +
    f32x4.extract_lane(total, 3) + load<f32>(weights + (phaseOf(men) << 2), OUTPUT_START);
  return 1 / (1 + Mathf.exp(-scale * (load<f32>(record, FEATURES) + CENTIPAWNS * out)));
}

/** Adds to the gradient what one position asks for: `slope` is the error's by the output. */
function addGradient(record: usize, weights: usize, gradient: usize, scratch: usize, slope: f32): void {
  const men = load<u8>(record, MEN) as usize;
  const phase = phaseOf(men);
  const output = OUTPUT + phase * 2 * ROW;
  const one = f32x4.splat(1);
  const by = f32x4.splat(slope);
  const start = gradient + OUTPUT_START + (phase << 2);
  store<f32>(start, load<f32>(start) + slope);
  for (let n: usize = 0; n < 2 * ROW; n += 16) {
    const sum = v128.load(scratch + n, SUMS);
    const change = f32x4.mul(by, sum);
    const out = gradient + output + n;
    v128.store(out, f32x4.add(v128.load(out), f32x4.mul(change, sum)));
    // Twice the sum is the slope of its square; at 0 that is 0, and at 1 the sum is cut off.
    const steep = f32x4.mul(f32x4.add(change, change), v128.load(weights + output + n));
    const inside = v128.and(steep, f32x4.lt(sum, one));
    v128.store(scratch + n, inside, SLOPES);
    const common = gradient + START + (n & (ROW - 1));
    v128.store(common, f32x4.add(v128.load(common), inside));
  }
  addToRows(scratch, men, scratch + SLOPES, gradient);
  addToRows(scratch + OTHER_ROWS, men, scratch + SLOPES + ROW, gradient);
}

function addToRows(rows: usize, men: usize, slopes: usize, gradient: usize): void {
  for (let part: usize = 0; part < ROW; part += 64) {
    const a = v128.load(slopes + part);
    const b = v128.load(slopes + part, 16);
    const c = v128.load(slopes + part, 32);
    const d = v128.load(slopes + part, 48);
    for (let n: usize = 0; n < men << 2; n += 4) {
      const row = gradient + part + load<u32>(rows + n);
      v128.store(row, f32x4.add(v128.load(row), a));
      v128.store(row, f32x4.add(v128.load(row, 16), b), 16);
      v128.store(row, f32x4.add(v128.load(row, 32), c), 32);
      v128.store(row, f32x4.add(v128.load(row, 48), d), 48);
    }
  }
}

/** Where the record begins that an order names in one of its places. */
// @ts-ignore: decorator
@inline
function recordAt(records: usize, order: usize, place: i32): usize {
  return records + (load<u32>(order + ((place as usize) << 2)) as usize) * (RECORD_BYTES as usize);
}

/**
 * Writes the gradient of the records that an order names, u32 each, from one place in it to another.
 * @returns the sum of their squared errors
 */
export function learn(
  records: usize, order: usize, from: i32, to: i32, weights: usize, gradient: usize, scratch: usize, scale: f32,
): f64 {
  memory.fill(gradient, 0, (WEIGHTS as usize) << 2);
  let loss: f64 = 0;
  for (let n = from; n < to; n++) {
    const record = recordAt(records, order, n);
    const expectation = expected(record, weights, scratch, scale);
    const error = expectation - load<f32>(record, EXPECTATION);
    loss += (error * error) as f64;
    addGradient(record, weights, gradient, scratch, 2 * error * expectation * (1 - expectation) * scale * CENTIPAWNS);
  }
  return loss;
}

/** The sum of squared errors of some records, without learning from them. */
export function lossOf(
  records: usize, order: usize, from: i32, to: i32, weights: usize, scratch: usize, scale: f32,
): f64 {
  let loss: f64 = 0;
  for (let n = from; n < to; n++) {
    const record = recordAt(records, order, n);
    const error = expected(record, weights, scratch, scale) - load<f32>(record, EXPECTATION);
    loss += (error * error) as f64;
  }
  return loss;
}

/**
 * Moves some of the weights, four at a time, against the sum of all gradients, which lie behind one another (Kingma and Ba's
 * Adam). `moments` holds its two running means, one after the other, WEIGHTS f32 each.
 *
 * @param share one over the number of positions in the gradients
 * @param rate of this step, with the first mean's correction; `correction` is the second mean's
 */
export function step(
  weights: usize, gradients: usize, slices: i32, moments: usize, from: i32, to: i32, share: f32, rate: f32, correction: f32,
): void {
  const bytes = (WEIGHTS as usize) << 2;
  for (let n = (from as usize) << 2; n < (to as usize) << 2; n += 16) {
    let sum = v128.load(gradients + n);
    for (let slice = 1; slice < slices; slice++) sum = f32x4.add(sum, v128.load(gradients + (slice as usize) * bytes + n));
    sum = f32x4.mul(sum, f32x4.splat(share));
    const first = f32x4.add(f32x4.mul(v128.load(moments + n), f32x4.splat(0.9)), f32x4.mul(sum, f32x4.splat(0.1)));
    const squares = f32x4.mul(f32x4.mul(sum, sum), f32x4.splat(0.001));
    const second = f32x4.add(f32x4.mul(v128.load(moments + bytes + n), f32x4.splat(0.999)), squares);
    v128.store(moments + n, first);
    v128.store(moments + bytes + n, second);
    const spread = f32x4.add(f32x4.sqrt(f32x4.mul(second, f32x4.splat(correction))), f32x4.splat(1e-8));
    const moved = f32x4.sub(v128.load(weights + n), f32x4.div(f32x4.mul(first, f32x4.splat(rate)), spread));
    v128.store(weights + n, f32x4.min(f32x4.max(moved, f32x4.splat(-MOST)), f32x4.splat(MOST)));
  }
}
