import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isMove, type TreeNode } from '../pgn/game';
import { readPgn } from '../pgn/read';
import { lineTo } from '../pgn/tree';
import { findConflicts, findOrphans } from './repertoire';

const line = (node: TreeNode): string => (isMove(node) ? lineTo(node) : []).map(({ san }) => san).join(' ');
const gamesOf = (text: string) => readPgn(text).games;
const conflicts = (text: string, side?: 'white' | 'black') =>
  findConflicts(gamesOf(text), side).map(({ recommendations }) =>
    recommendations.map(({ places }) => `${places[0]!.move.san} after ${line(places[0]!.node)}`),
  );
const orphans = (text: string) =>
  findOrphans(gamesOf(text)).map(
    ({ node, continuedAt }) => `${line(node)} = ${continuedAt.map((at) => line(at.node)).join('; ')}`,
  );

test('two orders of moves, two recommendations', () => {
  const text = '1. d4 d5 2. c4 e6 3. Nc3 *\n\n1. c4 e6 2. d4 d5 3. Nf3 *';
  expect(conflicts(text)).toEqual([
    ['d4 after ', 'c4 after '],
    ['Nc3 after d4 d5 c4 e6', 'Nf3 after c4 e6 d4 d5'],
  ]);
  expect(conflicts(text, 'black')).toEqual([]);
});

test('a variation is an alternative, not a conflict', () => {
  expect(conflicts('1. d4 (1. c4) 1... d5 *')).toEqual([]);
});

test('a line that stops where another goes on', () => {
  expect(orphans('1. d4 d5 (1... Nf6 2. c4 e6 3. Nc3 d5) 2. c4 e6 3. Nc3 Nf6 4. Bg5 *')).toEqual([
    'd4 Nf6 c4 e6 Nc3 d5 = d4 d5 c4 e6 Nc3 Nf6',
  ]);
});

test('a line that repeats itself is no orphan', () => {
  expect(orphans('1. Nf3 Nf6 2. Ng1 Ng8 *')).toEqual([]);
});

test('our own repertoire: one conflict, two lines that stop early', () => {
  const text = readFileSync(new URL('../../fixtures/repertoire.pgn', import.meta.url), 'utf8');
  expect(conflicts(text, 'white')).toEqual([
    ['Bf4 after d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7', 'Bg5 after d4 Nf6 c4 e6 Nc3 d5 Nf3 Be7'],
  ]);
  expect(orphans(text)).toEqual([
    'd4 e6 c4 d5 Nc3 Nf6 Nf3 = d4 d5 c4 e6 Nc3 Nf6 Nf3; d4 Nf6 c4 e6 Nf3 d5 Nc3; d4 Nf6 c4 e6 Nc3 d5 Nf3',
    'd4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4 = d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bf4',
  ]);
});
