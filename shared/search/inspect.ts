import type { Score } from './score';

/** What the table holds about one position. */
export interface TableEntry {
  fen: string;
  /** The FIDE key under which it was found. */
  key: bigint;
  /** UCI, or null where only a score was stored. */
  move: string | null;
  /** From the position itself: a mate is counted from here. */
  score: Score;
  bound: 'exact' | 'lower' | 'upper';
  /** Remaining depth in plies of the search that stored it. */
  depth: number;
  /** Generations since it was stored: 0 = by the newest search. */
  age: number;
  /**
   * By which moves it was reached when it was stored: those of the game and of the line shown, or others.
   * Unknown where inspect mode was off.
   */
  path: 'same' | 'other' | 'unknown';
}

/** An entry, and the table's own line from it: each stored move played until nothing is stored. */
export interface TableLook {
  /** Null when the table holds nothing about the position. */
  entry: TableEntry | null;
  /** Entries along the stored moves, the first belonging to the position after `entry.move`. */
  line: TableEntry[];
  /** Why the line ends. */
  end: 'no entry' | 'no move' | 'repetition' | 'length';
}

/**
 * Graph-history interaction: a score in the principal variation was read from an entry that another path stored, and
 * from there the line meets a repetition or the fifty-move edge, which the entry could not know.
 */
export interface HistoryWarning {
  /** Of the line concerned. */
  rank: number;
  /** Plies into the line where the foreign entry was used. */
  ply: number;
  reason: 'repetition' | 'fifty-move';
  /** As the search reported it, and as a search of the same line with exact history sees it. */
  reported: Score;
  verified: Score;
}

/** One run of an A/B comparison. */
export interface ComparisonRun {
  table: 'off' | 'cold' | 'warm';
  threads: number;
  depth: number;
  nodes: number;
  timeMs: number;
  score: Score;
  moves: string[];
}

/** The same position to the same depth: without the table, with an empty one, with a filled one; on 1 and N threads. */
export interface Comparison {
  fen: string;
  /** Plies; a run that was stopped before shows a smaller one. */
  depth: number;
  runs: ComparisonRun[];
}
