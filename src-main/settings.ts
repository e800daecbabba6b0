import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { engineSettings } from '../shared/api';
import { writeFileSafely } from './safe-write';
import { firstTime } from './window-bounds';

/** What the app remembers between runs. Anything unreadable in the file falls back to its default. */
const settings = v.object({
  window: v.fallback(
    v.object({
      x: v.optional(v.number()),
      y: v.optional(v.number()),
      width: v.number(),
      height: v.number(),
      maximized: v.boolean(),
    }),
    firstTime,
  ),
  /** Latest first. */
  recentFiles: v.fallback(v.array(v.string()), []),
  engine: v.fallback(v.optional(engineSettings), undefined),
});
export type Settings = v.InferOutput<typeof settings>;

const mostRecent = 10;

/** The list with `file` at its head. */
export const withRecent = (files: readonly string[], file: string): string[] =>
  [file, ...files.filter((other) => other !== file)].slice(0, mostRecent);

export class SettingsFile {
  readonly #path: string;
  #values: Settings;

  constructor(path: string) {
    this.#path = path;
    this.#values = v.parse(settings, readJson(path));
  }

  get values(): Readonly<Settings> {
    return this.#values;
  }

  /** Written at once: a crash loses nothing. Rejects where the disk refuses. */
  async change(changes: Partial<Settings>): Promise<void> {
    this.#values = { ...this.#values, ...changes };
    await writeFileSafely(this.#path, JSON.stringify(this.#values, undefined, 2));
  }
}

function readJson(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
