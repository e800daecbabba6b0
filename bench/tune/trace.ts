import type { Kernel } from '../../src-main/engine/kernel';
import type { Groups } from './file';
import { Dataset, expectation } from './model';
import { setupOf, type PlayedPosition } from './positions';

/** Lost or won beyond telling. */
const CLEAR = 1500;
const PHASE_ALL = 24;
const SCALE_NORMAL = 64;

/** What the kernel offers the tuner beside the calls of `KernelExports`. */
interface TunerExports {
  featureScore(area: number): number;
  partsOf(area: number): number;
  trace(area: number, counts: number): void;
}

/** How labels become expectations (model.ts). */
export interface Labels {
  trust: number;
  scale: number;
}

/**
 * What the kernel counts in each position. Known endings and those beyond telling are left out.
 * @param groups the weights to evaluate with, which the kernel keeps: they decide the endgame's scale and what is beyond telling
 */
export function traced(kernel: Kernel, positions: readonly PlayedPosition[], groups: Groups, labels: Labels): Dataset {
  const exports = kernel.exports as unknown as TunerExports & Record<string, WebAssembly.Global>;
  const constant = (name: string): number => (exports[name]!.value as number) >>> 0;
  const area = kernel.exports.threadArea(0);
  const counts = area + constant('REPORT');
  const packed = Int32Array.from(
    Object.values(groups).flat(),
    ([middlegame, endgame]) => ((endgame ?? 0) << 16) + (middlegame ?? 0),
  );
  const size = packed.length;
  const isComplexity = Object.entries(groups).flatMap(([name, rows]) => rows.map(() => name.startsWith('complexity')));
  kernel.writeWeights(packed);
  const view = new DataView(kernel.memory.buffer);
  const counted = new Int32Array(kernel.memory.buffer, counts, 3 * size);
  const position = kernel.position(0);
  const data = new Dataset(positions.length);
  for (const labelled of positions) {
    const setup = setupOf(labelled.fen);
    if (position.load(setup) !== undefined) continue;
    // A known ending has a score without features.
    if (Math.abs(exports.featureScore(area)) > CLEAR) continue;
    exports.trace(area, counts);
    const n = data.positions++;
    for (let weight = 0; weight < size; weight++) {
      const times = counted[3 * weight]!;
      if (times !== 0) (isComplexity[weight] ? data.complexity : data.sum).add(weight, times);
      const white = counted[3 * weight + 1]!;
      if (white !== 0) data.whiteDanger.add(weight, white);
      const black = counted[3 * weight + 2]!;
      if (black !== 0) data.blackDanger.add(weight, black);
    }
    for (const part of [data.sum, data.complexity, data.whiteDanger, data.blackDanger]) part.close(n);
    const parts = exports.partsOf(area);
    const phase = view.getInt32(parts + constant('PART_PHASE'), true) / PHASE_ALL;
    const scale = view.getInt32(parts + constant('PART_SCALE'), true) / SCALE_NORMAL;
    data.middlegame[n] = phase;
    data.endgame[n] = (1 - phase) * scale;
    data.turn[n] = setup.turn === 'white' ? 1 : -1;
    data.expected[n] = expectation(labelled, labels.trust, labels.scale);
    data.worth[n] = 1;
    if (data.positions % 100_000 === 0) console.log(`${data.positions} positions`);
  }
  return data;
}
