import type { Position } from 'chessops/chess';
import { IDENTITY_WORDS, sameIdentityAt, writeIdentity } from '../chess/identity';
import { fideKey } from '../chess/zobrist';
import { isMove, type Game, type TreeNode } from '../pgn/game';
import { playNode, walk } from '../pgn/tree';

/**
 * Every position a game visits, variations included, as columns. Visit 0 is the start position, the main line follows
 * in order (visit n is ply n), then the variations; a visit's parent comes before it.
 */
export interface Visits {
  count: number;
  /** The visit before this one on its line; -1 at the start. */
  parents: Int32Array;
  /** Half-moves from the start. */
  plies: Uint32Array;
  /** The move that led here, packed; 0 at the start. */
  moves: Uint16Array;
  /** Half-moves since the last capture or pawn move, as the game counts them from its FEN. */
  clocks: Uint16Array;
  keys: BigUint64Array;
  /** `IDENTITY_WORDS` words a visit: what judges where two keys agree. */
  identities: Uint32Array;
}

/** The visits of a game and, in the same order, the nodes they belong to. A game without a start has none. */
export const visitsOf = (game: Game): { visits: Visits; nodes: TreeNode[] } => {
  const nodes = game.start ? [...walk(game.root)] : [];
  const count = nodes.length;
  const visits: Visits = {
    count,
    parents: new Int32Array(count).fill(-1),
    plies: new Uint32Array(count),
    moves: new Uint16Array(count),
    clocks: new Uint16Array(count),
    keys: new BigUint64Array(count),
    identities: new Uint32Array(count * IDENTITY_WORDS),
  };
  const indexOf = new Map<TreeNode, number>();
  // Positions from which a variation is still to come: a node's first child plays on, the others depart from a copy.
  const branches = new Map<TreeNode, Position>();
  let position = game.start!;
  nodes.forEach((node, at) => {
    if (isMove(node)) {
      const siblings = node.parent.children;
      if (node !== siblings[0]) {
        const branch = branches.get(node.parent)!;
        position = node === siblings.at(-1) ? branch : branch.clone();
      }
      playNode(position, node);
      visits.parents[at] = indexOf.get(node.parent)!;
      visits.moves[at] = node.packed;
    } else position = game.start!.clone();
    if (node.children.length > 1) branches.set(node, position.clone());
    if (node.children.length > 0) indexOf.set(node, at);
    visits.plies[at] = node.ply;
    visits.clocks[at] = Math.min(position.halfmoves, 0xffff);
    visits.keys[at] = fideKey(position);
    writeIdentity(position, visits.identities, at * IDENTITY_WORDS);
  });
  return { visits, nodes };
};

/** Whether two visits are of the same position: equal keys, confirmed by the identities behind them. */
export const sameVisit = ({ keys, identities }: Visits, a: number, b: number): boolean =>
  keys[a] === keys[b] && sameIdentityAt(identities, a * IDENTITY_WORDS, identities, b * IDENTITY_WORDS);
