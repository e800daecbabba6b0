import { join } from 'node:path';
import { version } from '../package.json';
import { Edits } from './edits';
import { Engines } from './engine/engines';
import { Journal } from './journal';
import { Library } from './library/library';
import { PageSettings } from './page-settings';
import { Remembering } from './remembering';

/** What serves the pages of one running app, whichever host shows them. */
export interface Services {
  readonly library: Library;
  readonly engine: Engines;
  /** Searches are begun through it, so that what they find is remembered. */
  readonly remembering: Remembering;
  readonly edits: Edits;
  readonly settings: PageSettings;
  /** Ends the threads when their files are closed; to be awaited before the process ends. */
  close(): Promise<void>;
}

/** `profile` is the folder for what outlives this run. */
export async function startServices(profile: string): Promise<Services> {
  const journal = new Journal(join(profile, 'unsaved'));
  const library = new Library(undefined, {
    library: join(profile, 'library.duckdb'),
    evaluations: join(profile, 'evaluations.duckdb'),
  });
  const settings = new PageSettings(join(profile, 'page.json'));
  const engine = await Engines.create();
  return {
    library,
    engine,
    remembering: new Remembering(engine, library, version),
    edits: new Edits(journal, library),
    settings,
    async close() {
      await Promise.allSettled([library.close(), engine.close(), journal.close(), settings.close()]);
    },
  };
}
