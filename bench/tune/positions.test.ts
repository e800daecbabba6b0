import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeLabelled, parseLabelled, readPlayed, readPositions, type LabelledPosition } from './positions';

const folder = mkdtempSync(join(tmpdir(), 'threefold-positions-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a labelled position', () => {
  const fens = ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w', '6k1/5pp1/3b3p/8/1P1B4/5P2/6PP/6K1 b'];

  it('is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fens),
        fc.constantFrom(undefined, 0, 0.5, 1),
        fc.option(fc.integer({ min: -900, max: 900 }), { nil: undefined }),
        (fen, result, score) => {
          expect(parseLabelled(makeLabelled({ fen, result, score }))).toEqual({ fen, result, score });
        },
      ),
    );
  });

  it.each(['8/8/8/8/8/8/8/K1k5 w', '8/8/8/8/8/8/8/K1k5 w|12', '|1|'])('is refused: %s', (line) => {
    expect(() => parseLabelled(line)).toThrow(`Not a labelled position: ${line}`);
  });
});

describe('a file of positions', () => {
  const file = join(folder, 'positions.txt');
  const all = async (positions: AsyncIterable<LabelledPosition>): Promise<LabelledPosition[]> => {
    const read = [];
    for await (const position of positions) read.push(position);
    return read;
  };

  it('may lack results, except where they are needed', async () => {
    const known = { fen: '8/8/8/8/8/8/8/K1k5 w', result: 0.5, score: undefined };
    const unknown = { fen: '8/8/8/8/8/8/8/K1k5 b', result: undefined, score: 12 };
    writeFileSync(file, [known, unknown].map((position) => `${makeLabelled(position)}\n`).join(''));
    expect(await all(readPositions(file))).toEqual([known, unknown]);
    await expect(all(readPlayed(file))).rejects.toThrow(`${file}: no result of a game beside ${unknown.fen}`);
  });
});
