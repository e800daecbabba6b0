import { TextDecoder } from 'node:util';
import type { GeneratorName } from '../../shared/lab/generators';
import { keySet, type KeySet } from '../../shared/lab/key-set';
import { meetings, type Meetings, type PlayedGame } from '../../shared/lab/meetings';
import { readTranscripts } from '../../shared/lab/othello-transcript';
import { readPdn } from '../../shared/lab/pdn';
import { rulesOf } from '../../shared/lab/random-games';
import type { LabResult } from '../../shared/lab/result';
import { say, type Said } from '../../shared/lab/said';
import type { GameName } from '../../shared/lab/rules';
import { superkoReport } from '../../shared/lab/superko';
import { mainLine } from '../../shared/pgn/tree';
import { readSgf } from '../lab/sgf';
import { readBytes, readGameFile } from './files';

/** Reports by key on files of games: superko for Go, repetitions and transpositions for the others. */
export interface FigureOptions {
  bits: number;
  generator: GeneratorName;
  seed: number;
}

/** What the games showed. A game that cannot be read is a problem of its own and hides no other. */
export interface GamesReport {
  result: LabResult;
  /** What could not be read, a line each. */
  problems: string[];
}

const figuresFor = (game: GameName, { bits, generator, seed }: FigureOptions): KeySet =>
  keySet({ ...rulesOf[game].shape, bits, generator, seed: BigInt(seed) });

const textOf = (file: string): string => new TextDecoder().decode(readBytes(file));

/** Reads the files whole, one after the other. @throws UsageError naming a file that cannot be read */
export function reportOnGames(game: GameName, files: string[], options: FigureOptions): GamesReport {
  return game === 'go' ? superkoOf(files, options) : meetingsOf(game, files, options);
}

function superkoOf(files: string[], options: FigureOptions): GamesReport {
  const figures = figuresFor('go', options);
  const problems: string[] = [];
  const findings: Said[] = [];
  const games: { name: string; moves: number; captured: number; illegal: number; key: string }[] = [];
  const faults: { game: string; move: number; played: string; color: string; first: number; rule: string }[] = [];
  for (const file of files) {
    for (const read of readSgf(readBytes(file))) {
      if ('failure' in read) {
        problems.push(`${file}: ${read.failure}`);
        continue;
      }
      const report = superkoReport(read.record, figures);
      for (const { move, played, color } of report.illegal)
        problems.push(`${file}: ${read.name}: move ${move}, ${color} ${played}, is illegal and left out`);
      games.push({
        name: read.name,
        moves: report.moves,
        captured: report.captured.black + report.captured.white,
        illegal: report.illegal.length,
        key: report.finalKey.toString(16).padStart(Math.ceil(options.bits / 4), '0'),
      });
      for (const fault of report.superko) {
        const rule = fault.situational ? 'positional and situational' : 'positional only';
        faults.push({ ...fault, game: read.name, rule });
        findings.push(
          say`${read.name}: move ${fault.move}, ${fault.color} ${fault.played}, brings back the board after move ${fault.first}: superko, ${rule}.`,
        );
      }
    }
  }
  if (faults.length === 0) findings.push(say`${games.length} games, no board came back by a play.`);
  return {
    problems,
    result: {
      settings: { ...options, files: files.join(', ') },
      findings,
      tables: [
        {
          title: say`Games (the key checked from scratch after every move)`,
          columns: [
            { name: 'game', values: games.map(({ name }) => name) },
            { name: 'moves', values: games.map(({ moves }) => moves) },
            { name: 'captured', values: games.map(({ captured }) => captured) },
            { name: 'illegal', values: games.map(({ illegal }) => illegal) },
            { name: 'final key', values: games.map(({ key }) => key) },
          ],
        },
        {
          title: say`Superko`,
          columns: [
            { name: 'game', values: faults.map(({ game }) => game) },
            { name: 'move', values: faults.map(({ move }) => move) },
            { name: 'color', values: faults.map(({ color }) => color) },
            { name: 'played', values: faults.map(({ played }) => played) },
            { name: 'board of move', values: faults.map(({ first }) => first) },
            { name: 'rule', values: faults.map(({ rule }) => rule) },
          ],
        },
      ],
      charts: [],
    },
  };
}

/** How many transpositions are listed; all are counted. */
const LISTED = 50;

function meetingsOf(game: Exclude<GameName, 'go'>, files: string[], options: FigureOptions): GamesReport {
  const problems: string[] = [];
  const games: PlayedGame<unknown, unknown>[] = [];
  for (const file of files) {
    const read = readPlayed(game, file);
    games.push(...read.games.map((each) => ({ ...each, name: `${file}: ${each.name}` })));
    problems.push(...read.problems.map((problem) => `${file}: ${problem}`));
  }
  const figures = figuresFor(game, options);
  const report: Meetings = meetings(rulesOf[game], figures, games);
  const nameOf = (index: number) => games[index]!.name;
  const listed = report.transpositions.slice(0, LISTED);
  return {
    problems,
    result: {
      settings: { ...options, files: files.join(', ') },
      findings: [
        say`${report.games} games, ${report.positions} positions, ${report.distinct} different; after each the key was checked from scratch.`,
        say`${report.repetitions.length} positions came back within a game; ${report.transposed} were reached by two or more orders of moves, which meet in ${report.transpositions.length}; ${report.collisions} clashes of keys.`,
      ],
      tables: [
        {
          title: say`Repetitions`,
          columns: [
            { name: 'game', values: report.repetitions.map((row) => nameOf(row.game)) },
            { name: 'times', values: report.repetitions.map(({ plies }) => plies.length) },
            { name: 'plies', values: report.repetitions.map(({ plies }) => plies.join(' ')) },
            { name: 'key', values: report.repetitions.map(({ key }) => key) },
          ],
        },
        {
          title: say`Where orders of moves meet`,
          columns: [
            { name: 'orders', values: listed.map(({ orders }) => orders) },
            { name: 'games', values: listed.map(({ places }) => places.length) },
            {
              name: 'for instance',
              values: listed.map(({ places }) =>
                places
                  .slice(0, 2)
                  .map((place) => `${nameOf(place.game)}, ply ${place.ply}`)
                  .join('; '),
              ),
            },
            { name: 'key', values: listed.map(({ key }) => key) },
          ],
        },
      ],
      charts: [],
    },
  };
}

function readPlayed(
  game: Exclude<GameName, 'go'>,
  file: string,
): { games: PlayedGame<unknown, unknown>[]; problems: string[] } {
  switch (game) {
    case 'draughts':
      return readPdn(textOf(file));
    case 'othello':
      return readTranscripts(textOf(file));
    case 'chess': {
      const games: PlayedGame<unknown, unknown>[] = [];
      const problems: string[] = [];
      for (const played of readGameFile(file)) {
        const { number, start } = played;
        problems.push(...played.problems.map(({ line, message }) => `game ${number}, line ${line}: ${message}`));
        if (!start) continue;
        const line = mainLine(played);
        const passed = line.findIndex(({ move }) => !move);
        const moves = (passed < 0 ? line : line.slice(0, passed)).map(({ move }) => move);
        games.push({ name: `game ${number}`, start, moves });
      }
      return { games, problems };
    }
  }
}
