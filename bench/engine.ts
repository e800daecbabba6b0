import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { isFailure } from '../shared/chess/position';
import { BENCH_POSITIONS } from '../src-main/cli/bench-positions';
import { compareTable } from '../src-main/engine/compare';
import { Engine } from '../src-main/engine/engine';
import { builtFile } from '../src-main/engine/built';
import { findInstalled } from '../src-main/engine/installed';
import { Kernel } from '../src-main/engine/kernel';
import setup from '../tools/kernel.setup';
import { HASH_MB, MIDDLE_GAME, NATIVE_ENGINES, uciSpeed, type Speed } from './engine/uci-speed';

/**
 * The engine's speed: what counting costs, what a second thread brings, what the table saves, how soon it stops; and beside
 * it whatever else is installed, in one run, so that a busy machine slows all alike. Ratios are what to look at.
 *
 *     npm run bench:engine -- [--seconds 1] [--packages FOLDER]    FOLDER/node_modules: where else to look for engines
 */

const FINE_70 = '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const ROUNDS = 7;
const COUNTING_NODES = 150_000;
const FINE_DEPTH = 23;
const STOPS = 20;
const BIG_HASH_MB = 4000;

const millions = (n: number): string => (n / 1e6).toFixed(2);
const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '1' }, packages: { type: 'string', default: '.' } },
  });
  const ms = Number(values.seconds) * 1000;
  await setup();
  await counting();
  await tableAtWork();
  await stopping();
  await speeds(ms, createRequire(resolve(values.packages, 'package.json')));
}

/** The same searches with and without counting, by turns: the same nodes, and for each position the best time of several. */
async function counting(): Promise<void> {
  const engine = await Engine.create({ settings: { hashMb: 16, threads: 1, lines: 1 } });
  const search = async (fen: string, counts: boolean) => {
    engine.clearTable();
    const limit = { kind: 'nodes', nodes: COUNTING_NODES } as const;
    const result = await engine.run({ fen, moves: [], limit }, { counting: counts });
    if (isFailure(result)) throw new Error(result.failure);
    return result.last;
  };
  const total = { on: 0, off: 0 };
  for (const [name, fen] of BENCH_POSITIONS.filter((_, n) => n % 4 === 0)) {
    const best = { on: Infinity, off: Infinity };
    for (let round = 0; round < ROUNDS; round++) {
      const on = await search(fen, true);
      const off = await search(fen, false);
      if (on.nodes !== off.nodes)
        throw new Error(`${name}: counting changes the search: ${on.nodes}, ${off.nodes} nodes`);
      best.on = Math.min(best.on, on.timeMs);
      best.off = Math.min(best.off, off.timeMs);
    }
    total.on += best.on;
    total.off += best.off;
  }
  console.log(
    `counting costs ${((total.on / total.off - 1) * 100).toFixed(1)} % (best of ${ROUNDS}, same nodes either way)`,
  );
  await engine.close();
}

async function tableAtWork(): Promise<void> {
  const engine = await Engine.create({ settings: { hashMb: 16, threads: 2, lines: 1 } });
  const compared = await compareTable(engine, { fen: FINE_70, moves: [], depth: FINE_DEPTH, threads: 2 });
  if (isFailure(compared)) throw new Error(compared.failure);
  console.log(`\nthe table, Fine's 70 to depth ${FINE_DEPTH}, 16 MB`);
  const cold = compared.runs.find(({ table, threads }) => table === 'cold' && threads === 1)!;
  for (const { table, threads, nodes, timeMs, moves } of compared.runs) {
    const ratio = (nodes / cold.nodes).toFixed(2);
    console.log(
      `  ${table.padEnd(5)}${threads} thread${threads > 1 ? 's' : ' '} ${String(nodes).padStart(11)} nodes ` +
        `${(timeMs / 1000).toFixed(2).padStart(7)} s  ${ratio.padStart(8)} × cold  ${moves[0]}`,
    );
  }
  await engine.close();
}

/** From the call to the event: while searching, also with a table of nearly all the memory there can be. */
async function stopping(): Promise<void> {
  console.log('\nstopping');
  for (const hashMb of [16, BIG_HASH_MB]) {
    const engine = await Engine.create({ settings: { hashMb, threads: 2, lines: 1 } });
    const times: number[] = [];
    for (let n = 0; n < STOPS; n++) {
      const running = engine.run({ fen: START, moves: [], limit: { kind: 'infinite' } });
      await new Promise((resolve) => setTimeout(resolve, 50 + n * 5));
      const asked = performance.now();
      engine.stop();
      await running;
      times.push(performance.now() - asked);
    }
    const began = performance.now();
    engine.clearTable();
    const called = performance.now() - began;
    await engine.settled();
    const cleared = performance.now() - began;
    console.log(
      `  ${hashMb} MB, 2 threads: stops in ${median(times).toFixed(1)} ms, at worst ${Math.max(...times).toFixed(1)} ms ` +
        `(${STOPS} times); clearing is asked for in ${called.toFixed(1)} ms and done in ${cleared.toFixed(0)} ms`,
    );
    await engine.close();
  }
}

/* ---- beside others ---------------------------------------------------------------------------------------------- */

async function speeds(ms: number, require: NodeJS.Require): Promise<void> {
  console.log(`\nmillion nodes per second, a middle game, ${HASH_MB} MB; the others have one thread`);
  const own = await ownSpeed(1, ms);
  const tell = (name: string, nps: number | undefined) =>
    console.log(
      `  ${name.padEnd(34)}${nps === undefined ? 'not installed' : `${millions(nps).padStart(7)}  we: ${(own / nps).toFixed(2)} ×`}`,
    );
  tell('threefold, 1 thread', own);
  tell('threefold, 2 threads', await ownSpeed(2, ms));
  for (const program of NATIVE_ENGINES) {
    const path = await findInstalled(program);
    const speed = path ? await uciSpeed(path, [], ms) : undefined;
    tell(speed?.name ?? program, speed?.nodesPerSecond);
  }
  tell('stockfish (npm, WebAssembly)', (await npmStockfish(require, ms))?.nodesPerSecond);
  tell('js-chess-engine', jsChessEngine(require));

  console.log('\nmillion legal moves made per second (perft of the middle game, every move made)');
  const position = (await Kernel.load(builtFile('kernel.wasm'))).position(0);
  position.load(parseFen(MIDDLE_GAME).unwrap());
  const kernel = perSecond(() => Number(position.perft(4, 'plain')));
  const tellMoves = (name: string, nps: number | undefined) =>
    console.log(
      `  ${name.padEnd(34)}${nps === undefined ? 'not installed' : `${millions(nps).padStart(7)}  we: ${(kernel / nps).toFixed(1)} ×`}`,
    );
  tellMoves('threefold', kernel);
  tellMoves(
    'chessops',
    perSecond(() => chessopsPerft(Chess.fromSetup(parseFen(MIDDLE_GAME).unwrap()).unwrap(), 3)),
  );
  tellMoves('chess.js', chessJs(require));
}

async function ownSpeed(threads: number, ms: number): Promise<number> {
  const engine = await Engine.create({ settings: { hashMb: HASH_MB, threads, lines: 1 } });
  const search = () => engine.run({ fen: MIDDLE_GAME, moves: [], limit: { kind: 'time', ms } });
  await search();
  engine.clearTable();
  const result = await search();
  await engine.close();
  if (isFailure(result)) throw new Error(result.failure);
  return result.last.nodesPerSecond;
}

export async function npmStockfish(require: NodeJS.Require, ms: number): Promise<Speed | undefined> {
  const folder = folderOf(require, 'stockfish');
  const script = folder && join(folder, 'bin', 'stockfish-19-lite-single.js');
  return script && existsSync(script) ? uciSpeed(process.execPath, [script], ms) : undefined;
}

function folderOf(require: NodeJS.Require, name: string): string | undefined {
  try {
    const [before] = require.resolve(name).split(`${sep}node_modules${sep}${name}${sep}`);
    return join(before!, 'node_modules', name);
  } catch {
    return undefined;
  }
}

/** It has levels instead of time: its highest, once. */
export function jsChessEngine(require: NodeJS.Require): number | undefined {
  if (!folderOf(require, 'js-chess-engine')) return undefined;
  const { ai } = require('js-chess-engine') as {
    ai(fen: string, options: { level: number; analysis: boolean }): { nodesSearched?: number };
  };
  return perSecond(() => ai(MIDDLE_GAME, { level: 5, analysis: true }).nodesSearched ?? 0);
}

export function chessopsPerft(position: Chess, depth: number): number {
  let nodes = 0;
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const promotions =
        position.board.pawn.has(from) && (to < 8 || to >= 56)
          ? (['queen', 'rook', 'bishop', 'knight'] as const)
          : [undefined];
      for (const promotion of promotions) {
        const next = position.clone();
        next.play({ from, to, ...(promotion && { promotion }) });
        nodes += depth === 1 ? 1 : chessopsPerft(next, depth - 1);
      }
    }
  }
  return nodes;
}

export function chessJs(require: NodeJS.Require): number | undefined {
  if (!folderOf(require, 'chess.js')) return undefined;
  const { Chess: ChessJs } = require('chess.js') as { Chess: new (fen: string) => { perft(depth: number): number } };
  return perSecond(() => new ChessJs(MIDDLE_GAME).perft(3));
}

/** What `count` counts, per second; the better of two, the first of which warms up. */
function perSecond(count: () => number): number {
  const once = (): number => {
    const began = performance.now();
    return (count() / (performance.now() - began)) * 1000;
  };
  return Math.max(once(), once());
}
