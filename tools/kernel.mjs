// Compiles the AssemblyScript kernel: the release build and the checked one that verifies itself after every move.
import { mkdirSync, renameSync } from 'node:fs';
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

/** Writes OUT/kernel.wasm and OUT/kernel-checked.wasm; without optimization in a quarter of the time, and slow. */
export async function buildKernel(out, optimization = '-O3') {
  mkdirSync(out, { recursive: true });
  for (const [file, checked] of [
    ['kernel.wasm', 0],
    ['kernel-checked.wasm', 1],
  ]) {
    // Renamed when whole: nobody who is about to load it gets half of it, or finds it changed under a hard link.
    const fresh = `${process.pid}.${file}`;
    const { error, stderr } = await asc.main([
      'src-main/engine/kernel/kernel.ts',
      ...flags,
      optimization,
      '--use',
      `CHECKED=${checked}`,
      '--outFile',
      `${out}/${fresh}`,
    ]);
    if (error) throw new Error(`The kernel does not compile.\n${stderr.toString()}`);
    renameSync(`${out}/${fresh}`, `${out}/${file}`);
  }
}
