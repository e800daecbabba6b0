import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Failure } from '../shared/api';
import { InTurn } from './in-turn';
import { writeFileSafely } from './safe-write';

const themes = ['system', 'light', 'dark'] as const;
/** `system`: light or dark as the system is. */
export type Theme = (typeof themes)[number];

/** The colours chosen on the page: the system's where nothing readable says otherwise. */
function themeIn(settings: string): Theme {
  try {
    const { theme } = JSON.parse(settings) as { theme?: unknown };
    return themes.find((known) => known === theme) ?? 'system';
  } catch {
    return 'system';
  }
}

/**
 * What the reader chose on the page, kept for it as text. A browser would forget: the host's port, and with it the
 * page's origin, is another at every start. Only the theme is read here, for what the page does not draw itself: menus,
 * dialogs, the window's first picture.
 */
export class PageSettings {
  readonly #path: string;
  readonly #themeListeners = new Set<(theme: Theme) => void>();
  /** Writes one after the other, so that the last one asked for is the last one written. */
  readonly #writing = new InTurn();

  constructor(path: string) {
    this.#path = path;
  }

  /** Empty when nothing was kept, or it cannot be read. */
  async read(): Promise<string> {
    await this.#writing.settled();
    return readFile(this.#path, 'utf8').catch(() => '');
  }

  /** The theme kept last, now and whenever another is chosen. */
  async onTheme(listener: (theme: Theme) => void): Promise<void> {
    this.#themeListeners.add(listener);
    listener(themeIn(await this.read()));
  }

  async keep(settings: string): Promise<Failure | undefined> {
    for (const listener of this.#themeListeners) listener(themeIn(settings));
    const written = this.#writing.run(async () => {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFileSafely(this.#path, settings);
    });
    return written.then(
      () => undefined,
      (error: Error) => ({ failure: `the settings could not be kept: ${error.message}` }),
    );
  }

  /** Resolves when what was asked before is done. */
  async close(): Promise<void> {
    await this.#writing.settled();
  }
}
