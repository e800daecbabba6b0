// node bench/run.mjs NAME [arguments]: builds the kernel, then runs bench/NAME.ts, which exports `run(args)`.
import { runnerImport } from 'vite';
import { buildKernel } from '../tools/kernel.mjs';

const [name, ...args] = process.argv.slice(2);
if (!name) throw new Error('Say which: node bench/run.mjs perft');
await buildKernel('node_modules/.cache/threefold');
const { module } = await runnerImport(`${import.meta.dirname}/${name}.ts`, { configFile: false, logLevel: 'error' });
await module.run(args);
