import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { SquareSet, type Setup } from 'chessops';
import { parseBoardFen } from 'chessops/fen';

/**
 * What the evaluation learns from, one position to a line: board and side to move as in a FEN, how its game ended for White
 * (1, 0.5, 0), and what a search thought of it, in centipawns for White. Either is empty where it is not known.
 *
 *     r1bqk2r/ppp2ppp/2n2n2/3pp3/1b2P3/2NP1N2/PPPB1PPP/R2QKB1R w|0.5|-21
 */
export interface LabelledPosition {
  /** Board and turn; the rest of a FEN means nothing to the evaluation. */
  fen: string;
  /** `undefined` for a position that a search met, not a game. */
  result: number | undefined;
  score: number | undefined;
}

/** A position of a game that was played to its end: what the tuner needs. */
export interface PlayedPosition extends LabelledPosition {
  result: number;
}

export function makeLabelled({ fen, result, score }: LabelledPosition): string {
  return `${fen}|${result ?? ''}|${score ?? ''}`;
}

/** @throws Error naming the line that is none */
export function parseLabelled(line: string): LabelledPosition {
  const [fen, result, score] = line.split('|');
  if (!fen || !['', '0', '0.5', '1'].includes(result ?? '-')) throw new Error(`Not a labelled position: ${line}`);
  return { fen, result: result ? Number(result) : undefined, score: score ? Number(score) : undefined };
}

/**
 * The position itself, without castling rights.
 * @throws Error where the text is no board
 */
export function setupOf(fen: string): Setup {
  const [board, turn] = fen.split(' ');
  return {
    board: parseBoardFen(board!).unwrap(),
    turn: turn === 'w' ? 'white' : 'black',
    castlingRights: SquareSet.empty(),
    pockets: undefined,
    epSquare: undefined,
    remainingChecks: undefined,
    halfmoves: 0,
    fullmoves: 1,
  };
}

/** The positions of a file, in its order. */
export async function* readPositions(file: string): AsyncGenerator<LabelledPosition> {
  for await (const line of createInterface({ input: createReadStream(file) })) if (line) yield parseLabelled(line);
}

/**
 * Likewise, of a file in which every game's result is known.
 * @throws Error naming the file and its first position without one
 */
export async function* readPlayed(file: string): AsyncGenerator<PlayedPosition> {
  for await (const { result, ...position } of readPositions(file)) {
    if (result === undefined) throw new Error(`${file}: no result of a game beside ${position.fen}`);
    yield { ...position, result };
  }
}
