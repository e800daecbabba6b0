import * as v from 'valibot';

/**
 * What the position index answers: of any position, where else it arose, by what move orders, with what result.
 * "Games" are always counted once, at their first visit to the position; scores are White's, from 0 to 1.
 */

/** Results of some games. Those with another result than the three count in `games` only. */
export interface Tally {
  games: number;
  white: number;
  draws: number;
  black: number;
  /** Mean over the games that give a rating of the mean of their players' ratings; undefined where none does. */
  averageRating: number | undefined;
}

/** White's score, draws half; undefined where no game was decided or drawn. */
export const scoreOf = ({ white, draws, black }: Tally): number | undefined =>
  white + draws + black === 0 ? undefined : (white + draws / 2) / (white + draws + black);

export interface ExploredMove {
  san: string;
  uci: string;
  /** Games that played it from this position, however they had come to it. */
  anyOrder: Tally;
  /** Of these, games that had come by the very moves asked about. All zero where none were given. */
  thisOrder: Tally;
  /** Different move orders by which the games of `anyOrder` had come. */
  orders: number;
}

export interface Exploration {
  /** 16 hex digits. */
  key: string;
  anyOrder: Tally;
  thisOrder: Tally;
  /** Different move orders that reach the position. */
  orders: number;
  /** Most played first. */
  moves: ExploredMove[];
  /** Moves not played so often, or not at all, from here that lead to a position reached by more games than this. */
  nearest: NearTransposition[];
  /** Games whose key was the same and whose position was another; they are not counted. Expected: 0. */
  collisions: number;
}

export interface NearTransposition {
  san: string;
  uci: string;
  fen: string;
  /** Games that reach that position, and the move orders by which they do. */
  games: number;
  orders: number;
}

export interface FoundGame {
  /** Number in the library, from 0. */
  game: number;
  ply: number;
  white: string;
  black: string;
  whiteElo: number | undefined;
  blackElo: number | undefined;
  event: string;
  date: string;
  result: string;
  eco: string;
  /** SAN of the last moves before the position, at most 12. */
  lastMoves: string[];
}

/** A position of the library that was looked for by its key. */
export interface FoundPosition {
  fen: string;
  /** 16 hex digits each. */
  fideKey: string;
  polyglotKey: string;
  /** Which of the two the wanted key is. */
  readAs: 'fide' | 'polyglot' | 'both';
  /** Games that reach it; `gamesThrough` lists them. */
  games: number;
}

/** The text of a game in the library. */
export interface LibraryGame {
  pgn: string;
  /**
   * `file`: its own text, from the file it was read from, which has not changed since. `library`: that file is gone or
   * changed, and this is written anew from tags and moves; comments and variations are not there.
   */
  origin: 'file' | 'library';
  /** The file's name, and where it was; absent for what a page sent. */
  file: string;
  path?: string;
  /** From 1. */
  numberInFile: number;
  /** Its index among the opened games, if it is one of them. */
  opened?: number;
}

/** Positions and moves, merged by identity, in columns: row i of each `node` column is node i. */
export interface PositionGraph {
  nodeKey: BigUint64Array;
  /** EPD: the first four fields of a FEN. */
  nodeEpd: string[];
  /** Games that reach it. */
  nodeGames: Uint32Array;
  /** Where to draw it: the earliest ply at which it arises, and its row among those of that ply, from 0. */
  nodePly: Uint16Array;
  nodeRow: Uint16Array;
  /** Node indices. */
  edgeFrom: Uint32Array;
  edgeTo: Uint32Array;
  edgeSan: string[];
  /** Games that play the move there. */
  edgeGames: Uint32Array;
  /** Moves whose end was another position than the key said. Expected: 0. */
  collisions: number;
}

export interface MoveOrders {
  /** Different move orders that reach the position; those shown are the most frequent. */
  total: number;
  orders: { games: number; start: string; moves: string[] }[];
  /** The shown orders as one graph, from the starts to the position. */
  graph: PositionGraph;
}

const ply = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff));

/** Which games and positions of the library are meant. Words are searched without regard to case. */
export const selection = v.object({
  /** Words of White's or Black's name. */
  player: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  colour: v.optional(v.picklist(['either', 'white', 'black']), 'either'),
  /** Beginning of the ECO code that the games carry: "B9", "E60". */
  eco: v.optional(v.pipe(v.string(), v.maxLength(3)), ''),
  /** Only positions up to this ply. */
  maxPly: v.optional(ply, 0xffff),
  /** Only moves that this many games play (a graph), or positions that they reach. */
  minGames: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 2),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)), 500),
});
export type Selection = v.InferInput<typeof selection>;

export interface LibraryTranspositions {
  games: number;
  occurrences: number;
  distinctPositions: number;
  /** Reached by two games or more. */
  sharedPositions: number;
  /** Of these, reached by two move orders or more. */
  transposedPositions: number;
  /** Of these, reached from two positions or more: where move orders meet. */
  convergencePositions: number;
  /** By move orders, then games, then key. */
  top: { key: string; epd: string; orders: number; games: number; predecessors: number; ply: number }[];
}

export interface LibrarySummary {
  files: { name: string; games: number }[];
  games: number;
  /** Rows of games that repeat another's moves and players; their positions are not counted. */
  duplicates: number;
  positions: number;
}

/** The files that are open, or what was kept in the library on the disk. */
export const librarySource = v.picklist(['opened', 'kept']);
export type LibrarySource = v.InferOutput<typeof librarySource>;

/**
 * How far the making of a library is: of `opened`, at the first question after files were opened; of `kept`, while files
 * are added to it. The last one told has one of the phases `done`, `cancelled` and `failed`.
 */
export interface LibraryProgress {
  library: LibrarySource;
  /** First the files are compared with those there already, then read, then their positions are sorted. */
  phase: 'comparing' | 'reading' | 'sorting' | 'done' | 'cancelled' | 'failed';
  /** Of all files together, unpacked, in this phase; the last numbers stay while sorting, which cannot be foreseen. */
  bytesRead: number;
  bytesTotal: number;
  games: number;
  /** Of this phase; absent where it cannot be told yet. */
  secondsLeft?: number;
}

/** What keeping the opened files did. */
export interface Kept {
  /** Names of files that were there already, byte for byte. */
  alreadyThere: string[];
  /** Games added, and how many of them repeat a game that was there: they are not counted twice. */
  games: number;
  duplicates: number;
  library: LibrarySummary;
}
