import { parseUci } from 'chessops/util';
import type { NormalMove } from 'chessops/types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pgnText } from '../../fixtures/random-pgn';
import { legalMoves } from '../../fixtures/random-play';
import { addMove, deleteFrom, promote, promoteToMain, setComment, setGlyphs, setTag, type Edited } from './edit';
import { isMove, type Game, type TreeNode } from './game';
import { beginHistory, record, redo, undo } from './history';
import { readGame, readPgn } from './read';
import { nodeAt, pathTo, positionAt, walk, type Path } from './tree';
import { makeNewGame, makePgn } from './write';

const uci = (text: string) => parseUci(text) as NormalMove;
const done = (edited: Edited | { failure: string }): Edited => {
  if ('failure' in edited) throw new Error(edited.failure);
  return edited;
};
const textAfter = (edited: Edited | { failure: string }): string => done(edited).game.text;

test.each<[string, string, Path, string, string]>([
  ['prolongs the game', '1. e4 e5 *', [0, 0], 'g1f3', '1. e4 e5 2. Nf3 *'],
  ['answers without a number', '1. e4 *', [0], 'e7e5', '1. e4 e5 *'],
  ['behind a comment, with one', '1. e4 {best} *', [0], 'e7e5', '1. e4 {best} 1... e5 *'],
  ['behind a comment to the line end', '1. e4 ;best\n*', [0], 'e7e5', '1. e4 ;best\n1... e5\n*'],
  ['the first move', '[White "A"]\n\n*\n', [], 'e2e4', '[White "A"]\n\n1. e4 *\n'],
  ['a variation', '1. e4 e5 2. Nf3 *', [0], 'c7c5', '1. e4 e5 (1... c5) 2. Nf3 *'],
  ['a variation, and a number behind it', '1. e4 e5 *', [], 'd2d4', '1. e4 (1. d4) 1... e5 *'],
  ['the last of the variations', '1. e4 e5! (1... c5) *', [0], 'e7e6', '1. e4 e5! (1... c5) (1... e6) *'],
  ['inside a variation', '1. e4 e5 (1... c5) 2. Nf3 *', [0, 1], 'g1f3', '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *'],
  ['behind the variations of the last move', '1. e4 e5 (1... c5) *', [0, 0], 'g1f3', '1. e4 e5 (1... c5) 2. Nf3 *'],
  ['without a result', '1. e4 e5', [0, 0], 'g1f3', '1. e4 e5 2. Nf3'],
  ['before a remark behind the result', '1. e4 1-0 {why?}', [0], 'e7e5', '1. e4 e5 1-0 {why?}'],
])('a move %s', (_, before, path, move, after) => {
  expect(textAfter(addMove(readGame(before), path, uci(move)))).toBe(after);
});

test('a move that is there is gone to, and the text stays', () => {
  const game = readGame('1. e4 e5 (1... c5) *');
  expect(addMove(game, [0], uci('c7c5'))).toEqual({ game, path: [0, 1] });
});

test('a move that would give a meaning to text that could not be read is refused', () => {
  const game = readGame('1. e4 e5 2. d5 *');
  expect(addMove(game, [0, 0], uci('g1f3'))).toHaveProperty('failure');
  expect(textAfter(addMove(game, [0], uci('c7c5')))).toBe('1. e4 e5 (1... c5) 2. d5 *');
});

test('illegal moves are refused', () => {
  expect(addMove(readGame('1. e4 *'), [0], uci('e4e5'))).toHaveProperty('failure');
});

test('comments', () => {
  const game = readGame('1. e4 {a} {b} e5 *');
  expect(textAfter(setComment(game, [0], 'c'))).toBe('1. e4 {c} e5 *');
  expect(textAfter(setComment(game, [0], ''))).toBe('1. e4 e5 *');
  expect(textAfter(setComment(readGame('1. e4 e5 *'), [0], 'c'))).toBe('1. e4 {c} 1... e5 *');
  expect(textAfter(setComment(game, [], 'first'))).toBe('{first} 1. e4 {a} {b} e5 *');
  expect(setComment(game, [0], 'a } b')).toHaveProperty('failure');
});

test('glyphs', () => {
  const game = readGame('1. e4! $14 e5 *');
  expect(textAfter(setGlyphs(game, [0], [2, 18]))).toBe('1. e4? $18 e5 *');
  expect(textAfter(setGlyphs(game, [0], []))).toBe('1. e4 e5 *');
  expect(textAfter(setGlyphs(game, [0, 0], [16]))).toBe('1. e4! $14 e5 $16 *');
});

test('promotion', () => {
  const game = readGame('1. e4 e5 {open} (1... c5! {Sicilian} 2. Nc3) (1... e6) 2. Nf3 Nc6 *');
  expect(textAfter(promote(game, [0, 1, 0]))).toBe(
    '1. e4 c5! {Sicilian} (1... e5 {open} 2. Nf3 Nc6) (1... e6) 2. Nc3 *',
  );
  expect(done(promote(game, [0, 1, 0])).path).toEqual([0, 0, 0]);
  const white = readGame('1. e4 (1. d4 d5) 1... e5 2. Nf3 *');
  expect(textAfter(promote(white, [1]))).toBe('1. d4 (1. e4 e5 2. Nf3) 1... d5 *');
  expect(promote(game, [0])).toHaveProperty('failure');
});

test('promotion to the main line', () => {
  const game = readGame('1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6)) 2. Nf3 *');
  const { game: after, path } = done(promoteToMain(game, [0, 1, 1, 0]));
  expect(path).toEqual([0, 0, 0, 0]);
  expect(after.text).toBe('1. e4 c5 (1... e5 2. Nf3) 2. Nc3 (2. Nf3) 2... Nc6 *');
});

test.each<[string, string, Path, string]>([
  ['the end of the game', '1. e4 e5 2. Nf3 *', [0, 0], '1. e4 *'],
  ['a variation', '1. e4 e5 (1... c5) 2. Nf3 *', [0, 1], '1. e4 e5 2. Nf3 *'],
  ['the end of a variation', '1. e4 e5 (1... c5 2. Nf3) *', [0, 1, 0], '1. e4 e5 (1... c5) *'],
  ['a move with a variation', '1. e4 e5 (1... c5) 2. Nf3 *', [0, 0], '1. e4 c5 *'],
  ['a variation with a variation', '1. e4 e5 (1... c5 (1... e6) 2. Nf3) *', [0, 1], '1. e4 e5 (1... e6) *'],
])('deletes %s', (_, before, path, after) => {
  expect(textAfter(deleteFrom(readGame(before), path))).toBe(after);
});

test('tags', () => {
  const game = readGame('[White "A"]\n[Black "B"]\n\n1. e4 *\n');
  expect(textAfter(setTag(game, 'White', 'C "D"'))).toBe('[White "C \\"D\\""]\n[Black "B"]\n\n1. e4 *\n');
  expect(textAfter(setTag(game, 'ECO', 'B00'))).toBe('[White "A"]\n[Black "B"]\n[ECO "B00"]\n\n1. e4 *\n');
  expect(textAfter(setTag(readGame('1. e4 *'), 'White', 'A'))).toBe('[White "A"]\n\n1. e4 *');
  expect(setTag(game, 'no name', '')).toHaveProperty('failure');
});

test('a new game is played on', () => {
  const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 7';
  const game = readGame(makeNewGame({ White: 'A' }, fen));
  expect(textAfter(addMove(game, [], uci('e8e7')))).toContain(`[FEN "${fen}"]\n\n7... Ke7 *\n`);
});

test('undo and redo', () => {
  const history = record(record(beginHistory('a'), 'b'), 'c');
  expect(undo(undo(undo(history))).present).toBe('a');
  expect(redo(undo(history)).present).toBe('c');
  expect(record(undo(history), 'd')).toEqual({ past: ['a', 'b'], present: 'd', future: [] });
});

// Random trees, written with random spaces, comments, glyphs and variations, then edited at random.

const game: fc.Arbitrary<Game> = pgnText.map(readGame);

/** A tree as nested text: the continuation first, the variations in any order. */
const shape = (node: TreeNode, without?: TreeNode): string => {
  const label = isMove(node) ? `${node.packed}${node.glyphs.map(({ nag }) => `$${nag}`).join('')}` : '';
  const [main, ...variations] = node.children.filter((child) => child !== without);
  const parts = [main, ...variations].map((child) => (child ? shape(child, without) : ''));
  return `${label}${node.comments.map(({ text }) => `{${text}}`).join('')}[${[parts[0], ...parts.slice(1).sort()].join(',')}]`;
};

const pick = (of: Game, number: number): TreeNode => {
  const nodes = [...walk(of.root)];
  return nodes[number % nodes.length]!;
};

const isSubsequence = (short: string, long: string): boolean => {
  let at = 0;
  for (const character of long) if (short[at] === character) at++;
  return at === short.length;
};

test('export format, read again, is the same tree', () => {
  fc.assert(
    fc.property(game, (before) => {
      const text = makePgn(before);
      expect(shape(readGame(text).root)).toBe(shape(before.root));
      expect(makePgn(readGame(text))).toBe(text);
      for (const line of text.split('\n')) expect(line.length).toBeLessThan(110);
    }),
    { numRuns: 300 },
  );
});

test('a move added anywhere only adds to the text', () => {
  fc.assert(
    fc.property(game, fc.nat(1000), fc.nat(1000), (before, where, choice) => {
      const node = pick(before, where);
      const moves = legalMoves(positionAt(before, node));
      if (moves.length === 0) return;
      const { game: after, path } = done(addMove(before, pathTo(node), moves[choice % moves.length]!));
      expect(isSubsequence(before.text, after.text)).toBe(true);
      const added = nodeAt(after, path)!;
      if (after !== before) expect(shape(after.root, added)).toBe(shape(before.root));
    }),
    { numRuns: 500 },
  );
});

test('what is deleted is gone, and the rest as it was', () => {
  fc.assert(
    fc.property(game, fc.nat(1000), (before, where) => {
      const node = pick(before, where);
      if (!isMove(node)) return;
      const { game: after } = done(deleteFrom(before, pathTo(node)));
      expect(shape(after.root)).toBe(shape(before.root, node));
      if (node.parent.children.length === 1) expect(isSubsequence(after.text, before.text)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('promotion changes places and nothing else', () => {
  fc.assert(
    fc.property(game, fc.nat(1000), (before, where) => {
      const node = pick(before, where);
      const promoted = promote(before, pathTo(node));
      if ('failure' in promoted) {
        expect(promoted.failure).toBe('the move is on the main line');
        return;
      }
      const nodes = (of: Game) =>
        [...walk(of.root)].map((each) => (isMove(each) ? `${each.ply} ${each.san}` : '')).sort();
      expect(nodes(promoted.game)).toEqual(nodes(before));
      expect((nodeAt(promoted.game, promoted.path) as { packed?: number }).packed).toBe(
        (node as { packed?: number }).packed,
      );
      // The words are the same, but for numbers.
      const words = (text: string) =>
        text
          .split(/[\s()]+/)
          .filter((word) => !/^(?:\d+\.*)?$/.test(word))
          .sort();
      expect(words(promoted.game.text)).toEqual(words(before.text));
    }),
    { numRuns: 500 },
  );
});

test('comments and glyphs set anywhere are read back, and no other changes', () => {
  fc.assert(
    fc.property(
      game,
      fc.nat(1000),
      fc.constantFrom('', 'new'),
      fc.subarray([1, 4, 14, 146]),
      (before, where, text, nags) => {
        const node = pick(before, where);
        const path = pathTo(node);
        const commented = done(setComment(before, path, text)).game;
        expect(nodeAt(commented, path)!.comments.map((comment) => comment.text)).toEqual(text === '' ? [] : [text]);
        if (!isMove(node)) return;
        const glyphed = nodeAt(done(setGlyphs(before, path, nags)).game, path)!;
        expect(isMove(glyphed) && glyphed.glyphs.map(({ nag }) => nag)).toEqual(nags);
      },
    ),
    { numRuns: 500 },
  );
});

test('an edited game in a file leaves its neighbours alone', () => {
  const text = '[Event "1"]\n\n1. e4 *\n\n[Event "2"]\n\n1. d4 *\n';
  const { games } = readPgn(text);
  const { game: edited } = done(addMove(games[0]!, [0], uci('e7e5')));
  expect(edited.text + games[1]!.text).toBe(text.replace('1. e4 *', '1. e4 e5 *'));
});
