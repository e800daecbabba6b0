import { parseFen } from 'chessops/fen';
import { beforeAll, describe, expect, it } from 'vitest';
import { Kernel, PERFT_MODES, type KernelPosition } from './kernel';

const cache = 'node_modules/.cache/threefold';

/** Name, FEN, and the leaves at depth 1, 2, …  The first six are the set every chess programmer tests by. */
const PERFT: readonly (readonly [name: string, fen: string, leaves: readonly number[]])[] = [
  ['start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', [20, 400, 8_902, 197_281, 4_865_609]],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', [48, 2_039, 97_862, 4_085_603]],
  ['en passant and pins', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', [14, 191, 2_812, 43_238, 674_624]],
  ['promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', [6, 264, 9_467, 422_333]],
  [
    'castling through check',
    'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    [44, 1_486, 62_379, 2_103_487],
  ],
  [
    'middlegame',
    'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    [46, 2_079, 89_890, 3_894_594],
  ],
];

describe.each(['kernel', 'kernel-checked'])('%s', (build) => {
  let position: KernelPosition;
  beforeAll(async () => {
    position = (await Kernel.load(`${cache}/${build}.wasm`)).position(0);
  });

  describe.each(PERFT)('perft of %s', (_name, fen, leaves) => {
    it.each(PERFT_MODES)('%s', (mode) => {
      expect(position.load(parseFen(fen).unwrap())).toBeUndefined();
      // Checking everything after every move takes its time.
      const depths = build === 'kernel' ? leaves : leaves.slice(0, 3);
      expect(depths.map((_, i) => Number(position.perft(i + 1, mode)))).toEqual(depths);
    });
  });
});

/** Deep enough that a fault in a rare move shows; bulk counting makes them a matter of seconds. */
const DEEP: readonly (readonly [name: string, fen: string, depth: number, leaves: bigint])[] = [
  ['start', PERFT[0]![1], 6, 119_060_324n],
  ['kiwipete', PERFT[1]![1], 5, 193_690_690n],
  ['en passant and pins', PERFT[2]![1], 6, 11_030_083n],
  ['promotions', PERFT[3]![1], 5, 15_833_292n],
  ['castling through check', PERFT[4]![1], 5, 89_941_194n],
  ['middlegame', PERFT[5]![1], 5, 164_075_551n],
];

describe('deep perft, bulk counted', () => {
  let position: KernelPosition;
  beforeAll(async () => {
    position = (await Kernel.load(`${cache}/kernel.wasm`)).position(0);
  });

  it.each(DEEP)('%s', (_name, fen, depth, leaves) => {
    position.load(parseFen(fen).unwrap());
    expect(position.perft(depth, 'list')).toBe(leaves);
    expect(position.perft(depth, 'popcount')).toBe(leaves);
    expect(position.perft(depth, 'hash')).toBe(leaves);
  });
});
