import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { build } from 'vite';
import { INITIAL_FEN, parsePosition } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import { foundEvaluation, type FoundEvaluation, type RememberedEvaluation } from '../../shared/search/remembered';
import { Evaluations } from './evaluations';
import { seeded } from './index/random-games';

let folder: string;
let path: string;
let evaluations: Evaluations;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threefold-evaluations-'));
  path = join(folder, 'profile', 'evaluations.duckdb');
  evaluations = new Evaluations(path);
});
afterEach(async () => {
  await evaluations.close();
  rmSync(folder, { recursive: true });
});

const found = (depth: number, over: Partial<FoundEvaluation> = {}): FoundEvaluation => ({
  engine: 'Test 1',
  depth,
  score: { kind: 'cp', value: 30, pov: 'white' },
  moves: ['g1f3', 'g8f6'],
  warned: false,
  ...over,
});
const at = (...moves: string[]) => ({ fen: INITIAL_FEN, moves });
const one = async (...moves: string[]) => ((await evaluations.of(at(...moves))) as RememberedEvaluation[])[0];

test('what was never made is not made by asking', async () => {
  expect(await evaluations.of(at())).toEqual([]);
  expect(await evaluations.summary()).toEqual([]);
  expect(await evaluations.forget()).toBe(0);
  expect(existsSync(path)).toBe(false);
});

test('all that comes through the door fits', async () => {
  const extreme = found(255, { score: { kind: 'cp', value: 0x7fff, pov: 'black' } });
  expect(v.is(foundEvaluation, extreme)).toBe(true);
  expect(await evaluations.remember(at(), extreme)).toMatchObject({ depth: 255, score: { value: -0x7fff } });
  expect(v.is(foundEvaluation, { ...extreme, score: { ...extreme.score, value: 40_000 } })).toBe(false);
  expect(v.is(foundEvaluation, { ...extreme, depth: 256 })).toBe(false);
});

test('a position reached by another order of moves has the evaluation, in the next run, too', async () => {
  await evaluations.remember(at('d2d4', 'g8f6', 'c2c4'), found(12, { moves: ['e7e6'] }));
  await evaluations.close();
  evaluations = new Evaluations(path);
  expect(await one('c2c4', 'g8f6', 'd2d4')).toMatchObject({
    epd: 'rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq -',
    engine: 'Test 1',
    depth: 12,
    // As the side to move sees it.
    score: { kind: 'cp', value: -30, pov: 'black' },
    moves: ['e7e6'],
    historyMattered: false,
  });
  expect(await one('d2d4')).toBeUndefined();
  expect(await evaluations.of({ fen: 'x', moves: [] })).toHaveProperty('failure');
});

test('the deeper replaces the shallower, for each engine by itself', async () => {
  expect(await evaluations.remember(at(), found(12))).toBeDefined();
  expect(await evaluations.remember(at(), found(11))).toBeUndefined();
  expect(
    await evaluations.remember(at(), found(20, { score: { kind: 'mate', value: -3, pov: 'black' } })),
  ).toBeDefined();
  expect(await evaluations.remember(at(), found(15, { engine: 'Other 2' }))).toBeDefined();
  const all = (await evaluations.of(at())) as RememberedEvaluation[];
  expect(all.map(({ engine, depth }) => [engine, depth])).toEqual([
    ['Test 1', 20],
    ['Other 2', 15],
  ]);
  expect(all[0]!.score).toEqual({ kind: 'mate', value: 3, pov: 'white' });
});

test('at the same depth the newer counts, but not one under a history before one that is free of it', async () => {
  await evaluations.remember(at(), found(12));
  expect(await evaluations.remember(at(), found(12, { moves: ['c2c4'], warned: true }))).toBeUndefined();
  expect(await evaluations.remember(at(), found(12, { moves: ['e2e4'] }))).toBeDefined();
  expect(await one()).toMatchObject({ moves: ['e2e4'], historyMattered: false });
  expect(await evaluations.remember(at(), found(13, { warned: true }))).toMatchObject({ historyMattered: true });
  expect(await evaluations.remember(at(), found(13))).toMatchObject({ historyMattered: false });
});

test('a search that learns only at its end that the history matters corrects what it wrote down before', async () => {
  await evaluations.remember(at(), found(12));
  expect(await evaluations.remember(at(), found(12, { warned: true }))).toMatchObject({ historyMattered: true });
  expect(await one()).toMatchObject({ depth: 12, historyMattered: true });
});

describe('the history matters where', () => {
  const cases: [string, Parameters<Evaluations['remember']>[0], string[], boolean][] = [
    ['the position had stood before', at('g1f3', 'g8f6', 'f3g1', 'f6g8'), ['e2e4'], true],
    ['the line comes back to the game', at('g1f3', 'g8f6'), ['f3g1', 'f6g8'], true],
    ['and not where the line comes back to itself alone', at('e2e4'), ['g8f6', 'g1f3', 'f6g8', 'f3g1'], false],
    ['the line ends at fifty moves', { fen: '8/8/4k3/8/8/4K3/4R3/8 w - - 98 90', moves: [] }, ['e2e1', 'e6d6'], true],
    ['and not where nothing comes back', at('e2e4', 'e7e5'), ['g1f3', 'g8f6', 'f3g1'], false],
  ];
  test.each(cases)('%s', async (_, placed, moves, matters) => {
    expect(await evaluations.remember(placed, found(12, { moves }))).toMatchObject({ historyMattered: matters });
  });
});

test('many keys are asked at once, the deepest of each answered', async () => {
  const keys: bigint[] = [];
  for (const moves of [['e2e4'], ['d2d4'], ['c2c4']]) {
    await evaluations.remember(at(...moves), found(12));
    await evaluations.remember(at(...moves), found(14, { engine: 'Other 2' }));
    const position = parsePosition(INITIAL_FEN);
    if ('failure' in position) throw new Error(position.failure);
    position.play({ from: 'abcdefgh'.indexOf(moves[0]![0]!) + 8, to: 'abcdefgh'.indexOf(moves[0]![0]!) + 24 });
    keys.push(fideKey(position));
  }
  const known = await evaluations.deepest(BigUint64Array.from([...keys.slice(0, 2), 1n]));
  expect(new Set(known.map(({ key }) => key))).toEqual(new Set(keys.slice(0, 2)));
  expect(known.every(({ depth }) => depth === 14)).toBe(true);
  expect(await evaluations.deepest(new BigUint64Array())).toEqual([]);
  const many = new BigUint64Array(25_000).map((_, n) => BigInt(n));
  many.set([keys[0]!], 0);
  many.set([keys[1]!], 24_999);
  expect((await evaluations.deepest(many)).map(({ key }) => key)).toEqual(keys.slice(0, 2));
});

test('evaluations are forgotten, of one engine or all', async () => {
  await evaluations.remember(at('e2e4'), found(12));
  await evaluations.remember(at('e2e4'), found(12, { engine: "O'ther" }));
  await evaluations.remember(at('d2d4'), found(12));
  expect(await evaluations.summary()).toEqual([
    { engine: "O'ther", evaluations: 1 },
    { engine: 'Test 1', evaluations: 2 },
  ]);
  expect(await evaluations.forget("O'ther")).toBe(1);
  expect(await evaluations.forget()).toBe(2);
  expect(await evaluations.summary()).toEqual([]);
});

test('a file that is something else is left alone and named', async () => {
  await evaluations.remember(at(), found(12));
  await evaluations.close();
  writeFileSync(path, 'this is not a database but a text of some length');
  evaluations = new Evaluations(path);
  await expect(evaluations.remember(at(), found(12))).rejects.toThrow(path);
  await expect(evaluations.of(at())).rejects.toThrow(path);
});

test('a file whose last two readers ended in the middle is not opened again, and the words say what can be done', async () => {
  await evaluations.remember(at(), found(12));
  await evaluations.close();
  const notes = Array.from({ length: 2 }, (_, thread) => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const note = `${path}.read-by-${pid}-${thread}`;
    writeFileSync(note, '');
    return note;
  });
  evaluations = new Evaluations(path);
  const error = await evaluations.of(at()).then(String, String);
  expect(error).toContain(
    `${path}: the program ended the last times it read this file, which is what a damaged one does`,
  );
  expect(error).toContain('Delete it to begin anew, or delete ');
  for (const note of notes) expect(error).toContain(note);
  await evaluations.close();

  // Once may be chance, and an orderly end clears it away.
  rmSync(notes[0]!);
  evaluations = new Evaluations(path);
  expect(await one()).toMatchObject({ depth: 12 });
  await evaluations.close();
  expect(readdirSync(dirname(path))).toEqual(['evaluations.duckdb']);
});

test('what was written down survives a kill at any moment', async () => {
  const childFolder = join('node_modules', '.cache', 'threefold', `evaluations-${process.pid}`);
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'src-main/library/evaluations.child.ts',
      outDir: childFolder,
      target: 'node20',
      rolldownOptions: { external: [/^@duckdb/] },
    },
    ssr: { noExternal: true, external: ['@duckdb/node-api'] },
  });
  const below = seeded(11);
  for (let kill = 0; kill < 8; kill++) {
    const at0 = 11 + below(60);
    const file = join(folder, `killed-${kill}.duckdb`);
    const child = spawn(process.execPath, [join(childFolder, 'evaluations.child.js'), file]);
    let said = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said = Number(text.trim().split('\n').at(-1));
      if (said >= at0) child.kill('SIGKILL');
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(said).toBeGreaterThanOrEqual(at0);
    const after = new Evaluations(file);
    const [kept, ...others] = (await after.of(at())) as RememberedEvaluation[];
    expect(others).toEqual([]);
    expect(kept!.depth).toBeGreaterThanOrEqual(said);
    expect(kept!.score.value).toBe(kept!.depth);
    await after.close();
  }
  rmSync(childFolder, { recursive: true });
}, 120_000);
