import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findInstalled } from '../../src-main/engine/installed';
import { seconds, type Contest } from './contest';

/** How long until the app and the command are there: the built ones, in processes of their own. */

const command = 'dist/main/threefold.js';

/** Until a program that was told `say` prints a line that begins so. */
const untilLine = (program: string, args: string[], say: string, begins: string): Promise<number> =>
  seconds(
    () =>
      new Promise<void>((resolve, reject) => {
        const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
        child.once('error', reject);
        child.once('exit', () => resolve());
        createInterface(child.stdout).on('line', (line) => line.includes(begins) && child.kill());
        child.stdin.write(say);
      }),
  );

export async function startContests(folder: string, games: string): Promise<Contest[]> {
  if (!existsSync(command)) throw new Error('the app is not built: npm run build');
  const stockfish = await findInstalled('stockfish');
  const extract = await findInstalled('pgn-extract');
  return [
    {
      title: 'Starting the engine',
      unit: 's from the start of the process to `readyok`',
      better: 'less',
      ours: {
        name: 'threefold uci',
        measure: () => untilLine(process.execPath, [command, 'uci'], 'uci\nisready\n', 'readyok'),
      },
      peers: [
        stockfish
          ? { name: 'Stockfish (system)', measure: () => untilLine(stockfish, [], 'uci\nisready\n', 'readyok') }
          : { name: 'Stockfish (system)', absent: 'not installed' },
      ],
    },
    {
      title: 'Starting the app',
      unit: 's until the browser host prints its link',
      better: 'less',
      note: 'Beside a Node process that does nothing.',
      ours: {
        name: 'threefold serve',
        async measure() {
          const profile = mkdtempSync(join(folder, 'profile-'));
          const time = await untilLine(process.execPath, [command, 'serve', '--profile', profile], '', 'http://');
          rmSync(profile, { recursive: true, force: true });
          return time;
        },
      },
      peers: [
        {
          name: 'node -e 0',
          measure: () => seconds(() => spawnSync(process.execPath, ['-e', '0'])),
        },
      ],
    },
    {
      title: 'Opening a file on the command line',
      unit: 's for 1,000 games, process start included',
      better: 'less',
      ours: {
        name: 'threefold review',
        measure: () => seconds(() => spawnSync(process.execPath, [command, 'review', games])),
      },
      peers: [
        extract
          ? {
              name: 'pgn-extract `--repetition`',
              measure: () => seconds(() => spawnSync(extract, ['--repetition', '-s', games], { maxBuffer: 2 ** 28 })),
            }
          : { name: 'pgn-extract', absent: 'not installed' },
      ],
    },
  ];
}
