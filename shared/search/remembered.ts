import * as v from 'valibot';
import type { Score } from './score';

/** What an engine once found about a position, remembered by FIDE key beyond the end of the app. */
export interface RememberedEvaluation {
  key: bigint;
  /** The position itself, its first four FEN fields: the key finds it, this says whether it is the one meant. */
  epd: string;
  /** Name and version, as in "Threefold 0.1.0". */
  engine: string;
  /** Plies. Of one engine only the deepest evaluation of a position is kept. */
  depth: number;
  /** Exact, never a bound; as the side to move sees it. */
  score: Score;
  /** UCI, from the position; the first is the best. */
  moves: string[];
  /**
   * The moves before the position may have counted: it had stood on the board before, or the line comes back to a
   * position of the game, or reaches the fifty-move edge. By another way the evaluation may be another.
   */
  historyMattered: boolean;
  /** When it was found, ISO 8601. */
  date: string;
}

/** What is remembered, engine by engine. */
export interface RememberedSummary {
  engine: string;
  evaluations: number;
}

/** Shallower ones are found again in less than the blink of an eye. */
export const LEAST_REMEMBERED_DEPTH = 10;

/** An evaluation as it comes from a search; the position comes beside it. */
export const foundEvaluation = v.object({
  engine: v.string(),
  depth: v.pipe(v.number(), v.integer(), v.minValue(LEAST_REMEMBERED_DEPTH), v.maxValue(255)),
  score: v.object({
    kind: v.picklist(['cp', 'mate']),
    // An engine may say more; nothing is gained by remembering it.
    value: v.pipe(v.number(), v.integer(), v.minValue(-0x7fff), v.maxValue(0x7fff)),
    pov: v.picklist(['white', 'black']),
  }),
  moves: v.array(v.string()),
  /** The engine itself saw that the history counts. */
  warned: v.boolean(),
});
export type FoundEvaluation = v.InferOutput<typeof foundEvaluation>;
