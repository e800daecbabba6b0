import { describe, expect, it } from 'vitest';
import type { Position } from 'chessops/chess';
import { parsePosition } from '../chess/position';
import { AlphaBeta, MATE } from './alpha-beta';
import { ClashTable, clashSchemes } from './clash-table';
import { contestNames, contests } from './contest';
import { shortened } from './engine-collisions';
import { keySet, type Key } from './key-set';
import { experimentState } from './positions';
import { finish } from './result';
import { measureSchemes, schemes } from './schemes';
import { measureSearchCollisions, searchCollisions, summary } from './search-collisions';
import { inEnglish } from './said';

const key = (address: number, check: number, stride = 0): Key => Uint32Array.of(address, check, stride);
const entry = (depth: number) => ({ depth, score: depth, bound: 'exact' as const, move: 1 });

describe('clash tables', () => {
  it.each(clashSchemes)('%s gives back what was stored, and only under its key', (scheme) => {
    const table = new ClashTable(scheme, 4);
    table.store(key(5, 77), key(1, 2), entry(3));
    expect(table.probe(key(5, 77), key(1, 2))).toEqual(entry(3));
    expect(table.probe(key(5, 78), key(1, 3))).toBeUndefined();
    expect(table.counts).toMatchObject({ probes: 2, hits: 1, wrong: 0, stores: 1, overwritten: 0, differences: 1 });
  });

  const fillWith = (scheme: (typeof clashSchemes)[number], depths: number[]) => {
    const table = new ClashTable(scheme, 4);
    depths.forEach((depth, i) => table.store(key(4, 100 + i), key(i, i), entry(depth)));
    return depths.map((_, i) => table.probe(key(4, 100 + i), key(i, i)) !== undefined);
  };

  it('each scheme keeps what it says it keeps', () => {
    expect(fillWith('always-replace', [9, 1])).toEqual([false, true]);
    expect(fillWith('next-give-up', [1, 1, 9])).toEqual([true, true, false]);
    expect(fillWith('next-older', [9, 1, 1, 1])).toEqual([false, false, true, true]);
    expect(fillWith('cluster-4', [5, 2, 4, 3, 1])).toEqual([true, false, true, true, true]);
    expect(fillWith('cray-blitz', [8, 7, 6, 5, 4, 3, 1, 2, 9])).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  it("Cray Blitz's stride never leaves the table, whose end is 7 * 512 slots behind the last address", () => {
    const table = new ClashTable('cray-blitz', 4);
    expect(table.size).toBe(16 + 7 * 512);
    for (let i = 0; i < 8; i++) table.store(key(15, i, 511), key(i, i), entry(1));
    for (let i = 0; i < 8; i++) expect(table.probe(key(15, i, 511), key(i, i))).toBeDefined();
    expect(table.fill()).toBeCloseTo(8 / table.size);
  });

  it('the referee sees a clash of short checks, and prevents it only where asked to', () => {
    const [stored, other] = [key(1, 2), key(3, 4)];
    for (const refereed of [false, true]) {
      const table = new ClashTable('always-replace', 4, { checkBits: 8, refereed });
      table.store(key(5, 0x1077), stored, entry(3));
      expect(table.probe(key(5, 0x2077), other) === undefined).toBe(refereed);
      expect(table.counts).toMatchObject({ wrong: refereed ? 0 : 1, differences: 1, wrongDifferences: 1 });
    }
  });
});

describe.each(contestNames)('the small search in %s', (game) => {
  const { shape } = contests[game].rules;
  const figures = keySet({ ...shape, bits: 96, generator: 'splitmix64', seed: 1n });
  const referee = keySet({ ...shape, bits: 64, generator: 'splitmix64', seed: 2n });

  it('finds the same score with a sound table as without one, in fewer nodes, and the same again', () => {
    for (const [index, depth] of game === 'chess'
      ? [[0, 3] as const, [5, 7] as const]
      : [[0, 6] as const, [5, 7] as const]) {
      const state = () => experimentState(game, index);
      const without = new AlphaBeta(contests[game], figures, referee).search(state(), depth);
      const run = () =>
        new AlphaBeta(contests[game], figures, referee, new ClashTable('cluster-4', 14)).search(state(), depth);
      const once = run();
      // A deeper entry may know better than the horizon, by the worth of a step, not of a man.
      expect(Math.abs(once.score - without.score)).toBeLessThan(50);
      expect(once.nodes).toBeLessThan(without.nodes);
      expect(run()).toEqual(once);
    }
  });
});

it('finds a mate and knows how far it is, from the table, too', () => {
  const figures = keySet({ ...contests.chess.rules.shape, bits: 96, generator: 'splitmix64', seed: 1n });
  const search = new AlphaBeta(contests.chess, figures, figures, new ClashTable('cluster-4', 12));
  const position = parsePosition('6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1') as Position;
  for (const depth of [2, 3]) expect(search.search(position, depth)).toMatchObject({ score: MATE - 1, move: 'a1a8' });
});

describe('collisions in a search', () => {
  const settings = {
    game: 'draughts',
    depth: 7,
    addressBits: 7,
    scheme: 'cluster-4',
    positions: 3,
    sets: 4,
    seed: 1,
  } as const;

  it('are within 3 standard errors of the prediction at every width, and no more from 32 bits on', () => {
    const rows = summary(finish(measureSearchCollisions(settings)));
    for (const { bits, deviation } of rows) expect(Math.abs(deviation), `${bits} bits`).toBeLessThan(3);
    expect(rows[0]!.clashed).toBeGreaterThan(10);
    expect(rows[0]!.perMillion).toBeGreaterThan(1000);
    expect(rows.at(-1)).toMatchObject({ bits: 32, perMillion: 0, moves: 0, scores: 0 });
  });

  it('reports', () => {
    const { findings } = finish(searchCollisions({ ...settings, depth: 4, positions: 1, sets: 2 }));
    expect(inEnglish(findings[0]!)).toMatch(
      /^2 searches per width to depth 4, cluster-4, 2\^7 slots: with 8 check bits/,
    );
  });
});

describe('schemes side by side', () => {
  const settings = { game: 'draughts', depth: 6, fromBits: 8, toBits: 12, positions: 2, seed: 1 } as const;

  it('agree on the score, come out the same again, and a larger table never hurts cluster-4 much', () => {
    const runs = finish(measureSchemes(settings));
    expect(runs).toHaveLength(2 * (1 + 3 * clashSchemes.length));
    expect(finish(measureSchemes(settings))).toEqual(runs);
    for (const { wrong, hits, probes, overwritten, refused, stores } of runs) {
      expect(wrong).toBe(0);
      expect(hits).toBeLessThanOrEqual(probes);
      expect(overwritten + refused).toBeLessThanOrEqual(stores);
    }
    const nodes = (scheme: string, bits: number) =>
      runs.filter((run) => run.scheme === scheme && run.addressBits === bits).reduce((sum, run) => sum + run.nodes, 0);
    for (const scheme of clashSchemes) expect(nodes(scheme, 12)).toBeLessThan(nodes('no table', 0));
    expect(nodes('cluster-4', 12)).toBeLessThan(nodes('always-replace', 8));
  });

  it('report nodes in percent of those without a table', () => {
    const { tables } = finish(schemes({ ...settings, depth: 4 }));
    expect(tables[1]!.columns.map(({ name }) => name)).toEqual(['slots', ...clashSchemes]);
  });
});

it('an engine with short keys keeps the bits that name its bucket, and the lowest', () => {
  const figures = BigUint64Array.of(0xffffffffffffffffn, 0x8000000000000001n, 0x0040000000000100n);
  expect([...shortened(figures, 10, 8)]).toEqual([0xffc00000000000ffn, 0x8000000000000001n, 0x0040000000000000n]);
});
