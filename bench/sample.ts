import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { buildSampledKernel } from '../tools/kernel.mjs';
import { Sampler } from './sample/sampler';
import { makeLabelled, readPositions } from './tune/positions';

/**
 * Positions as the search meets them: most of those that it evaluates no player would let come about, and an evaluation that
 * learns from games alone knows nothing of them. From each position of a file a short search begins, of three in ten after
 * a random move, and a random part of what it evaluates is written, without result or score; `label` gives them scores.
 *
 *     node bench/run.mjs sample POSITIONS.txt --nodes 400 --every 24 --seed 1 --out sample.txt
 *
 * One thread; the same numbers give the same file. For more cores run one of these for each part of the positions.
 */

const FOLDER = 'node_modules/.cache/threefold';
const TOLD_EVERY = 20_000;

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      nodes: { type: 'string', default: '400' },
      every: { type: 'string', default: '24' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  });
  const [file] = positionals;
  if (!file || !values.out) throw new Error('Say which positions and where to: POSITIONS.txt --out FILE');
  await buildSampledKernel(FOLDER);
  const sampler = await Sampler.start(`${FOLDER}/kernel-sampled.wasm`, {
    nodes: Number(values.nodes),
    every: Number(values.every),
    seed: Number(values.seed),
  });
  const out = createWriteStream(values.out);
  const began = performance.now();
  let searched = 0;
  let written = 0;
  const progress = (): void => {
    const time = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${searched} positions searched, ${written} written, ${time} s`);
  };
  for await (const { fen } of readPositions(file)) {
    const fens = sampler.around(fen);
    const lines = fens.map((sample) => `${makeLabelled({ fen: sample, result: undefined, score: undefined })}\n`);
    if (!out.write(lines.join(''))) await once(out, 'drain');
    written += fens.length;
    if (++searched % TOLD_EVERY === 0) progress();
  }
  await new Promise((done) => out.end(done));
  progress();
}
