import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { makeBoardFen } from 'chessops/fen';
import { Kernel } from '../src-main/engine/kernel';
import { SearchKernel } from '../src-main/engine/kernel-search';
import { chance } from './tune/chance';
import { samples } from './tune/games';
import { makeLabelled } from './tune/positions';

/**
 * Positions for the tuner from games that people played: quiet ones, labelled with the game's result.
 *
 *     node bench/run.mjs positions GAMES.pgn[.gz] --per-game 14 --min-elo 2200 --seed 1 --out positions.txt
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'per-game': { type: 'string', default: '8' },
      'min-elo': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  });
  const [file] = positionals;
  if (!file || !values.out) throw new Error('Say which games and where to: GAMES.pgn --out FILE');
  const kernel = await Kernel.load('node_modules/.cache/threefold/kernel.wasm');
  const { evaluation, quiescenceScore, threadArea } = kernel.exports as unknown as {
    evaluation(area: number): number;
    quiescenceScore(thread: number): number;
    threadArea(thread: number): number;
  };
  const area = threadArea(0);
  const position = kernel.position(0);
  // No limit and no table: captures alone.
  const unlimited = { nodes: 0, depth: 0, lines: 1, rootMoves: [], rootPath: 1 };
  new SearchKernel(kernel).prepare(0, 1, unlimited, undefined);
  const out = createWriteStream(values.out);
  let written = 0;
  for await (const { setup, result } of samples(
    file,
    Number(values['per-game']),
    Number(values['min-elo']),
    chance(Number(values.seed)),
  )) {
    if (position.load(setup) !== undefined) continue;
    // Quiet: no capture is better than standing still.
    if (quiescenceScore(0) !== evaluation(area)) continue;
    const fen = `${makeBoardFen(setup.board)} ${setup.turn[0]}`;
    if (!out.write(`${makeLabelled({ fen, result, score: undefined })}\n`)) await once(out, 'drain');
    if (++written % 50_000 === 0) console.log(`${written} positions`);
  }
  await new Promise((done) => out.end(done));
  console.log(`${written} positions`);
}
