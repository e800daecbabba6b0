import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where systems keep programs that are not on the path of those who start from a menu. */
const USUAL_PLACES = ['/usr/games', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * The file of an installed program: the first that may be run in the folders of `path`, then in the usual places;
 * `undefined` where there is none. An empty part of `path`, which shells take for the current folder, counts for nothing:
 * what lies beside the games is not to be run for its name.
 */
export async function findInstalled(program: string, path = process.env.PATH): Promise<string | undefined> {
  const file = process.platform === 'win32' ? `${program}.exe` : program;
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of [...folders, ...USUAL_PLACES]) {
    const candidate = join(folder, file);
    const usable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return candidate;
  }
  return undefined;
}
