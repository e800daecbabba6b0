import * as v from 'valibot';
import { contestNames } from '../../shared/lab/contest';
import { clashSchemes } from '../../shared/lab/clash-table';
import { generatorNames } from '../../shared/lab/generators';
import { instruments } from '../../shared/lab/instruments';
import type { InstrumentName } from '../../shared/lab/request';
import { randomGames, randomGamesSettings } from '../../shared/lab/random-games';
import { gameNames, type GameName } from '../../shared/lab/rules';
import { decodePgn } from '../../shared/pgn/decode';
import { materialsFor } from '../lab/materials';
import { parseOptions, UsageError, type Command, type Io } from './command';
import { readBytes, wantFiles } from './files';
import { reportOnGames } from './lab-games';
import { printResult, runWithProgress, type Format } from './lab-run';

const usage = `usage: threefold lab INSTRUMENT [options] [PGN FILES…]
       threefold lab GAME [options] FILES…      reports by key: superko (SGF), repetitions and transpositions
       threefold lab GAME --random MOVES        random legal moves, keys checked from scratch after each

Instruments measure what the sources on Zobrist hashing state. Without files, positions of random games are used.

  zobrist-table       P(no type 1 error) by address and check bits, predicted and measured; overwrites
                        --from N --to N (address bits)  --trials N
  collisions          keys of the files' positions cut to fewer bits: clashes, wrong verdicts, families
                        --generator G --sets N --family-bits N
  search-collisions   a search with few check bits under a referee: wrong retrievals, changed moves
                        --game ${contestNames.join('|')} --depth N --address-bits N --scheme S --positions N --sets N
  engine-collisions   the app's engine with keys cut short: changed moves and scores
                        --depth N --bucket-bits N --positions N --sets N
  schemes             ways to deal with a clash, side by side: nodes, hits, overwrites
                        --game ${contestNames.join('|')} --depth N --from-bits N --to-bits N --positions N
  generators          the figures of each generator: quality and collisions
                        --bits N --sets N
  speed               time per key: incremental, from scratch, SHA-1, MD5
                        --positions N --laps N

  chess FILES.pgn, go FILES.sgf, draughts FILES.pdn, othello FILES.txt
                        --bits N (8 to 128) --generator G

  --seed N            the same seed, the same result
  --json, --csv       one JSON object; the tables as CSV

Generators: ${generatorNames.join(', ')}
Schemes:    ${clashSchemes.join(', ')}`;

/** `threefold lab games` would be a second name for the GAME commands. */
const commands = Object.keys(instruments).filter((name) => name !== 'games') as InstrumentName[];

const isGame = (name: string): name is GameName => (gameNames as readonly string[]).includes(name);

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type Entries = Record<string, v.GenericSchema>;

/** The settings' names as options of text, and their values as the schema wants them. */
function settingsFrom<Settings>(
  schema: v.GenericSchema<unknown, Settings>,
  args: string[],
  more: Record<string, { type: 'boolean' | 'string' }> = {},
) {
  const names = Object.keys((schema as unknown as { entries: Entries }).entries);
  const { values, positionals } = parseOptions(args, {
    json: { type: 'boolean' },
    csv: { type: 'boolean' },
    ...more,
    ...Object.fromEntries(names.map((name) => [kebab(name), { type: 'string' as const }])),
  });
  const given = values as Record<string, string | boolean | undefined>;
  const settings = Object.fromEntries(
    names.flatMap((name) => {
      const text = given[kebab(name)];
      return typeof text === 'string' ? [[name, /^\d+$/.test(text) ? Number(text) : text]] : [];
    }),
  );
  const parsed = v.safeParse(schema, settings);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = String(issue!.path?.[0]?.key ?? '');
    throw new UsageError(`--${kebab(name)}: ${issue!.message.replace('Invalid type: ', '')}`);
  }
  const format: Format = given.json ? 'json' : given.csv ? 'csv' : 'text';
  return { settings: parsed.output, values: given, positionals, format };
}

async function runInstrumentCommand(name: InstrumentName, args: string[], io: Io): Promise<number> {
  const { settings: schema, run } = instruments[name];
  const { settings, positionals, format } = settingsFrom(schema, args);
  const files = positionals.length > 0 ? wantFiles(positionals) : undefined;
  const texts = files && readTexts(files);
  try {
    printResult(name, runWithProgress(run(settings, await materialsFor(name, texts))), format, io);
  } catch (error) {
    // Too few positions for what was asked.
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
  return 0;
}

function* readTexts(files: string[]): Generator<{ name: string; text: string }> {
  for (const name of files) yield { name, text: decodePgn(readBytes(name)).text };
}

function runGameCommand(game: GameName, args: string[], io: Io): number {
  // The settings of random play, but for the game, which is named already.
  const schema = v.omit(randomGamesSettings, ['game', 'moves']);
  const { settings, values, positionals, format } = settingsFrom(schema, args, { random: { type: 'string' } });
  try {
    if (typeof values.random === 'string') {
      const moves = Number(values.random);
      if (!Number.isInteger(moves) || moves < 1)
        throw new UsageError(`--random wants a number of moves, not "${values.random}"`);
      if (positionals.length > 0)
        throw new UsageError(`--random plays its own games; "${positionals[0]}" is one too many`);
      printResult(game, runWithProgress(randomGames({ ...settings, game, moves })), format, io);
      return 0;
    }
    const { result, problems } = reportOnGames(game, wantFiles(positionals), settings);
    for (const problem of problems) io.err(problem);
    printResult(game, result, format, io);
    return problems.length > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

export const command: Command = {
  summary: 'measure what the sources state: collisions, tables, generators; Go, draughts, Othello by key',
  usage,
  async run(args, io) {
    const [name, ...rest] = args;
    const known = [...commands, ...gameNames];
    if (name === undefined) throw new UsageError(`which instrument? One of ${known.join(', ')}`);
    if (isGame(name)) return runGameCommand(name, rest, io);
    const instrument = commands.find((each) => each === name);
    if (!instrument) throw new UsageError(`unknown instrument "${name}"; known: ${known.join(', ')}`);
    return runInstrumentCommand(instrument, rest, io);
  },
};
