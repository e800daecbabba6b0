import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * What the tuner learns from, one position to a line: board and side to move as in a FEN, how its game ended for White
 * (1, 0.5, 0), and what a search thought of it, in centipawns for White, where one was asked.
 *
 *     r1bqk2r/ppp2ppp/2n2n2/3pp3/1b2P3/2NP1N2/PPPB1PPP/R2QKB1R w|0.5|-21
 */
export interface LabelledPosition {
  /** Board and turn; the rest of a FEN means nothing to the evaluation. */
  fen: string;
  result: number;
  score: number | undefined;
}

export function makeLabelled({ fen, result, score }: LabelledPosition): string {
  return `${fen}|${result}|${score ?? ''}`;
}

/** @throws Error naming the line that is none */
export function parseLabelled(line: string): LabelledPosition {
  const [fen, result, score] = line.split('|');
  if (!fen || !['0', '0.5', '1'].includes(result ?? '')) throw new Error(`Not a labelled position: ${line}`);
  return { fen, result: Number(result), score: score ? Number(score) : undefined };
}

/** The positions of a file, in its order. */
export async function* readPositions(file: string): AsyncGenerator<LabelledPosition> {
  for await (const line of createInterface({ input: createReadStream(file) })) if (line) yield parseLabelled(line);
}
