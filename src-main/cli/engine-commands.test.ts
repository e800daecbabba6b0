import { existsSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { SearchInfo } from '../../shared/search/info';
import type { Comparison } from '../../shared/search/inspect';
import { dispatch } from './dispatch';

async function threefold(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), stdin: Readable.from([]) };
  return { code: await dispatch(args, io), out, err };
}

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

describe('threefold perft', () => {
  it('counts in every mode', async () => {
    for (const mode of ['plain', 'list', 'popcount', 'hash']) {
      const { code, out } = await threefold('perft', KIWIPETE, '3', '--mode', mode, '--json');
      expect(code).toBe(0);
      expect(JSON.parse(out[0]!)).toMatchObject({ fen: KIWIPETE, depth: 3, mode, nodes: 97_862 });
    }
  });

  it('begins at the start of chess', async () => {
    expect((await threefold('perft', '4')).out[0]).toMatch(/^197281 nodes in /);
  });

  it.each([
    [['perft'], /say how deep/],
    [['perft', 'x'], /the depth wants a whole number from 1, not "x"/],
    [['perft', '--mode', 'fast', '3'], /--mode knows plain, list, popcount, hash, not "fast"/],
    [['perft', 'rnbqkbnr/8/8/8/8/8/8/RNBQKBNR x KQkq - 0 1', '3'], /bad FEN .*side to move/],
    [['perft', 'e2e4', '3'], /takes no moves: "e2e4"/],
  ])('%j is the user’s mistake', async (args, message) => {
    const { code, err } = await threefold(...args);
    expect(code).toBe(2);
    expect(err.join('\n')).toMatch(message);
  });
});

describe('threefold analyze', () => {
  it('reports, and at last the final lines with the table’s statistics', async () => {
    const { code, out } = await threefold('analyze', KIWIPETE, '--depth', '6', '--lines', '2', '--hash', '4', '--json');
    expect(code).toBe(0);
    const last = JSON.parse(out.at(-1)!) as SearchInfo;
    expect(last.depth).toBe(6);
    expect(last.lines.map((line) => line.rank)).toEqual([1, 2]);
    expect(last.table.bytes).toBe(4 * 2 ** 20);
    const { hits, misses, probes } = last.table;
    const sum = (counts: object) => Object.values(counts).reduce((a: number, b: number) => a + b, 0);
    expect(sum(hits) + sum(misses)).toBe(probes);
    expect(probes).toBeGreaterThan(1000);
  });

  it('takes the moves that led to the position, wherever they stand', async () => {
    const { out } = await threefold('analyze', '--moves', 'f2f3', 'e7e5', 'g2g4', '--depth', '3', '--json');
    const last = JSON.parse(out.at(-1)!) as SearchInfo;
    expect(last.lines[0]).toMatchObject({ moves: ['d8h4'], score: { kind: 'mate', value: 1, pov: 'black' } });
  });

  it('tells people the same', async () => {
    const { out } = await threefold('analyze', '--depth', '5');
    expect(out.join('\n')).toMatch(/depth 5\/\d+ {2}[+-]\d\.\d\d .*\n[^]*\nprobes {2}\d+, hits/);
  });

  it.each([
    ['rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', 'Checkmate: the game is over.'],
    ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'Stalemate: drawn.'],
  ])('%s has nothing to search', async (fen, end) => {
    expect(await threefold('analyze', fen, '--depth', '3')).toMatchObject({ code: 0, out: [end], err: [] });
  });

  it('says what is wrong with another engine', async () => {
    const { code, err } = await threefold('analyze', '--engine', 'no-such-engine', '--depth', '2');
    expect(code).toBe(1);
    expect(err.join()).toMatch(/no-such-engine could not be started: .*ENOENT/);
  });

  it.skipIf(!existsSync('/usr/games/stockfish'))('lets another engine search', async () => {
    const { out } = await threefold('analyze', '--engine', '/usr/games/stockfish', '--depth', '6', '--json');
    expect((JSON.parse(out.at(-1)!) as SearchInfo).lines[0]).toMatchObject({ depth: 6 });
  });

  it('compares the table off, cold and warm', async () => {
    const fine = '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1';
    const { out } = await threefold('analyze', fine, '--compare', '--depth', '12', '--json');
    const { runs } = JSON.parse(out[0]!) as Comparison;
    expect(runs.map(({ table }) => table)).toEqual(['off', 'cold', 'warm']);
    expect((await threefold('analyze', fine, '--compare', '--depth', '5')).out).toHaveLength(4);
    expect((await threefold('analyze', fine, '--compare')).err[0]).toMatch(/--compare wants a --depth/);
  });

  it.each([
    [['--depth', '3', '--nodes', '4'], /--depth and --nodes exclude each other/],
    [['--hash', '5000'], /--hash goes up to 4096, not 5000/],
    [['--policy', 'random'], /--policy knows depth\+age, .*, not "random"/],
    [['--moves', 'e2e5'], /move 1, "e2e5", is not legal there/],
    [['8/8/8/8/8/8/8/8 w - - 0 1'], /bad FEN/],
    [['--dpeth', '3'], /--dpeth/],
    [['--engine', 'x', '--compare', '--depth', '3'], /--compare is about our own table/],
    [['--engine', 'x', '--no-table'], /--no-table is about our own table/],
  ])('%j is the user’s mistake', async (args, message) => {
    const { code, err } = await threefold('analyze', ...args);
    expect(code).toBe(2);
    expect(err.join('\n')).toMatch(message);
  });
});

describe('threefold uci', () => {
  it('talks until the other side goes away', async () => {
    const stdin = new PassThrough();
    const heard: string[] = [];
    let told: () => void = () => undefined;
    const io = {
      out: (line: string) => {
        heard.push(line);
        told();
      },
      err: (line: string) => heard.push(`stderr: ${line}`),
      stdin,
    };
    const line = (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        told = () => {
          if (pattern.test(heard.at(-1)!)) resolve();
        };
      });
    const running = dispatch(['uci'], io);
    const introduced = line(/^uciok$/);
    stdin.write('uci\n');
    await introduced;
    const moved = line(/^bestmove [a-h]/);
    stdin.write('position startpos\ngo depth 3\n');
    await moved;
    stdin.end();
    expect(await running).toBe(0);
    expect(heard[0]).toMatch(/^id name Threefold \d/);
  });

  it('takes no arguments', async () => {
    expect(await threefold('uci', 'now')).toMatchObject({
      code: 2,
      err: ['threefold uci: uci takes no arguments: "now"'],
    });
  });
});
