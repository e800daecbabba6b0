import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for what the app keeps between runs, where each system wants it. Electron names its own. */
export function profileFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Threefold');
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Threefold');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'threefold');
}
