// Compiles the AssemblyScript kernel: the release build, the checked one that verifies itself after every move, and for one
// of the benches a third that keeps samples of what a search evaluates. And what teaches the evaluation's network, which is
// written in it too.
import { appendFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const flags = [
  '--runtime',
  'stub',
  '--noAssert',
  '--importMemory',
  '--sharedMemory',
  '--enable',
  'threads',
  '--enable',
  'simd',
  '--initialMemory',
  '1024',
  '--maximumMemory',
  '65536',
];

/**
 * Writes OUT/kernel.wasm and OUT/kernel-checked.wasm; without optimization in a quarter of the time, and slow.
 *
 * @throws Error with the compiler's complaint
 */
export async function buildKernel(out, optimization = '-O3') {
  await compile(out, 'kernel.wasm', { checked: false, sampled: false }, optimization);
  await compile(out, 'kernel-checked.wasm', { checked: true, sampled: false }, optimization);
}

/**
 * Writes OUT/kernel-sampled.wasm, whose searches can be asked which positions they evaluate (kernel/sampling.ts).
 *
 * @throws Error with the compiler's complaint
 */
export async function buildSampledKernel(out, optimization = '-O3') {
  await compile(out, 'kernel-sampled.wasm', { checked: false, sampled: true }, optimization);
}

async function compile(out, file, { checked, sampled }, optimization) {
  mkdirSync(out, { recursive: true });
  // What the host may call are the exports of the entry files.
  const entries = ['kernel.ts', ...(sampled ? ['sampling.ts'] : [])];
  // Renamed when whole: nobody who is about to load it gets half of it, or finds it changed under a hard link.
  const fresh = `${process.pid}.${file}`;
  const { error, stderr } = await asc.main([
    ...entries.map((entry) => `src-main/engine/kernel/${entry}`),
    ...flags,
    optimization,
    '--use',
    `CHECKED=${Number(checked)}`,
    '--use',
    `SAMPLED=${Number(sampled)}`,
    '--outFile',
    `${out}/${fresh}`,
  ]);
  if (error) throw new Error(`The kernel does not compile.\n${stderr.toString()}`);
  appendFileSync(`${out}/${fresh}`, section('network', readFileSync('src-main/engine/network.bin')));
  renameSync(`${out}/${fresh}`, `${out}/${file}`);
}

/** Compiles what teaches the network (bench/learn.ts) to a file beside the kernels, and returns its bytes. */
export async function buildLearner(out = 'node_modules/.cache/threefold') {
  mkdirSync(out, { recursive: true });
  const { error, stderr } = await asc.main([
    'bench/learn/kernel/learner.ts',
    ...flags,
    '-O3',
    '--outFile',
    `${out}/learner.wasm`,
  ]);
  if (error) throw new Error(`The learner does not compile.\n${stderr.toString()}`);
  return readFileSync(`${out}/learner.wasm`);
}

/** A custom section of a WebAssembly binary: data that travels with the code. */
function section(name, data) {
  const body = Buffer.concat([leb128(name.length), Buffer.from(name), data]);
  return Buffer.concat([Buffer.of(0), leb128(body.length), body]);
}

/** An unsigned number, seven bits to a byte, the lowest first. */
function leb128(number) {
  const bytes = [];
  for (; number > 127; number >>>= 7) bytes.push((number & 127) | 128);
  return Buffer.from([...bytes, number]);
}
