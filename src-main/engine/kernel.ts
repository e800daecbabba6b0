import { readFile } from 'node:fs/promises';
import type { Role, Setup } from 'chessops';
import { makeSquare } from 'chessops/util';
import { unpackMove } from '../../shared/chess/packed-move';
import { RANDOM64 } from '../../shared/chess/random64';
import { packWeights } from './weights';

/**
 * The one file that knows WebAssembly: it makes the shared memory, instantiates the kernel, writes its tables, and turns
 * addresses and signed 64-bit numbers into the app's types. kernel/memory.ts draws the map of the memory.
 *
 *     const kernel = await Kernel.load('dist/main/kernel.wasm');
 *     const position = kernel.position(0);
 *     position.load(parseFen(INITIAL_FEN).unwrap());
 *     position.perft(5) // 4865609n
 */

/** The kernel's own numbering of roles; a piece is 2 * role + (white ? 1 : 0). */
const ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

const roleNumber = (role: Role): number => ROLES.indexOf(role);

/** Ways to count: every move made; the last ply listed; the last ply only counted; subtrees found in a table. */
export const PERFT_MODES = ['plain', 'list', 'popcount', 'hash'] as const;
export type PerftMode = (typeof PERFT_MODES)[number];

/** Why the kernel refused a position. */
export type SetupFault = 'kings' | 'oppositeCheck' | 'pawnsOnBackRank';

/** By `setPosition`'s number. */
export const SETUP_FAULTS: readonly (SetupFault | undefined)[] = [
  undefined,
  'kings',
  'oppositeCheck',
  'pawnsOnBackRank',
];

/** What the checked build found different from scratch; index is FAULT's value. */
const CHECKED_FAULTS = ['nothing', 'boards', 'kings', 'key', 'pawn key', 'piece-square score', 'network sums'];

/** Exported numbers arrive as globals. */
type Constant = WebAssembly.Global;

/** The exports used here; pointers are byte addresses, u64 comes as a signed BigInt. */
export interface KernelExports {
  writeTables(): void;
  writeSearchTables(): void;
  setPosition(position: number, states: number, turn: number, rooks: bigint, ep: number, clock: number): number;
  legalMoves(position: number, list: number): number;
  noisyMoves(position: number, list: number): number;
  quietMoves(position: number, list: number): number;
  /** 0 or 1, as every `bool` of the kernel. */
  isLegalMove(position: number, move: number): number;
  moveGivesCheck(position: number, move: number): number;
  inCheck(position: number): number;
  makeMove(position: number, move: number): void;
  undoMove(position: number): void;
  makeNull(position: number): void;
  undoNull(position: number): void;
  key(position: number): bigint;
  clock(position: number): number;
  rights(position: number): number;
  epSquare(position: number): number;
  ply(position: number): number;
  earlierOccurrences(position: number, enough: number): number;
  perftPlain(position: number, depth: number, list: number): bigint;
  perftList(position: number, depth: number, list: number): bigint;
  perftPopcount(position: number, depth: number, list: number): bigint;
  perftHashed(position: number, depth: number, list: number, table: number, entries: number): bigint;
  threadArea(thread: number): number;
  tableStart(threads: number): number;
  readonly STOP_FLAG: Constant;
  readonly WEIGHTS: Constant;
  readonly WEIGHTS_AT: Constant;
  readonly NETWORK: Constant;
  readonly NETWORK_BYTES: Constant;
  readonly FAULT: Constant;
  readonly RANDOM64: Constant;
  readonly POSITION: Constant;
  readonly COUNTERS: Constant;
  readonly REPORT: Constant;
  readonly STATES: Constant;
  readonly MAX_STATES: Constant;
  readonly MOVE_LISTS: Constant;
  readonly MAX_THREADS: Constant;
  readonly BOARD: Constant;
  readonly NO_PIECE: Constant;
  readonly NO_SQUARE: Constant;
}

const PAGE = 65536;
/** As the kernel is compiled (tools/kernel.mjs): every import of its memory must declare the same. */
const INITIAL_PAGES = 1024;
const MAXIMUM_PAGES = 65536;

/** A constant that the kernel exports. */
const constant = (value: Constant): number => (value.value as number) >>> 0;

/** What another thread needs to run the same kernel on the same memory; can be posted to a worker. */
export interface SharedKernel {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
}

/** One instance of the kernel, for one thread; instances over the same memory share all that lies there. */
export class Kernel {
  readonly shared: SharedKernel;
  readonly exports: KernelExports;

  private constructor(shared: SharedKernel, instance: WebAssembly.Instance) {
    this.shared = shared;
    this.exports = instance.exports as unknown as KernelExports;
  }

  /** Compiles the binary and prepares a new memory. A memory is freed only by garbage collection: make one and keep it. */
  static async load(file: string | URL): Promise<Kernel> {
    const module = await WebAssembly.compile(await readFile(file));
    const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES, shared: true });
    const kernel = await Kernel.attach({ module, memory });
    new BigUint64Array(memory.buffer, constant(kernel.exports.RANDOM64), RANDOM64.length).set(RANDOM64);
    kernel.exports.writeTables();
    kernel.writeWeights(packWeights());
    kernel.writeNetwork(WebAssembly.Module.customSections(module, 'network')[0]);
    return kernel;
  }

  /** A further instance over a memory that is prepared already: for another thread. */
  static async attach(shared: SharedKernel): Promise<Kernel> {
    return new Kernel(shared, await WebAssembly.instantiate(shared.module, { env: { memory: shared.memory } }));
  }

  /** The evaluation's weights, in the order of kernel/weights.ts; before any thread searches. */
  writeWeights(packed: Int32Array): void {
    if (packed.length !== constant(this.exports.WEIGHTS)) throw new Error('The kernel binary is of another build');
    new Int32Array(this.memory.buffer, constant(this.exports.WEIGHTS_AT), packed.length).set(packed);
    this.exports.writeSearchTables();
  }

  /** The evaluation's network, which travels in the binary as a section of its own. */
  private writeNetwork(network: ArrayBuffer | undefined): void {
    if (network?.byteLength !== constant(this.exports.NETWORK_BYTES))
      throw new Error('The kernel binary is of another build');
    new Uint8Array(this.memory.buffer).set(new Uint8Array(network), constant(this.exports.NETWORK));
  }

  get memory(): WebAssembly.Memory {
    return this.shared.memory;
  }

  /** Makes the memory at least so large. @throws RangeError where the machine cannot give it */
  reserve(bytes: number): void {
    const missing = Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.memory.grow(missing);
  }

  /** The position of one thread's area, threads from 0. */
  position(thread: number): KernelPosition {
    return new KernelPosition(this, this.exports.threadArea(thread));
  }

  /** Runs what may trap in the checked build, and says what it found. @throws Error naming the difference */
  checked<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      const fault = new Int32Array(this.memory.buffer, constant(this.exports.FAULT), 1)[0];
      if (!fault || !(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new Error(`The kernel's ${CHECKED_FAULTS[fault]} differ from those computed from scratch`, {
        cause: error,
      });
    }
  }
}

/** A position in one thread's area, with the history that led to it. */
export class KernelPosition {
  private readonly kernel: Kernel;
  private readonly address: number;
  private readonly states: number;
  private readonly lists: number;

  constructor(kernel: Kernel, area: number) {
    this.kernel = kernel;
    const at = (offset: Constant): number => area + constant(offset);
    this.address = at(kernel.exports.POSITION);
    this.states = at(kernel.exports.STATES);
    this.lists = at(kernel.exports.MOVE_LISTS);
  }

  /**
   * Starts a game here: history begins anew. Castling rights without king and rook on the first rank, and an en
   * passant square without a legal capture, are dropped.
   * @returns why no game can be played from this position, undefined if it can
   */
  load(setup: Setup): SetupFault | undefined {
    const { exports } = this.kernel;
    const board = new Uint8Array(this.kernel.memory.buffer, this.address + constant(exports.BOARD), 64);
    board.fill(constant(exports.NO_PIECE));
    for (const [square, piece] of setup.board)
      board[square] = 2 * roleNumber(piece.role) + (piece.color === 'white' ? 1 : 0);
    const { lo, hi } = setup.castlingRights;
    const rooks = BigInt.asIntN(64, (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0));
    const ep = setup.epSquare ?? constant(exports.NO_SQUARE);
    const turn = setup.turn === 'white' ? 0 : 1;
    return SETUP_FAULTS[
      this.kernel.checked(() => exports.setPosition(this.address, this.states, turn, rooks, ep, setup.halfmoves))
    ];
  }

  /** The FIDE key. */
  get key(): bigint {
    return BigInt.asUintN(64, this.kernel.exports.key(this.address));
  }

  /** Half-moves since a capture or pawn move. */
  get clock(): number {
    return this.kernel.exports.clock(this.address);
  }

  /** Half-moves since the position was loaded. */
  get ply(): number {
    return this.kernel.exports.ply(this.address);
  }

  /** Where an en passant capture is legal. */
  get epSquare(): number | undefined {
    const square = this.kernel.exports.epSquare(this.address);
    return square === constant(this.kernel.exports.NO_SQUARE) ? undefined : square;
  }

  /** How often this position stood on the board before, in the moves made since it was loaded. */
  get earlierOccurrences(): number {
    return this.kernel.exports.earlierOccurrences(this.address, constant(this.kernel.exports.MAX_STATES));
  }

  /** Legal moves, packed as shared/chess/packed-move.ts says: all, or only captures and promotions, or only the others. */
  moves(kind: 'all' | 'noisy' | 'quiet' = 'all'): Uint16Array {
    const { legalMoves, noisyMoves, quietMoves } = this.kernel.exports;
    const generate = { all: legalMoves, noisy: noisyMoves, quiet: quietMoves }[kind];
    const count = generate(this.address, this.lists);
    return new Uint16Array(this.kernel.memory.buffer, this.lists, count).slice();
  }

  /** Whether a packed move, which may come from another position, is legal here. */
  isLegal(move: number): boolean {
    return this.kernel.exports.isLegalMove(this.address, move) !== 0;
  }

  /** Whether a legal move will give check. */
  givesCheck(move: number): boolean {
    return this.kernel.exports.moveGivesCheck(this.address, move) !== 0;
  }

  get inCheck(): boolean {
    return this.kernel.exports.inCheck(this.address) !== 0;
  }

  /** Plays a packed move, which must be legal: the kernel does not ask. */
  make(move: number): void {
    this.kernel.checked(() => this.kernel.exports.makeMove(this.address, move));
  }

  /** Takes back the last move. */
  undo(): void {
    if (this.ply === 0) throw new RangeError('There is no move to take back');
    this.kernel.checked(() => this.kernel.exports.undoMove(this.address));
  }

  /** The legal move that UCI text means, castling in either notation. */
  parseUci(uci: string): number | undefined {
    return [...this.moves()].find((move) => this.makeUci(move) === uci || this.makeUci(move, true) === uci);
  }

  /** A legal move in UCI notation; castling as the king's two steps, or with `chess960` as the king taking its rook. */
  makeUci(packed: number, chess960 = false): string {
    const board = new Uint8Array(this.kernel.memory.buffer, this.address + constant(this.kernel.exports.BOARD), 64);
    const { from, to, promotion } = unpackMove(packed);
    const king = board[from]!;
    const castles = king >> 1 === roleNumber('king') && board[to]! === king - 4;
    const target = castles && !chess960 ? (from & 56) + (to > from ? 6 : 2) : to;
    return makeSquare(from) + makeSquare(target) + (promotion ? PROMOTION_LETTERS[roleNumber(promotion)] : '');
  }

  /**
   * Leaves of the tree of legal moves; all modes agree. Depth 0 is one leaf.
   * @param tableBytes for mode `hash`: memory behind the first thread's area, which is overwritten
   */
  perft(depth: number, mode: PerftMode = 'list', tableBytes = 16 * 2 ** 20): bigint {
    if (depth === 0) return 1n;
    const { exports } = this.kernel;
    return BigInt.asUintN(
      64,
      this.kernel.checked(() => {
        switch (mode) {
          case 'plain':
            return exports.perftPlain(this.address, depth, this.lists);
          case 'list':
            return exports.perftList(this.address, depth, this.lists);
          case 'popcount':
            return exports.perftPopcount(this.address, depth, this.lists);
          case 'hash': {
            const table = exports.tableStart(1);
            this.kernel.reserve(table + tableBytes);
            new Uint8Array(this.kernel.memory.buffer, table, tableBytes).fill(0);
            return exports.perftHashed(this.address, depth, this.lists, table, Math.floor(tableBytes / 16));
          }
        }
      }),
    );
  }
}

const PROMOTION_LETTERS = ['', 'n', 'b', 'r', 'q'];
