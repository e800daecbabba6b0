import { Kernel, type KernelPosition } from '../../src-main/engine/kernel';
import { SearchKernel, type TableUse } from '../../src-main/engine/kernel-search';
import { chance } from '../tune/chance';
import { makeKernelBoard } from '../tune/kernel-board';
import { setupOf } from '../tune/positions';

const TABLE_BYTES = 2 ** 20;
/** Searches after a random move, mostly a blunder, meet what those after good moves do not: how one is punished. */
const RANDOM_MOVES = 0.3;
/** The least and the most nodes of a search, as parts of those asked for: one number would end all in the same iteration. */
const LEAST = 0.3;
const MOST = 1.7;
const BOARD_BYTES = 64;

export interface SamplerOptions {
  /** Of a search, on average. */
  nodes: number;
  /** One evaluated position of so many is kept, on average; at least 1. */
  every: number;
  seed: number;
}

/** The exports of kernel/sampling.ts. */
interface SamplingExports {
  beginSampling(area: number, seed: number, every: number): void;
  forgetSamples(area: number): void;
  sampleCount(area: number): number;
  readonly SAMPLES: WebAssembly.Global;
  readonly SAMPLE_BYTES: WebAssembly.Global;
  readonly SAMPLE_TURN: WebAssembly.Global;
  readonly MAX_SAMPLES: WebAssembly.Global;
}

/** Searches positions in this thread and tells a random part of those that were evaluated. The same seed tells the same. */
export class Sampler {
  private readonly kernel: Kernel;
  /** Address of this thread's area. */
  private readonly area: number;
  private readonly sampling: SamplingExports;
  private readonly search: SearchKernel;
  private readonly position: KernelPosition;
  private readonly table: TableUse;
  private readonly nodes: number;
  private readonly random: () => number;

  private constructor(kernel: Kernel, { nodes, every, seed }: SamplerOptions) {
    this.kernel = kernel;
    this.area = kernel.exports.threadArea(0);
    this.sampling = kernel.exports as unknown as SamplingExports;
    // A node is evaluated once at most; twice the room, because what is kept is only on average one of so many.
    const room = Number(this.sampling.MAX_SAMPLES.value) / 2;
    const most = MOST * nodes;
    if (!(every >= 1 && most / every <= room))
      throw new RangeError(`Of ${nodes} nodes keep one of ${Math.ceil(Math.max(1, most / room))} or more`);
    this.search = new SearchKernel(kernel);
    this.position = kernel.position(0);
    const layout = this.search.layOut(TABLE_BYTES, 1, false);
    this.table = { layout, generation: 0, policy: 'depth+age', counting: false };
    this.nodes = nodes;
    this.random = chance(seed);
    // Once: a generator begun anew for each search, from numbers of its like, would repeat itself.
    this.sampling.beginSampling(this.area, 1 + Math.floor(this.random() * (2 ** 32 - 1)), every);
  }

  /**
   * @param file the build of the kernel that samples (`buildSampledKernel`)
   * @throws RangeError where a search would tell more than the kernel has room for: it would be of its first part only
   */
  static async start(file: string, options: SamplerOptions): Promise<Sampler> {
    return new Sampler(await Kernel.load(file), options);
  }

  /**
   * Boards and turns that a search evaluates which begins at this one, or after a random move from there; a position that
   * comes up twice is told twice. None are told of a position that the kernel refuses or that has no legal move.
   */
  around(fen: string): string[] {
    if (this.position.load(setupOf(fen)) !== undefined) return [];
    if (this.random() < RANDOM_MOVES) {
      const moves = this.position.moves();
      if (moves.length === 0) return [];
      this.position.make(moves[Math.floor(this.random() * moves.length)]!);
    }
    if (this.position.moves().length === 0) return [];
    const share = LEAST + (MOST - LEAST) * this.random();
    const nodes = Math.max(1, Math.floor(this.nodes * share));
    this.sampling.forgetSamples(this.area);
    this.table.generation = (this.table.generation + 1) % this.search.generations;
    this.search.release();
    this.search.prepare(0, 1, { nodes, depth: 0, lines: 1, rootMoves: [], rootPath: 1 }, this.table);
    this.search.search(0);
    return this.samples();
  }

  private samples(): string[] {
    const { sampleCount, SAMPLES, SAMPLE_BYTES, SAMPLE_TURN } = this.sampling;
    const count = sampleCount(this.area);
    const [size, turn] = [Number(SAMPLE_BYTES.value), Number(SAMPLE_TURN.value)];
    const bytes = new Uint8Array(this.kernel.memory.buffer, this.area + Number(SAMPLES.value), count * size);
    return Array.from({ length: count }, (_, n) => {
      const sample = bytes.subarray(n * size, (n + 1) * size);
      return `${makeKernelBoard(sample.subarray(0, BOARD_BYTES))} ${sample[turn] ? 'b' : 'w'}`;
    });
  }
}
