import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../fixtures/run-cli';
import { readPgn } from '../../shared/pgn/read';
import { auditLine } from '../../shared/report/claims';
import { reviewGame } from '../../shared/report/report';

const folder = mkdtempSync(join(tmpdir(), 'threefold-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: string | Uint8Array): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

const SHUFFLE = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 (4... e5) *\n';

test('review: one object a game, with the figures of each line', async () => {
  const file = write('shuffle.pgn', SHUFFLE);
  const { code, out, err } = await runCli(['review', '--json', '--keys', file]);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  const [game] = out.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { keys, lines, ...figures } = game as { keys: string[]; lines: { line: number; plies: number }[] };
  expect(figures).toEqual({
    file,
    game: 1,
    plies: 8,
    maxRepetition: 3,
    ply2: 4,
    ply3: 8,
    ply5: null,
    plyHalfmove100: null,
    plyHalfmove150: null,
    result: '1-0',
    problems: [],
  });
  expect(keys).toHaveLength(9);
  expect(keys[8]).toBe('463b96181691fc9c');
  expect(lines).toMatchObject([{ line: 1, plies: 8, ply3: null }]);
});

test('review for people', async () => {
  const { out } = await runCli(['review', write('shuffle.pgn', SHUFFLE)]);
  expect(out[0]).toMatch(/shuffle\.pgn #1 {2}A – B {2}8 plies {2}threefold 4\.\.\. Ng8$/);
});

test('review --claims: what could be claimed, by which article, and whether it was missed', async () => {
  const file = write('shuffle.pgn', SHUFFLE);
  const [line] = (await runCli(['review', '--json', '--claims', file])).out;
  expect(JSON.parse(line!)).toMatchObject({
    claims: [
      { article: '9.2.1.1', ply: 7, by: 'black', intended: ['Ng8'], times: 3, fate: 'open' },
      { article: '9.2.1.2', ply: 8, by: 'white', intended: [], times: 3, fate: 'open' },
      { article: '9.2.1.1', ply: 8, by: 'white', intended: ['Nf3'], times: 3, fate: 'open' },
    ],
    ending: null,
    lines: [{ line: 1, claims: [{ article: '9.2.1.1', ply: 7, fate: 'missed' }], ending: null }],
  });
  const { out } = await runCli(['review', '--claims', file]);
  expect(out[1]).toBe(
    '    after 4. Ng1  Black could claim by 9.2.1.1, writing Ng8: the position is about to appear for the third time',
  );
});

test('review --claims: a fourth and a fifth appearance are called so', async () => {
  const moves = '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 1/2-1/2';
  const text = (await runCli(['review', '--claims', write('four.pgn', `${moves}\n`)])).out.join('\n');
  expect(text).toContain('by 9.2.1.2: the position has appeared for the fourth time');
  expect(text).toContain('writing Ng8: the position is about to appear for the fourth time');
  expect(text).toContain('writing Ng8: the position is about to appear for the fifth time');
});

test.each(['first-light.pgn', 'rules.pgn', 'repertoire.pgn'])('--claims leaves no game of %s out', async (name) => {
  const file = fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
  const { out } = await runCli(['review', '--json', '--claims', file]);
  const wanted = readPgn(readFileSync(file, 'utf8')).games.map((game) => {
    const { claims, ending } = auditLine(game, reviewGame(game), 0);
    return { claims, ending: ending ?? null };
  });
  expect(out.map((line) => JSON.parse(line) as unknown)).toMatchObject(JSON.parse(JSON.stringify(wanted)) as object[]);
});

test('review tells where the text is at fault', async () => {
  const file = write('fault.pgn', '1. e4 e5\n2. Ke3 *\n');
  const { code, err } = await runCli(['review', file]);
  expect(code).toBe(0);
  expect(err[0]).toContain(`${file}:2:4: Ke3: illegal move`);
});

test('a gzip file is unpacked, whatever its name', async () => {
  const { out } = await runCli(['review', '--json', write('packed.pgn', gzipSync(SHUFFLE))]);
  expect(JSON.parse(out[0]!)).toMatchObject({ plies: 8 });
});

test('transpositions', async () => {
  const file = write('orders.pgn', '1. d4 Nf6 2. c4 *\n\n1. c4 Nf6 2. d4 *\n');
  const { out } = await runCli(['transpositions', '--json', '--top', '1', file]);
  expect(JSON.parse(out[0]!)).toEqual({
    games: 2,
    occurrences: 8,
    distinctPositions: 6,
    positionsInTwoOrMoreGames: 2,
    transposedPositions: 1,
    convergencePositions: 1,
    collisions: 0,
    top: [
      {
        fen: 'rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq -',
        key: expect.any(String) as string,
        games: 2,
        paths: 2,
      },
    ],
  });
});

test.each([
  [['review'], 'which files?'],
  [['review', join(folder, 'absent.pgn')], 'absent.pgn: no such file'],
  [['review', folder], 'it is a folder'],
  [['transpositions', '--top', 'many', 'x.pgn'], '--top wants a whole number from 0, not "many"'],
])('%j is one line on stderr and exit code 2', async (args, culprit) => {
  const { code, out, err } = await runCli(args);
  expect({ code, out, lines: err.length }).toEqual({ code: 2, out: [], lines: 1 });
  expect(err[0]).toContain(culprit);
});
