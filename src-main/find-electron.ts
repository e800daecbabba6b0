import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where Electron's binary lies, or why there is none. */
export type Found = { path: string; reason?: undefined } | { path?: undefined; reason: string };

/** The folder of the installed npm package, found without loading it. */
export function electronPackage(from: string = import.meta.url): string | undefined {
  try {
    return dirname(createRequire(from).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

/**
 * Looks for Electron's binary by its files alone: `require('electron')` would start a download that blocks the
 * process. `ELECTRON_OVERRIDE_DIST_PATH` names another folder to look in.
 */
export function findElectron(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): Found {
  const binary =
    platform === 'win32' ? 'electron.exe' : platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
  let folder = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) {
    const found = electronPackage();
    if (!found) return { reason: 'the electron package is not installed' };
    // The installer writes path.txt last: without it the folder may be half unpacked.
    if (readText(join(found, 'path.txt')) !== binary) return { reason: "Electron's binary has not been downloaded" };
    folder = join(found, 'dist');
  }
  const path = join(folder, binary);
  try {
    accessSync(path, constants.X_OK);
    return { path };
  } catch {
    return { reason: `there is no Electron binary at ${path}` };
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
