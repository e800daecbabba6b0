import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../package.json';
import { isFailure } from '../../shared/chess/position';
import { Log } from '../log';
import { profileFolder } from '../profile';
import { startServices } from '../services';
import { attach } from '../session';
import { startBrowserHost } from './browser-host';

/** What `threefold serve` may be told. */
export interface ServeOptions {
  /** 0 lets the system choose. */
  port: number;
  files: string[];
  /** The folder for what outlives this run; the user's own where none is given. */
  profile?: string;
  /** Programs of other engines to choose from: a page in a browser must not name any. */
  engines?: string[];
  /** The log takes in details, too, and is shown on standard error. */
  verbose?: boolean;
}

/** The app while it is served. */
export interface Served {
  /** The link with the token: whoever has it has the app. */
  url: string;
  close(): Promise<void>;
}

/** The whole app behind a browser: library, engine, and the host that joins them to a page. */
export async function serve({
  port,
  files,
  profile = profileFolder(),
  engines = [],
  verbose = false,
}: ServeOptions): Promise<Served> {
  const log = new Log(join(profile, 'threefold.log'), verbose);
  log.info(`start ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`);
  const services = await startServices(profile, log);
  for (const program of engines) {
    const added = await services.engine.add(program);
    if (!isFailure(added)) continue;
    await services.close();
    throw new Error(added.failure);
  }
  const host = await startBrowserHost({
    // The page's folder lies next to that of the bundles.
    root: fileURLToPath(new URL('../renderer', import.meta.url)),
    port,
    attach(wire) {
      log.detail('a page has connected');
      const detach = attach(wire, services, {
        appInfo: () => ({ host: 'browser', version, nativeDialogs: false, cores: availableParallelism() }),
        versions: () => `Threefold ${version}\nNode ${process.versions.node}\n${process.platform} ${process.arch}`,
        pickGames: async () => [],
      });
      return () => {
        log.detail('a page has gone');
        detach();
      };
    },
  }).catch(async (error: unknown) => {
    await services.close();
    throw error;
  });
  if (files.length > 0) services.library.open(files).catch((error: unknown) => log.error(error));
  return {
    url: host.url,
    async close() {
      await services.settle();
      await host.close();
      await services.close();
      log.info('end');
    },
  };
}

/** Shows the link, and serves until the terminal or the system asks for the end; a second Ctrl+C does not wait. */
export async function serveUntilInterrupted(served: Served, show: (url: string) => void): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  // Only now: whoever reads it may already want the end.
  show(served.url);
  await interrupted;
  await served.close();
}
