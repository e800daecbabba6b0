import type { SearchInfo } from '../shared/search/info';
import type { EngineSettings } from '../shared/api';
import type { Settings } from './settings';

export interface Diagnosed {
  versions: string;
  settings: Settings;
  engine: EngineSettings;
  /** Of the last search, if there was one. */
  lastSearch: SearchInfo | undefined;
}

/** What helps to understand a report of a fault. Names no file, no player and no move. */
export function makeDiagnosis({ versions, settings, engine, lastSearch }: Diagnosed): string {
  const { recentFiles, ...rest } = settings;
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
    part('settings', { ...rest, recentFiles: recentFiles.length }),
    part('engine', engine),
    part('last search', search ?? 'none'),
    '',
  ].join('\n');
}
