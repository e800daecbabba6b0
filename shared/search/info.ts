import type { HistoryWarning } from './inspect';
import type { ReplacementPolicy } from './policy';
import type { Score } from './score';

/** One line of play the engine proposes. `moves` in UCI notation, from the searched position. */
export interface Line {
  /** 1 is the best. */
  rank: number;
  depth: number;
  selectiveDepth: number;
  score: Score;
  /** A score outside the aspiration window is only a bound until it is searched again. */
  bound: 'exact' | 'lower' | 'upper';
  moves: string[];
}

/** What a running search reports, at a screen's rate. */
export interface SearchInfo {
  /** Of the search that `analyse` started. */
  id: number;
  depth: number;
  nodes: number;
  nodesPerSecond: number;
  timeMs: number;
  lines: Line[];
  table: TableStats;
  /** Graph-history interaction found in the lines: in inspect mode, when the search has ended. */
  warnings?: HistoryWarning[];
}

/**
 * What the transposition table did during one search, summed over the threads. Always
 * probes = Σ hits + Σ misses, and Σ stores counts every attempt to store.
 */
export interface TableStats {
  /** Size in bytes, and in entries of 16 bytes. */
  bytes: number;
  entries: number;
  threads: number;
  policy: ReplacementPolicy;
  /** Counting can be switched off; then every count below is 0. */
  probes: number;
  /**
   * What a hit was good for. Deep enough: a cutoff by an exact score or a bound, or, where the bound did not settle
   * the window, only a move to try first. Too shallow: its score may not be used (its move is tried first all the same).
   */
  hits: { exact: number; lower: number; upper: number; moveOnly: number; tooShallow: number };
  /** Why there was none: the bucket had room, or it was full of other positions. */
  misses: { empty: number; other: number };
  /**
   * Inspect mode only, Σ = Σ hits: `transposition` when the entry was stored by another path, `research` when by the
   * same moves, in an earlier iteration or search.
   */
  paths?: { transposition: number; research: number };
  /** Into an empty slot, over the same position, over an older generation, over a shallower or deeper entry of this one. */
  stores: { empty: number; same: number; older: number; shallower: number; deeper: number; refused: number };
  /** By sample: occupied entries, and those written by this search, in thousandths. */
  fullPermille: number;
  currentPermille: number;
  /** Occupied entries of the sample by age in generations (0 = this search; last = that old or older). */
  ages: number[];
  /** Occupied entries of the sample by remaining depth in plies (index = depth, last = that deep or deeper). */
  depths: number[];
  /** Occupied entries of the sample by bound. */
  bounds: { exact: number; lower: number; upper: number };
  /** Expected wrong retrievals in this search by Zobrist's formula, from the key bits that verify an entry. */
  expectedWrongRetrievals: number;
}
