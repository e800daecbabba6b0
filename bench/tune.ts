import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Kernel } from '../src-main/engine/kernel';
import { weightsFile } from './tune/file';
import { fit } from './tune/fit';
import { chance, shuffle } from './tune/chance';
import { lossOf, type WeightVector } from './tune/model';
import { readPlayed, type PlayedPosition } from './tune/positions';
import { start as initial } from './tune/start';
import { traced } from './tune/trace';

/**
 * Fits the evaluation's weights to results of games (Texel's method): a quiet position's score, through a logistic curve,
 * shall tell how the game ended. Starts from weights set by hand and writes src-main/engine/weights.ts anew.
 *
 *     node bench/run.mjs tune POSITIONS.txt… --seed 1
 *
 * of files as `selfplay` and `positions` write them. The same files and seed give the same weights.
 */

const EPOCHS = 16;
const BATCH = 8192;
const RATE = 0.7;
/** As strong as some hundreds of positions: a weight that is met less often stays where it was. */
const PULL = 1e-9;
/** From centipawns to expectation. Given, not fitted: it decides what a centipawn is, and the search's margins count in them. */
const SCALE = 0.006;
/** How far a label is drawn from the game's result to the search's score, where there is one. */
const TRUST = 0.4;
const HELD_OUT = 0.05;
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, epochs: { type: 'string', default: `${EPOCHS}` } },
  });
  if (positionals.length === 0) throw new Error('Say which positions: node bench/run.mjs tune POSITIONS.txt');
  const seed = Number(values.seed);
  const epochs = Number(values.epochs);
  const kernel = await Kernel.load('node_modules/.cache/threefold/kernel.wasm');
  const data = traced(kernel, await shuffled(positionals, seed), initial, { trust: TRUST, scale: SCALE });
  const start: WeightVector = Float64Array.from(Object.values(initial).flat(2));
  const held = Math.floor(data.positions * (1 - HELD_OUT));
  const losses = (weights: WeightVector): string => {
    const seen = lossOf(data, weights, SCALE, 0, held).toFixed(6);
    return `loss ${seen}, on positions held out ${lossOf(data, weights, SCALE, held).toFixed(6)}`;
  };
  console.log(`${data.positions} positions: ${losses(start)}`);
  const fitted = fit(data, start, {
    ...{ epochs, batch: BATCH, rate: RATE, pull: PULL, scale: SCALE, seed, held },
    frozen: frozenEntries(),
    told: (epoch, weights) => {
      if (epoch % 10 === 0 || epoch === epochs) console.log(`epoch ${epoch}: ${losses(weights)}`);
    },
  });
  writeFileSync(new URL('../src-main/engine/weights.ts', import.meta.url), weightsFile(initial, fitted));
}

/** The middle game half of complexity, which nothing reads. */
function frozenEntries(): boolean[] {
  return Object.entries(initial).flatMap(([name, rows]) => rows.flatMap(() => [name.startsWith('complexity'), false]));
}

/** All positions of the files, in random order, so that those held out are of every kind. */
async function shuffled(files: readonly string[], seed: number): Promise<PlayedPosition[]> {
  const positions: PlayedPosition[] = [];
  for (const file of files) for await (const position of readPlayed(file)) positions.push(position);
  shuffle(positions, chance(seed));
  return positions;
}
