import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { INITIAL_FEN, parseFen } from 'chessops/fen';
import { unpackMove } from '../shared/chess/packed-move';
import { Kernel, type KernelPosition } from '../src-main/engine/kernel';
import { SearchKernel, type TableUse, type TaskLimits } from '../src-main/engine/kernel-search';
import { chance } from './tune/chance';
import { makeKernelBoard, PIECE_LETTERS } from './tune/kernel-board';
import { makeLabelled, type LabelledPosition } from './tune/positions';

/**
 * Positions for the tuner from games of the engine against itself: each game begins with random moves, each move is
 * searched by a number of nodes, and the quiet positions met are written with the search's score and the game's result.
 *
 *     node bench/run.mjs selfplay --games 4000 --nodes 4000 --seed 1 --out positions.txt
 *
 * One thread; the same numbers give the same file. For more cores run one of these for each, with seeds of their own.
 */

const RANDOM_PLIES = 8;
/** Random moves may lose a pawn, not the game. */
const LEVEL_START = 200;
/** Either side so far ahead, in centipawns, for so many plies: won. */
const CLEAR_SCORE = 900;
const CLEAR_PLIES = 4;
const MAX_PLIES = 300;
const TABLE_BYTES = 4 * 2 ** 20;

const UNLIMITED: TaskLimits = { nodes: 0, depth: 0, lines: 1, rootMoves: [], rootPath: 1 };

interface SelfplayExports {
  evaluation(area: number): number;
  quiescenceScore(thread: number): number;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      games: { type: 'string', default: '1000' },
      nodes: { type: 'string', default: '4000' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  });
  if (!values.out) throw new Error('Say where to: --out FILE');
  const out = createWriteStream(values.out);
  const games = Number(values.games);
  const player = await Selfplayer.start(Number(values.nodes), Number(values.seed));
  const began = performance.now();
  let written = 0;
  for (let game = 1; game <= games; game++) {
    const positions = player.play();
    for (const position of positions) out.write(`${makeLabelled(position)}\n`);
    written += positions.length;
    if (game % 200 === 0 || game === games)
      console.log(`${game} games, ${written} positions, ${((performance.now() - began) / 1000).toFixed(0)} s`);
    // Lets the file's stream drain.
    await new Promise(setImmediate);
  }
  await new Promise((done) => out.end(done));
}

/** An engine that plays both sides, in this thread. */
class Selfplayer {
  private readonly kernel: Kernel;
  private readonly search: SearchKernel;
  private readonly position: KernelPosition;
  private readonly table: TableUse;
  private readonly random: () => number;
  private readonly nodes: number;

  private constructor(kernel: Kernel, nodes: number, seed: number) {
    this.kernel = kernel;
    this.search = new SearchKernel(kernel);
    this.position = kernel.position(0);
    const layout = this.search.layOut(TABLE_BYTES, 1, false);
    this.table = { layout, generation: 0, policy: 'depth+age', counting: false };
    this.random = chance(seed);
    this.nodes = nodes;
  }

  static async start(nodes: number, seed: number): Promise<Selfplayer> {
    return new Selfplayer(await Kernel.load('node_modules/.cache/threefold/kernel.wasm'), nodes, seed);
  }

  /** Plays one game to its end, and says what it met. */
  play(): LabelledPosition[] {
    const met: { fen: string; score: number }[] = [];
    const labelled = (result: number): LabelledPosition[] => met.map((one) => ({ ...one, result }));
    this.begin();
    let clear = 0;
    for (let ply = 0; ply < MAX_PLIES; ply++) {
      const white = ply % 2 === 0;
      if (this.position.moves().length === 0) {
        if (!this.position.inCheck) return labelled(0.5);
        return labelled(white ? 0 : 1);
      }
      if (this.isDrawn()) return labelled(0.5);
      const { move, score } = this.think();
      const forWhite = white ? score : -score;
      if (Math.abs(forWhite) < CLEAR_SCORE) clear = 0;
      else clear = Math.sign(forWhite) === Math.sign(clear) ? clear + Math.sign(forWhite) : Math.sign(forWhite);
      if (Math.abs(clear) >= CLEAR_PLIES) return labelled(clear > 0 ? 1 : 0);
      if (Math.abs(score) < CLEAR_SCORE && this.isQuiet(move)) met.push({ fen: this.fen(white), score: forWhite });
      this.position.make(move);
    }
    return labelled(0.5);
  }

  /** A start that is new and about level; White to move. */
  private begin(): void {
    for (;;) {
      const { from, bytes } = this.search.area(0);
      this.search.clear(this.table.layout.base, this.table.layout.end - this.table.layout.base);
      this.search.clear(from, bytes);
      this.position.load(parseFen(INITIAL_FEN).unwrap());
      let ply = 0;
      for (; ply < RANDOM_PLIES; ply++) {
        const moves = this.position.moves();
        if (moves.length === 0) break;
        this.position.make(moves[Math.floor(this.random() * moves.length)]!);
      }
      if (ply === RANDOM_PLIES && this.position.moves().length > 0 && Math.abs(this.think().score) <= LEVEL_START)
        return;
    }
  }

  private isDrawn(): boolean {
    if (this.position.clock >= 100 || this.position.earlierOccurrences >= 2) return true;
    const board = this.board();
    const men = board.filter((piece) => piece < PIECE_LETTERS.length);
    return men.length === 2 || (men.length === 3 && men.some((piece) => 'nNbB'.includes(PIECE_LETTERS[piece]!)));
  }

  private think(): { move: number; score: number } {
    const generation = (this.table.generation + 1) % this.search.generations;
    this.table.generation = generation;
    this.search.release();
    this.search.prepare(0, 1, { ...UNLIMITED, nodes: this.nodes }, this.table);
    this.search.search(0);
    const [line] = this.search.lines()!;
    return { move: line!.moves[0]!, score: line!.score };
  }

  /** Not in check, no capture or promotion is best, and none gains by the evaluation. */
  private isQuiet(move: number): boolean {
    if (this.position.inCheck || unpackMove(move).promotion) return false;
    if (this.position.moves('noisy').includes(move)) return false;
    // Without the table, which knows more than captures; and the search that ran into its limit raised the flag.
    this.search.release();
    this.search.prepare(0, 1, UNLIMITED, undefined);
    const { evaluation, quiescenceScore, threadArea } = this.kernel.exports as unknown as SelfplayExports &
      Kernel['exports'];
    return quiescenceScore(0) === evaluation(threadArea(0));
  }

  private board(): Uint8Array {
    const { exports, memory } = this.kernel;
    const constants = exports as unknown as Record<string, WebAssembly.Global>;
    const at = exports.threadArea(0) + Number(constants['POSITION']!.value) + Number(constants['BOARD']!.value);
    return new Uint8Array(memory.buffer, at, 64);
  }

  private fen(white: boolean): string {
    return `${makeKernelBoard(this.board())} ${white ? 'w' : 'b'}`;
  }
}
