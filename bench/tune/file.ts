import type { WeightVector } from './model';

/** Weights by name, each [middle game, endgame]. */
export type Groups = Record<string, readonly (readonly [number, number])[]>;

const HEAD = `/**
 * The evaluation's weights, in the order in which kernel/weights.ts lays them out: [middle game, endgame] in centipawns.
 * Written by bench/tune.ts; what each one weighs is said there.
 */
// prettier-ignore
export const weights = {
`;

const TAIL = `} satisfies Record<string, readonly (readonly [middlegame: number, endgame: number])[]>;

/** As the kernel reads them: the endgame in the upper half, both added at once. */
export function packWeights(): Int32Array {
  return Int32Array.from(
    Object.values(weights).flat(),
    ([middlegame, endgame]) => ((endgame ?? 0) << 16) + (middlegame ?? 0),
  );
}
`;

/** The text of src-main/engine/weights.ts: the groups as they are, with other numbers. */
export function weightsFile(groups: Groups, fitted: WeightVector): string {
  let at = 0;
  const next = (): number => Math.round(fitted[at++]!);
  const group = ([name, rows]: [string, Groups[string]]): string => {
    let text = `  ${name}: [\n`;
    let line = '   ';
    for (let row = 0; row < rows!.length; row++) {
      const pair = ` [${next()}, ${next()}],`;
      if (line.length + pair.length > 116) {
        text += `${line}\n`;
        line = '   ';
      }
      line += pair;
    }
    return `${text}${line}\n  ],\n`;
  };
  return HEAD + Object.entries(groups).map(group).join('') + TAIL;
}
