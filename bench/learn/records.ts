import { PIECE_LETTERS } from '../tune/kernel-board';
import { setupOf, type LabelledPosition } from '../tune/positions';
import type { Kernel } from '../../src-main/engine/kernel';

/**
 * A position as the learner reads it (learn/kernel/learner.ts): 32 men as u16, piece * 64 + square; the expectation and the
 * features' score for the side to move, f32 each; the number of men and the two views, a byte each; one byte of nothing.
 */
export const RECORD_BYTES = 76;
const EXPECTATION = 64;
const FEATURES = 68;
const MEN = 72;

const WHITE_KING = 11;
const BLACK_KING = 10;

/** Seen from the other side: colours exchanged and the board turned round. */
const TURNED = 120;
const RIGHT_WING = 4;
const MIRRORED = 7;

/** From centipawns to expectation: the judge's own scale, so that the evaluation's unit becomes the judge's. */
export const SCALE = 0.0045;
/** Judged lost or won beyond telling. */
const CLEAR = 2900;

export const expectation = (score: number): number => 1 / (1 + Math.exp(-SCALE * score));

interface LearnerExports {
  featureScore(area: number): number;
}

/** Writes positions, with what the kernel's features say of them, as records. */
export class RecordWriter {
  private readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /**
   * Writes one position to a place of a memory.
   * @returns whether it can be learnt from: it is judged, neither side clearly lost, and the kernel takes it
   */
  write({ fen, score }: LabelledPosition, to: DataView, at: number): boolean {
    if (score === undefined || Math.abs(score) >= CLEAR) return false;
    const setup = setupOf(fen);
    if (this.kernel.position(0).load(setup) !== undefined) return false;
    const [board, turn] = fen.split(' ');
    let men = 0;
    let square = 56;
    let views = [0, 0];
    for (const letter of board!) {
      const piece = PIECE_LETTERS.indexOf(letter);
      if (letter === '/') square -= 16;
      else if (piece < 0) square += Number(letter);
      else {
        if (piece === WHITE_KING) views[0] = square & RIGHT_WING ? 0 : MIRRORED;
        if (piece === BLACK_KING) views[1] = square & RIGHT_WING ? TURNED : TURNED ^ MIRRORED;
        to.setUint16(at + 2 * men++, piece * 64 + square++, true);
      }
    }
    if (turn === 'b') views = views.reverse();
    const { featureScore, threadArea } = this.kernel.exports as unknown as LearnerExports & Kernel['exports'];
    to.setFloat32(at + EXPECTATION, expectation(turn === 'w' ? score : -score), true);
    to.setFloat32(at + FEATURES, featureScore(threadArea(0)), true);
    [men, ...views].forEach((byte, n) => to.setUint8(at + MEN + n, byte));
    return true;
  }
}
