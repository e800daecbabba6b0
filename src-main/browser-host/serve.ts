import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { version } from '../../package.json';
import { Engine } from '../engine/engine';
import { Library } from '../library/library';
import { attach } from '../session';
import { startBrowserHost } from './browser-host';

export interface Served {
  url: string;
  close(): Promise<void>;
}

/** The whole app behind a browser: library, engine, and the host that joins them to a page. */
export async function serve({ port, files }: { port: number; files: string[] }): Promise<Served> {
  const library = new Library();
  const engine = await Engine.create();
  const host = await startBrowserHost({
    root: fileURLToPath(new URL('../renderer', import.meta.url)),
    port,
    attach: (wire) =>
      attach(wire, library, engine, {
        appInfo: () => ({ host: 'browser', version, nativeDialogs: false, cores: availableParallelism() }),
        pickGames: async () => [],
      }),
  });
  if (files.length > 0) void library.open(files);
  return {
    url: host.url,
    async close() {
      await host.close();
      await Promise.all([library.close(), engine.close()]);
    },
  };
}

/** Runs until the terminal or the system asks it to end; a second Ctrl+C does not wait. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
