import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from './label';

const folder = mkdtempSync(join(tmpdir(), 'threefold-label-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

const [positions, labelled, heard] = ['positions.txt', 'labelled.txt', 'heard.txt'].map((name) =>
  join(folder, name),
) as [string, string, string];

/** An engine that answers its `n`-th `go`, from 0, as the program says: with `say`, and `told` to count its answers. */
function engine(name: string, answer: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#!${process.execPath}
const say = (...lines) => process.stdout.write(lines.map((line) => line + '\\n').join(''));
let n = -1;
let told = 0;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  require('node:fs').appendFileSync(${JSON.stringify(heard)}, line + '\\n');
  if (line === 'quit') process.exit(0);
  if (!line.startsWith('go')) return;
  n++;
  ${answer}
});`,
  );
  chmodSync(path, 0o755);
  return path;
}

async function label(lines: readonly string[], path: string): Promise<string[]> {
  writeFileSync(positions, lines.map((line) => `${line}\n`).join(''));
  rmSync(heard, { force: true });
  await run([positions, '--engine', path, '--out', labelled]);
  return readFileSync(labelled, 'utf8').split('\n').slice(0, -1);
}

/** Position, what the engine says of it, and what is written. */
const CASES: readonly (readonly [why: string, line: string, said: readonly string[], written: string | undefined])[] = [
  [
    'the score is White’s',
    '4k3/8/8/8/8/8/4P3/4K3 w|1|',
    ['info depth 1 score cp 120 pv e2e4', 'bestmove e2e4'],
    '1|120',
  ],
  ['turned for Black', '4k3/8/8/8/8/8/4P3/4K3 b|0.5|', ['info depth 1 score cp -90', 'bestmove e8e7'], '0.5|90'],
  ['a score in place of another', '4k3/8/8/8/8/8/4P3/4K3 w||7', ['info score cp 8', 'bestmove e2e4'], '|8'],
  [
    'the last that is no bound',
    '4k3/8/8/8/8/8/4P3/4K3 w||',
    ['info score cp 5', 'info score cp 30 lowerbound', 'info string score of no one', 'bestmove e2e4'],
    '|5',
  ],
  ['a capture', '4k3/8/8/8/8/3p4/4P3/4K3 w||', ['info score cp 300', 'bestmove e2d3'], undefined],
  ['a promotion', '4k3/P7/8/8/8/8/8/4K3 w||', ['info score cp 900', 'bestmove a7a8q'], undefined],
  ['castling is quiet', '4k3/8/8/8/8/8/8/4K2R w||', ['info score cp 400', 'bestmove e1g1'], '|400'],
  ['a mate', '4k3/8/8/8/8/8/4Q3/4K3 w||', ['info score cp 10', 'info score mate 3', 'bestmove e2e4'], undefined],
  ['no legal move', '7k/5Q2/6K1/8/8/8/8/8 b||', ['info depth 0 score cp 0', 'bestmove (none)'], undefined],
];

describe('labels', () => {
  it.each(CASES)('%s', async (_why, line, said, written) => {
    const says = engine('one', `say(...${JSON.stringify(said)});`);
    expect(await label([line], says)).toEqual(written === undefined ? [] : [`${line.split('|')[0]}|${written}`]);
  });

  it('are asked for with the rights that the board allows', async () => {
    await label(['r3k3/8/8/8/8/8/8/4K2R b||'], engine('one', `say('info score cp 1', 'bestmove e8e7');`));
    expect(readFileSync(heard, 'utf8')).toContain('position fen r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1\ngo depth 1\n');
  });

  it('come in the order of the positions, of an engine that hears many before it answers one', async () => {
    const slow = engine('slow', `if (n >= 250) while (told <= n) say('info score cp ' + told++, 'bestmove e2e4');`);
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w';
    const lines = await label(new Array<string>(700).fill(`${fen}||`), slow);
    expect(lines).toEqual(Array.from({ length: 700 }, (_, n) => `${fen}||${n}`));
  });
});

describe('an engine that', () => {
  const lines = new Array<string>(5).fill('4k3/8/8/8/8/8/4P3/4K3 w||');

  it('dies is an error with its name, and the position', async () => {
    const path = engine('dying', `if (n === 2) process.exit(3); say('info score cp 1', 'bestmove e2e4');`);
    await expect(label(lines, path)).rejects.toThrow(
      `${path} ended (code 3) before it answered 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`,
    );
  });

  it('is none is an error with its name', async () => {
    await expect(label(lines, join(folder, 'missing'))).rejects.toThrow(/missing ended \(spawn .* ENOENT\)/);
  });

  it('tells no score is an error', async () => {
    const path = engine('mute', `say('bestmove e2e4');`);
    await expect(label(lines, path)).rejects.toThrow(`${path} told no score of 4k3/`);
  });
});
