import { LISTED_TAGS } from '../engine/kernel-scan';

/** Games as a reader hands them on, some at a time, in columns: what a file is turned into, whoever reads it. */
export interface GameBatch {
  /** Byte range of each game in its file. */
  gameStart: Float64Array;
  gameEnd: Float64Array;
  /** Where each game's positions begin in the columns below; one more at the end. A game with p plies has p + 1. */
  plyStart: Uint32Array;
  /** The move played from each position, packed (shared/chess/packed-move); 0 at a game's last. */
  moves: Uint16Array;
  /** FIDE key of each position. */
  keys: BigUint64Array;
  /** The position each game began from, as FEN. */
  starts: string[];
  /** `listedTags.length` tags a game, in that order; '' where the game has none. */
  tags: string[];
  problems: BatchProblem[];
}

/** `game` counts from 0 within the batch; line and column from 1 within the file. */
export interface BatchProblem {
  game: number;
  line: number;
  column: number;
  message: string;
}

/** Each game's tags in a batch, in this order. */
export const listedTags = LISTED_TAGS;
export type ListedTag = (typeof listedTags)[number];
