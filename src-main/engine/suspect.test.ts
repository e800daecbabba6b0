import { describe, expect, it } from 'vitest';
import { packMove } from '../../shared/chess/packed-move';
import { isFailure } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import { readGame, readMove, type Game } from './game';
import { prolong, suspect, type TableReader } from './inspect';
import type { RawEntry } from './kernel-search';
import { makeScore, verdict } from './verdict';

const QUEENS = '7k/8/8/8/8/8/q7/1K4Q1 w - - 0 1';
const game = (fen: string, ...moves: string[]): Game => {
  const read = readGame(fen, moves);
  if (isFailure(read)) throw new Error(read.failure);
  return read;
};
const packed = (from: Game, ...moves: string[]): number[] => {
  const position = from.position.clone();
  return moves.map((uci) => {
    const move = readMove(position, uci)!;
    const one = packMove(position, move);
    position.play(move);
    return one;
  });
};

/** A table that holds what the test says; paths are the moves themselves, in order. */
function tableOf(entries: { at: Game; move: string; path: 'same' | 'other' }[]): TableReader {
  const paths = new Map<string, number>([['', 1]]);
  const numberOf = (text: string) => paths.get(text) ?? paths.set(text, paths.size + 1).get(text)!;
  const textOf = (path: number) => [...paths].find(([, number]) => number === path)![0];
  const held = new Map<bigint, RawEntry>();
  const reader: TableReader = {
    mate: 32000,
    mateBound: 31744,
    pathOf: (moves) => [...moves].reduce((path, move) => numberOf(`${textOf(path)} ${move}`), 1),
    pathAfter: (path, move) => numberOf(`${textOf(path)} ${move}`),
    entry: (key) => held.get(key),
  };
  for (const { at, move, path } of entries)
    held.set(fideKey(at.position), {
      move: packed(at, move)[0]!,
      score: 50,
      depth: 7,
      bound: 'exact',
      age: 0,
      path: path === 'same' ? reader.pathOf(at.moves) : 999_999,
    });
  return reader;
}

describe('graph-history interaction', () => {
  const START = '4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1';
  // Both have shuttled once: the position before the line has been seen.
  const before = game(START, 'a1b1', 'e8d8', 'b1a1', 'd8e8', 'a1b1');
  const line = { moves: Uint16Array.from(packed(before, 'e8d8')) };
  const after = game(START, 'a1b1', 'e8d8', 'b1a1', 'd8e8', 'a1b1', 'e8d8');

  it('is suspected where an entry of another path leads into a repetition', () => {
    const table = tableOf([{ at: after, move: 'b1a1', path: 'other' }]);
    expect(suspect(table, before, [line])).toEqual([
      { line: 0, moves: [...line.moves], depth: 7, reason: 'repetition' },
    ]);
  });

  it('is not where the line itself stored the entry, and saw the repetition', () => {
    const table = tableOf([{ at: after, move: 'b1a1', path: 'same' }]);
    expect(suspect(table, before, [line])).toEqual([]);
  });

  it('is not where nothing repeats', () => {
    const fresh = game(START, 'e2e4');
    const onward = game(START, 'e2e4', 'e8d8');
    const table = tableOf([{ at: onward, move: 'a1b1', path: 'other' }]);
    expect(suspect(table, fresh, [{ moves: Uint16Array.from(packed(fresh, 'e8d8')) }])).toEqual([]);
  });

  it('is suspected at the fifty-move edge', () => {
    const edge = game('4k3/8/8/8/8/8/8/R3K3 w - - 97 80');
    const table = tableOf([
      { at: game('4k3/8/8/8/8/8/8/R3K3 w - - 97 80', 'a1a2'), move: 'e8d8', path: 'other' },
      { at: game('4k3/8/8/8/8/8/8/R3K3 w - - 97 80', 'a1a2', 'e8d8'), move: 'a2a3', path: 'other' },
    ]);
    const moves = packed(edge, 'a1a2');
    expect(suspect(table, edge, [{ moves: Uint16Array.from(moves) }])).toEqual([
      { line: 0, moves, depth: 7, reason: 'fifty-move' },
    ]);
  });
});

describe('a game', () => {
  it('is prolonged as far as the moves are legal', () => {
    const from = game(QUEENS);
    const longer = prolong(from, [...packed(from, 'b1a2'), 0xfff]);
    expect(longer.moves).toHaveLength(1);
    expect(longer.position.turn).toBe('black');
    expect(from.moves).toHaveLength(0);
  });

  it.each([
    ['e2e5', 'move 1, "e2e5", is not legal there'],
    ['', 'move 1, "", is not legal there'],
    ['e1g1', 'move 1, "e1g1", is not legal there'],
  ])('names the illegal move %j', (move, failure) => {
    const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    expect(readGame(fen, [move])).toEqual({ failure });
  });
});

describe('a verdict', () => {
  const scale = { mate: 32000, mateBound: 31744 };
  it.each([
    [31999, 1],
    [31998, 1],
    [31997, 2],
    [31745, 128],
    [-32000, 0],
    [-31998, -1],
    [-31996, -2],
  ])('of %i is mate in %i', (score, value) => {
    expect(makeScore(score, 'black', scale)).toEqual({ kind: 'mate', value, pov: 'black' });
  });

  it('of less is centipawns', () => {
    expect(makeScore(-31743, 'white', scale)).toEqual({ kind: 'cp', value: -31743, pov: 'white' });
  });

  it('is known where there are no moves', () => {
    expect(verdict(game(QUEENS).position)).toBeUndefined();
    expect(verdict(game('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').position)).toEqual({ kind: 'cp', value: 0, pov: 'black' });
  });
});
