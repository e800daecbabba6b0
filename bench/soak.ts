import { parseArgs } from 'node:util';
import { parseFen } from 'chessops/fen';
import { BENCH_POSITIONS } from '../src-main/cli/bench-positions';
import { builtFile } from '../src-main/engine/built';
import { Kernel } from '../src-main/engine/kernel';
import { SearchKernel } from '../src-main/engine/kernel-search';

/**
 * A soak of the table: random games are played, and positions of them searched twice. Once by the search in its plain mode,
 * with a table, which must find exactly what a textbook alpha-beta finds that remembers nothing. Once by the search
 * as it is, with a table that is never cleared, whose short mates must be mates: the textbook proves each of them.
 *
 *     node bench/run.mjs soak [--nodes 10000000] [--seed 1]
 */

const TABLE_BYTES = 2 ** 18;
/** To this depth no position is met twice at different depths, so that equal scores can be asked for. */
const PLAIN_DEPTH = 3;
const MATE_DEPTH = 6;
/** Half-moves to mate that the textbook can prove in reasonable time. */
const PROVABLE = 3;
const GAME_PLIES = 120;
/** Endings: with more men the textbook's captures of captures have no end. */
const MEN = 10;

interface PlainExports {
  searchPlainly(thread: number): void;
  plainScore(area: number, depth: number): number;
}

/** Mulberry32: small, reproducible, good enough to wander about. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { nodes: { type: 'string', default: '10000000' }, seed: { type: 'string', default: '1' } },
  });
  const wanted = Number(values.nodes);
  const random = randomOf(Number(values.seed));
  const kernel = await Kernel.load(builtFile('kernel.wasm'));
  const search = new SearchKernel(kernel);
  const plain = kernel.exports as unknown as PlainExports;
  const position = kernel.position(0);
  const area = kernel.exports.threadArea(0);
  const exact = search.layOut(TABLE_BYTES, 1, false);
  const starts = BENCH_POSITIONS.map(([, fen]) => fen).filter((fen) => fen.replace(/ .*|[^a-z]/gi, '').length <= MEN);

  /** Searches the position where it stands; its score, and the nodes it took. */
  const searched = (depth: number, generation: number, plainly: boolean) => {
    const limits = { nodes: 0, depth, lines: 1, rootMoves: [], rootPath: 1 };
    search.release();
    search.prepare(0, limits, { layout: exact, generation, policy: 'depth+age', counting: true });
    if (plainly) plain.searchPlainly(0);
    else search.search(0);
    nodes += search.nodes(0);
    return search.lines()![0]!;
  };

  let nodes = 0;
  let positions = 0;
  let mates = 0;
  let generation = 0;
  for (let game = 0; nodes < wanted; game++) {
    const fen = starts[game % starts.length]!;
    position.load(parseFen(fen).unwrap());
    const played: string[] = [];
    for (let ply = 0; ply < GAME_PLIES && nodes < wanted; ply++) {
      const moves = position.moves();
      if (moves.length === 0 || position.clock >= 100) break;
      const culprit = () => `${fen} moves ${played.join(' ')}`;

      const what = random(9);
      if (what < 3) {
        const depth = 1 + random(PLAIN_DEPTH);
        search.clear(exact.base, exact.end - exact.base);
        const { score } = searched(depth, 0, true);
        const scratch = plain.plainScore(area, depth);
        if (score !== scratch) throw new Error(`${culprit()}: depth ${depth} gives ${score}, from scratch ${scratch}`);
        positions++;
      } else if (what < 5) {
        generation = (generation + 1) % search.generations;
        const { score } = searched(MATE_DEPTH, generation, false);
        const plies = search.mate - Math.abs(score);
        if (plies <= PROVABLE) {
          const proof = plain.plainScore(area, plies);
          // A shorter mate than the search's is no contradiction, a missing one is.
          if (Math.abs(proof) < Math.abs(score) || proof * score < 0)
            throw new Error(`${culprit()}: mate in ${plies} half-moves claimed (${score}), from scratch ${proof}`);
          mates++;
        }
      }
      const move = moves[random(moves.length)]!;
      played.push(position.makeUci(move));
      position.make(move);
    }
  }
  console.log(
    `${nodes} nodes: ${positions} positions with the same score from scratch, ${mates} mates proved; no wrong score`,
  );
}
