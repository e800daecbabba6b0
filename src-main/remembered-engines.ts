import { access, constants } from 'node:fs/promises';
import type { EngineChoice, Failure } from '../shared/api';
import { isFailure } from '../shared/chess/position';
import { Engines } from './engine/engines';
import type { SettingsFile } from './settings';

/** The engines as they were left: settings, the programs that the user picked, and which one is in use. */
export class RememberedEngines {
  readonly engine: Engines;
  /** Programs that are gone: what to tell the user. They stay remembered; a disk may be back at the next start. */
  readonly complaints: readonly string[];
  readonly #file: SettingsFile;
  /** The engine that was in use and is not there for now: it is the chosen one until another is chosen. */
  #absent: string | undefined;

  /** Programs are not started before they are searched with. */
  static async take(file: SettingsFile): Promise<RememberedEngines> {
    const { settings, programs, inUse } = file.values.engine;
    const usable = await Promise.all(
      programs.map((program) =>
        access(program, constants.X_OK).then(
          () => true,
          () => false,
        ),
      ),
    );
    const engine = await Engines.create({ settings, programs: programs.filter((_, n) => usable[n]) });
    const chosen = engine.list().find(({ path }) => path !== undefined && path === inUse);
    if (chosen) engine.use(chosen.id);
    const complaints = programs
      .filter((_, n) => !usable[n])
      .map((program) => `The engine ${program} is not there any more, or may not be started.`);
    return new RememberedEngines(engine, file, complaints, chosen ? undefined : inUse);
  }

  private constructor(engine: Engines, file: SettingsFile, complaints: string[], absent: string | undefined) {
    this.engine = engine;
    this.#file = file;
    this.complaints = complaints;
    this.#absent = absent;
  }

  /** A program that the user picked: tried, and there again at the next start. */
  async add(path: string): Promise<EngineChoice[] | Failure> {
    const choices = await this.engine.add(path);
    const { engine } = this.#file.values;
    if (isFailure(choices) || engine.programs.includes(path)) return choices;
    await this.#file.change({ engine: { ...engine, programs: [...engine.programs, path] } }).catch(() => {});
    return choices;
  }

  /** As `Engines.use`; to be kept. */
  use(id: number): EngineChoice[] | Failure {
    const choices = this.engine.use(id);
    if (!isFailure(choices)) this.#absent = undefined;
    return choices;
  }

  /** After a change of settings or of the engine in use. */
  async keep(): Promise<Failure | undefined> {
    const { programs } = this.#file.values.engine;
    const inUse = this.engine.list().find((choice) => choice.inUse)?.path ?? this.#absent;
    const engine = { settings: this.engine.settings, programs, ...(inUse !== undefined && { inUse }) };
    return this.#file.change({ engine }).then(
      () => undefined,
      (error: Error) => ({ failure: `The engine's settings could not be kept: ${error.message}` }),
    );
  }
}
