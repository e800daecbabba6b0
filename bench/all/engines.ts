import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { isFailure } from '../../shared/chess/position';
import type { SearchLimit } from '../../shared/search/limit';
import { builtFile } from '../../src-main/engine/built';
import { Engine } from '../../src-main/engine/engine';
import { findInstalled } from '../../src-main/engine/installed';
import { Kernel } from '../../src-main/engine/kernel';
import { chessJs, chessopsPerft, jsChessEngine, npmStockfish } from '../engine';
import { HASH_MB, MIDDLE_GAME, NATIVE_ENGINES, uciSpeed } from '../engine/uci-speed';
import { startOpponent } from '../perft';
import { seconds, spreadOf, type Contest, type Growth, type Peer } from './contest';

/** Search and move generation, the table's threads, and what counting costs. */

const FINE_70 = '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1';
const FINE_DEPTH = 18;

interface EngineUse {
  threads?: number;
  hashMb?: number;
  counting?: boolean;
}

/** One search from an empty table, in an engine of its own. */
async function search(fen: string, limit: SearchLimit, use: EngineUse = {}) {
  const { threads = 1, hashMb = 64, counting = true } = use;
  const engine = await Engine.create({ settings: { hashMb, threads, lines: 1 } });
  try {
    await engine.run({ fen, moves: [], limit: { kind: 'nodes', nodes: 100_000 } });
    engine.clearTable();
    await engine.settled();
    const result = await engine.run({ fen, moves: [], limit }, { counting });
    if (isFailure(result)) throw new Error(result.failure);
    return result.last;
  } finally {
    await engine.close();
  }
}

/** A peer that answers `undefined` once is not installed. */
async function peer(name: string, measure: () => Promise<number | undefined> | number | undefined): Promise<Peer> {
  return (await measure()) === undefined
    ? { name, absent: 'not installed' }
    : { name, measure: async () => (await measure())! };
}

/** An engine of the system, measured once to learn its name and version, and that it works. */
async function nativePeer(program: string, ms: number): Promise<Peer> {
  const path = await findInstalled(program);
  if (!path) return { name: program, absent: 'not installed' };
  try {
    const { name } = await uciSpeed(path, [], ms);
    return { name, measure: async () => (await uciSpeed(path, [], ms)).nodesPerSecond / 1e6 };
  } catch (error) {
    return { name: program, absent: (error as Error).message };
  }
}

export async function engineContests(packages: NodeJS.Require, ms: number): Promise<Contest[]> {
  const million = (nps: number) => nps / 1e6;
  const natives: Peer[] = [];
  for (const program of NATIVE_ENGINES) natives.push(await nativePeer(program, ms));
  const stockfish = await findInstalled('stockfish');
  const maybe = (nps: number | undefined) => (nps === undefined ? undefined : million(nps));
  return [
    {
      title: 'Search: nodes per second',
      unit: 'million nodes/s',
      better: 'more',
      note: `One thread, ${HASH_MB} MB, a middle game. Nodes are not the same thing in every engine: this is speed, not strength.`,
      ours: {
        name: 'Threefold',
        measure: async () =>
          million((await search(MIDDLE_GAME, { kind: 'time', ms }, { hashMb: HASH_MB })).nodesPerSecond),
      },
      peers: [
        ...natives,
        await peer('stockfish (npm, WebAssembly)', async () =>
          maybe((await npmStockfish(packages, ms))?.nodesPerSecond),
        ),
        await peer('js-chess-engine (npm)', () => maybe(jsChessEngine(packages))),
      ],
    },
    {
      title: 'A second thread on the same table',
      unit: 'million nodes/s',
      better: 'more',
      note: 'Two threads against one, both ours.',
      ours: {
        name: 'two threads',
        measure: async () => million((await search(MIDDLE_GAME, { kind: 'time', ms }, { threads: 2 })).nodesPerSecond),
      },
      peers: [
        {
          name: 'one thread',
          measure: async () => million((await search(MIDDLE_GAME, { kind: 'time', ms })).nodesPerSecond),
        },
      ],
    },
    {
      title: 'Counting what the table does',
      unit: 's for the same nodes',
      better: 'less',
      note: 'The same search, the same nodes: a ratio of 1 says that the statistics cost nothing.',
      ours: { name: 'statistics on', measure: () => searchSeconds(ms, true) },
      peers: [{ name: 'statistics off', measure: () => searchSeconds(ms, false) }],
    },
    {
      title: 'The table at work',
      unit: `million nodes to depth ${FINE_DEPTH}`,
      better: 'less',
      note: "Fine's position 70 from an empty table of 16 MB, and without a table.",
      ours: { name: 'with the table', measure: async () => million((await fine(true)).nodes) },
      peers: [{ name: 'without a table', measure: async () => million((await fine(false)).nodes) }],
    },
    await perftContest(stockfish),
    {
      title: 'Making moves',
      unit: 'million moves/s',
      better: 'more',
      note: 'Every legal move of a middle game made and taken back, three or four plies deep.',
      ours: { name: 'Threefold (kernel)', measure: plainPerft },
      peers: [
        {
          name: 'chessops',
          measure: async () => {
            const position = Chess.fromSetup(parseFen(MIDDLE_GAME).unwrap()).unwrap();
            let nodes = 0;
            const time = await seconds(() => (nodes = chessopsPerft(position, 3)));
            return nodes / time / 1e6;
          },
        },
        await peer('chess.js', () => maybe(chessJs(packages))),
      ],
    },
  ];
}

const searchSeconds = async (ms: number, counting: boolean): Promise<number> =>
  (await search(MIDDLE_GAME, { kind: 'nodes', nodes: 2000 * ms }, { counting })).timeMs / 1000;

async function fine(table: boolean) {
  const engine = await Engine.create({ settings: { hashMb: 16, threads: 1, lines: 1 } });
  const limit = { kind: 'depth', plies: FINE_DEPTH } as const;
  const result = await engine.run({ fen: FINE_70, moves: [], limit }, { table });
  await engine.close();
  if (isFailure(result)) throw new Error(result.failure);
  return result.last;
}

async function perftContest(stockfish: string | undefined): Promise<Contest> {
  const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
  const [depth, leaves] = [5, 193_690_690n];
  const position = (await Kernel.load(builtFile('kernel.wasm'))).position(0);
  position.load(parseFen(fen).unwrap());
  return {
    title: 'Perft: counting move paths',
    unit: 'million leaves/s',
    better: 'more',
    note: 'Kiwipete to depth 5, 193,690,690 leaves; the last ply is counted from a list of moves by both.',
    ours: {
      name: 'Threefold (list)',
      measure: async () => {
        const time = await seconds(() => {
          if (position.perft(depth, 'list') !== leaves) throw new Error('perft counts wrong');
        });
        return Number(leaves) / time / 1e6;
      },
    },
    peers: [
      stockfish
        ? {
            name: 'Stockfish (system), `go perft`',
            async measure() {
              const opponent = startOpponent(stockfish);
              const time = await opponent.seconds(fen, depth);
              opponent.quit();
              return Number(leaves) / time / 1e6;
            },
          }
        : { name: 'Stockfish (system)', absent: 'not installed' },
    ],
  };
}

async function plainPerft(): Promise<number> {
  const position = (await Kernel.load(builtFile('kernel.wasm'))).position(0);
  position.load(parseFen(MIDDLE_GAME).unwrap());
  let nodes = 0;
  const time = await seconds(() => (nodes = Number(position.perft(4, 'plain'))));
  return nodes / time / 1e6;
}

/** The same search in tables of growing size: what a larger table saves, and what it costs to clear. */
export async function tableGrowth(sizesMb: number[], depth: number, rounds: number): Promise<Growth[]> {
  const nodes: Growth = {
    title: 'The table’s size: nodes',
    of: 'MB',
    unit: `million nodes of a middle game to depth ${depth}`,
    points: [],
  };
  const clearing: Growth = { title: 'The table’s size: clearing', of: 'MB', unit: 'ms, two threads', points: [] };
  for (const hashMb of sizesMb) {
    const counted: number[] = [];
    const cleared: number[] = [];
    for (let round = 0; round < rounds; round++) {
      counted.push((await search(MIDDLE_GAME, { kind: 'depth', plies: depth }, { hashMb })).nodes / 1e6);
      const engine = await Engine.create({ settings: { hashMb, threads: 2, lines: 1 } });
      await engine.run({ fen: MIDDLE_GAME, moves: [], limit: { kind: 'nodes', nodes: 50_000 } });
      cleared.push(
        (await seconds(() => {
          engine.clearTable();
          return engine.settled();
        })) * 1000,
      );
      await engine.close();
    }
    nodes.points.push({ size: hashMb, cost: spreadOf(counted) });
    clearing.points.push({ size: hashMb, cost: spreadOf(cleared) });
  }
  return [nodes, clearing];
}
