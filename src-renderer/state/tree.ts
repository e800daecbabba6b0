import type { NormalMove, Position } from 'chessops';
import { Chess, normalizeMove } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { parseComment, type CommentShape } from 'chessops/pgn';
import { makeSanAndPlay } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { samePosition } from '../../shared/chess/identity';
import { playNull } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import { isMove, type Comment, type PgnProblem, type TreeNode } from '../../shared/pgn/game';
import { readPgn } from '../../shared/pgn/read';
import { walk } from '../../shared/pgn/tree';

/** A position of the game being read and the move that led to it. The root has no move. */
export interface MoveNode {
  /** From 0 (the root), in the order of the text. */
  readonly id: number;
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
  readonly before: string;
  readonly comment: string;
  readonly nags: readonly number[];
  readonly shapes: readonly CommentShape[];
  /** Seconds left after the move, where the text says so. */
  readonly clock?: number;
}

export interface GameTree {
  readonly root: MoveNode;
  /** By id. */
  readonly nodes: readonly MoveNode[];
  readonly tags: ReadonlyMap<string, string>;
  readonly problems: readonly PgnProblem[];
}

/**
 * How many times the node's position has stood on the way to it, itself included. Looking back ends at the last
 * capture or pawn move: nothing before it can come back.
 */
function countOccurrences(position: Position, key: bigint, parent: MoveNode | null): number {
  let back = position.halfmoves;
  for (let node = parent; node && back > 0; node = node.parent, back--)
    if (node.key === key && samePosition(node.position, position)) return node.nth + 1;
  return 1;
}

type Notes = Partial<Pick<MoveNode, 'before' | 'comment' | 'nags' | 'shapes' | 'clock'>>;

function makeNode(
  id: number,
  parent: MoveNode | null,
  position: Position,
  san: string,
  move: NormalMove | null,
  main: boolean,
  notes: Notes = {},
): MoveNode {
  const key = fideKey(position);
  return {
    id,
    parent,
    children: [],
    ply: parent ? parent.ply + 1 : 0,
    san,
    move,
    uci: move ? makeUci(move) : '',
    position,
    key,
    nth: countOccurrences(position, key, parent),
    main,
    before: '',
    comment: '',
    nags: [],
    shapes: [],
    ...notes,
  };
}

const textOf = (comments: readonly Comment[]) =>
  comments
    .map(({ text }) => parseComment(text).text)
    .filter(Boolean)
    .join(' ');

function notesOf(node: TreeNode): Notes {
  const comments = node.comments.map(({ text }) => parseComment(text));
  const clock = comments.find((comment) => comment.clock !== undefined)?.clock;
  return {
    comment: textOf(node.comments),
    shapes: comments.flatMap(({ shapes }) => shapes),
    ...(isMove(node) && { before: textOf(node.before), nags: node.glyphs.map(({ nag }) => nag) }),
    ...(clock !== undefined && { clock }),
  };
}

/** Reads one game's text into positions. A start that cannot be set up leaves the usual one, and a problem. */
export function readTree(pgn: string): GameTree {
  const { games, problems } = readPgn(pgn);
  const game = games[0];
  const tags = new Map(game?.tags.map(({ name, value }) => [name, value]));
  const start = game?.start?.clone() ?? Chess.default();
  const root = makeNode(0, null, start, '', null, true, game ? notesOf(game.root) : {});
  const nodes = [root];
  const made = new Map<TreeNode, MoveNode>();
  if (game) made.set(game.root, root);
  for (const node of game ? walk(game.root) : []) {
    if (!isMove(node)) continue;
    const parent = made.get(node.parent)!;
    const position = parent.position.clone();
    const san = node.move ? makeSanAndPlay(position, node.move) : '--';
    if (!node.move) playNull(position);
    const main = parent.main && parent.children.length === 0;
    const grown = makeNode(nodes.length, parent, position, san, node.move ?? null, main, notesOf(node));
    nodes.push(grown);
    parent.children.push(grown);
    made.set(node, grown);
  }
  return { root, nodes, tags, problems: game?.problems ?? problems };
}

/** The tree with one more legal move after `parent`, and that move's node. Known moves are not added twice. */
export function grow(tree: GameTree, parent: MoveNode, move: NormalMove): { tree: GameTree; node: MoveNode } {
  const normal = normalizeMove(parent.position, move) as NormalMove;
  const uci = makeUci(normal);
  const known = parent.children.find((child) => child.uci === uci);
  if (known) return { tree, node: known };
  const position = parent.position.clone();
  const san = makeSanAndPlay(position, normal);
  const main = parent.main && parent.children.length === 0;
  const node = makeNode(tree.nodes.length, parent, position, san, normal, main);
  parent.children.push(node);
  return { tree: { ...tree, nodes: [...tree.nodes, node] }, node };
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
export function pathTo(node: MoveNode): MoveNode[] {
  const path: MoveNode[] = [];
  for (let at: MoveNode | null = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** The line that the node is on: the way to it, then its first continuation to the end. */
export function lineOf(node: MoveNode): MoveNode[] {
  const line = pathTo(node);
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

export const labelOf = (node: MoveNode): string => (node.parent ? `${numberOf(node)}\u00a0${node.san}` : '');
