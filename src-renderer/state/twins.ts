import type { CastlingSide, Color } from 'chessops';
import { makeBoardFen } from 'chessops/fen';
import { CASTLING_SIDES, COLORS } from 'chessops/types';
import { legalEnPassant, pawnsBesideEnPassant, samePosition } from '../../shared/chess/identity';
import { keyComponents, type Component } from '../../shared/chess/zobrist';
import { fenOf, wayTo, type MoveNode } from './tree';

/** What can be said of a pawn that may be captured en passant: only the first makes another position of it. */
export type EnPassant = 'legal' | 'illegal' | 'no pawn' | 'none';

/** In which respect two positions with the same pieces on the same squares are not the same position. */
export type Difference =
  | { kind: 'turn' }
  /** `here` tells which of the two still has the right; `lostBy` the move that took it, where that is on the way. */
  | { kind: 'castling'; color: Color; side: CastlingSide; here: boolean; lostBy: MoveNode | undefined }
  | { kind: 'en passant'; here: EnPassant; there: EnPassant };

export interface Twin {
  node: MoveNode;
  differences: Difference[];
  /** The figures whose XOR is the difference of the two keys. */
  terms: Component[];
}

export function enPassantOf({ position }: MoveNode): EnPassant {
  if (position.epSquare === undefined) return 'none';
  if (legalEnPassant(position) !== undefined) return 'legal';
  return pawnsBesideEnPassant(position).nonEmpty() ? 'illegal' : 'no pawn';
}

function differencesOf(here: MoveNode, there: MoveNode): Difference[] {
  const differences: Difference[] = [];
  if (here.position.turn !== there.position.turn) differences.push({ kind: 'turn' });
  for (const color of COLORS)
    for (const side of CASTLING_SIDES) {
      const right = ({ position }: MoveNode) => position.castles.rook[color][side] !== undefined;
      if (right(here) === right(there)) continue;
      const without = right(here) ? there : here;
      const lostBy = wayTo(without).find((node) => node.parent && right(node.parent) && !right(node));
      differences.push({ kind: 'castling', color, side, here: right(here), lostBy });
    }
  const [mine, theirs] = [enPassantOf(here), enPassantOf(there)];
  if ((mine === 'legal') !== (theirs === 'legal')) differences.push({ kind: 'en passant', here: mine, there: theirs });
  return differences;
}

/** Figures that only one of the two has. */
function termsOf(here: MoveNode, there: MoveNode): Component[] {
  const [mine, theirs] = [keyComponents(here.position), keyComponents(there.position)];
  const without = (some: Component[], others: Component[]) =>
    some.filter(({ figure }) => !others.some((other) => other.figure === figure));
  return [...without(mine, theirs), ...without(theirs, mine)];
}

/** Positions of the game that look like the node's, and are not the same. */
export function twinsOf(node: MoveNode, nodes: readonly MoveNode[]): Twin[] {
  const board = makeBoardFen(node.position.board);
  return nodes
    .filter((other) => other.key !== node.key && makeBoardFen(other.position.board) === board)
    .map((other) => ({ node: other, differences: differencesOf(node, other), terms: termsOf(node, other) }));
}

/** Positions of the game that are the same, though their FEN is another. */
export function otherFensOf(node: MoveNode, nodes: readonly MoveNode[]): MoveNode[] {
  const fen = fenOf(node);
  return nodes.filter(
    (other) =>
      other.key === node.key && other !== node && fenOf(other) !== fen && samePosition(other.position, node.position),
  );
}
