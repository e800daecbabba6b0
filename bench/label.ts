import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { parseSquare, type Setup } from 'chessops';
import { makeFen } from 'chessops/fen';
import { findInstalled } from '../src-main/engine/installed';
import { rightsAtHome } from './label/castling';
import { Judge, type Verdict } from './label/judge';
import { makeLabelled, readPositions, setupOf, type LabelledPosition } from './tune/positions';

/**
 * Gives positions the score that another engine has for them. Left out are those without a legal move, those of a mate, and
 * those whose best move captures or promotes: an evaluation, which sees no moves, cannot know what they are worth.
 *
 *     node bench/run.mjs label POSITIONS.txt --engine /usr/games/stockfish --depth 1 --out labelled.txt
 *
 * of files as `selfplay`, `positions` and `sample` write them. One process; for more cores run one of these for each part of
 * the positions.
 */

/** Questions under way, so that the engine always has the next one before it. */
const AHEAD = 300;
const TOLD_EVERY = 100_000;

interface Asked {
  position: LabelledPosition;
  setup: Setup;
  verdict: Promise<Verdict | undefined>;
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      /** Program and arguments. */
      engine: { type: 'string' },
      depth: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  });
  const [file] = positionals;
  if (!file || !values.out) throw new Error('Say which positions and where to: POSITIONS.txt --out FILE');
  const stockfish = await findInstalled('stockfish');
  const command = values.engine?.split(' ') ?? (stockfish === undefined ? [] : [stockfish]);
  if (command.length === 0) throw new Error('Stockfish is not installed: name a judge with --engine');
  const judge = new Judge(command, `depth ${values.depth}`);
  const out = createWriteStream(values.out);
  const began = performance.now();
  let judged = 0;
  let written = 0;
  const progress = (): void => {
    const time = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${judged} positions judged, ${written} written, ${time} s`);
  };
  const asked: Asked[] = [];
  const finishFirst = async (): Promise<void> => {
    const { position, setup, verdict } = asked.shift()!;
    const score = quietScore(setup, await verdict);
    if (score !== undefined) {
      written++;
      if (!out.write(`${makeLabelled({ ...position, score })}\n`)) await once(out, 'drain');
    }
    if (++judged % TOLD_EVERY === 0) progress();
  };
  try {
    for await (const position of readPositions(file)) {
      const setup = setupOf(position.fen);
      const fen = makeFen({ ...setup, castlingRights: rightsAtHome(setup.board) });
      asked.push({ position, setup, verdict: judge.ask(fen) });
      if (asked.length === AHEAD) await finishFirst();
    }
    while (asked.length > 0) await finishFirst();
  } finally {
    await judge.quit();
  }
  await new Promise((done) => out.end(done));
  progress();
}

/** In centipawns for White; `undefined` where the position is not quiet, or nothing is left to judge. */
function quietScore({ board, turn }: Setup, verdict: Verdict | undefined): number | undefined {
  if (!verdict || verdict.score === 'mate') return undefined;
  const { move, score } = verdict;
  const promotes = move.length > 4;
  // No en passant: the file does not know of it, so the engine was not told.
  const captures = board.occupied.has(parseSquare(move.slice(2, 4))!);
  return promotes || captures ? undefined : turn === 'white' ? score : -score;
}
