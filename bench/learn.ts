import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Kernel } from '../src-main/engine/kernel';
import { buildLearner } from '../tools/kernel.mjs';
import { networkFile, PHASES, ROWS, WIDTH } from './learn/file';
import { RECORD_BYTES, RecordWriter, SCALE } from './learn/records';
import { Rounds } from './learn/rounds';
import { chance, shuffle } from './tune/chance';
import { readPositions } from './tune/positions';

/**
 * Teaches the evaluation's network what a judge says of positions beyond what the features see, and writes
 * src-main/engine/network.bin anew.
 *
 *     node bench/run.mjs learn POSITIONS.txt… --seed 1
 *
 * of files as `label` writes them. Features and network together, through a logistic curve, shall be what the judge expects.
 * The same files and seed give the same network, whatever the machine. Ten million positions take 1 GB and some minutes.
 */

const EPOCHS = 50;
const BATCH = 16384;
const RATE = 0.002;
/** The rate rises for so many steps, then falls along a cosine to a hundredth. */
const RISE = 100;
const LEAST_RATE = 0.01;
/** Threads; also the order in which numbers are added, so not the machine's number of cores. */
const SLICES = 4;
const HELD_OUT = 100_000;
const PAGE = 65536;
const MOST_POSITIONS = 32_000_000;

// Where the weights begin: rows, their start, the outputs, and the outputs' starts (learn/kernel/learner.ts).
const FIRST_ROW_WEIGHT = 0.15;
const FIRST_START = 0.1;
const FIRST_OUTPUT_WEIGHT = 0.05;

interface LearnerConstants {
  readonly WEIGHTS: WebAssembly.Global;
  readonly SCRATCH_BYTES: WebAssembly.Global;
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, epochs: { type: 'string', default: `${EPOCHS}` } },
  });
  if (positionals.length === 0) throw new Error('Say which positions: node bench/run.mjs learn POSITIONS.txt');
  const random = chance(Number(values.seed));
  const epochs = Number(values.epochs);

  const module = await WebAssembly.compile(await buildLearner());
  const memory = new WebAssembly.Memory({ initial: 1024, maximum: 65536, shared: true });
  const constants = (await WebAssembly.instantiate(module, { env: { memory } })).exports as unknown as LearnerConstants;
  const weightCount = constants.WEIGHTS.value as number;
  const weightBytes = weightCount * 4;
  const scratchBytes = (constants.SCRATCH_BYTES.value as number) * SLICES;

  // The first page is the compiler's. What is of fixed size comes first, then the records, then the order in which they are
  // learnt.
  const weights = PAGE;
  const gradients = weights + weightBytes;
  const moments = gradients + weightBytes * SLICES;
  const scratch = moments + weightBytes * 2;
  const records = Math.ceil((scratch + scratchBytes) / PAGE) * PAGE;
  const positions = await readRecords(positionals, memory, records);
  const order = records + positions * RECORD_BYTES;
  reserve(memory, order + positions * 4);
  const places = new Uint32Array(memory.buffer, order, positions);
  for (let n = 0; n < positions; n++) places[n] = n;
  shuffle(places, random);

  const network = new Float32Array(memory.buffer, weights, weightCount);
  beginWith(network, random);
  const rounds = new Rounds(module, memory, { records, order, weights, gradients, moments, scratch }, SLICES, SCALE);
  const held = positions - Math.min(HELD_OUT, Math.floor(positions / 10));
  const steps = epochs * Math.ceil(held / BATCH);
  console.log(`${positions} positions, of which ${positions - held} are held out`);
  let step = 0;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    shuffle(places.subarray(0, held), random);
    for (let from = 0; from < held; from += BATCH) {
      const to = Math.min(held, from + BATCH);
      rounds.learn(from, to);
      step++;
      const fall = LEAST_RATE + ((1 - LEAST_RATE) * (1 + Math.cos((Math.PI * step) / steps))) / 2;
      const rate = RATE * fall * Math.min(1, step / RISE);
      rounds.step(1 / (to - from), rate / (1 - 0.9 ** step), 1 / (1 - 0.999 ** step));
    }
    const loss = (rounds.errors() / held).toFixed(6);
    const unseen = (rounds.lossOf(held, positions) / (positions - held)).toFixed(6);
    console.log(`epoch ${epoch}: loss ${loss}, on positions held out ${unseen}`);
  }
  rounds.end();
  writeFileSync(new URL('../src-main/engine/network.bin', import.meta.url), networkFile(network));
}

/** Reads the files into the memory from a place on. @returns how many positions there are */
async function readRecords(files: readonly string[], memory: WebAssembly.Memory, from: number): Promise<number> {
  const writer = new RecordWriter(await Kernel.load('node_modules/.cache/threefold/kernel.wasm'));
  let count = 0;
  let view = new DataView(memory.buffer);
  for (const file of files)
    for await (const position of readPositions(file)) {
      const at = from + count * RECORD_BYTES;
      if (at + RECORD_BYTES > view.byteLength) {
        reserve(memory, at + 1024 * PAGE);
        view = new DataView(memory.buffer);
      }
      if (!writer.write(position, view, at)) continue;
      if (++count === MOST_POSITIONS) throw new Error(`More than ${MOST_POSITIONS} positions: ${file} is too much`);
      if (count % 1_000_000 === 0) console.log(`${count} positions`);
    }
  return count;
}

function reserve(memory: WebAssembly.Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
}

/** Small weights by chance: equal ones would stay equal. */
function beginWith(network: Float32Array, random: () => number): void {
  const start = (ROWS - 1) * WIDTH;
  const outputs = start + WIDTH;
  const outputStarts = network.length - PHASES;
  for (let n = 0; n < network.length; n++) {
    const chanced = random() * 2 - 1;
    if (n < start) network[n] = chanced * FIRST_ROW_WEIGHT;
    else if (n < outputs) network[n] = FIRST_START;
    else network[n] = n < outputStarts ? chanced * FIRST_OUTPUT_WEIGHT : 0;
  }
}
