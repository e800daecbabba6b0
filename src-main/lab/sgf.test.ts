import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keySet } from '../../shared/lab/key-set';
import { go } from '../../shared/lab/go';
import { superkoReport } from '../../shared/lab/superko';
import { readSgf, type SgfGame } from './sgf';

const figures = keySet({ ...go.shape, bits: 64, generator: 'splitmix64', seed: 1n });
const fixture = (name: string) => readSgf(readFileSync(`fixtures/lab/${name}`))[0] as SgfGame;
const bytes = (text: string) => new TextEncoder().encode(text);

describe('superko by key', () => {
  it('sending two, returning one: positional at move 3, both rules at move 5', () => {
    const report = superkoReport(fixture('sending-two.sgf').record, figures);
    expect(report.superko).toEqual([
      { move: 3, played: 'B9', color: 'white', first: 0, positional: true, situational: false },
      { move: 5, played: 'A9', color: 'white', first: 1, positional: true, situational: true },
    ]);
    expect(report).toMatchObject({
      moves: 6,
      captured: { black: 1, white: 2 },
      illegal: [],
      checked: 6,
      collisions: 0,
    });
  });

  it('a ko taken back at once breaks both rules; taken back after a threat elsewhere, neither', () => {
    const { record } = fixture('simple-ko.sgf');
    expect(superkoReport(record, figures)).toMatchObject({ superko: [], captured: { black: 1, white: 1 } });
    const hasty = { ...record, moves: [...record.moves.slice(0, 8), record.moves[10]!] };
    expect(superkoReport(hasty, figures).superko).toEqual([
      { move: 9, played: 'E16', color: 'black', first: 7, positional: true, situational: true },
    ]);
  });

  it('leaves out what no rule allows, and says so', () => {
    const game = readSgf(bytes('(;GM[1]SZ[3];B[ab];W[ab];B[ba];W[aa];B[])'))[0] as SgfGame;
    expect(superkoReport(game.record, figures).illegal).toEqual([
      { move: 2, played: 'A2', color: 'white' },
      { move: 4, played: 'A3', color: 'white' },
    ]);
  });
});

describe('reading', () => {
  it('takes rectangles of set-up stones and the first variation', () => {
    const game = readSgf(bytes('(;SZ[5]AB[aa:bb]AW[ee];W[cc](;B[dd])(;B[ed]))'))[0] as SgfGame;
    expect(game.record).toEqual({
      size: 5,
      black: [0, 1, 5, 6],
      white: [24],
      whiteBegins: true,
      moves: [
        { white: true, point: 12 },
        { white: false, point: 18 },
      ],
    });
  });

  it.each([
    ['(;GM[2];B[aa])', 'game 1: GM[2] is not Go'],
    ['(;SZ[25];B[aa])', 'game 1: SZ[25]: boards of 2 to 19 lines, square, can be read'],
    ['(;SZ[9];B[ss])', 'game 1: node 1: B[ss] is not on the board'],
    ['(;SZ[9];B[aa];AE[aa])', 'game 1: node 2: AE changes the board within the game'],
    ['hello [', 'not SGF: Unexpected token at 1:7'],
    ['', 'not SGF: no game in it'],
  ])('says what is wrong with %s', (text, failure) => {
    expect(readSgf(bytes(text))[0]).toEqual({ failure });
  });
});
