import { Transpositions } from '../../shared/report/transpositions';
import { parseCount, parseOptions, type Command } from './command';
import { wantFiles } from './files';
import { scanGames } from './scanned-games';

const usage = `usage: threefold transpositions [--json] [--top N] FILES…

Counts the positions of all games, variations included, and those that two or more orders of moves lead to.
Files may be compressed (gzip, Zstandard).

  --top N   how many of the most transposed positions to list (default 10)
  --json    one object: {"games","occurrences","distinctPositions","positionsInTwoOrMoreGames","transposedPositions",
            "convergencePositions","collisions","top":[{"fen","key","games","paths"}]}`;

export const command: Command = {
  summary: 'where different move orders meet, across games',
  usage,
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      json: { type: 'boolean' },
      top: { type: 'string', default: '10' },
    });
    const top = parseCount('--top', values.top);
    const transpositions = new Transpositions();
    for (const file of wantFiles(positionals)) {
      for await (const game of scanGames(file)) {
        const line = game.mayBranch ? undefined : game.line();
        if (line) transpositions.add(line);
        else transpositions.addGame(game.read());
      }
    }
    const summary = transpositions.summary(top);
    if (values.json) {
      io.out(JSON.stringify(summary));
      return 0;
    }
    const count = (n: number) => String(n).padStart(10);
    io.out(`${count(summary.games)}  games`);
    io.out(`${count(summary.occurrences)}  positions met`);
    io.out(`${count(summary.distinctPositions)}  different positions`);
    io.out(`${count(summary.positionsInTwoOrMoreGames)}  in two or more games`);
    io.out(`${count(summary.transposedPositions)}  reached by two or more orders of moves`);
    io.out(`${count(summary.convergencePositions)}  where such orders meet`);
    io.out(`${count(summary.collisions)}  keys shared by different positions`);
    if (summary.top.length > 0) io.out('\n     paths     games  key');
    for (const { fen, key, games, paths } of summary.top) io.out(`${count(paths)}${count(games)}  ${key}  ${fen}`);
    return 0;
  },
};
