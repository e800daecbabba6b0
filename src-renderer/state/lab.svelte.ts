import type { InstrumentName } from '../../shared/lab/request';
import type { LabProgress, LabResult } from '../../shared/lab/result';
import type { Main } from '../connect';

export type LabSettings = Record<string, string | number | boolean>;

/** The laboratory: one instrument at a time, each with its last result. */
export class Lab {
  #main: Main;
  #running = $state<InstrumentName>();
  #progress = $state.raw<LabProgress>();
  #results = $state.raw<Partial<Record<InstrumentName, LabResult>>>({});

  constructor(main: Main) {
    this.#main = main;
  }

  get running() {
    return this.#running;
  }
  get progress() {
    return this.#progress;
  }
  result(name: InstrumentName): LabResult | undefined {
    return this.#results[name];
  }

  progressed(progress: LabProgress): void {
    if (this.#running) this.#progress = progress;
  }

  /** A failure is thrown as words for the reader. */
  async run(instrument: InstrumentName, settings: LabSettings, openedGames: boolean): Promise<void> {
    this.#running = instrument;
    this.#progress = undefined;
    const answer = await this.#main.labRun({ instrument, settings, openedGames });
    if (this.#running === instrument) {
      this.#running = undefined;
      this.#progress = undefined;
    }
    if (!answer) return;
    if ('failure' in answer) throw new Error(answer.failure);
    this.#results = { ...this.#results, [instrument]: answer };
  }
  async cancel(): Promise<void> {
    this.#running = undefined;
    await this.#main.labCancel();
  }
}
