import { sameVisit, type Visits } from './visits';

/** For each visit, what came before on its own line. */
export interface Repetitions {
  /** The how-manieth time its position stands on the board: 1 for the first. */
  occurrences: Uint16Array;
  /** The visit of the previous occurrence; -1 for the first. */
  earlier: Int32Array;
}

/**
 * Counts occurrences along each line from the start: a position in one variation says nothing about another. A line
 * is walked back two plies at a time, since the same side must be to move, and no further than the half-move clock
 * reaches: what a capture or a pawn move has changed cannot come back.
 */
export const countRepetitions = (visits: Visits): Repetitions => {
  const { count, parents, plies, clocks } = visits;
  const occurrences = new Uint16Array(count).fill(1);
  const earlier = new Int32Array(count).fill(-1);
  for (let visit = 0; visit < count; visit++) {
    let back = visit;
    for (let reach = Math.min(clocks[visit]!, plies[visit]!); reach >= 2; reach -= 2) {
      back = parents[parents[back]!]!;
      if (!sameVisit(visits, back, visit)) continue;
      occurrences[visit] = occurrences[back]! + 1;
      earlier[visit] = back;
      break;
    }
  }
  return { occurrences, earlier };
};

/** One line of play in figures. Plies count half-moves from the line's start; null is never. */
export interface LineRepetitions {
  plies: number;
  /** The largest number of occurrences of one position. */
  maxRepetition: number;
  /** First ply after which a position stands for the second, third, fifth time. */
  ply2: number | null;
  ply3: number | null;
  ply5: number | null;
  /** First ply after which the half-move clock is at 100 (fifty moves) or 150 (seventy-five); 0 if it is at the start. */
  plyHalfmove100: number | null;
  plyHalfmove150: number | null;
}

/** `line` names the visits of one line, from the start position to its end. */
export const lineRepetitions = (visits: Visits, { occurrences }: Repetitions, line: number[]): LineRepetitions => {
  const first = (holds: (visit: number) => boolean): number | null => {
    const found = line.find(holds);
    return found === undefined ? null : visits.plies[found]!;
  };
  const times = (wanted: number) => first((visit) => occurrences[visit]! >= wanted);
  const clock = (wanted: number) => first((visit) => visits.clocks[visit]! >= wanted);
  return {
    plies: Math.max(0, line.length - 1),
    maxRepetition: line.reduce((most, visit) => Math.max(most, occurrences[visit]!), 0),
    ply2: times(2),
    ply3: times(3),
    ply5: times(5),
    plyHalfmove100: clock(100),
    plyHalfmove150: clock(150),
  };
};
