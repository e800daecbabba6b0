/** Sums per side. */
export const WIDTH = 256;
/** Rows by piece and square, and their start. */
export const ROWS = 768 + 1;
/** Amounts of material, each with an output of its own. */
export const PHASES = 8;
/** A sum of 1, and an output weight of 1, in the kernel's whole numbers (src-main/engine/kernel/network.ts). */
const ONE = 255;
const OUTPUT_ONE = 64;
const MOST_OUTPUT = 127;

/** The network's file, from its weights in the learner's order: i16 for rows and outputs, then an i32 per phase. */
export function networkFile(weights: Float32Array): Buffer {
  const outputs = ROWS * WIDTH;
  const starts = outputs + PHASES * 2 * WIDTH;
  const file = Buffer.alloc(starts * 2 + PHASES * 4);
  weights.forEach((weight, n) => {
    if (n < outputs) file.writeInt16LE(Math.round(weight * ONE), n * 2);
    else if (n < starts) {
      const whole = Math.round(weight * OUTPUT_ONE);
      file.writeInt16LE(Math.min(MOST_OUTPUT, Math.max(-MOST_OUTPUT, whole)), n * 2);
    } else file.writeInt32LE(Math.round(weight * ONE * OUTPUT_ONE), starts * 2 + (n - starts) * 4);
  });
  return file;
}
