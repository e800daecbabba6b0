import { build } from 'vite';
import { buildKernel } from './kernel.mjs';
import { threads } from './threads.mjs';

const cache = 'node_modules/.cache/threefold';
const bundles = { ...threads, mortal: 'fuzz/mortal.ts' };

/** Tests load the compiled kernel and the bundles of threads and processes from here; both are made once per run (about two seconds). */
export default async function setup(): Promise<void> {
  await Promise.all([buildKernel(cache), bundle()]);
}

/** Threads and processes are started from files of JavaScript, which Vitest does not make. */
async function bundle(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['@duckdb/node-api'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: cache,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { input: bundles },
    },
  });
}
