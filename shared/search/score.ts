import type { Color } from 'chessops';

/**
 * A search's verdict, with the side whose view it is: turned only where it is printed.
 * `cp` in hundredths of a pawn; `mate` in full moves (positive: `pov` mates; 0: `pov` is mated on the board).
 */
export type Score = { kind: 'cp'; value: number; pov: Color } | { kind: 'mate'; value: number; pov: Color };

/** The same verdict as the given side sees it. */
export const scoreFor = (score: Score, pov: Color): Score =>
  score.pov === pov ? score : { ...score, value: score.value === 0 ? 0 : -score.value, pov };
