import { join } from 'node:path';
import { Edits } from './edits';
import { Engine } from './engine/engine';
import { Journal } from './journal';
import { Library } from './library/library';

/** What serves the pages of one running app, whichever host shows them. */
export interface Services {
  readonly library: Library;
  readonly engine: Engine;
  readonly edits: Edits;
  /** Ends the threads when their files are closed; to be awaited before the process ends. */
  close(): Promise<void>;
}

/** `profile` is the folder for what outlives this run. */
export async function startServices(profile: string): Promise<Services> {
  const journal = new Journal(join(profile, 'unsaved'));
  const library = new Library();
  const engine = await Engine.create();
  return {
    library,
    engine,
    edits: new Edits(journal, library),
    async close() {
      await Promise.allSettled([library.close(), engine.close(), journal.close()]);
    },
  };
}
