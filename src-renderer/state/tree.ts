import type { NormalMove, Position } from 'chessops';
import { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import type { CommentShape } from 'chessops/pgn';
import { makeSanAndPlay } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { samePosition } from '../../shared/chess/identity';
import { playNull } from '../../shared/chess/position';
import { annotationOf, type Annotation } from '../../shared/pgn/annotation';
import { isMove, type Game, type TreeNode } from '../../shared/pgn/game';
import type { Path } from '../../shared/pgn/tree';
import { reviewGame, type GameReview } from '../../shared/report/report';

/** A position of the game being read and the move that led to it. The root has no move. */
export interface MoveNode {
  /** From 0 (the root): also the number of the position's visit in the review. */
  readonly id: number;
  /** Where the text has it. */
  readonly source: TreeNode;
  readonly parent: MoveNode | null;
  /** The first continues the line, the others are variations. */
  readonly children: MoveNode[];
  /** Half-moves from the start position. */
  readonly ply: number;
  /** Empty at the root. */
  readonly san: string;
  /** Null at the root and for a null move (`--`). */
  readonly move: NormalMove | null;
  readonly uci: string;
  /** After the move. */
  readonly position: Position;
  readonly key: bigint;
  /** How many times the position has now stood on the board, on the way that leads here. */
  readonly nth: number;
  /** On the game's own moves, not in a variation. */
  readonly main: boolean;
  /** Of a variation, ahead of its first move. */
  readonly before: string;
  readonly comment: string;
  readonly nags: readonly number[];
  readonly shapes: readonly CommentShape[];
  /** Seconds left after the move, where the text says so. */
  readonly clock?: number;
  /** From White's view, where the text says so. */
  readonly evaluation?: Annotation['evaluation'];
}

/** A game as the page walks through it: every node with its position, key and count. */
export interface GameTree {
  readonly game: Game;
  readonly review: GameReview;
  readonly root: MoveNode;
  /** By id. */
  readonly nodes: readonly MoveNode[];
  readonly tags: ReadonlyMap<string, string>;
}

function notesOf(node: TreeNode) {
  const { text, shapes, clock, evaluation } = annotationOf(node);
  return {
    before: isMove(node) ? node.before.map((comment) => comment.text.trim()).join(' ') : '',
    comment: text,
    nags: isMove(node) ? node.glyphs.map(({ nag }) => nag) : [],
    shapes,
    ...(clock !== undefined && { clock }),
    ...(evaluation && { evaluation }),
  };
}

/** A game whose start cannot be set up shows the usual one, without moves; its problems say why. */
export function makeTree(game: Game): GameTree {
  const review = reviewGame(game);
  const tags = new Map(game.tags.map(({ name, value }) => [name, value]));
  const nodes: MoveNode[] = [];
  const made = new Map<TreeNode, MoveNode>();
  for (const [id, node] of (review.nodes.length ? review.nodes : [game.root]).entries()) {
    const parent = isMove(node) ? made.get(node.parent)! : null;
    const position = parent ? parent.position.clone() : (game.start?.clone() ?? Chess.default());
    let san = '';
    if (isMove(node)) {
      san = node.move ? makeSanAndPlay(position, node.move) : '--';
      if (!node.move) playNull(position);
    }
    const grown: MoveNode = {
      id,
      source: node,
      parent,
      children: [],
      ply: node.ply,
      san,
      move: (isMove(node) && node.move) || null,
      uci: isMove(node) && node.move ? makeUci(node.move) : '',
      position,
      key: review.visits.keys[id] ?? 0n,
      nth: review.repetitions.occurrences[id] ?? 1,
      main: parent ? parent.main && parent.children.length === 0 : true,
      ...notesOf(node),
    };
    nodes.push(grown);
    parent?.children.push(grown);
    made.set(node, grown);
  }
  return { game, review, root: nodes[0]!, nodes, tags };
}

/**
 * By node id: how often the node's position stands on the node's line as a whole. Each chain of first continuations
 * is walked once, from its end, counting what is still to come.
 */
export function countTotals(tree: GameTree): Uint32Array {
  const totals = new Uint32Array(tree.nodes.length);
  for (const start of tree.nodes) {
    if (start.parent && start.parent.children[0] === start) continue;
    const chain = [start];
    for (let at = start.children[0]; at; at = at.children[0]) chain.push(at);
    const later = new Map<bigint, number>();
    for (const node of chain.reverse()) {
      const ahead = later.get(node.key) ?? 0;
      totals[node.id] = node.nth + ahead;
      later.set(node.key, ahead + 1);
    }
  }
  return totals;
}

/** From the root to the node. */
export function wayTo(node: MoveNode): MoveNode[] {
  const way: MoveNode[] = [];
  for (let at: MoveNode | null = node; at; at = at.parent) way.push(at);
  return way.reverse();
}

/** The node's address in the tree, the same after the text was read anew. */
export const pathOf = (node: MoveNode): Path =>
  wayTo(node)
    .slice(1)
    .map((step) => step.parent!.children.indexOf(step));

/** As far as the path can be followed. */
export const followPath = (root: MoveNode, path: Path): MoveNode =>
  path.reduce((node, child) => node.children[child] ?? node, root);

/** The line that the node is on: the way to it, then its first continuation to the end. */
export function lineOf(node: MoveNode): MoveNode[] {
  const line = wayTo(node);
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** Where the node's position stands on its line, in order; one place when it never came back. */
export const occurrencesOf = (node: MoveNode): MoveNode[] =>
  lineOf(node).filter((other) => other.key === node.key && samePosition(other.position, node.position));

export const fenOf = (node: MoveNode): string => makeFen(node.position.toSetup());

/** Such as `12.` or `12…`, for the move that led to the node. */
export function numberOf(node: MoveNode): string {
  const before = node.parent?.position;
  if (!before) return '';
  return before.turn === 'white' ? `${before.fullmoves}.` : `${before.fullmoves}…`;
}

/** Such as `12. Nf3`; empty at the root. */
export const labelOf = (node: MoveNode): string => (node.parent ? `${numberOf(node)}\u00a0${node.san}` : '');
