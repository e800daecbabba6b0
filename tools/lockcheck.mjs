// A lock written where only this platform's native packages were at hand breaks `npm ci` elsewhere, silently.
// This lists optional platform packages whose exact version has no entry in the lock.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(process.argv[2] ?? 'package-lock.json', 'utf8'));
const name = (path, entry) => entry.name ?? path.split('node_modules/').pop();
const present = new Set(Object.entries(packages).map(([path, entry]) => `${name(path, entry)}@${entry.version}`));
const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([dep, version]) => /^\d+\.\d+\.\d/.test(version) && !present.has(`${dep}@${version}`))
    .map(([dep, version]) => `${path} -> ${dep} ${version}`),
);
for (const line of missing) console.error(`lock: missing ${line}`);
process.exitCode = missing.length ? 1 : 0;
