import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { haveOracle, oracleFiles, oraclePath } from '../../fixtures/oracle';
import { tagOf } from '../../shared/pgn/game';
import { readPgn } from '../../shared/pgn/read';
import { decodePgn } from '../../shared/pgn/decode';
import { reviewGame } from '../../shared/report/report';
import { readBytes } from './files';
import { scanGames } from './scanned-games';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const files = ['first-light.pgn', 'annotated.pgn', 'repertoire.pgn', 'rules.pgn'].map(fixture);
if (haveOracle) {
  for (const folder of ['edge', 'bad']) {
    files.push(
      ...oracleFiles(folder)
        .filter((name) => /\.pgn(?:\.gz)?$/.test(name))
        .map((name) => oraclePath(`${folder}/${name}`)),
    );
  }
}

// The slow twin is the tolerant reader over the whole text at once.
test.each(files.map((file) => [file.split('/').at(-1)!, file]))(
  '%s: what the scanner says is what reading says',
  async (_, file) => {
    const slow = readPgn(decodePgn(readBytes(file)).text).games.map((game) => {
      const { lines, visits } = reviewGame(game);
      return {
        number: game.number,
        figures: lines[0]!.repetitions,
        keys: lines[0]!.visits.map((visit) => visits.keys[visit]),
        result: tagOf(game, 'Result') || undefined,
        places: game.problems.map(({ line, column }) => `${line}:${column}`),
        variations: lines.length - 1,
      };
    });
    const fast: typeof slow = [];
    for await (const { number, figures, keys, problems, mayBranch, read, tag } of scanGames(file)) {
      const places = problems.map(({ line, column }) => `${line}:${column}`);
      const variations = mayBranch ? reviewGame(read()).lines.length - 1 : 0;
      fast.push({ number, figures, keys: [...keys], result: tag('Result'), places, variations });
    }
    expect(fast).toEqual(slow);
  },
);
