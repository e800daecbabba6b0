import * as v from 'valibot';
import { chess } from './chess';
import { draughts } from './draughts';
import { generatorNames } from './generators';
import { go } from './go';
import { keySet } from './key-set';
import { othello } from './othello';
import { randomCheck, type RandomCheck } from './random-play';
import type { LabResult, Running } from './result';
import { gameNames, type GameName, type Rules } from './rules';
import { say } from './said';

/** Random legal games on one implementation of keys: after each move, incremental against from scratch. */
export const randomGamesSettings = v.object({
  game: v.optional(v.picklist(['all', ...gameNames]), 'all'),
  moves: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)), 20_000),
  bits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(8), v.maxValue(128)), 64),
  generator: v.optional(v.picklist(generatorNames), 'xoshiro256**'),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
export type RandomGamesSettings = v.InferOutput<typeof randomGamesSettings>;

export const rulesOf: Record<GameName, Rules<unknown, unknown>> = {
  chess: chess as Rules<unknown, unknown>,
  go: go as Rules<unknown, unknown>,
  draughts: draughts as Rules<unknown, unknown>,
  othello: othello as Rules<unknown, unknown>,
};

/** @throws Error naming game, ply and move where a key differs from scratch */
export function* randomGames({ game, moves, bits, generator, seed }: RandomGamesSettings): Running<LabResult> {
  const names = game === 'all' ? gameNames : [game];
  const rows: (RandomCheck & { name: GameName; figures: number })[] = [];
  for (const name of names) {
    const rules = rulesOf[name];
    const set = keySet({ ...rules.shape, bits, generator, seed: BigInt(seed) });
    rows.push({ name, figures: set.size, ...(yield* randomCheck(rules, set, moves, BigInt(seed))) });
  }
  return {
    settings: { game, moves, bits, generator, seed },
    findings: rows.map(
      (row) =>
        say`${row.name}: ${row.moves} random legal moves in ${row.games} games; after each, the key kept by XORs was the key from scratch.`,
    ),
    tables: [
      {
        title: say`Incremental against from scratch, keys of ${bits} bits`,
        columns: [
          { name: 'game', values: rows.map(({ name }) => name) },
          { name: 'figures', values: rows.map(({ figures }) => figures) },
          { name: 'moves', values: rows.map((row) => row.moves) },
          { name: 'games', values: rows.map(({ games }) => games) },
          { name: 'XORs per move', values: rows.map((row) => row.incrementalXors / row.moves), digits: 2 },
          { name: 'XORs from scratch', values: rows.map((row) => row.scratchXors / row.moves), digits: 2 },
          { name: 'differences', values: rows.map(() => 0) },
        ],
      },
    ],
    charts: [],
  };
}
