import { Chess, type Position } from 'chessops/chess';
import { makeSanAndPlay } from 'chessops/san';
import { NULL_MOVE, unpackMove } from '../../shared/chess/packed-move';
import { INITIAL_FEN, parsePosition, playNull } from '../../shared/chess/position';

/** Lines of packed moves, played with chessops. The moves were legal when their game was read. */

export function startPosition(fen: string): Position {
  // Nearly all games begin here, and it need not be read each time.
  if (fen === INITIAL_FEN) return Chess.default();
  const position = parsePosition(fen);
  if ('failure' in position) throw new Error(`A game was read from a position that is none: ${position.failure}`);
  return position;
}

/** Plays one move, the null move too, on the position itself. */
export function playPacked(position: Position, move: number): void {
  if (move === NULL_MOVE) playNull(position);
  else position.play(unpackMove(move));
}

/** Where the moves lead from a FEN. @throws Error where the FEN is of no position */
export function positionAfter(start: string, moves: Iterable<number>): Position {
  const position = startPosition(start);
  for (const move of moves) playPacked(position, move);
  return position;
}

/** The last `shown` moves of a line as SAN. */
export function sanLine(start: string, moves: readonly number[], shown: number): string[] {
  const skipped = Math.max(0, moves.length - shown);
  const position = positionAfter(start, moves.slice(0, skipped));
  return moves.slice(skipped).map((move) => {
    if (move !== NULL_MOVE) return makeSanAndPlay(position, unpackMove(move));
    playNull(position);
    return '--';
  });
}
