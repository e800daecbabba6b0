import type { NormalMove } from 'chessops/types';
import { makeSan } from 'chessops/san';
import type { Failure } from '../api';
import { NULL_MOVE, packMove } from '../chess/packed-move';
import { makeGlyph } from './glyphs';
import { isMove, type Game, type MoveNode, type Span, type TreeNode } from './game';
import { readGame } from './read';
import { nodeAt, pathTo, positionAt, walk, type Path } from './tree';
import { isWhiteMove, makeMoveNumber, makeTag } from './write';

/**
 * Editing a game by editing its text. Every operation is a few splices of the text that is there, and the tree is read
 * anew from the result: so the tree always is what the text says, and what an edit does not concern stays byte for
 * byte. Operations are pure; undo is the game before (see history.ts).
 */
export interface Edited {
  game: Game;
  /** The node the edit leads to, in the new game. */
  path: Path;
}

/** Cuts out `span` and puts `text` there. */
interface Splice extends Span {
  text: string;
}

const splice = (text: string, splices: Splice[]): string => {
  let result = '';
  let at = 0;
  for (const { start, end, text: inserted } of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
};

const countNodes = (game: Game): number => {
  let count = 0;
  for (const _ of walk(game.root)) count++;
  return count;
};

/**
 * Reads the edited text; an edit that did not do what it should is refused. That happens where the text goes on with
 * moves that could not be read: a change in front of them would give them another meaning.
 */
const reread = (game: Game, text: string, path: Path, nodes: number): Edited | Failure => {
  const edited = { ...readGame(text), number: game.number, offset: game.offset, line: game.line };
  const asMeant =
    edited.text === text &&
    countNodes(edited) === nodes &&
    nodeAt(edited, path) !== undefined &&
    edited.termination?.result === game.termination?.result &&
    edited.problems.length <= game.problems.length;
  if (!asMeant) return { failure: 'the game cannot be changed here: text that could not be read stands in the way' };
  return { game: edited, path };
};

const wantNode = (game: Game, path: Path): TreeNode | Failure =>
  nodeAt(game, path) ?? { failure: `the game has no move at ${path.join('.') || 'its start'}` };

const failed = (value: object): value is Failure => 'failure' in value;

/** Where a line of play ends in the text: before the parenthesis that closes it, before the result, or with the text. */
const lineEnd = (game: Game, node: TreeNode): number => {
  for (let at = node; isMove(at); at = at.parent) {
    if (!at.variation) continue;
    const { end } = at.variation;
    return game.text[end - 1] === ')' ? end - 1 : trimmedEnd(game.text, end);
  }
  return game.termination?.start ?? trimmedEnd(game.text, game.text.length);
};

const trimmedEnd = (text: string, end: number): number => text.slice(0, end).trimEnd().length;

/** A move with its glyphs. */
const moveEnd = (node: MoveNode): number => Math.max(node.end, ...node.glyphs.map(({ end }) => end));

/** A node with all that belongs to it: glyphs, comments, and the variations that replace it. */
const nodeEnd = (game: Game, node: TreeNode): number => {
  const comments = node.comments.map(({ end }) => end);
  if (!isMove(node)) return Math.max(game.tags.at(-1)?.end ?? 0, ...comments);
  const variations =
    node.parent.children[0] === node
      ? node.parent.children.filter(({ variation }) => variation).map(({ variation }) => variation!.end)
      : nestedVariations(node).map(({ end }) => end);
  return Math.max(moveEnd(node), ...comments, ...variations);
};

/** Variations written inside a variation, right behind its first move: they replace that move, too. */
const nestedVariations = (node: MoveNode): Span[] =>
  node.parent.children
    .filter(({ variation }) => variation && node.variation && variation.start > node.variation.start)
    .map(({ variation }) => variation!)
    .filter(({ end }) => end < node.variation!.end);

/** Spans that do not lie in another of them. */
const outermost = (spans: Span[]): Span[] =>
  spans.filter(({ start, end }) => !spans.some((around) => around.start < start && around.end >= end));

const newline = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';

/** What to put between the text up to `at` and a new word: a comment to the end of the line needs its line's end. */
const gap = (game: Game, at: number): string => {
  const commentToLineEnd = [...walk(game.root)].some(({ comments }) =>
    comments.some(({ start, end }) => end === at && game.text[start] === ';'),
  );
  return commentToLineEnd ? newline(game.text) : ' ';
};

/** A number for a Black move that now stands behind a comment or a variation, and has none. */
const numberFor = (game: Game, node: MoveNode | undefined): Splice[] => {
  if (!node || node.numberStart !== node.start || isWhiteMove(game, node.ply)) return [];
  return [{ start: node.start, end: node.start, text: makeMoveNumber(game, node.ply) }];
};

/**
 * Plays a move at a node. A move that is already there is gone to; where the line goes on otherwise, it becomes the
 * last of the variations; at the end of a line it prolongs it. `undefined` passes the turn.
 */
export const addMove = (game: Game, path: Path, move: NormalMove | undefined): Edited | Failure => {
  const node = wantNode(game, path);
  if (failed(node)) return node;
  if (!game.start) return { failure: 'the game has no position to play from' };
  const position = positionAt(game, node);
  if (move && !position.isLegal(move)) return { failure: `illegal move: ${position.turn} cannot play it here` };
  const packed = move ? packMove(position, move) : NULL_MOVE;
  const known = node.children.findIndex((child) => child.packed === packed);
  if (known >= 0) return { game, path: [...path, known] };

  const ply = node.ply + 1;
  const san = move ? makeSan(position, move) : '--';
  const number = makeMoveNumber(game, ply);
  const [main] = node.children;
  const nodes = countNodes(game) + 1;
  if (main) {
    const at = nodeEnd(game, main);
    const text = splice(game.text, [
      { start: at, end: at, text: `${gap(game, at)}(${number}${san})` },
      ...numberFor(game, main.children[0]),
    ]);
    return reread(game, text, [...path, node.children.length], nodes);
  }

  const at = nodeEnd(game, node);
  const bare = isMove(node) && at === moveEnd(node);
  const word = (isWhiteMove(game, ply) || !bare ? number : '') + san;
  const firstMove = !isMove(node) && node.comments.length === 0;
  if (firstMove && game.termination) {
    const { start } = game.termination;
    return reread(game, splice(game.text, [{ start, end: start, text: `${word} ` }]), [...path, 0], nodes);
  }
  const before = firstMove ? (game.tags.length > 0 ? newline(game.text).repeat(2) : '') : gap(game, at);
  return reread(game, splice(game.text, [{ start: at, end: at, text: before + word }]), [...path, 0], nodes);
};

/** One comment instead of those a node has; an empty one takes them away. */
export const setComment = (game: Game, path: Path, comment: string): Edited | Failure => {
  const node = wantNode(game, path);
  if (failed(node)) return node;
  if (comment.includes('}')) return { failure: 'a comment in PGN cannot contain }' };
  const [first, ...others] = node.comments;
  const nodes = countNodes(game);
  const removals = others.map((span) => removal(game, span));
  if (first) {
    const change = comment === '' ? removal(game, first) : { start: first.start, end: first.end, text: `{${comment}}` };
    return reread(game, splice(game.text, [change, ...removals]), path, nodes);
  }
  if (comment === '') return { game, path };
  if (!isMove(node)) {
    const start = node.children[0]?.numberStart ?? lineEnd(game, node);
    return reread(game, splice(game.text, [{ start, end: start, text: `{${comment}} ` }]), path, nodes);
  }
  const at = moveEnd(node);
  const insertion = { start: at, end: at, text: ` {${comment}}` };
  return reread(game, splice(game.text, [insertion, ...numberFor(game, node.children[0])]), path, nodes);
};

/** Takes a span away together with the space before it, unless that would glue two words together. */
const removal = (game: Game, { start, end }: Span): Splice => {
  const atEdge = end >= game.text.length || /[\s)]/.test(game.text[end]!);
  return { start: atEdge ? spaceBefore(game, start) : start, end, text: '' };
};

/** Where the space before a place begins; the end of a line that closes a comment does not belong to it. */
const spaceBefore = (game: Game, place: number): number => {
  const start = trimmedEnd(game.text, place);
  if (gap(game, start) === ' ') return start;
  return start + (game.text.startsWith('\r\n', start) ? 2 : 1);
};

/** The glyphs of a move, by number, instead of those it has. */
export const setGlyphs = (game: Game, path: Path, nags: readonly number[]): Edited | Failure => {
  const node = wantNode(game, path);
  if (failed(node)) return node;
  if (!isMove(node)) return { failure: 'a glyph needs a move' };
  const removals = node.glyphs.map(({ start, end }) => {
    const glued = start === node.end;
    return glued ? { start, end, text: '' } : removal(game, { start, end });
  });
  // The six signs for moves are glued to the move; the rest are numbers, which every reader understands.
  const text = nags.map((nag, at) => (at === 0 && nag <= 6 ? makeGlyph(nag) : ` $${nag}`)).join('');
  const insertion = { start: node.end, end: node.end, text };
  return reread(game, splice(game.text, [insertion, ...removals]), path, countNodes(game));
};

/** The variation a node belongs to, by its first move; undefined on the main line. */
const variationOf = (node: TreeNode): MoveNode | undefined => {
  for (let at = node; isMove(at); at = at.parent) if (at.variation) return at;
  return undefined;
};

/** Makes the innermost variation around a node the continuation, and what was played instead its first variation. */
export const promote = (game: Game, path: Path): Edited | Failure => {
  const node = wantNode(game, path);
  if (failed(node)) return node;
  const first = variationOf(node);
  if (!first) return { failure: 'the move is on the main line' };
  const main = first.parent.children[0]!;
  if (main === first || main.variation) return { failure: 'no other move stands before this variation' };

  const { text } = game;
  const inside = first.variation!;
  const insideEnd = text[inside.end - 1] === ')' ? inside.end - 1 : inside.end;
  const end = lineEnd(game, main);
  // The other variations stay where they are: behind the move that is played on. One of them may hold ours.
  const others = outermost(
    first.parent.children
      .flatMap(({ variation }) => (variation ? [variation] : []))
      .filter((span) => span.start < inside.start || span.start >= inside.end),
  );
  const holder = others.find((span) => span.start < inside.start && span.end >= inside.end);
  const headEnd = headOf(first);
  const numberOf = (of: MoveNode) => text.slice(of.numberStart, of.start);
  const before = words(game, inside.start + 1, first.numberStart);
  const demoted = wordsOfMain(game, main, end, holder ? others : [inside, ...others]);
  const promoted = [
    before,
    (before === '' ? numberOf(main) : makeMoveNumber(game, first.ply)) + words(game, first.start, headEnd),
    `(${numberOf(first) || makeMoveNumber(game, main.ply)}${demoted})`,
    ...others.map((span) => (span === holder ? without(game, span, inside) : text.slice(span.start, span.end))),
    words(game, headEnd, insideEnd, numberFor(game, first.children[0])),
  ];
  const follows = /^[^\s)]/.test(text.slice(end, end + 1)) ? ' ' : '';
  const changed = text.slice(0, main.numberStart) + joined(promoted) + follows + text.slice(end);
  const parentPath = pathTo(first.parent);
  const inVariation = path.slice(parentPath.length + 1);
  return reread(game, changed, [...parentPath, 0, ...inVariation], countNodes(game));
};

/** A stretch of the text without the space around it. A comment to the end of the line keeps its line's end. */
const words = (game: Game, start: number, end: number, splices: Splice[] = []): string => {
  const last = trimmedEnd(game.text, end);
  if (last <= start) return '';
  const own = splice(game.text.slice(start, last), shift(splices, -start)).trimStart();
  const close = gap(game, last);
  return own === '' || close === ' ' ? own : own + close;
};

const joined = (pieces: string[]): string => pieces.filter((piece) => piece !== '').join(' ');

/** The first move of a variation with the glyphs and comments that follow it, before anything else does. */
const headOf = (first: MoveNode): number => {
  const rest = Math.min(
    first.children[0]?.numberStart ?? Infinity,
    ...nestedVariations(first).map(({ start }) => start),
  );
  return Math.max(moveEnd(first), ...first.comments.filter(({ end }) => end <= rest).map(({ end }) => end));
};

/** The main line from a move on, without the variations that replace the move. */
const wordsOfMain = (game: Game, main: MoveNode, end: number, variations: Span[]): string => {
  const pieces: string[] = [];
  let at = main.start;
  for (const span of [...variations].sort((a, b) => a.start - b.start)) {
    pieces.push(words(game, at, span.start));
    at = span.end;
  }
  return joined([...pieces, withoutNumber(game, main, words(game, at, end))]);
};

/** The text of a span from which a part is taken. */
const without = (game: Game, { start, end }: Span, part: Span): string =>
  splice(game.text.slice(0, end), [removal(game, part)]).slice(start);

const shift = (splices: Splice[], by: number): Splice[] =>
  splices.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));

/** A Black move that follows its White move directly needs no number of its own. */
const withoutNumber = (game: Game, main: MoveNode, rest: string): string => {
  const next = main.children[0];
  if (!next || isWhiteMove(game, next.ply) || main.comments.length > 0 || next.numberStart === next.start) return rest;
  const number = game.text.slice(next.numberStart, next.start);
  return rest.startsWith(number) ? rest.slice(number.length) : rest;
};

/** Promotes until the node is on the main line. */
export const promoteToMain = (game: Game, path: Path): Edited | Failure => {
  let edited: Edited | Failure = { game, path };
  for (;;) {
    const node: TreeNode | undefined = nodeAt(edited.game, edited.path);
    if (!node || !variationOf(node)) return edited;
    edited = promote(edited.game, edited.path);
    if (failed(edited)) return edited;
  }
};

/**
 * Deletes a move and what follows it. A variation goes with its parentheses; where the move played on has variations,
 * the first of them takes its place.
 */
export const deleteFrom = (game: Game, path: Path): Edited | Failure => {
  const node = wantNode(game, path);
  if (failed(node)) return node;
  if (!isMove(node)) return { failure: 'only a move can be deleted' };
  const parentPath = path.slice(0, -1);
  const subtree = [...walk(node)].length;
  const nodes = countNodes(game) - subtree;
  if (node.variation) {
    const kept = outermost(nestedVariations(node))
      .map(({ start, end }) => game.text.slice(start, end))
      .join(' ');
    const cut = kept === '' ? removal(game, node.variation) : { ...node.variation, text: kept };
    return reread(game, splice(game.text, [cut]), parentPath, nodes);
  }
  if (node.parent.children.length > 1) return deleteAround(game, path);
  const end = lineEnd(game, node);
  const start = node.numberStart;
  const keepsSpace = game.text[end] !== ')' && end < game.text.length;
  const cut = { start: keepsSpace ? start : spaceBefore(game, start), end, text: '' };
  return reread(game, splice(game.text, [cut]), parentPath, nodes);
};

/** Alternatives hang on the move: the first of them is promoted, then the move goes as a variation. */
const deleteAround = (game: Game, path: Path): Edited | Failure => {
  const parentPath = path.slice(0, -1);
  const promoted = promote(game, [...parentPath, 1]);
  return failed(promoted) ? promoted : deleteFrom(promoted.game, [...parentPath, 1]);
};

/** Gives a tag a value: in its place if the game has it, else behind the last tag. */
export const setTag = (game: Game, name: string, value: string): Edited | Failure => {
  if (!/^[A-Za-z]\w*$/.test(name)) return { failure: `"${name}" is no name for a tag` };
  const tag = game.tags.find((known) => known.name === name);
  const last = game.tags.at(-1);
  const text = makeTag(name, value);
  const end = newline(game.text);
  const change = tag
    ? { start: tag.start, end: tag.end, text }
    : last
      ? { start: last.end, end: last.end, text: end + text }
      : { start: 0, end: 0, text: text + end + end };
  const edited = {
    ...readGame(splice(game.text, [change])),
    number: game.number,
    offset: game.offset,
    line: game.line,
  };
  return { game: edited, path: [] };
};
