import { readFileSync } from 'node:fs';
import { roleToChar, SquareSet } from 'chessops';
import { Chess } from 'chessops/chess';
import { INITIAL_FEN, parseFen } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import { unpackMove } from '../../../shared/chess/packed-move';
import { Kernel } from '../kernel';
import { SearchKernel } from '../kernel-search';

interface EvaluationExports {
  evaluation(area: number): number;
  featureScore(area: number): number;
  partsOf(area: number): number;
  readonly PART_SCALE: WebAssembly.Global;
}

const WIDTH = 256;
const ROLES = 'pnbrqk';
const MOST = 1500;

/** Positions whose next moves castle, promote, take en passant, and lead a king from one wing to the other. */
const LIVELY = [
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
  'rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'r2k3r/8/8/3qQ3/8/8/8/R2K3R w KQkq - 0 1',
  'rk5r/pp4pp/8/3nN3/3Nn3/8/PP4PP/RK5R w HAha - 0 1',
];

const load = async (build: string): Promise<Kernel> => Kernel.load(`node_modules/.cache/threefold/${build}.wasm`);

/** The network's opinion as its description has it, from its file and the board alone. */
function reference(game: Chess): number {
  const file = readFileSync('src-main/engine/network.bin');
  const row = (piece: number, square: number, n: number): number => file.readInt16LE(((piece * 64 + square) * WIDTH + n) * 2);
  const sums = (['white', 'black'] as const).map((side) => {
    const king = game.board.kingOf(side)!;
    const mirror = king % 8 < 4 ? 7 : 0;
    return Array.from({ length: WIDTH }, (_, n) => {
      let sum = file.readInt16LE((768 * WIDTH + n) * 2);
      for (const [square, { role, color }] of game.board) {
        const piece = 2 * ROLES.indexOf(roleToChar(role)) + (color === side ? 1 : 0);
        sum += row(piece, (side === 'white' ? square : square ^ 56) ^ mirror, n);
      }
      return Math.min(255, Math.max(0, sum));
    });
  });
  if (game.turn === 'black') sums.reverse();
  const phase = Math.floor((game.board.occupied.size() - 2) / 4);
  const outputs = 769 * WIDTH * 2;
  const weight = (n: number): number => file.readInt16LE(outputs + (phase * 2 * WIDTH + n) * 2);
  const total = sums.flat().reduce((all, sum, n) => all + sum * sum * weight(n), 0);
  const start = file.readInt32LE(outputs + 8 * 2 * WIDTH * 2 + phase * 4);
  return Math.trunc(((Math.trunc(total / 255) + start) * 400) / (255 * 64));
}

describe('the network', () => {
  it('says what its file says of the board', async () => {
    const kernel = await load('kernel');
    const { evaluation, featureScore, partsOf, PART_SCALE, threadArea } = kernel.exports as Kernel['exports'] &
      EvaluationExports;
    const area = threadArea(0);
    const scaleAt = partsOf(area) + (PART_SCALE.value as number);
    let asked = 0;
    for (const fen of [INITIAL_FEN, ...LIVELY]) {
      const game = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
      for (let ply = 0; ply < 40 && !game.isEnd(); ply++) {
        const setup = game.toSetup();
        setup.castlingRights = SquareSet.empty();
        delete setup.epSquare;
        expect(kernel.position(0).load(setup)).toBeUndefined();
        const features = featureScore(area);
        const scale = new DataView(kernel.memory.buffer).getInt32(scaleAt, true);
        const correction = Math.max(-MOST, Math.min(MOST, reference(game)));
        // The endings of few men have evaluations of their own.
        if (!game.isCheck() && game.board.occupied.size() > 5) {
          expect(evaluation(area), `${fen}, ply ${ply}`).toBe(features + Math.trunc((correction * scale) / 64));
          asked++;
        }
        const moves = kernel.position(0).moves();
        game.play(unpackMove(moves[(ply * 7) % moves.length]!));
      }
    }
    expect(asked).toBeGreaterThan(150);
  });

  it('is kept up move by move as it is from scratch, which the checked build compares at every evaluation', async () => {
    const kernel = await load('kernel-checked');
    const search = new SearchKernel(kernel);
    const layout = search.layOut(2 ** 20, 1, false);
    for (const fen of LIVELY) {
      expect(kernel.position(0).load(parseFen(fen).unwrap())).toBeUndefined();
      search.release();
      search.prepare(
        0,
        1,
        { nodes: 20_000, depth: 0, lines: 1, rootMoves: [], rootPath: 1 },
        { layout, generation: 1, policy: 'depth+age', counting: false },
      );
      kernel.checked(() => search.search(0));
    }
  });
});
