import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Journal } from '../src-main/journal';
import { builtFile } from '../src-main/engine/built';

const kills = Number(process.env.KILLS ?? 200);
const games = 5;
const mortal = fileURLToPath(builtFile('mortal.js'));

/** When the process is killed: so long after its start, or after it has said so many lines, which no load of the machine changes. */
interface Moment {
  lines?: number;
  ms: number;
}

/** Lets the process work up to the moment, kills it, and gives back what it had said. */
function killedAt({ lines, ms }: Moment, folder: string, first: number): Promise<string[]> {
  const child = spawn(process.execPath, [mortal, folder, String(games), String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let doomed = false;
  const doom = () => {
    if (!doomed) setTimeout(() => child.kill('SIGKILL'), ms);
    doomed = true;
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (lines !== undefined && said.split('\n').length > lines) doom();
  });
  if (lines === undefined) doom();
  return new Promise((resolve) => {
    child.once('close', () => resolve(said.split('\n').slice(0, -1)));
  });
}

/** The number that each game of the file carries. Fails on anything that is not exactly the games, each whole. */
function statesIn(file: string): number[] {
  const text = readFileSync(file, 'utf8');
  const game = /\[White "(\d)"\]\n\[Round "(\d+)"\]\n\n\{((?:thought )*)\} 1\. e4 \*\n\n/y;
  const states: number[] = [];
  for (let number = 0; number < games; number++) {
    const [, white, state, thoughts] = game.exec(text) ?? [];
    expect(Number(white)).toBe(number);
    expect(thoughts!.length).toBe('thought '.length * ((Number(state) * 7919) % 400));
    states.push(Number(state));
  }
  expect(game.lastIndex).toBe(text.length);
  return states;
}

interface Seen {
  kept: number;
  saved: number;
  failed: number;
  cutShort: number;
}

/** One file and its journal, worked on and killed so many times. */
async function survive(times: number): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), 'threefold-kills-'));
  const file = join(folder, 'games.pgn');
  writeFileSync(
    file,
    Array.from({ length: games }, (_, game) => `[White "${game}"]\n[Round "0"]\n\n{} 1. e4 *\n\n`).join(''),
  );
  const safe = new Array<number>(games).fill(0);
  const saved = new Array<number>(games).fill(0);
  let next = 1;
  const seen: Seen = { kept: 0, saved: 0, failed: 0, cutShort: 0 };

  for (let kill = 0; kill < times; kill++) {
    // Mostly at work, now and then while starting; a few lines hit one write, many a new state of things.
    const starting: Moment = { ms: Math.random() * 150 };
    const atWork: Moment = { lines: 1 + Math.floor(Math.random() ** 2 * 30), ms: Math.random() * 10 };
    const said = await killedAt(kill % 10 === 0 ? starting : atWork, folder, next);
    for (const line of said) {
      const [what, game, state] = line.split(' ');
      if (what === 'keeping') next = Number(state) + 1;
      if (what === 'kept') safe[Number(game)] = Number(state);
      if (what === 'saved') saved[Number(game)] = Number(state);
      if (what === 'kept' || what === 'saved' || what === 'failed') seen[what]++;
    }
    if (said.at(-1)?.startsWith('keep')) seen.cutShort++;

    const onDisk = statesIn(file);
    const journal = new Map(
      new Journal(join(folder, 'unsaved')).edits.map(({ id, pgn }) => [id, Number(/\[Round "(\d+)"/.exec(pgn)![1])]),
    );
    for (let game = 0; game < games; game++) {
      expect(onDisk[game], `game ${game} in the file after kill ${kill}`).toBeGreaterThanOrEqual(saved[game]!);
      const latest = Math.max(onDisk[game]!, journal.get(`game ${game}`) ?? 0);
      expect(latest, `game ${game} after kill ${kill}`).toBeGreaterThanOrEqual(safe[game]!);
    }
  }
  statesIn(`${file}.bak`);
  rmSync(folder, { recursive: true });
  return seen;
}

test(`killed ${kills} times at random, nothing that was said to be safe is lost`, { timeout: 600_000 }, async () => {
  const lanes = await Promise.all([survive(kills / 2), survive(kills / 2)]);
  const sum = (what: keyof Seen) => lanes.reduce((total, seen) => total + seen[what], 0);
  const [kept, saved, failed, cutShort] = [sum('kept'), sum('saved'), sum('failed'), sum('cutShort')];
  console.log(`kills: ${kills}; changes kept: ${kept}, saved: ${saved}, cut short: ${cutShort}`);
  // Killed before it ever did anything it would prove nothing.
  expect(kept).toBeGreaterThan(kills);
  expect(saved).toBeGreaterThan(kills / 10);
  expect(failed).toBe(0);
});
