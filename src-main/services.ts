import { join } from 'node:path';
import { version } from '../package.json';
import { Edits } from './edits';
import type { Engines } from './engine/engines';
import type { SearchInfo } from '../shared/search/info';
import { makeDiagnosis } from './diagnosis';
import { Journal } from './journal';
import { Library } from './library/library';
import { PageSettings } from './page-settings';
import { takeProfile } from './profile-lock';
import { RememberedEngines } from './remembered-engines';
import { Remembering } from './remembering';
import { SettingsFile } from './settings';
import type { Log } from './log';

/** What serves the pages of one running app, whichever host shows them. */
export interface Services {
  readonly library: Library;
  readonly engine: Engines;
  /** Searches are begun through it, so that what they find is remembered. */
  readonly remembering: Remembering;
  readonly edits: Edits;
  /** What the reader chose on the page. */
  readonly settings: PageSettings;
  /** What the app itself remembers: window, recent files, engines. */
  readonly appSettings: SettingsFile;
  /** Adds to `engine` what the user picked, and keeps its settings for the next start. */
  readonly rememberedEngines: RememberedEngines;
  /** What went wrong before there was a page, to be told to the first. */
  readonly complaints: string[];
  /** The pages that are connected. */
  readonly pages: Set<Page>;
  /** When it resolves, what the pages changed a moment ago is kept, too; a page that hangs is not waited for. */
  settle(): Promise<void>;
  /** For a report of a fault; the same in every host but for the versions. */
  diagnosis(versions: string): Promise<string>;
  /** Ends the threads when their files are closed; to be awaited before the process ends. */
  close(): Promise<void>;
}

/** A connected page, as those see it who end the app. */
export interface Page {
  /** Resolves when what it changed a moment ago is kept; rejects when it is gone. */
  settle(): Promise<void>;
}

/** A page answers within milliseconds; one that does not is busy or dead, and closing must not wait for it. */
const PATIENCE_MS = 2000;

/**
 * `profile` is the folder for what outlives this run.
 *
 * @throws ProfileInUse
 */
export async function startServices(profile: string, log?: Log): Promise<Services> {
  const giveBack = await takeProfile(profile);
  const journal = new Journal(join(profile, 'unsaved'));
  const settings = new PageSettings(join(profile, 'page.json'));
  const appSettings = await SettingsFile.open(join(profile, 'settings.json'));
  const rememberedEngines = await RememberedEngines.take(appSettings);
  const { engine } = rememberedEngines;
  const library = new Library(undefined, {
    library: join(profile, 'library.duckdb'),
    evaluations: join(profile, 'evaluations.duckdb'),
  });
  const complaints = [
    ...(appSettings.complaint === undefined ? [] : [appSettings.complaint]),
    ...rememberedEngines.complaints,
  ];
  for (const complaint of complaints) log?.error(complaint);
  const pages = new Set<Page>();
  // Files are opened before there is a page to be told that one cannot be read.
  library.listen({
    notice: ({ failure }) => {
      log?.error(failure);
      if (pages.size === 0) complaints.push(failure);
    },
  });
  let lastSearch: SearchInfo | undefined;
  engine.listen({
    searchInfo: () => {},
    searchEnded: (_id, last) => (lastSearch = last),
    notice: ({ failure }) => log?.error(failure),
  });
  return {
    library,
    engine,
    remembering: new Remembering(engine, library, version),
    edits: new Edits(journal, library),
    settings,
    appSettings,
    rememberedEngines,
    complaints,
    pages,
    async settle() {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
      await Promise.race([Promise.allSettled([...pages].map((page) => page.settle())), patience]);
      clearTimeout(timer);
    },
    diagnosis: async (versions) =>
      makeDiagnosis({
        versions,
        settings: appSettings.values,
        page: await settings.read(),
        engine: engine.settings,
        lastSearch,
      }),
    async close() {
      await Promise.allSettled([
        library.close(),
        engine.close(),
        journal.close(),
        settings.close(),
        appSettings.close(),
      ]);
      await giveBack();
    },
  };
}
