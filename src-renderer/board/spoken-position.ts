import type { Color, Position } from 'chessops';
import { makeSquare } from 'chessops/util';
import type { Texts } from '../texts/en';

const ORDER = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;

/** The position in words, as a screen reader should say it: White's pieces, Black's pieces, who is to move. */
export function spokenPosition(texts: Texts, position: Position): string {
  const side = (color: Color) =>
    ORDER.flatMap((role) => {
      const squares = [...position.board.pieces(color, role)].map(makeSquare);
      return squares.length ? [`${texts.board.roles[role]} ${squares.join(' ')}`] : [];
    }).join(', ');
  return texts.board.spokenPosition(side('white'), side('black'), texts.board.toMove[position.turn]);
}
