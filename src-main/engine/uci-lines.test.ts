import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInfo, parseOption } from './uci-lines';

describe('info', () => {
  it('is read in any order, with what is missing left out', () => {
    const line = 'info nodes 12 multipv 2 depth 7 score mate -3 upperbound pv e7e5 g1f3';
    expect(parseInfo(line, 'black')).toEqual({
      depth: 7,
      selectiveDepth: 7,
      rank: 2,
      score: { kind: 'mate', value: -3, pov: 'black' },
      bound: 'upper',
      nodes: 12,
      nodesPerSecond: undefined,
      hashPermille: undefined,
      timeMs: undefined,
      moves: ['e7e5', 'g1f3'],
    });
  });

  it.each([
    'info string depth 3 score cp 1',
    'bestmove e2e4',
    '',
    'info depth -1 pv e2e4',
    'info depth 99999 pv e2e4',
    'info depth 3 multipv 0 pv e2e4',
  ])('%j tells nothing', (line) => {
    expect(parseInfo(line, 'white')).toBeUndefined();
  });

  it('never invents a number', () => {
    const word = fc.constantFrom(
      'info',
      'depth',
      'seldepth',
      'score',
      'cp',
      'mate',
      'nodes',
      'pv',
      '-5',
      '1e3',
      '0x10',
      '12',
      'NaN',
      '',
    );
    fc.assert(
      fc.property(fc.array(word), fc.string(), (words, tail) => {
        const info = parseInfo(`info ${words.join(' ')} ${tail}`, 'white');
        for (const value of [info?.depth, info?.nodes, info?.score?.value])
          if (value !== undefined) expect(Number.isSafeInteger(value)).toBe(true);
      }),
    );
  });
});

describe('option', () => {
  it('may have words in its name', () => {
    expect(parseOption('option name Clear Hash type button')).toEqual({
      name: 'Clear Hash',
      type: 'button',
      min: undefined,
      max: undefined,
    });
    expect(parseOption('option name Hash type spin default 16 min 1 max 33554432')).toMatchObject({
      min: 1,
      max: 33_554_432,
    });
  });

  it('is nothing where it has no name or type', () => {
    expect(parseOption('option name type spin')).toBeUndefined();
    expect(parseOption('option')).toBeUndefined();
  });
});
