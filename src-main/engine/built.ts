import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Finds a file of the build, such as kernel.wasm. Bundled, this module lies beside it or in a folder of chunks one
 * below; in tests it is a source file, and tools/kernel.setup.ts has put what it needs into the cache.
 * @throws Error naming the file
 */
export function builtFile(name: string): URL {
  const here = ['./', '../'].map((folder) => new URL(folder + name, import.meta.url));
  const cached = pathToFileURL(`node_modules/.cache/threefold/${name}`);
  const found = [...here, cached].find((url) => existsSync(fileURLToPath(url)));
  if (!found) throw new Error(`${name} is missing from the build: run npm run build`);
  return found;
}
