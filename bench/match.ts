import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findInstalled } from '../src-main/engine/installed';
import { playGame, type Effort } from './match/game';
import { openings } from './match/openings';
import { Player } from './match/player';
import { estimate, likelihoodRatio, type Tally } from './match/score';

/**
 * A match between two engines over UCI: pairs of games from the same opening with colours changed, until the games are
 * played. Reports the score with its 95 % interval.
 *
 *     node bench/run.mjs match --games 60 --movetime 1000 --elo 2500
 *
 * plays the built app's engine (`threefold uci`) against Stockfish limited to that rating. Any two engines:
 * `--first "program argument" --second "program"`, and options as `--first-option Hash=64`.
 */

const OURS = [process.execPath, 'dist/main/threefold.js', 'uci'];

const optionsOf = (list: readonly string[]): Record<string, string> =>
  Object.fromEntries(list.map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)]));

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      games: { type: 'string', default: '60' },
      movetime: { type: 'string', default: '1000' },
      nodes: { type: 'string' },
      elo: { type: 'string' },
      concurrency: { type: 'string', default: '2' },
      first: { type: 'string' },
      second: { type: 'string' },
      'first-option': { type: 'string', multiple: true, default: [] },
      'second-option': { type: 'string', multiple: true, default: [] },
      /** Where to append one line per game. */
      log: { type: 'string' },
    },
  });
  const first = values.first?.split(' ') ?? OURS;
  const stockfish = await findInstalled('stockfish');
  const second = values.second?.split(' ') ?? (stockfish === undefined ? [] : [stockfish]);
  if (second.length === 0) throw new Error('Stockfish is not installed: name an opponent with --second');
  const limit: Record<string, string> = values.elo ? { UCI_LimitStrength: 'true', UCI_Elo: values.elo } : {};
  const options: readonly Record<string, string>[] = [
    { Hash: '64', Threads: '1', ...optionsOf(values['first-option']) },
    { Hash: '64', Threads: '1', ...limit, ...optionsOf(values['second-option']) },
  ];
  const go = values.nodes ? `nodes ${values.nodes}` : `movetime ${values.movetime}`;
  const games = Number(values.games);
  const tally: Tally = { wins: 0, draws: 0, losses: 0 };
  const efforts: [Effort, Effort] = [
    { moves: 0, depth: 0, nodes: 0, ms: 0, longest: 0 },
    { moves: 0, depth: 0, nodes: 0, ms: 0, longest: 0 },
  ];
  let next = 0;

  /** One pair of processes plays game after game. */
  async function table(): Promise<void> {
    const players: [Player, Player] = [new Player('first', first), new Player('second', second)];
    await Promise.all(players.map((player, n) => player.start(options[n]!)));
    while (next < games) {
      const game = next++;
      const swapped = game % 2 === 1;
      const opening = openings[(game >> 1) % openings.length]!;
      await Promise.all(players.map((player) => player.newGame()));
      const played = await playGame(swapped ? [players[1], players[0]] : players, opening.moves, go);
      const points = played.result === '1/2-1/2' ? 0.5 : (played.result === '1-0') !== swapped ? 1 : 0;
      if (points === 1) tally.wins++;
      else if (points === 0) tally.losses++;
      else tally.draws++;
      for (const n of [0, 1] as const) add(efforts[n], played.effort[swapped ? 1 - n : n]!);
      const line = `${game + 1} ${opening.name}${swapped ? ' (colours changed)' : ''}: ${points} by ${played.reason}`;
      console.log(`${line}, ${Math.ceil(played.moves.length / 2)} moves; ${summary(tally)}`);
      if (values.log) appendFileSync(values.log, `${line}\t${played.moves.join(' ')}\n`);
    }
    for (const player of players) player.quit();
  }

  await Promise.all(Array.from({ length: Number(values.concurrency) }, table));
  console.log(summary(tally));
  console.log(`likelihood ratio of +10 against 0: ${likelihoodRatio(tally, 0, 10).toFixed(2)}`);
  ['first', 'second'].forEach((name, n) => {
    const { moves, depth, nodes, ms, longest } = efforts[n]!;
    const nps = (nodes / ms / 1000).toFixed(2);
    console.log(`${name}: depth ${(depth / moves).toFixed(1)}, ${nps} Mnps, longest move ${longest.toFixed(0)} ms`);
  });
}

function add(sum: Effort, one: Effort): void {
  sum.moves += one.moves;
  sum.depth += one.depth;
  sum.nodes += one.nodes;
  sum.ms += one.ms;
  sum.longest = Math.max(sum.longest, one.longest);
}

function summary(tally: Tally): string {
  const { score, low, high, elo, eloLow, eloHigh } = estimate(tally);
  const percent = (share: number): string => (100 * share).toFixed(1);
  const points = `+${tally.wins} =${tally.draws} -${tally.losses}`;
  const interval = `${percent(low)} to ${percent(high)} at 95 %`;
  return `${points}: ${percent(score)} % (${interval}), Elo ${elo.toFixed(0)} (${eloLow.toFixed(0)} to ${eloHigh.toFixed(0)})`;
}
