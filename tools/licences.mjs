// Writes THIRD-PARTY.txt, the packages that ship inside the app with their licences; --check compares instead.
import { readFileSync, writeFileSync } from 'node:fs';

// Bundled by Vite or installed beside the bundle; their own dependencies are followed.
const shipped = [
  '@duckdb/node-api',
  '@sabaki/sgf',
  'birpc',
  'chessground',
  'chessops',
  'devalue',
  'electron',
  'fzstd',
  'svelte',
  'uplot',
  'valibot',
  'ws',
];
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const seen = new Map();

function follow(name) {
  const entry = packages[`node_modules/${name}`];
  if (!entry || seen.has(name)) return;
  seen.set(name, `${name} ${entry.version} — ${entry.license ?? 'see its package'}`);
  // Svelte's and Electron's own dependencies work at build and install time only.
  if (name === 'svelte' || name === 'electron') return;
  for (const dep of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) follow(dep);
}
shipped.forEach(follow);

const text = `Threefold is free software under the GPL, version 3 or later (LICENSE). It ships these packages:\n\n${[...seen.values()].sort().join('\n')}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync('THIRD-PARTY.txt', 'utf8') !== text) {
    console.error('THIRD-PARTY.txt is out of date: run node tools/licences.mjs');
    process.exitCode = 1;
  }
} else writeFileSync('THIRD-PARTY.txt', text);
