import type { EngineSettings } from '../shared/api';
import type { SearchInfo } from '../shared/search/info';
import type { Settings } from './settings';

/** What a diagnosis is made of, as it lies in the app. */
export interface Diagnosed {
  /** A line each: the app, its host, the system. */
  versions: string;
  settings: Settings;
  /** What the reader chose on the page, as the page writes it. */
  page: string;
  engine: EngineSettings;
  /** Of the last search, if there was one. */
  lastSearch: SearchInfo | undefined;
}

/** What helps to understand a report of a fault. Names no file, no player and no move. */
export function makeDiagnosis({ versions, settings, page, engine, lastSearch }: Diagnosed): string {
  const { recentFiles, engine: remembered, window } = settings;
  const search = lastSearch && {
    depth: lastSearch.depth,
    nodes: lastSearch.nodes,
    nodesPerSecond: lastSearch.nodesPerSecond,
    timeMs: lastSearch.timeMs,
    table: lastSearch.table,
  };
  const part = (title: string, value: unknown) => `${title}: ${JSON.stringify(value, undefined, 2)}`;
  return [
    versions,
    // Paths tell who somebody is and what they work on: their number does.
    part('settings', { window, recentFiles: recentFiles.length, enginePrograms: remembered.programs.length }),
    `page: ${page || 'as it comes'}`,
    part('engine', { ...engine, other: remembered.inUse !== undefined }),
    part('last search', search ?? 'none'),
    '',
  ].join('\n');
}
