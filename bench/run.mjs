// node bench/run.mjs NAME [arguments]: builds the kernel, then runs bench/NAME.ts, which exports `run(args)`.
import { execFileSync } from 'node:child_process';
import { runnerImport } from 'vite';

const [name, ...args] = process.argv.slice(2);
if (!name) throw new Error('Say which: node bench/run.mjs perft');
// In a process of its own: the compiler takes more memory than what is measured here.
const building = "import('./tools/kernel.mjs').then(({ buildKernel }) => buildKernel('node_modules/.cache/threefold'))";
execFileSync(process.execPath, ['-e', building], { stdio: 'inherit' });
const { module } = await runnerImport(`${import.meta.dirname}/${name}.ts`, { configFile: false, logLevel: 'error' });
await module.run(args);
