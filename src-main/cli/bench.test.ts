import { afterAll, describe, expect, it } from 'vitest';
import { isFailure, parsePosition } from '../../shared/chess/position';
import { Engine } from '../engine/engine';
import { bench } from './bench';
import { BENCH_POSITIONS } from './bench-positions';

const engine = await Engine.create({ settings: { hashMb: 4, threads: 1, lines: 1 } });
afterAll(() => engine.close());

describe('the bench', () => {
  it.each(BENCH_POSITIONS)('%s is a position with moves', (_name, fen) => {
    const position = parsePosition(fen);
    if (isFailure(position)) throw new Error(position.failure);
    expect(position.hasDests()).toBe(true);
  });

  it('has forty of them, all different', () => {
    expect(new Set(BENCH_POSITIONS.map(([, fen]) => fen)).size).toBe(40);
  });

  it('gives the same signature twice, and without counting', async () => {
    const { nodes } = await bench(engine, 5);
    expect((await bench(engine, 5)).nodes).toBe(nodes);
    expect((await bench(engine, 5, { counting: false })).nodes).toBe(nodes);
  });
});
