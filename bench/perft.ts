import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseFen } from 'chessops/fen';
import { findInstalled } from '../src-main/engine/installed';
import { Kernel, PERFT_MODES, type PerftMode } from '../src-main/engine/kernel';

/**
 * How fast the kernel counts, beside Stockfish's `go perft` where it is installed: both count the last ply from a list
 * of moves. Runs alternate, so that a busy machine slows both; the ratio is what to look at.
 */

const POSITIONS = [
  ['start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 6, 119_060_324n],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 5, 193_690_690n],
  ['pins', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 6, 11_030_083n],
  ['promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 5, 15_833_292n],
] as const;

const ROUNDS = 5;

/** A Stockfish that waits for positions, so that its start does not count. */
export function startOpponent(path: string) {
  const engine = spawn(path);
  const lines = createInterface(engine.stdout)[Symbol.asyncIterator]();
  return {
    async seconds(fen: string, depth: number): Promise<number> {
      engine.stdin.write(`position fen ${fen}\nisready\n`);
      while ((await lines.next()).value !== 'readyok');
      const start = performance.now();
      engine.stdin.write(`go perft ${depth}\n`);
      while (!String((await lines.next()).value).startsWith('Nodes searched'));
      return (performance.now() - start) / 1000;
    },
    quit: () => engine.stdin.end('quit\n'),
  };
}

const mnps = (nodes: bigint, seconds: number): string => (Number(nodes) / seconds / 1e6).toFixed(0).padStart(5);

export async function run(): Promise<void> {
  const position = (await Kernel.load('node_modules/.cache/threefold/kernel.wasm')).position(0);
  const stockfish = await findInstalled('stockfish');
  const opponent = stockfish ? startOpponent(stockfish) : undefined;
  console.log(`million leaves per second, best of ${ROUNDS}${opponent ? '' : ' (Stockfish is not installed)'}`);
  console.log(['position'.padEnd(12), ...PERFT_MODES, 'stockfish', 'list / stockfish'].join('  '));
  for (const [name, fen, depth, nodes] of POSITIONS) {
    position.load(parseFen(fen).unwrap());
    const seconds = (mode: PerftMode): number => {
      const start = performance.now();
      if (position.perft(depth, mode) !== nodes) throw new Error(`${name}: ${mode} counts wrong`);
      return (performance.now() - start) / 1000;
    };
    const best: Partial<Record<PerftMode | 'stockfish', number>> = {};
    const note = (who: PerftMode | 'stockfish', time: number): void => {
      best[who] = Math.min(best[who] ?? Infinity, time);
    };
    for (let round = 0; round < ROUNDS; round++) {
      note('list', seconds('list'));
      if (opponent) note('stockfish', await opponent.seconds(fen, depth));
      note('popcount', seconds('popcount'));
    }
    note('plain', seconds('plain'));
    note('hash', seconds('hash'));
    const columns = [...PERFT_MODES, 'stockfish' as const].map((who) => (best[who] ? mnps(nodes, best[who]) : '    -'));
    const ratio = best.stockfish ? (best.stockfish / best.list!).toFixed(2) : '-';
    console.log([name.padEnd(12), ...columns, ratio].join('  '));
  }
  opponent?.quit();
}
