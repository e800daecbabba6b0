import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import setup from '../tools/kernel.setup';
import { hold, type Contest } from './all/contest';
import { engineContests, tableGrowth } from './all/engines';
import { gamesGrowth, GameFiles, lookupContest, readingContest } from './all/games';
import { factsOfThisRun, makeResults, type Results } from './all/results';
import { startContests } from './all/start';

/**
 * Every figure in one run, beside its peers: npm run bench [-- --quick] [--packages FOLDER] [--out FILE]
 *
 * FOLDER/node_modules is where else to look for engines from npm (chess.js, js-chess-engine, stockfish): they are no
 * dependencies of ours. --quick takes fewer rounds and smaller sizes, to see that all of it works; its figures are
 * rough. What cannot be measured is told in the results, with the reason.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      packages: { type: 'string', default: '.' },
      out: { type: 'string', default: 'bench/RESULTS.md' },
    },
  });
  const quick = values.quick;
  const rounds = quick ? 3 : 7;
  const facts = factsOfThisRun(quick ? ' -- --quick' : '');
  const results: Results = { facts, outcomes: [], growths: [], failures: [] };
  const folder = mkdtempSync(join(tmpdir(), 'threefold-bench-'));
  const attempt = async (what: string, work: () => Promise<void>) => {
    console.log(`— ${what}`);
    try {
      await work();
    } catch (error) {
      results.failures.push(`${what}: ${(error as Error).message}`);
      console.error(results.failures.at(-1));
    }
  };
  const holdAll = async (contests: Contest[]) => {
    for (const contest of contests)
      await attempt(contest.title, async () => void results.outcomes.push(await hold(contest, rounds)));
  };

  try {
    await setup();
    const files = new GameFiles(folder);
    const packages = createRequire(resolve(values.packages, 'package.json'));
    await attempt('engines', async () => holdAll(await engineContests(packages, quick ? 300 : 2000)));
    await attempt('reading', async () => {
      const reading = await readingContest(files, quick ? 2000 : 50_000);
      await holdAll(reading.contests);
      await reading.close();
    });
    await attempt('looking up', async () => {
      const lookup = await lookupContest(files, quick ? 2000 : 50_000, folder);
      await holdAll([lookup.contest]);
      await lookup.close();
    });
    await attempt('starting', async () => holdAll(await startContests(folder, files.file(1000))));
    await attempt('growth with the table', async () => {
      const sizes = quick ? [1, 16, 64] : [1, 4, 16, 64, 256, 1024];
      results.growths.push(...(await tableGrowth(sizes, quick ? 11 : 16, quick ? 2 : 3)));
    });
    await attempt('growth with the games', async () => {
      const sizes = quick ? [100, 1000, 3000] : [1000, 10_000, 100_000, 1_000_000];
      results.growths.push(...(await gamesGrowth(files, sizes, quick ? 2 : 3, folder)));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(values.out, makeResults(results));
  console.log(`written: ${values.out}`);
}
