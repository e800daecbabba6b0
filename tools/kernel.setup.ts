import { build } from 'vite';
import { buildKernel } from './kernel.mjs';

const cache = 'node_modules/.cache/threefold';
const workers = { 'engine-worker': 'src-main/engine/worker.ts', 'library-worker': 'src-main/library/worker.ts' };

/** Tests load the compiled kernel and the threads' bundles from here; both are made once per run (about two seconds). */
export default async function setup(): Promise<void> {
  await Promise.all([buildKernel(cache), bundleWorkers()]);
}

/** A worker thread is started from a file of JavaScript, which Vitest does not make. */
async function bundleWorkers(): Promise<void> {
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
      rolldownOptions: { input: workers },
    },
  });
}
