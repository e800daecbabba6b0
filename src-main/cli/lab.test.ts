import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LabResult } from '../../shared/lab/result';
import { dispatch } from './dispatch';

const folder = mkdtempSync(join(tmpdir(), 'threefold-lab-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

async function lab(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await dispatch(['lab', ...args], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    stdin: process.stdin,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const json = async (...args: string[]) => {
  const { code, out } = await lab(...args, '--json');
  expect(code).toBe(0);
  return JSON.parse(out) as LabResult & { instrument: string };
};

describe('instruments', () => {
  it('run with their options and say with which', async () => {
    const result = await json('zobrist-table', '--from', '5', '--to', '6', '--trials', '4', '--seed', '7');
    expect(result).toMatchObject({
      instrument: 'zobrist-table',
      settings: { from: 5, to: 6, trials: 4, seed: 7, games: 'random legal games' },
    });
    expect(result.tables[1]!.columns[0]!.values).toHaveLength(2 * 11);
  });

  it('take positions from files', async () => {
    const { settings, findings } = await json('collisions', '--sets', '2', games);
    expect(settings).toMatchObject({ sets: 2, games });
    expect(findings[0]).toMatch(/^8 different positions of 2 games: the app's keys of 64 bits clash 0 times/);
  });

  it('give the same again for the same seed', async () => {
    const run = () => json('schemes', '--depth', '4', '--positions', '1', '--to-bits', '10');
    expect(await run()).toEqual(await run());
  });

  it("let the app's own engine search with short keys", async () => {
    const { tables } = await json(
      'engine-collisions',
      '--depth',
      '5',
      '--positions',
      '2',
      '--sets',
      '2',
      '--bucket-bits',
      '6',
    );
    const [bits, searches, wrong, , moves, scores] = tables[0]!.columns.map(({ values }) => values as number[]);
    expect(searches!.every((count) => count === 4)).toBe(true);
    // Few bits do harm; with 32 nothing changes, and whole keys never bring up another position.
    expect(wrong![0]).toBeGreaterThan(1000);
    expect(moves![0]! + scores![0]!).toBeGreaterThan(0);
    expect([bits!.at(-2), moves!.at(-2), scores!.at(-2)]).toEqual([32, 0, 0]);
    expect([bits!.at(-1), wrong!.at(-1)]).toEqual([64, 0]);
  });

  it('write CSV', async () => {
    const { out } = await lab('othello', '--random', '100', '--csv');
    expect(out).toMatch(
      /^# Incremental against from scratch, keys of 64 bits\ngame,figures,moves,.*\nothello,129,100,/,
    );
  });

  it('time a key against digests', async () => {
    const { tables } = await json('speed', '--positions', '200', '--laps', '3');
    expect(tables[0]!.columns[0]!.values).toEqual([
      'incremental, 64 bits',
      'from scratch, 64 bits',
      'incremental, 128 bits',
      'from scratch, 128 bits',
      'SHA-1 of the FEN',
      'MD5 of the FEN',
    ]);
  });
});

describe('games', () => {
  it('flags superko in SGF at the move, by the rule', async () => {
    const { tables } = await json('go', 'fixtures/lab/sending-two.sgf', 'fixtures/lab/simple-ko.sgf');
    const rows = tables[1]!.columns.map(({ values }) => values);
    expect(rows.slice(1)).toEqual([
      [3, 5],
      ['white', 'white'],
      ['B9', 'A9'],
      [0, 1],
      ['positional only', 'positional and situational'],
    ]);
  });

  it('finds repetitions and transpositions in draughts, Othello and chess', async () => {
    const draughts = await json('draughts', file('d.pdn', '11-15 23-19 9-14 27-23 *\n9-14 23-19 11-15 27-23 *'));
    expect(draughts.findings[1]).toMatch(/^0 positions came back .* 2 were reached .* meet in 1; 0 clashes/);
    const othello = await json('othello', file('o.txt', 'd3c3c4e3b2a1\nc4c3d3e3b2a1'));
    expect(othello.findings[1]).toMatch(/meet in 1; 0 clashes/);
    const chess = await json(
      'chess',
      file('c.pgn', '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *'),
      '--generator',
      'polyglot',
    );
    expect(chess.tables[0]!.columns[1]!.values).toEqual([3, 2, 2, 2]);
    expect(chess.tables[0]!.columns[3]!.values[0]).toBe('463b96181691fc9c');
  });

  it('tell what could not be read, and go on', async () => {
    const { code, out, err } = await lab('draughts', file('bad.pdn', '11-15 1-2 *\n11-15 *'));
    expect(code).toBe(1);
    expect(err).toMatch(/bad\.pdn: game 1, line 1: 1-2 is not legal/);
    expect(out).toMatch(/^2 games, 4 positions, 2 different/);
  });
});

const games = 'fixtures/lab/two-orders.pgn';

describe('mistakes are told in one line that names the culprit', () => {
  it.each([
    [[], 'threefold lab: which instrument? One of zobrist-table,'],
    [['alchemy'], 'threefold lab: unknown instrument "alchemy"; known: zobrist-table,'],
    [['schemes', '--depth', '99'], 'threefold lab: --depth: '],
    [['zobrist-table', '--trials', 'many'], 'threefold lab: --trials: '],
    [['zobrist-table', '--frm', '3'], "threefold lab: Unknown option '--frm'"],
    [['zobrist-table', '--to', '20', games], `threefold lab: n = 20 needs 1048592 different positions, ${games} has 8`],
    [['go'], 'threefold lab: which files?'],
    [['go', 'nowhere.sgf'], 'threefold lab: nowhere.sgf: no such file'],
    [['go', '--random', '0'], 'threefold lab: --random wants a number of moves, not "0"'],
    [
      ['go', '--random', '5', '--generator', 'polyglot', '--bits', '128'],
      'threefold lab: polyglot figures have 64 bits, not 128',
    ],
  ])('%j', async (args, message) => {
    const { code, out, err } = await lab(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.startsWith(message), err).toBe(true);
    expect(err).not.toContain('\n');
  });
});
