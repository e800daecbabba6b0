import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { electronPackage, findElectron, type Found } from './find-electron';

/** What we use of `@electron/get`, which comes with the electron package. */
interface Get {
  downloadArtifact(details: {
    version: string;
    artifactName: string;
    platform: string;
    arch: string;
    cacheRoot?: string;
    checksums: Record<string, string>;
    downloadOptions: {
      quiet: boolean;
      signal: AbortSignal;
      getProgressCallback(progress: { transferred: number; total: number | null }): void;
    };
  }): Promise<string>;
}

/** How long the download may be silent, and who is told how far it is. */
export interface FetchOptions {
  /** Give up when nothing arrived for this long. */
  stallMs?: number;
  /** Told about every piece that arrives. */
  onProgress?(megabytes: number, ofMegabytes: number | undefined): void;
}

/**
 * Downloads the binary that belongs to the installed electron package, into the package, as its own lazy
 * installer would; that one shows nothing, and waits on a silent server for ever.
 */
export async function fetchElectron({ stallMs = 20_000, onProgress }: FetchOptions = {}): Promise<Found> {
  const folder = electronPackage();
  if (!folder) return { reason: 'the electron package is not installed' };
  const stalled = new AbortController();
  const giveUp = () => stalled.abort(new Error(`the server sent nothing for ${stallMs / 1000} seconds`));
  let timer = setTimeout(giveUp, stallMs);
  try {
    const get = (await import(
      pathToFileURL(createRequire(join(folder, 'package.json')).resolve('@electron/get')).href
    )) as Get;
    await get.downloadArtifact({
      version: readJson<{ version: string }>(join(folder, 'package.json')).version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      cacheRoot: process.env.electron_config_cache,
      checksums: readJson(join(folder, 'checksums.json')),
      downloadOptions: {
        quiet: true,
        signal: stalled.signal,
        getProgressCallback({ transferred, total }) {
          clearTimeout(timer);
          timer = setTimeout(giveUp, stallMs);
          onProgress?.(transferred / 1e6, total === null ? undefined : total / 1e6);
        },
      },
    });
  } catch (error) {
    return { reason: `Electron could not be downloaded (${reasonOf(error)})` };
  } finally {
    clearTimeout(timer);
  }
  const problem = await unpack(folder);
  return problem ? { reason: `Electron could not be unpacked (${problem})` } : findElectron();
}

/** The package's installer finds the download in the cache and unpacks it; it says on stderr what went wrong. */
function unpack(folder: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const installer = spawn(process.execPath, [join(folder, 'install.js')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 180_000,
    });
    let complaint = '';
    installer.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    installer.once('error', (error) => resolve(error.message));
    installer.once('exit', (code) => resolve(code === 0 ? undefined : complaint.split('\n')[0] || `code ${code}`));
  });
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** fetch() says only "fetch failed"; the cause says what. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
