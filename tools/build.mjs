// npm run build; with --if-stale only where the sources differ from those of the last build.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildKernel } from './kernel.mjs';

const sources = [
  'shared',
  'src-main',
  'src-renderer',
  'tools',
  'package-lock.json',
  'vite.config.ts',
  'svelte.config.js',
];
const stampFile = 'dist/built-from';

const files = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => files(join(path, name))) : [path];

function stamp() {
  const hash = createHash('sha256').update(process.version);
  for (const file of sources
    .flatMap(files)
    .filter((f) => !f.endsWith('.test.ts'))
    .sort())
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

const now = stamp();
const fresh = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === now;
if (!(fresh && process.argv.includes('--if-stale'))) {
  console.log('Building Threefold …');
  rmSync('dist', { recursive: true, force: true });
  try {
    const { createBuilder } = await import('vite');
    const builder = await createBuilder({ logLevel: 'warn' });
    await builder.buildApp();
    await buildKernel('dist/main');
    chmodSync('dist/main/threefold.js', 0o755);
    writeFileSync(stampFile, now);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
