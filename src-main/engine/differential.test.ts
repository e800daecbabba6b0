import { Chess, type Position } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { haveOracle, oracleRows } from '../../fixtures/oracle';
import { legalMoves } from '../../fixtures/random-play';
import { legalEnPassant } from '../../shared/chess/identity';
import { packMove } from '../../shared/chess/packed-move';
import { fideKey, parseKey } from '../../shared/chess/zobrist';
import { Kernel, type KernelPosition } from './kernel';

/** The kernel against chessops: two rule books written by different people. */

const cache = 'node_modules/.cache/threefold';
let kernel: KernelPosition;
let checked: KernelPosition;
beforeAll(async () => {
  kernel = (await Kernel.load(`${cache}/kernel.wasm`)).position(0);
  checked = (await Kernel.load(`${cache}/kernel-checked.wasm`)).position(0);
});

/** The 960 first ranks by Scharnagl's numbering: bishops, queen, knights, and the king between the rooks. */
const chess960 = (number: number): Position => {
  const rank: string[] = Array(8).fill('');
  const free = (): number[] => rank.flatMap((piece, file) => (piece ? [] : [file]));
  rank[2 * (number % 4) + 1] = 'b';
  rank[2 * ((number >> 2) % 4)] = 'b';
  rank[free()[(number >> 4) % 6]!] = 'q';
  const knights = Math.floor(number / 96);
  const pairs = [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].filter((b) => b > a).map((b) => [a, b] as const));
  const [a, b] = pairs[knights]!;
  const left = free();
  rank[left[a]!] = rank[left[b]!] = 'n';
  for (const piece of ['r', 'k', 'r']) rank[free()[0]!] = piece;
  const pieces = rank.join('');
  const fen = `${pieces}/pppppppp/8/8/8/8/PPPPPPPP/${pieces.toUpperCase()} w KQkq - 0 1`;
  return Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
};

const numbered = (moves: Iterable<number>): number[] => [...moves].sort((a, b) => a - b);

/** Everything the kernel says of a position, against chessops. */
const compare = (position: Position, against: KernelPosition): void => {
  const expected = numbered(legalMoves(position).map((move) => packMove(position, move)));
  const fen = makeFen(position.toSetup());
  expect(numbered(against.moves()), fen).toEqual(expected);
  expect(numbered([...against.moves('noisy'), ...against.moves('quiet')]), fen).toEqual(expected);
  expect(against.key, fen).toBe(fideKey(position));
  expect(against.clock, fen).toBe(position.halfmoves);
  expect(against.epSquare, fen).toBe(legalEnPassant(position));
  expect(against.inCheck, fen).toBe(position.isCheck());
  for (const move of legalMoves(position)) {
    const after = position.clone();
    after.play(move);
    expect(against.givesCheck(packMove(position, move)), `${fen} ${JSON.stringify(move)}`).toBe(after.isCheck());
  }
};

/** Plays by numbers on both boards, comparing at every step, then back again. */
const playThrough = (start: Position, choices: readonly number[], against: KernelPosition, every = compare): void => {
  const position = start.clone();
  expect(against.load(position.toSetup())).toBeUndefined();
  const keys: bigint[] = [];
  for (const choice of choices) {
    every(position, against);
    const moves = legalMoves(position);
    if (moves.length === 0) break;
    const move = moves[choice % moves.length]!;
    keys.push(against.key);
    against.make(packMove(position, move));
    position.play(move);
  }
  every(position, against);
  for (const key of keys.reverse()) {
    against.undo();
    expect(against.key).toBe(key);
  }
  every(start, against);
};

const choices = fc.array(fc.nat(10_000), { maxLength: 120, size: 'max' });

describe('random games agree with chessops', () => {
  test('from the usual start', () => {
    fc.assert(
      fc.property(choices, (line) => playThrough(Chess.default(), line, kernel)),
      { numRuns: 30 },
    );
  });

  test('from every kind of Chess960 start', () => {
    fc.assert(
      fc.property(fc.nat(959), choices, (number, line) => playThrough(chess960(number), line, kernel)),
      {
        numRuns: 30,
      },
    );
  });

  test('the numbering of Chess960 is the usual one', () => {
    expect(makeFen(chess960(518).toSetup())).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    expect(makeFen(chess960(0).toSetup())).toMatch(/^bbqnnrkr\//);
  });

  test('and the checked build finds nothing to object to', () => {
    const silent = (): void => undefined;
    fc.assert(
      fc.property(fc.nat(959), choices, (number, line) => playThrough(chess960(number), line, checked, silent)),
      {
        numRuns: 100,
      },
    );
  });
});

describe('positions that catch move generators', () => {
  test.each([
    ['en passant would open the rank', '8/8/8/K2Pp2r/8/8/8/7k w - e6 0 1'],
    ['en passant takes the checker', '8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1'],
    ['en passant steps between', '8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1'],
    ['en passant along the pin', '7k/8/8/3pP3/8/8/1B6/K7 w - d6 0 1'],
    ['en passant against the pin', '1b5k/8/8/2pPp3/8/5K2/8/8 w - e6 0 1'],
    ['two pawns may capture, one is pinned', '3r3k/8/8/2PpP3/8/8/8/K7 w - d6 0 1'],
    ['a double push beside a pawn that is pinned on its file', 'k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1'],
    ['a double push after which both pawns would leave the rank', '4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1'],
    ['double check', '4k3/8/8/8/4r3/8/3n4/4K2R w K - 0 1'],
    ['castling rook gives check', '5k2/8/8/8/8/8/8/4K2R w K - 0 1'],
    ['attacked rook may castle', '4k3/8/8/8/8/8/7r/R3K2R w KQ - 0 1'],
    ['b1 attacked, long castling allowed', '1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1'],
    ['Chess960: the rook shields its king', '4k3/8/8/8/8/8/8/qR1K3R w HB - 0 1'],
    ['Chess960: king stays where it is', '4k3/8/8/8/8/8/8/6KR w H - 0 1'],
    ['Chess960: king and rook change places', '4k3/8/8/8/8/8/8/5KR1 w G - 0 1'],
    ['Chess960: long castling to the right', '4k3/8/8/8/8/8/8/RK6 w A - 0 1'],
    ['promotion with capture of a castling rook', 'r3k2r/1P4P1/8/8/8/8/8/4K3 w kq - 0 1'],
    ['many queens', 'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1'],
  ])('%s', (_name, fen) => {
    const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    for (const against of [kernel, checked]) {
      expect(against.load(position.toSetup())).toBeUndefined();
      compare(position, against);
      for (const move of legalMoves(position)) {
        const after = position.clone();
        after.play(move);
        against.make(packMove(position, move));
        compare(after, against);
        against.undo();
      }
      compare(position, against);
    }
  });

  test('a move from elsewhere is legal exactly if it is generated', () => {
    fc.assert(
      fc.property(fc.nat(959), choices, (number, line) => {
        playThrough(chess960(number), line.slice(0, 40), kernel, (_position, against) => {
          const legal = new Set(against.moves());
          for (let move = 0; move < 0x8000; move++)
            if (against.isLegal(move) !== legal.has(move)) expect.fail(`${move} in ${makeFen(_position.toSetup())}`);
        });
      }),
      { numRuns: 3 },
    );
  });
});

describe('positions no game can be played from', () => {
  test.each([
    ['no black king', '8/8/8/8/8/8/8/K7 w - - 0 1', 'kings'],
    ['two white kings', 'k7/8/8/8/8/8/8/K1K5 w - - 0 1', 'kings'],
    ['kings beside each other', '8/8/8/8/8/8/8/Kk6 w - - 0 1', 'oppositeCheck'],
    ['the side that moved is in check', 'k7/8/8/8/8/8/8/R3K3 w - - 0 1', 'oppositeCheck'],
    ['a pawn on the last rank', 'P6k/8/8/8/8/8/8/K7 w - - 0 1', 'pawnsOnBackRank'],
  ])('%s', (_name, fen, fault) => {
    expect(kernel.load(parseFen(fen).unwrap())).toBe(fault);
  });
});

test('castling is spoken of in both notations', () => {
  kernel.load(parseFen('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1').unwrap());
  const short = kernel.parseUci('e1g1')!;
  expect(kernel.parseUci('e1h1')).toBe(short);
  expect([kernel.makeUci(short), kernel.makeUci(short, true)]).toEqual(['e1g1', 'e1h1']);
  expect(kernel.parseUci('e1e3')).toBeUndefined();
});

test('a repeated position is counted back to the last irreversible move', () => {
  kernel.load(parseFen('4k3/8/8/8/8/8/8/R3K2R w KQ - 30 40').unwrap());
  const seen: number[] = [];
  for (const uci of 'e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8'.split(' ')) {
    kernel.make(kernel.parseUci(uci)!);
    seen.push(kernel.earlierOccurrences);
  }
  // After the first king's move castling is gone: the position before it never comes back.
  expect(seen).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
});

describe.skipIf(!haveOracle)('every key of the reference data', () => {
  const check = (fen: string, key: string): void => {
    const setup = parseFen(fen).unwrap();
    const playable = Chess.fromSetup(setup).isOk;
    expect(kernel.load(setup) === undefined, fen).toBe(playable);
    // A diagram that is no position of a game has a key, too, but the kernel is for games.
    if (!playable) return;
    expect(kernel.key, fen).toBe(parseKey(key));
  };

  test('keys.tsv', () => {
    for (const [fen, polyglot, fide] of oracleRows('keys.tsv')) check(fen!, fide === '=' ? polyglot! : fide!);
  });

  test('ep-differences.tsv', () => {
    for (const [fen, , fide] of oracleRows('ep-differences.tsv')) check(fen!, fide!);
  });

  test('keys-960.tsv: Shredder-FEN and X-FEN', () => {
    for (const [shredder, x, key] of oracleRows('keys-960.tsv')) {
      check(shredder!, key!);
      check(x!, key!);
    }
  });
});
