import type { Position } from 'chessops/chess';
import type { NormalMove } from 'chessops/types';

/** A stretch of a game's text: from `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

export interface Tag extends Span {
  name: string;
  /** Without quotes and escapes. */
  value: string;
}

export interface Comment extends Span {
  /** What stands between the braces, or after the semicolon, untouched. */
  text: string;
}

export interface Glyph extends Span {
  /** Numeric annotation glyph: `$1` and `!` are both 1. */
  nag: number;
}

/** A place in the tree: the root, before any move, or a move. */
export interface TreeNode {
  /** Half-moves from the root. */
  ply: number;
  /** The continuation that is played on, then its alternatives in the order of the text. */
  children: MoveNode[];
  /** After the move (at the root: before the first). */
  comments: Comment[];
}

export interface MoveNode extends TreeNode, Span {
  parent: TreeNode;
  /** Undefined for the passed turn `--`. */
  move: NormalMove | undefined;
  /** 16 bits, see `packed-move.ts`. */
  packed: number;
  /** The move as the text has it, without glyphs. */
  san: string;
  /** Where its move number begins, or the move itself where it has none. */
  numberStart: number;
  glyphs: Glyph[];
  /** Comments before the first move of a variation. */
  before: Comment[];
  /** The parentheses, for the first move of a variation; open to the game's end where the text forgot to close. */
  variation?: Span;
}

/** All nodes but the root are moves. */
export const isMove = (node: TreeNode): node is MoveNode => 'parent' in node;

export const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'] as const;
export type GameResult = (typeof RESULTS)[number];

/** A fault in the text: told to the user, never mended in his file. Line and column count from 1, in the file. */
export interface PgnProblem {
  line: number;
  column: number;
  /** The culprit, shortened. */
  token: string;
  message: string;
}

export interface Game {
  /** From 1, in its file. */
  number: number;
  /** The game's own text up to the next game's: all games' texts joined are the file. */
  text: string;
  /** Where `text` begins in the file's text, and on which line (from 1). */
  offset: number;
  line: number;
  tags: Tag[];
  /** Where the game begins; undefined where its FEN or variant cannot be played. Clone it before you play. */
  start: Position | undefined;
  root: TreeNode;
  /** The token that ends the moves, where there is one. The Result tag may say otherwise: both are left alone. */
  termination: (Span & { result: GameResult }) | undefined;
  /** Comments behind the result. */
  remarks: Comment[];
  problems: PgnProblem[];
}

/** The value of the first tag of that name. */
export const tagOf = (game: Game, name: string): string | undefined =>
  game.tags.find((tag) => tag.name === name)?.value;
