import { INITIAL_FEN } from '../chess/position';
import { makeGlyph } from './glyphs';
import type { Comment, Game, MoveNode, Tag } from './game';

/** A tag pair, its value's quotes and backslashes escaped. */
export const makeTag = (name: string, value: string): string =>
  `[${name} "${value.replace(/[\\"]/g, '\\$&').replace(/[\r\n]+/g, ' ')}"]`;

/** `12. ` before a move of White, `12... ` before one of Black. */
export const makeMoveNumber = (game: Game, ply: number): string => {
  const halfMoves = ply - 1 + (game.start?.turn === 'black' ? 1 : 0);
  const number = (game.start?.fullmoves ?? 1) + (halfMoves >> 1);
  return halfMoves % 2 === 0 ? `${number}. ` : `${number}... `;
};

/** Plies count from 1; a game may begin with Black. */
export const isWhiteMove = (game: Game, ply: number): boolean => (ply % 2 === 1) === (game.start?.turn !== 'black');

/** The seven tags that every game has, in their order; `?` where nobody said anything. */
const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** An empty game to be played on: the roster and, unless it begins from the start position, the FEN. */
export const makeNewGame = (tags: Partial<Record<string, string>> = {}, fen = INITIAL_FEN): string => {
  const defaults: Record<string, string> = { Date: '????.??.??', Result: '*' };
  const names = [...ROSTER, ...Object.keys(tags).filter((name) => !(ROSTER as readonly string[]).includes(name))];
  const lines = names.map((name) => makeTag(name, tags[name] ?? defaults[name] ?? '?'));
  if (fen !== INITIAL_FEN) lines.push(makeTag('SetUp', '1'), makeTag('FEN', fen));
  return `${lines.join('\n')}\n\n*\n`;
};

/**
 * A game written anew, in the standard's export layout: tags, an empty line, moves in lines of at most 79 characters.
 * For copying; a file that is saved keeps its own text (see edit.ts).
 */
export const makePgn = (game: Game): string => {
  const tags = game.tags.map(({ name, value }: Tag) => makeTag(name, value));
  const words = [
    ...comments(game.root.comments),
    ...line(game, game.root.children),
    game.termination?.result ?? '*',
    ...comments(game.remarks),
  ];
  return `${tags.join('\n')}${tags.length > 0 ? '\n\n' : ''}${wrap(words)}\n`;
};

const LINE_LENGTH = 79;

const wrap = (words: string[]): string => {
  const lines: string[] = [];
  let current = '';
  for (const word of words) {
    if (current !== '' && current.length + 1 + word.length > LINE_LENGTH) {
      lines.push(current);
      current = word;
    } else current += current === '' ? word : ` ${word}`;
  }
  return [...lines, current].join('\n');
};

/** A comment keeps its spaces: it is one word. A brace inside, from a comment to the end of the line, becomes `)`. */
const comments = (given: Comment[]): string[] => given.map(({ text }) => `{${text.replace(/\}/g, ')')}}`);

/** The words of a line that begins with the first of `siblings`; the others are its variations. Without recursion. */
const line = (game: Game, siblings: MoveNode[]): string[] => {
  const words: string[] = [];
  type Step =
    { kind: 'line'; siblings: MoveNode[]; fresh: boolean } | { kind: 'close' } | { kind: 'open'; first: MoveNode };
  const steps: Step[] = [{ kind: 'line', siblings, fresh: true }];
  const move = (node: MoveNode, fresh: boolean): boolean => {
    if (fresh || isWhiteMove(game, node.ply)) words.push(makeMoveNumber(game, node.ply).trimEnd());
    const [glued, ...others] = node.glyphs.map(({ nag }) => (nag <= 6 ? makeGlyph(nag) : `$${nag}`));
    words.push(node.san + (glued && !glued.startsWith('$') ? glued : ''));
    words.push(...(glued?.startsWith('$') ? [glued] : []), ...others, ...comments(node.comments));
    return node.comments.length > 0;
  };
  for (let step = steps.pop(); step; step = steps.pop()) {
    if (step.kind === 'close') words[words.length - 1] += ')';
    else if (step.kind === 'open') {
      const at = words.length;
      words.push(...comments(step.first.before));
      const interrupted = move(step.first, true);
      words[at] = `(${words[at]}`;
      steps.push({ kind: 'close' });
      steps.push({ kind: 'line', siblings: step.first.children, fresh: interrupted });
    } else {
      const [main, ...variations] = step.siblings;
      if (!main) continue;
      const interrupted = move(main, step.fresh) || variations.length > 0;
      steps.push({ kind: 'line', siblings: main.children, fresh: interrupted });
      for (const first of variations.reverse()) steps.push({ kind: 'open', first });
    }
  }
  return words;
};
