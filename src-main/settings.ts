import { access, copyFile, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as v from 'valibot';
import { engineSettings } from '../shared/api';
import { InTurn } from './in-turn';
import { writeFileSafely } from './safe-write';
import { firstTime } from './window-bounds';

/** What the app itself remembers between runs; what the reader chose on the page is in page-settings.ts. */
const settings = v.object({
  window: v.object({
    x: v.optional(v.pipe(v.number(), v.finite())),
    y: v.optional(v.pipe(v.number(), v.finite())),
    width: v.pipe(v.number(), v.finite()),
    height: v.pipe(v.number(), v.finite()),
    maximized: v.boolean(),
  }),
  /** Latest first. */
  recentFiles: v.array(v.string()),
  engine: v.object({
    /** Absent: the usual ones. */
    settings: v.optional(engineSettings),
    /** Paths of engines that the user picked. */
    programs: v.array(v.string()),
    /** The path of the one in use; absent: ours. */
    inUse: v.optional(v.string()),
  }),
});
export type Settings = v.InferOutput<typeof settings>;

const usual: Settings = { window: firstTime, recentFiles: [], engine: { programs: [] } };

const mostRecent = 10;

/** The list with `file` at its head. */
export const withRecent = (files: readonly string[], file: string): string[] =>
  [file, ...files.filter((other) => other !== file)].slice(0, mostRecent);

/** The settings, read once and written whole at every change. A damaged file is no reason not to start. */
export class SettingsFile {
  /** What to tell the user about the file as it was found; undefined if all is well. */
  readonly complaint: string | undefined;
  readonly #path: string;
  #values: Settings;
  /** Writes one after the other, so that the last state is the one that stays. */
  readonly #writing = new InTurn();

  private constructor(path: string, values: Settings, complaint?: string) {
    this.#path = path;
    this.#values = values;
    this.complaint = complaint;
  }

  /** Each part of the file that is not sound gets its usual value; the file as it was is kept beside it. */
  static async open(path: string): Promise<SettingsFile> {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) return new SettingsFile(path, usual, await whyUnreadable(path));
    const { values, broken } = parse(text);
    if (broken.length === 0) return new SettingsFile(path, values);
    const aside = `${path}.broken`;
    const kept = await copyFile(path, aside).then(
      () => `The file as it was is kept as ${basename(aside)}.`,
      (error: Error) => `It could not be set aside: ${error.message}`,
    );
    const complaint = `${basename(path)} is damaged (${broken.join(', ')}): the usual settings take their place. ${kept}`;
    const file = new SettingsFile(path, values, complaint);
    // Otherwise the next start would find the same damage, and put it over what was set aside.
    await file.change({}).catch(() => {});
    return file;
  }

  get values(): Readonly<Settings> {
    return this.#values;
  }

  /** Resolves when the disk has it: a crash loses nothing. Rejects where the disk refuses; the values hold for this run. */
  async change(changes: Partial<Settings>): Promise<void> {
    this.#values = { ...this.#values, ...changes };
    const text = JSON.stringify(this.#values, undefined, 2);
    await this.#writing.run(async () => {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFileSafely(this.#path, text);
    });
  }

  /** Resolves when what was asked before is done. */
  async close(): Promise<void> {
    await this.#writing.settled();
  }
}

function parse(text: string): { values: Settings; broken: string[] } {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { values: usual, broken: ['it is not JSON'] };
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    return { values: usual, broken: ['it is not an object'] };
  const broken: string[] = [];
  const part = <Name extends keyof Settings>(name: Name): Settings[Name] => {
    if (!Object.hasOwn(found, name)) return usual[name];
    const result = v.safeParse(settings.entries[name], (found as Record<string, unknown>)[name]);
    if (result.success) return result.output as Settings[Name];
    broken.push(name);
    return usual[name];
  };
  return { values: { window: part('window'), recentFiles: part('recentFiles'), engine: part('engine') }, broken };
}

/** Not there yet is no complaint. */
const whyUnreadable = (path: string): Promise<string | undefined> =>
  access(path).then(
    () => `${basename(path)} cannot be read: the usual settings take their place.`,
    (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? undefined : `${basename(path)} cannot be read: ${error.message}`,
  );
