// npm run mutate: breaks one rule after the other (tools/mutants.mjs) in a copy of the sources and runs the tests that
// must notice. A mutant that survives, a test that fails without one, and a mutant that no longer fits the source are
// failures. `npm run mutate -- WORDS` takes only the rules with those words.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { mutants } from './mutants.mjs';

const run = promisify(execFile);
const AT_ONCE = 2;
/** What the tests named by the mutants need. */
const sources = ['shared', 'src-main', 'fixtures', 'tools', 'package.json', 'tsconfig.base.json'];

const config = (kernel) => `export default { test: {
  include: ['**/*.test.ts'], environment: 'node', testTimeout: 120_000, hookTimeout: 120_000,
  globalSetup: ${kernel ? "['./quick-kernel.mjs']" : '[]'},
} };`;
/** Instead of tools/kernel.setup.ts: what these tests ask of the kernel does not need it fast, nor the threads. */
const quickKernel = `import { buildKernel } from './tools/kernel.mjs';
export default () => buildKernel('node_modules/.cache/threefold', '-O0');`;

/** A copy to work in: its own sources and kernel, our packages. */
function copySources() {
  const folder = mkdtempSync(join(tmpdir(), 'threefold-mutant-'));
  for (const name of sources) cpSync(name, join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'quick-kernel.mjs'), quickKernel);
  mkdirSync(join(folder, 'node_modules'));
  // Package by package, because the kernel is built into node_modules/.cache.
  for (const name of readdirSync('node_modules')) {
    if (!name.startsWith('.'))
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  return folder;
}

/** Runs the tests that mutants name: the names of those that passed, and of those that failed. */
async function test(folder, caughtBy) {
  const files = Object.keys(caughtBy);
  const names = Object.values(caughtBy).flat();
  const kernel = files.some((file) => file.startsWith('src-main/'));
  writeFileSync(join(folder, 'vitest.config.mjs'), config(kernel));
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const pattern = `^(${names.map((name) => name.replace(/[^\w ]/g, '\\$&')).join('|')})$`;
  const vitest = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`];
  const args = [...vitest, '-t', pattern, ...files];
  const { stderr } = await run(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }).catch((error) => error);
  let suites;
  try {
    suites = JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    throw new Error(`the tests did not run: ${stderr}`);
  }
  const tests = suites.flatMap(({ assertionResults }) => assertionResults);
  const unrun = suites.find(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  if (unrun) throw new Error(`${unrun.name}: ${unrun.message}`);
  const named = (status) => tests.filter((t) => t.status === status).map((t) => t.fullName);
  return { passed: named('passed'), failed: named('failed') };
}

function breakRule(folder, { file, edits }) {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of edits) {
    if (text.split(from).length !== 2)
      throw new Error(`${file} no longer has exactly one "${from}": mend tools/mutants.mjs`);
    text = text.replace(from, () => to);
  }
  writeFileSync(join(folder, file), text);
}

/** What is wrong with the proof, or undefined where every named test has noticed. */
async function complaint(folder, mutant) {
  try {
    breakRule(folder, mutant);
    const { passed } = await test(folder, mutant.caughtBy);
    return passed.length ? `not noticed by "${passed.join('", "')}"` : undefined;
  } catch (error) {
    return error.message;
  } finally {
    cpSync(mutant.file, join(folder, mutant.file));
  }
}

const words = process.argv.slice(2).join(' ').toLowerCase();
const chosen = mutants.filter(({ rule }) => rule.toLowerCase().includes(words));
const folders = Array.from({ length: Math.min(AT_ONCE, chosen.length) }, copySources);
let failures = 0;
try {
  const began = performance.now();
  // Without a mutant every named test is there and passes: what fails anyway proves nothing.
  const all = {};
  for (const { caughtBy } of chosen)
    for (const [file, names] of Object.entries(caughtBy)) all[file] = [...new Set([...(all[file] ?? []), ...names])];
  const { passed } = await test(folders[0], all);
  for (const name of Object.values(all).flat()) {
    if (passed.includes(name)) continue;
    failures++;
    console.error(`fails or is missing without a mutant: ${name}`);
  }

  const queue = [...chosen];
  await Promise.all(
    folders.map(async (folder) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const wrong = await complaint(folder, mutant);
        if (wrong) failures++;
        console.log(`${wrong ? 'SURVIVED' : 'caught  '}  ${mutant.rule}${wrong ? `: ${wrong}` : ''}`);
      }
    }),
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`mutants: ${chosen.length} rules broken, ${failures} failures, ${seconds} s`);
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures || !chosen.length ? 1 : 0;
