import { Chess, type Position } from 'chessops/chess';
import { playNull } from '../chess/position';
import { isMove, type Game, type MoveNode, type TreeNode } from './game';

/** Which child to take at each node from the root: the address of a node, the same after the text was read anew. */
export type Path = readonly number[];

/** The moves from the root to a node, in playing order. */
export const lineTo = (node: TreeNode): MoveNode[] => {
  const line: MoveNode[] = [];
  for (let at = node; isMove(at); at = at.parent) line.push(at);
  return line.reverse();
};

/** The first continuation at every node from `node` on, without `node` itself. */
export const continuation = (node: TreeNode): MoveNode[] => {
  const line: MoveNode[] = [];
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
};

/** The moves that were played. */
export const mainLine = (game: Game): MoveNode[] => continuation(game.root);

/** Every node, parents before children and children in order; without recursion, for trees of any depth. */
export function* walk(root: TreeNode): Generator<TreeNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (let child = node.children.length - 1; child >= 0; child--) waiting.push(node.children[child]!);
  }
}

/**
 * Each line of play: the main line, then for every variation, in the order of the text, the line from the root through
 * it to its own end.
 */
export const linesOf = (game: Game): MoveNode[][] => {
  const variations: MoveNode[] = [];
  for (const node of walk(game.root)) if (isMove(node) && node.variation) variations.push(node);
  variations.sort((a, b) => a.variation!.start - b.variation!.start);
  return [mainLine(game), ...variations.map((first) => [...lineTo(first), ...continuation(first)])];
};

/** From the root, at each move which of the children it is; `nodeAt` goes the way again. */
export const pathTo = (node: TreeNode): number[] => lineTo(node).map((move) => move.parent.children.indexOf(move));

/** Undefined where the tree has no such node. */
export const nodeAt = (game: Game, path: Path): TreeNode | undefined => {
  let node: TreeNode | undefined = game.root;
  for (const child of path) node = node?.children[child];
  return node;
};

/** Plays a node's move on a position. */
export const playNode = (position: Position, node: MoveNode): void => {
  if (node.move) position.play(node.move);
  else playNull(position);
};

/** The position at a node, the caller's to change. A game without a playable start gives the start position. */
export const positionAt = (game: Game, node: TreeNode): Position => {
  const position = game.start?.clone() ?? Chess.default();
  for (const move of lineTo(node)) playNode(position, move);
  return position;
};
