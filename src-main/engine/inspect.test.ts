import { afterEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../shared/api';
import { isFailure } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import { compareTable } from './compare';
import { DEFAULT_SETTINGS, Engine } from './engine';
import { readGame } from './game';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const FINE_70 = '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1';

let engine: Engine;
afterEach(() => engine.close());

const get = <T extends object>(value: T | Failure): T => {
  if (isFailure(value)) throw new Error(value.failure);
  return value as T;
};
const open = async (change: Partial<typeof DEFAULT_SETTINGS> = {}) =>
  (engine = await Engine.create({ settings: { ...DEFAULT_SETTINGS, hashMb: 8, ...change } }));
const search = async (fen: string, depth: number, moves: string[] = []) =>
  get(await engine.run({ fen, moves, limit: { kind: 'depth', plies: depth } })).last;

describe('looking into the table', () => {
  it('finds nothing before a search', async () => {
    await open();
    expect(engine.lookInTable({ fen: START, moves: [] })).toEqual({ entry: null, line: [], end: 'no entry' });
  });

  it('shows the searched position and walks along the stored moves', async () => {
    await open({ inspect: true });
    const last = await search(START, 7);
    const { entry, line } = get(engine.lookInTable({ fen: START, moves: [] }));
    expect(entry).toMatchObject({ move: last.lines[0]!.moves[0], depth: 7, age: 0, path: 'same', bound: 'exact' });
    expect(entry!.key).toBe(fideKey(get(readGame(START, [])).position));
    expect(line[0]!.fen).toBe(
      // The position after the stored move.
      get(engine.lookInTable({ fen: START, moves: [entry!.move!] })).entry!.fen,
    );
  });

  it('tells by which path an entry was stored', async () => {
    await open({ inspect: true });
    await search(START, 4, ['d2d4', 'd7d5', 'c2c4']);
    // The same position by another order of moves.
    const look = (moves: string[]) => get(engine.lookInTable({ fen: START, moves })).entry!.path;
    expect(look(['d2d4', 'd7d5', 'c2c4'])).toBe('same');
    expect(look(['c2c4', 'd7d5', 'd2d4'])).toBe('other');
  });

  it('does not know paths outside inspect mode', async () => {
    await open();
    await search(START, 4);
    expect(get(engine.lookInTable({ fen: START, moves: [] })).entry!.path).toBe('unknown');
  });

  it('ages entries', async () => {
    await open();
    await search(START, 4);
    await search(FINE_70, 4);
    expect(get(engine.lookInTable({ fen: START, moves: [] })).entry!.age).toBe(1);
  });

  it('names an illegal move', async () => {
    await open();
    expect(engine.lookInTable({ fen: START, moves: ['e2e5'] })).toEqual({
      failure: 'move 1, "e2e5", is not legal there',
    });
  });
});

describe('inspect mode', () => {
  it('splits hits into transpositions and re-searches, and changes no node', async () => {
    await open();
    const plain = await search(FINE_70, 14);
    expect(plain.table.paths).toBeUndefined();
    await engine.configure({ ...engine.settings, inspect: true });
    const inspected = await search(FINE_70, 14);
    const sum = (counts: object) => Object.values(counts).reduce((a: number, b: number) => a + b, 0);
    expect(sum(inspected.table.paths!)).toBe(sum(inspected.table.hits));
    expect(inspected.table.paths!.transposition).toBeGreaterThan(0);
    expect(inspected.table.paths!.research).toBeGreaterThan(0);
  });
});

describe('the comparison', () => {
  it('shows the table at work, on one thread and on two', async () => {
    await open({ threads: 2 });
    const { runs } = get(await compareTable(engine, { fen: FINE_70, moves: [], depth: 12, threads: 2 }));
    expect(runs.map(({ table, threads }) => `${table} ${threads}`)).toEqual(
      [1, 2].flatMap((n) => ['off', 'cold', 'warm'].map((table) => `${table} ${n}`)),
    );
    const [off, cold, warm] = runs.map((run) => run.nodes);
    expect(cold).toBeLessThan(off!);
    expect(warm).toBeLessThan(cold!);
  });

  it('can be stopped', async () => {
    await open();
    const compared = compareTable(engine, { fen: START, moves: [], depth: 60, threads: 1 });
    engine.stop();
    expect(await compared).toEqual({ failure: 'the comparison was stopped' });
  });
});
