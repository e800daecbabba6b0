import { Chess, type Position } from 'chessops/chess';
import { NULL_MOVE, packMove } from '../chess/packed-move';
import { isFailure, parsePosition, playNull } from '../chess/position';
import {
  isMove,
  type Comment,
  type Game,
  type GameResult,
  type MoveNode,
  type PgnProblem,
  type Tag,
  type TreeNode,
} from './game';
import { readMove } from './san';
import { Tokens, type Token } from './tokens';
import { playNode } from './tree';

/**
 * PGN text to games: tags, the tree of moves with comments, glyphs and variations, and every fault with its place. The
 * reader goes on wherever it can: a game ends at its result, at the next tag section or with the text; a line of moves
 * ends at the first move that cannot be played, and the rest of the file is read all the same.
 *
 *     const [game] = readGames('1. e4 e5 (1... c5) 2. Nf3 *');
 *     mainLine(game!).map((node) => node.san); // ['e4', 'e5', 'Nf3']
 *
 * Spans point into the game's own text, and all games' texts joined are the input: what is not edited is never changed.
 */
export function* readGames(text: string): Generator<Game, PgnProblem[]> {
  const tokens = new Tokens(text);
  const places = new Places(text);
  let building = new GameBuilder(text, places, 0, 1);
  // A game is given away only when the next one has begun: stray text behind it belongs to it.
  let finished: Game | undefined;

  for (;;) {
    const token = tokens.next(building.stage === 'moves');
    if (token.kind === 'end' || building.isEndedBy(token)) {
      const end = token.kind === 'end' ? text.length : token.start;
      const game = building.finish(end, (finished?.number ?? 0) + 1);
      if (!building.isStray(finished !== undefined)) {
        if (finished) yield finished;
        finished = game;
        building = new GameBuilder(text, places, end, places.markLine(end));
      } else if (finished) {
        finished = withStrayText(finished, game, places);
        building = new GameBuilder(text, places, end, places.markLine(end));
      } else building.beginAgain();
      if (token.kind === 'end') {
        if (finished) yield finished;
        return finished ? [] : game.problems;
      }
    }
    building.take(token);
  }
}

/** All games of a text; `problems` has what is wrong with a text in which there is no game at all. */
export const readPgn = (text: string): { games: Game[]; problems: PgnProblem[] } => {
  const games: Game[] = [];
  const reader = readGames(text);
  for (;;) {
    const { done, value } = reader.next();
    if (done) return { games, problems: value };
    games.push(value);
  }
};

/** A text that is one game, such as an edited one: it stays a game when it has neither tags nor moves. */
export const readGame = (text: string): Game => {
  const { games } = readPgn(text);
  if (games.length > 0) return games[0]!;
  const game = new GameBuilder(text, new Places(text), 0, 1).finish(text.length, 1);
  const result = /(?:1-0|0-1|1\/2-1\/2|\*)/.exec(text);
  if (!result) return game;
  const span = { start: result.index, end: result.index + result[0].length };
  return { ...game, termination: { result: result[0] as GameResult, ...span } };
};

const withStrayText = (game: Game, stray: Game, places: Places): Game => ({
  ...game,
  text: game.text + stray.text,
  problems:
    stray.problems.length > 0 || stray.text.trim() === ''
      ? [...game.problems, ...stray.problems]
      : [
          ...game.problems,
          { ...places.at(stray.offset), token: shorten(stray.text), message: 'text after the end of the game' },
        ],
});

/** Variations nested deeper are text, not chess; each level costs a position. */
const MAX_DEPTH = 10_000;

/** A file of noise must not fill the memory with complaints about it. */
const MAX_PROBLEMS = 100;

const shorten = (token: string): string => {
  const line = token.trim().split(/[\r\n]/, 1)[0]!;
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
};

/** Lines and columns of offsets, counted forwards; a step back counts anew from the last mark, not from the beginning. */
class Places {
  readonly #text: string;
  #mark = { at: 0, line: 1, lineStart: 0 };
  #here = this.#mark;

  constructor(text: string) {
    this.#text = text;
  }

  /** Marks the beginning of a game and gives its line. */
  markLine(offset: number): number {
    const { line } = this.at(offset);
    this.#mark = this.#here;
    return line;
  }

  at(offset: number): { line: number; column: number } {
    if (offset < this.#here.at) this.#here = offset < this.#mark.at ? { at: 0, line: 1, lineStart: 0 } : this.#mark;
    let { line, lineStart } = this.#here;
    const text = this.#text;
    for (let at = this.#here.at; at < offset; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
        line++;
        lineStart = at + 1;
      }
    }
    this.#here = { at: offset, line, lineStart };
    return { line, column: offset - lineStart + 1 };
  }
}

/** One line of moves being read: the game's, or a variation's inside it. */
interface Frame {
  /** The last move read, or the node from which the line departs. */
  node: TreeNode;
  /** The node from which the line departs, and its position; kept as it is. */
  base: TreeNode;
  basePosition: Position;
  /** After `node`; undefined until a move is played, so that an empty line costs no position. */
  position: Position | undefined;
  /** An unplayable move ended the line. */
  dead: boolean;
  /** Where the parenthesis opens; undefined for the game's own line. */
  open: number | undefined;
  /** Comments that came before the first move. */
  before: Comment[];
}

const STANDARD_VARIANTS = new Set(
  ['', '?', 'standard', 'chess', 'normal', 'from position', 'chess960', 'chess 960', '960', 'fischerandom'].concat([
    'fischerrandom',
    'fischer random',
    'fischer random chess',
  ]),
);

class GameBuilder {
  stage: 'nothing' | 'tags' | 'moves' | 'ended' = 'nothing';
  readonly #text: string;
  readonly #places: Places;
  readonly #offset: number;
  readonly #line: number;
  #tags: Tag[] = [];
  #tagNames = new Set<string>();
  #root: TreeNode = { ply: 0, children: [], comments: [] };
  #start: Position | undefined;
  #frames: Frame[] = [];
  #termination: Game['termination'];
  /** A result inside a variation: the game's, should the variation turn out never to be closed. */
  #innerResult: Game['termination'];
  #remarks: Comment[] = [];
  #numberStart: number | undefined;
  #firstNumber: number | undefined;
  #problems: PgnProblem[] = [];

  constructor(text: string, places: Places, offset: number, line: number) {
    this.#text = text;
    this.#places = places;
    this.#offset = offset;
    this.#line = line;
  }

  /** Stray text came to nothing and no game stands before it: the next game takes it in front. */
  beginAgain(): void {
    this.stage = 'nothing';
    this.#frames = [];
    this.#root = { ply: 0, children: [], comments: [] };
    this.#termination = this.#innerResult = undefined;
    this.#remarks = [];
    this.#firstNumber = this.#numberStart = undefined;
  }

  isEndedBy(token: Token): boolean {
    switch (this.stage) {
      case 'nothing':
        return false;
      case 'tags':
        // A second tag section: the game before it had no moves.
        return (
          token.kind === 'tag' && this.#tagNames.has(token.name) && (token.afterBlankLine || token.name === 'Event')
        );
      case 'moves':
        return token.kind === 'tag';
      case 'ended':
        return token.kind === 'tag' || token.kind === 'move' || token.kind === 'number';
    }
  }

  /** No tags and no move that can be played, or moves that go on after another game's result: not a game. */
  isStray(afterGame: boolean): boolean {
    if (this.#tags.length > 0) return false;
    return this.#root.children.length === 0 || (afterGame && (this.#firstNumber ?? 1) > 1);
  }

  take(token: Token): void {
    switch (token.kind) {
      case 'end':
        return;
      case 'tag':
        this.stage = 'tags';
        this.#tags.push({ name: token.name, value: token.value, ...this.#span(token) });
        this.#tagNames.add(token.name);
        if (token.fault) this.#complain(token, token.fault);
        return;
      case 'number':
        this.#beginMoves();
        this.#firstNumber ??= token.number;
        this.#numberStart ??= token.start;
        return;
      case 'move':
        this.#beginMoves();
        this.#move(token);
        break;
      case 'comment':
        if (this.stage !== 'ended') this.#beginMoves();
        this.#comment(token);
        break;
      case 'glyph':
        this.#glyph(token);
        break;
      case 'open':
        this.#beginMoves();
        this.#open(token.start);
        break;
      case 'close':
        this.#close(token);
        break;
      case 'result':
        this.#beginMoves();
        this.#result(token);
        break;
      case 'junk':
        if (this.stage === 'nothing') this.#beginMoves();
        this.#complain(token, 'not a part of PGN; skipped');
        break;
    }
    this.#numberStart = undefined;
  }

  finish(end: number, number: number): Game {
    this.#beginMoves();
    if (this.#frames.length > 1) {
      for (const { open } of this.#frames.slice(1)) {
        this.#complain({ start: open!, end: open! + 1 }, 'the variation is never closed');
      }
      this.#termination ??= this.#innerResult;
    }
    return {
      number,
      text: this.#text.slice(this.#offset, end),
      offset: this.#offset,
      line: this.#line,
      tags: this.#tags,
      start: this.#start,
      root: this.#root,
      termination: this.#termination,
      remarks: this.#remarks,
      problems: this.#problems,
    };
  }

  #span(token: { start: number; end: number }) {
    return { start: token.start - this.#offset, end: token.end - this.#offset };
  }

  #complain(at: { start: number; end: number }, message: string): void {
    if (this.#problems.length > MAX_PROBLEMS) return;
    const token = shorten(this.#text.slice(at.start, Math.min(at.end, at.start + 60)));
    const last = this.#problems.length === MAX_PROBLEMS;
    this.#problems.push({
      ...this.#places.at(at.start),
      token,
      message: last ? 'more faults follow; they are not listed' : message,
    });
  }

  #beginMoves(): void {
    if (this.stage === 'moves' || this.stage === 'ended') return;
    this.stage = 'moves';
    this.#start = this.#startPosition();
    this.#frames = [
      {
        node: this.#root,
        base: this.#root,
        basePosition: this.#start ?? Chess.default(),
        position: undefined,
        dead: this.#start === undefined,
        open: undefined,
        before: [],
      },
    ];
  }

  #startPosition(): Position | undefined {
    const at = (tag: Tag) => ({ start: tag.start + this.#offset, end: tag.end + this.#offset });
    const variant = this.#tags.find(({ name }) => name === 'Variant');
    if (variant && !STANDARD_VARIANTS.has(variant.value.trim().toLowerCase())) {
      this.#complain(at(variant), `the variant "${shorten(variant.value)}" is not played here; its moves are not read`);
      return undefined;
    }
    const fen = this.#tags.find(({ name }) => name === 'FEN');
    if (!fen) return Chess.default();
    const position = parsePosition(fen.value);
    if (!isFailure(position)) return position;
    this.#complain(at(fen), `${position.failure}; the moves are not read`);
    return undefined;
  }

  #move(token: Token & { kind: 'move' }): void {
    const frame = this.#frames.at(-1)!;
    if (frame.dead) return;
    const position = (frame.position ??= frame.basePosition.clone());
    const reading = readMove(position, token.san);
    if (reading.kind === 'fault') {
      this.#complain(token, `${reading.message}; the rest of the line is not read`);
      frame.dead = true;
      return;
    }
    const move = reading.kind === 'move' ? reading.move : undefined;
    const opensVariation = frame.node === frame.base && frame.open !== undefined;
    const node: MoveNode = {
      ply: frame.node.ply + 1,
      parent: frame.node,
      children: [],
      comments: [],
      move,
      packed: move ? packMove(position, move) : NULL_MOVE,
      san: token.san,
      ...this.#span(token),
      numberStart: (this.#numberStart ?? token.start) - this.#offset,
      glyphs: [],
      before: frame.before,
      ...(opensVariation && {
        variation: { start: frame.open! - this.#offset, end: this.#text.length - this.#offset },
      }),
    };
    frame.before = [];
    // The move played on comes first, also behind variations that somebody put before any move.
    if (opensVariation) frame.node.children.push(node);
    else frame.node.children.unshift(node);
    frame.node = node;
    if (move) position.play(move);
    else playNull(position);
  }

  #comment(token: Token & { kind: 'comment' }): void {
    const frame = this.#frames.at(-1)!;
    if (token.fault) this.#complain(token, token.fault);
    const comment = { text: token.text, ...this.#span(token) };
    if (this.stage === 'ended') {
      this.#remarks.push(comment);
      return;
    }
    const beforeFirst = frame.open !== undefined && frame.node === frame.base;
    (beforeFirst ? frame.before : frame.node.comments).push(comment);
  }

  #glyph(token: Token & { kind: 'glyph' }): void {
    const frame = this.#frames.at(-1);
    if (!frame || frame.dead) return;
    if (frame.node !== frame.base) (frame.node as MoveNode).glyphs.push({ nag: token.nag, ...this.#span(token) });
    else this.#complain(token, 'a glyph with no move before it');
  }

  /** A variation replaces the last move: it departs from the node before. */
  #open(start: number): void {
    const frame = this.#frames.at(-1)!;
    const hasMove = frame.node !== frame.base;
    const base = hasMove ? (frame.node as MoveNode).parent : frame.node;
    const tooDeep = this.#frames.length > MAX_DEPTH;
    if (tooDeep && !frame.dead) this.#complain({ start, end: start + 1 }, 'nested too deeply; not read');
    this.#frames.push({
      node: base,
      base,
      basePosition: hasMove && !frame.dead ? this.#positionAt(frame, base) : frame.basePosition,
      position: undefined,
      dead: frame.dead || tooDeep,
      open: start,
      before: [],
    });
  }

  /** The position at a node of the frame's line. */
  #positionAt(frame: Frame, target: TreeNode): Position {
    const moves: MoveNode[] = [];
    for (let node = target; node !== frame.base && isMove(node); node = node.parent) moves.push(node);
    const position = frame.basePosition.clone();
    for (const node of moves.reverse()) playNode(position, node);
    return position;
  }

  #close(token: Token): void {
    if (this.#frames.length <= 1) {
      this.#complain(token, 'a parenthesis closes that was never opened; skipped');
      return;
    }
    const frame = this.#frames.pop()!;
    let first: TreeNode = frame.node;
    while (first !== frame.base && (first as MoveNode).parent !== frame.base) first = (first as MoveNode).parent;
    if (first !== frame.base) (first as MoveNode).variation!.end = token.end - this.#offset;
    this.#innerResult = undefined;
  }

  #result(token: Token & { kind: 'result' }): void {
    const found = { result: token.result, ...this.#span(token) };
    if (token.odd) {
      const written = this.#text.slice(token.start, token.end);
      this.#complain(token, `"${written}" is not a result of PGN; read as ${token.result}`);
    }
    if (this.#frames.length > 1) {
      this.#innerResult = found;
      return;
    }
    this.#termination ??= found;
    this.stage = 'ended';
  }
}
