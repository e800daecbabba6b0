import type { CollectionSummary } from './api';

/** What is there before anything was opened. */
export const emptyCollection: CollectionSummary = {
  files: [],
  games: 0,
  occurrences: 0,
  distinctPositions: 0,
  transposedPositions: 0,
  gamesWithThreefold: 0,
  collisions: 0,
};
