import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCli } from '../../fixtures/run-cli';

const file = fileURLToPath(new URL('../../fixtures/repertoire.pgn', import.meta.url));

test('conflicts and orphans, as objects', async () => {
  const { code, out } = await runCli(['repertoire', '--json', '--side', 'white', file]);
  expect(code).toBe(0);
  expect(out.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      kind: 'conflict',
      turn: 'white',
      recommendations: [
        { move: 'Bf4', places: [{ file, game: 1, line: '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Nf3 Be7' }, {}] },
        { move: 'Bg5', places: [{}] },
      ],
    },
    { kind: 'orphan', continuedAt: [{}, {}, {}] },
    { kind: 'orphan', place: { line: '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Nf3 Be7 5. Bf4' }, continuedAt: [{}] },
  ]);
});

test('for people', async () => {
  const { out } = await runCli(['repertoire', file]);
  expect(out[0]).toMatch(/^conflict {2}[0-9a-f]{16} {2}white to move$/);
  expect(out[1]).toContain('Bf4     ');
});

test('a side that there is not', async () => {
  const { code, err } = await runCli(['repertoire', '--side', 'green', file]);
  expect({ code, err }).toEqual({ code: 2, err: ['threefold repertoire: --side wants white or black, not "green"'] });
});
