import { Chess, type Position } from 'chessops/chess';
import { makeUci } from 'chessops/util';
import type { NormalMove, Role, Square } from 'chessops/types';
import { identityOf } from '../chess/identity';
import { featuresOf, moveXors } from '../chess/zobrist';
import type { Rules } from './rules';

/**
 * Chess among the lab's games. Features are the app's own: the indices of its 781 figures, by the FIDE rule of the same
 * position, so the key set `polyglot` of 64 bits gives exactly the app's key.
 */
const PROMOTIONS: readonly Role[] = ['queen', 'rook', 'bishop', 'knight'];

const promotes = (position: Position, from: Square, to: Square): boolean =>
  (to < 8 || to >= 56) && position.board.pawn.has(from);

export const chess: Rules<Position, NormalMove> = {
  name: 'chess',
  shape: { kinds: 12, places: 64, extras: 13 },

  start: () => Chess.default(),

  copy: (position) => position.clone(),

  legalMoves(position) {
    const moves: NormalMove[] = [];
    const context = position.ctx();
    if (position.isInsufficientMaterial()) return moves;
    for (const [from, targets] of position.allDests(context)) {
      for (const to of targets) {
        if (promotes(position, from, to)) for (const promotion of PROMOTIONS) moves.push({ from, to, promotion });
        else moves.push({ from, to });
      }
    }
    return moves;
  },

  play(position, move) {
    const features = moveXors(position, move).map(({ figure }) => figure);
    position.play(move);
    return features;
  },

  advance: (position, move) => position.play(move),

  features: (position) => featuresOf(position),

  identity: (position) => identityOf(position).join(' '),

  makeMove: (_, move) => makeUci(move),
};
