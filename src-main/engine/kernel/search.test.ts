import { SquareSet } from 'chessops';
import { Chess } from 'chessops/chess';
import { INITIAL_FEN, parseFen } from 'chessops/fen';
import { makeUci, parseUci } from 'chessops/util';
import { beforeAll, describe, expect, it } from 'vitest';
import { packMove, unpackMove } from '../../../shared/chess/packed-move';
import { Kernel } from '../kernel';

interface SearchExports {
  search(thread: number): void;
  searchPlainly(thread: number): void;
  plainScore(area: number, depth: number): number;
  perftPicked(area: number, depth: number): bigint;
  seeAtLeast(position: number, move: number, threshold: number): number;
  kpkWins(defends: number, pawn: number, king: number, bare: number): number;
  evaluation(area: number): number;
  tableUser(thread: number): number;
  task(thread: number): number;
}

const MATE = 32_000;
let kernel: Kernel;
let x: SearchExports & Kernel['exports'];
let constant: (name: string) => number;

beforeAll(async () => {
  kernel = await Kernel.load('node_modules/.cache/threefold/kernel.wasm');
  x = kernel.exports as unknown as typeof x;
  const constants = kernel.exports as unknown as Record<string, WebAssembly.Global>;
  constant = (name) => (constants[name]!.value as number) >>> 0;
});

const area = (): number => x.threadArea(0);
const position = (): number => area() + constant('POSITION');

/** Sets up a position and the moves that led on from it. */
function setUp(fen: string, moves: readonly string[] = []): Chess {
  const setup = parseFen(fen).unwrap();
  const game = Chess.fromSetup(setup).unwrap();
  expect(kernel.position(0).load(setup)).toBeUndefined();
  for (const uci of moves) {
    const move = parseUci(uci)!;
    x.makeMove(position(), packMove(game, move as Parameters<typeof packMove>[1]));
    game.play(move);
  }
  return game;
}

interface Found {
  score: number;
  depth: number;
  nodes: number;
  move: string;
}

/** Searches what is set up, without a table unless `buckets` are given. */
function search(limits: { depth: number; nodes?: number; plain?: boolean; buckets?: number }): Found {
  const { depth, nodes = 0, plain = false, buckets = 0 } = limits;
  const view = new DataView(kernel.memory.buffer);
  const user = x.tableUser(0);
  const task = x.task(0);
  const base = x.tableStart(1);
  new Uint8Array(kernel.memory.buffer, user, constant('USER_BYTES')).fill(0);
  new Uint8Array(kernel.memory.buffer, base, buckets * 64).fill(0);
  view.setUint32(user + constant('USER_BASE'), base, true);
  view.setUint32(user + constant('USER_BUCKETS'), buckets, true);
  new Uint8Array(kernel.memory.buffer, task, 128).fill(0);
  view.setBigInt64(task + constant('TASK_NODE_LIMIT'), nodes ? BigInt(nodes) : -1n, true);
  view.setBigInt64(task + constant('TASK_COUNT_AGAIN_AT'), nodes ? BigInt(nodes) : -1n, true);
  view.setUint32(task + constant('TASK_MAX_DEPTH'), depth, true);
  view.setUint32(task + constant('TASK_LINES'), 1, true);
  view.setUint32(task + constant('TASK_THREADS'), 1, true);
  view.setInt32(constant('STOP_FLAG'), 0, true);
  if (plain) x.searchPlainly(0);
  else x.search(0);
  const line = area() + constant('REPORT_LINES');
  return {
    score: view.getInt32(line + constant('LINE_SCORE'), true),
    depth: view.getUint32(line + constant('LINE_DEPTH'), true),
    nodes: Number(view.getBigUint64(task, true)),
    move: makeUci(unpackMove(view.getUint16(line + constant('REPORT_MOVES'), true))),
  };
}

/** A small generator of reproducible chance: whole numbers below `limit`. */
function chance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

describe('the picker', () => {
  it.each([
    ['start', INITIAL_FEN, 4, 197_281n],
    ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3, 97_862n],
    ['pins and en passant', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 5, 674_624n],
    ['promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 4, 422_333n],
  ] as const)('hands out every move once: %s', (_, fen, depth, nodes) => {
    setUp(fen);
    expect(x.perftPicked(area(), depth)).toBe(nodes);
  });
});

describe('the search and its plain twin', () => {
  it('agree on the score of random positions', () => {
    const random = chance(20_251);
    let compared = 0;
    while (compared < 250) {
      setUp(INITIAL_FEN);
      const list = area() + constant('MOVE_LISTS');
      for (let ply = 4 + random(110); ply > 0; ply--) {
        const count = x.legalMoves(position(), list);
        if (count === 0 || x.clock(position()) > 110) break;
        x.makeMove(position(), new Uint16Array(kernel.memory.buffer, list, count)[random(count)]!);
      }
      if (x.legalMoves(position(), list) === 0) continue;
      const depth = 1 + random(3);
      const found = search({ depth, plain: true, nodes: 200_000 });
      if (found.nodes >= 200_000) continue;
      expect(x.plainScore(area(), depth)).toBe(found.score);
      compared++;
    }
  });
});

describe('draws', () => {
  // A king alone against a rook: lost, unless it can stand for the third time where it stood.
  const LOST = '7k/8/8/8/8/8/r7/6K1 b - - 0 1';
  const ROUND = ['h8g8', 'g1f1', 'g8h8', 'f1g1'];

  it('sees a third occurrence that the game has prepared', () => {
    setUp(LOST, [...ROUND, ...ROUND.slice(0, 3)]);
    expect(search({ depth: 1, plain: true })).toMatchObject({ score: 0, move: 'f1g1' });
  });

  it('does not take a second occurrence for a third', () => {
    setUp(LOST, ROUND.slice(0, 3));
    expect(search({ depth: 1, plain: true }).score).toBeLessThan(-300);
  });

  it('counts the fifty moves, but a mate on the hundredth half-move is a mate', () => {
    setUp('7k/8/6K1/8/8/8/8/R7 w - - 99 80');
    expect(search({ depth: 2 })).toMatchObject({ score: MATE - 1, move: 'a1a8' });
    setUp('7k/8/5K2/8/8/8/8/R7 w - - 99 80');
    expect(search({ depth: 6 }).score).toBe(0);
    setUp('7k/8/5K2/8/8/8/8/R7 w - - 90 80');
    expect(search({ depth: 8 }).score).toBe(MATE - 3);
  });

  it('counts the fifty moves, at the hundredth half-move and no later', () => {
    // Without a capture or a pawn to move, one ply ends at the hundredth half-move, a rook ahead or not.
    setUp('7k/8/8/8/8/8/8/R5K1 w - - 99 80');
    expect(search({ depth: 1 }).score).toBe(0);
    setUp('7k/8/8/8/8/8/8/R5K1 w - - 98 80');
    expect(search({ depth: 1 }).score).toBeGreaterThan(300);
  });

  it('knows what cannot mate', () => {
    // A knight; bishops of one colour, however many.
    for (const fen of ['8/8/4k3/8/8/3NK3/8/8 w - - 0 1', '8/8/4k3/8/8/3BK3/8/1b6 w - - 0 1']) {
      setUp(fen);
      expect(search({ depth: 5 }).score).toBe(0);
    }
  });
});

describe('mates', () => {
  it('are as near as they are, at every ply and through the table', () => {
    const fen = 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1';
    for (const buckets of [0, 4096]) {
      setUp(fen);
      expect(search({ depth: 10, buckets })).toMatchObject({ score: MATE - 3, move: 'a1a6' });
    }
  });

  it('of three moves are found and counted from the root', () => {
    setUp('r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1');
    expect(search({ depth: 8, buckets: 4096 }).score).toBe(MATE - 5);
  });
});

describe('limits', () => {
  it('stop at the very node, and the same search counts the same nodes', () => {
    setUp(INITIAL_FEN);
    expect(search({ depth: 100, nodes: 12_345, buckets: 4096 }).nodes).toBe(12_345);
    const first = search({ depth: 9, buckets: 4096 });
    expect(search({ depth: 9, buckets: 4096 })).toEqual(first);
  });
});

describe('the exchange on one square', () => {
  it.each([
    ['a free pawn', '1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1', 'e1e5', 100],
    ['a defended pawn', '1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1', 'd3e5', -220],
    ['a rook behind a rook', '3r3k/3r4/2n5/3p4/8/8/3R4/3R3K w - - 0 1', 'd2d5', -400],
    ['en passant', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6', 100],
  ])('%s', (_, fen, uci, worth) => {
    const game = setUp(fen);
    const move = packMove(game, parseUci(uci) as Parameters<typeof packMove>[1]);
    expect(x.seeAtLeast(position(), move, worth)).toBe(1);
    expect(x.seeAtLeast(position(), move, worth + 1)).toBe(0);
  });
});

describe('king and pawn against king', () => {
  it('has the known number of wins', () => {
    let wins = 0;
    for (const defends of [0, 1])
      for (let pawn = 8; pawn < 56; pawn++)
        for (let squares = 0; (pawn & 7) < 4 && squares < 4096; squares++)
          wins += x.kpkWins(defends, pawn, squares >> 6, squares & 63);
    expect(wins).toBe(111_282);
  });

  it('is told to the evaluation, for both colours and wings', () => {
    for (const [fen, won] of [
      ['4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', true],
      ['8/8/8/8/4p3/4k3/8/4K3 b - - 0 1', true],
      ['8/8/8/8/k7/p7/8/K7 b - - 0 1', false],
      ['7k/8/7K/7P/8/8/8/8 w - - 0 1', false],
    ] as const) {
      setUp(fen);
      expect(x.evaluation(area()) > 500).toBe(won);
    }
  });
});

describe('the evaluation', () => {
  it('is the same from both sides, and with left and right exchanged', () => {
    const random = chance(7);
    const list = area() + constant('MOVE_LISTS');
    for (let game = 0; game < 60; game++) {
      const chess = setUp(INITIAL_FEN);
      for (let ply = 0; ply < 10 + random(90); ply++) {
        const count = x.legalMoves(position(), list);
        if (count === 0) break;
        const move = new Uint16Array(kernel.memory.buffer, list, count)[random(count)]!;
        x.makeMove(position(), move);
        chess.play(unpackMove(move));
      }
      if (chess.isCheck()) continue;
      const score = x.evaluation(area());
      const setup = chess.toSetup();
      setup.board = flipped(chess);
      setup.turn = chess.turn === 'white' ? 'black' : 'white';
      setup.castlingRights = SquareSet.empty();
      delete setup.epSquare;
      if (kernel.position(0).load(setup) !== undefined) continue;
      expect(x.evaluation(area())).toBe(score);
      setup.board = mirrored(setup.board);
      expect(kernel.position(0).load(setup)).toBeUndefined();
      expect(x.evaluation(area())).toBe(score);
    }
  });
});

/** The a-file as the h-file, and so on. */
function mirrored(from: Chess['board']): Chess['board'] {
  const board = from.clone();
  board.clear();
  for (const [square, piece] of from) board.set(square ^ 7, piece);
  return board;
}

/** The board seen from the other side, colours changed. */
function flipped(chess: Chess): Chess['board'] {
  const board = chess.board.clone();
  board.clear();
  for (const [square, piece] of chess.board)
    board.set(square ^ 56, { ...piece, color: piece.color === 'white' ? 'black' : 'white' });
  return board;
}
