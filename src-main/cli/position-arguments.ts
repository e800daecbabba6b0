import { INITIAL_FEN } from '../../shared/chess/position';

const UCI_MOVE = /^[a-h][1-8][a-h][1-8][nbrq]?$/;

/**
 * A position as a command line gives it: the words of a FEN, quoted or not, and UCI moves, in one text or each for itself.
 * No FEN, or the word `startpos`, is the start of chess.
 */
export function readPositionArguments(words: readonly string[]): { fen: string; moves: string[] } {
  const each = words.flatMap((word) => word.split(/\s+/)).filter((word) => word !== '');
  const moves = each.filter((word) => UCI_MOVE.test(word));
  const fen = each.filter((word) => !UCI_MOVE.test(word)).join(' ');
  return { fen: fen === '' || fen === 'startpos' ? INITIAL_FEN : fen, moves };
}
