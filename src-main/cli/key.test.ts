import { expect, test } from 'vitest';
import { haveOracle, oracleRows } from '../../fixtures/oracle';
import { runCli as run } from '../../fixtures/run-cli';

test('a FEN as JSON', async () => {
  const { code, out } = await run(['key', '--json', '4k3/8/8/8/8/8/8/4K3 w - - 0 1']);
  expect(code).toBe(0);
  expect(JSON.parse(out[0]!)).toEqual({
    fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1',
    fideKey: '5e854d7a97eb14c6',
    polyglotKey: '5e854d7a97eb14c6',
    components: ['white king on e1', 'black king on e8', 'white to move'].map((feature) => ({
      feature,
      key: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    })),
  });
});

test('a FEN without quotes is put together again', async () => {
  const { out } = await run(['key', '--json', ...'4k3/8/8/8/8/8/8/4K3 w - - 0 1'.split(' ')]);
  expect(out).toHaveLength(1);
});

test.each([
  [['key', 'not a fen'], 'bad FEN "not a fen"'],
  [['key', '--frobnicate'], "Unknown option '--frobnicate'"],
  [['key', '--stdin', 'x'], '"x" is one too many'],
  [['frobnicate'], 'unknown command "frobnicate"'],
])('%j is one line on stderr and exit code 2', async (args, culprit) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: 2, out: [] });
  expect(err).toHaveLength(1);
  expect(err[0]).toContain(culprit);
});

test('help lists the commands', async () => {
  const { code, out } = await run(['help']);
  expect(code).toBe(0);
  expect(out.join('\n')).toMatch(/^ {2}key {2,}the keys of a position/m);
});

test.runIf(haveOracle)('every line of keys.tsv through --stdin', async () => {
  const rows = oracleRows('keys.tsv');
  const { code, out } = await run(['key', '--stdin', '--json'], rows.map(([fen]) => fen).join('\n'));
  expect(code).toBe(0);
  const got = out.map((line) => JSON.parse(line) as { fideKey: string; polyglotKey: string });
  const wanted = rows.map(([, polyglot, fide]) => ({ fideKey: fide === '=' ? polyglot : fide, polyglotKey: polyglot }));
  expect(got.map(({ fideKey, polyglotKey }) => ({ fideKey, polyglotKey }))).toEqual(wanted);
});
