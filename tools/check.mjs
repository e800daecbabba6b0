// npm run check: everything CI runs. Stops at nothing: every complaint is printed, then the verdict.
import { spawnSync } from 'node:child_process';

const bin = (path) => [process.execPath, path];
const tsc = 'node_modules/@typescript/native/bin/tsc';
const steps = [
  ['format', ...bin('node_modules/prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  ['lint', ...bin('node_modules/eslint/bin/eslint.js'), '.'],
  ['types shared', ...bin(tsc), '-p', 'shared'],
  ['types src-main', ...bin(tsc), '-p', 'src-main'],
  [
    'types src-renderer',
    ...bin('node_modules/svelte-check/bin/svelte-check'),
    '--tsgo',
    '--workspace',
    'src-renderer',
    '--tsconfig',
    'tsconfig.json',
    '--fail-on-warnings',
  ],
  ['types tests', ...bin('node_modules/svelte-check/bin/svelte-check'), '--tsgo', '--tsconfig', 'tsconfig.json'],
  ['lock', ...bin('tools/lockcheck.mjs')],
  ['licences', ...bin('tools/licences.mjs'), '--check'],
  ['test', ...bin('tools/test.mjs')],
  ['mutants', ...bin('tools/mutate.mjs')],
  ['bench', ...bin('tools/bench-signature.mjs')],
];
const failed = steps.filter(([name, command, ...args]) => {
  console.log(`— ${name}`);
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0;
});
if (failed.length) console.error(`check: failed: ${failed.map(([name]) => name).join(', ')}`);
process.exitCode = failed.length ? 1 : 0;
