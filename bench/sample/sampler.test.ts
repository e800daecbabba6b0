import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Kernel } from '../../src-main/engine/kernel';
import { SearchKernel } from '../../src-main/engine/kernel-search';
import { buildSampledKernel } from '../../tools/kernel.mjs';
import { setupOf } from '../tune/positions';
import { Sampler, type SamplerOptions } from './sampler';

const folder = 'node_modules/.cache/threefold';
const sampled = `${folder}/kernel-sampled.wasm`;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';
const MIDDLE_GAME = 'r1b2rk1/1pq1bppp/p1nppn2/8/3NPP2/2N1B3/PPP1B1PP/R2Q1RK1 w';
const STALEMATE = '7k/5Q2/6K1/8/8/8/8/8 b';

beforeAll(() => buildSampledKernel(folder, '-O0'));

const samples = async (options: Partial<SamplerOptions>, ...fens: string[]): Promise<string[]> => {
  const sampler = await Sampler.start(sampled, { nodes: 400, every: 4, seed: 1, ...options });
  return fens.flatMap((fen) => sampler.around(fen));
};

describe('the samples', () => {
  it('are positions that stand still and can be played on, from both sides', async () => {
    const { position } = await Kernel.load(`${folder}/kernel.wasm`).then((kernel) => ({
      position: kernel.position(0),
    }));
    const fens = await samples({}, START, MIDDLE_GAME);
    expect(fens.length).toBeGreaterThan(20);
    for (const fen of fens) {
      expect(position.load(setupOf(fen)), fen).toBeUndefined();
      expect(position.inCheck, fen).toBe(false);
    }
    expect(new Set(fens.map((fen) => fen.split(' ')[1]))).toEqual(new Set(['w', 'b']));
  });

  it('are the same for the same seed, others for another', async () => {
    expect(await samples({ seed: 7 }, START, MIDDLE_GAME)).toEqual(await samples({ seed: 7 }, START, MIDDLE_GAME));
    expect(await samples({ seed: 7 }, START, MIDDLE_GAME)).not.toEqual(await samples({ seed: 8 }, START, MIDDLE_GAME));
  });

  it('are about as many as were asked for', async () => {
    const starts = new Array<string>(40).fill(MIDDLE_GAME);
    const all = (await samples({ nodes: 200, every: 1 }, ...starts)).length;
    const some = (await samples({ nodes: 200, every: 10 }, ...starts)).length;
    expect(all / some).toBeGreaterThan(8);
    expect(all / some).toBeLessThan(12.5);
  });

  it('are none where there is nothing to search', async () => {
    expect(await samples({}, STALEMATE, '8/8/8/8/8/8/8/K7 w')).toEqual([]);
  });

  it('are refused where not all have room', async () => {
    await expect(samples({ nodes: 100_000, every: 24 })).rejects.toThrow(/^Of 100000 nodes keep one of \d+ or more$/);
    await expect(samples({ every: 0 })).rejects.toThrow(RangeError);
  });
});

describe('the product', () => {
  it('has nothing of sampling', () => {
    const exportsOf = (file: string): string[] =>
      WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(file))).map(({ name }) => name);
    const constants = ['SAMPLES', 'SAMPLE_BYTES', 'SAMPLE_TURN', 'MAX_SAMPLES'];
    const added = [...constants, 'beginSampling', 'forgetSamples', 'sampleCount', 'sample'];
    const product = exportsOf(`${folder}/kernel.wasm`);
    expect(exportsOf(sampled).sort()).toEqual([...product, ...added].sort());
    expect(exportsOf(`${folder}/kernel-checked.wasm`).sort()).toEqual(product.sort());
  });

  it('searches the same', async () => {
    const nodes = async (file: string): Promise<number> => {
      const kernel = await Kernel.load(file);
      const search = new SearchKernel(kernel);
      kernel.position(0).load(setupOf(MIDDLE_GAME));
      const layout = search.layOut(2 ** 20, 1, false);
      const limits = { nodes: 0, depth: 5, lines: 1, rootMoves: [], rootPath: 1 };
      search.prepare(0, 1, limits, { layout, generation: 0, policy: 'depth+age', counting: false });
      search.search(0);
      return search.nodes(0);
    };
    expect(await nodes(sampled)).toBe(await nodes(`${folder}/kernel.wasm`));
  });
});
