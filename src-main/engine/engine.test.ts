import { afterEach, describe, expect, it } from 'vitest';
import { isFailure } from '../../shared/chess/position';
import { Engine } from './engine';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
let engine: Engine;
afterEach(() => engine.close());

async function search(fen: string, limit: Parameters<Engine['run']>[0]['limit'], moves: string[] = []) {
  const result = await engine.run({ fen, moves, limit });
  if (isFailure(result)) throw new Error(result.failure);
  return result.last;
}

describe('searching', () => {
  it('finds a mate in two and says so', async () => {
    engine = await Engine.create();
    const last = await search('kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', { kind: 'depth', plies: 6 });
    expect(last.lines[0]).toMatchObject({ score: { kind: 'mate', value: 2, pov: 'white' } });
    expect(last.lines[0]!.moves[0]).toBe('a1a6');
  });

  it('searches the same nodes twice', async () => {
    engine = await Engine.create();
    const nodes = async () => {
      engine.clearTable();
      return (await search(START, { kind: 'depth', plies: 7 })).nodes;
    };
    const first = await nodes();
    expect(first).toBeGreaterThan(1000);
    expect(await nodes()).toBe(first);
  });
});
