import { buildKernel } from './kernel.mjs';

/** Tests load the compiled kernel from here; it is rebuilt once per run (about a second). */
export default async function setup(): Promise<void> {
  await buildKernel('node_modules/.cache/threefold');
}
