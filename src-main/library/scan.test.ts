import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { makeSanAndPlay } from 'chessops/san';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { haveOracle, oracleBytes, oracleRows } from '../../fixtures/oracle';
import { randomLine } from '../../fixtures/random-play';
import { inPieces, scannedGames, seenIn, tolerantGames, type SeenGame } from '../../fixtures/scan-twins';
import { packMove } from '../../shared/chess/packed-move';
import { INITIAL_FEN } from '../../shared/chess/position';
import { parseKey, polyglotKey } from '../../shared/chess/zobrist';
import { positionAfter, startPosition } from './lines';
import { PgnScanner } from './scan';

let scanner: PgnScanner;
beforeAll(async () => {
  scanner = await PgnScanner.load();
});

const NO_GAME = /^there is no game in it/;

async function gamesOf(bytes: Uint8Array): Promise<SeenGame[]> {
  const games = await scannedGames(scanner, bytes);
  if (typeof games !== 'string') return games;
  expect(games).toMatch(NO_GAME);
  return [];
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('what a file may look like from outside', () => {
  const game = '[Event "Zürich ½ 𝄞"]\n[White "Müller, Jörg"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "2"]\n\n1. d4 *\n';
  const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each([
    ['UTF-8', utf8(game)],
    ['UTF-8 with a mark', utf8(`\ufeff${game}`)],
    ['UTF-16, little end first', utf16(game)],
    ['UTF-16, big end first', Buffer.from(utf16(game)).swap16()],
    ['CR LF', utf8(game.replaceAll('\n', '\r\n'))],
    ['CR alone', utf8(game.replaceAll('\n', '\r'))],
  ])('%s', async (_name, bytes) => {
    const games = await gamesOf(bytes);
    expect(games).toEqual(tolerantGames(bytes));
    expect(games.map(({ tags, moves }) => [tags['Event'], tags['White'], moves.length])).toEqual([
      ['Zürich ½ 𝄞', 'Müller, Jörg', 3],
      ['2', '', 1],
    ]);
    expect(games.at(-1)!.bytes[1]).toBe(bytes.length);
  });

  test.each([
    ['two marks at the beginning', utf8(`\ufeff\ufeff${game}`)],
    ['a mark before the second game', utf8(game.replace('[Event "2"]', '\ufeff[Event "2"]'))],
    [
      'what would be a mark of UTF-16, in a Latin-1 game',
      Buffer.from(`[Event "1"]\n\n1. e4 *\n\n\xff\xfe\n\n1. d4 *\n`, 'latin1'),
    ],
  ])('only the first bytes of a file are a mark: %s', async (_name, bytes) => {
    const games = await gamesOf(bytes);
    expect(games.map(({ bytes: [start] }) => start).slice(1)).toEqual(
      games.map(({ bytes: [, end] }) => end).slice(0, -1),
    );
    expect(games.at(-1)!.bytes[1]).toBe(bytes.length);
    expect(games.at(-1)!.moves).toHaveLength(1);
  });

  test.each(['White\0\0', 'Result\0'])('a null character in a tag’s name: %j', async (name) => {
    const bytes = utf8(`[Event "1"]\n[${name} "8/P6k/8/8/8/8/1r4K1/8 w - - 10 60"]\n\n1. d4 *\n`);
    expect(await gamesOf(bytes)).toEqual(tolerantGames(bytes));
  });

  test('one Latin-1 game among UTF-8 games costs none of them its letters', async () => {
    const latin = Buffer.from('[Event "Zürich"]\n\n1. e4 *\n\n', 'latin1');
    const games = await gamesOf(Buffer.concat([utf8('[Event "Malmö"]\n\n1. d4 *\n\n'), latin]));
    expect(games.map(({ tags }) => tags['Event'])).toEqual(['Malmö', 'Zürich']);
  });

  test('gzip, also of several members, whatever its name', async () => {
    const bytes = Buffer.concat([
      gzipSync(utf8('[Event "1"]\n\n1. e4 *\n\n')),
      gzipSync(utf8('[Event "2"]\n\n1. d4 *\n')),
    ]);
    expect((await gamesOf(bytes)).map(({ tags }) => tags['Event'])).toEqual(['1', '2']);
  });

  test('a gzip file that ends too early is an error, not a short file', async () => {
    const bytes = gzipSync(utf8('[Event "1"]\n\n1. e4 *\n\n'.repeat(1000)));
    expect(await scannedGames(scanner, bytes.subarray(0, bytes.length - 20))).toBe('unexpected end of file');
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\r\n\t \n'],
    ['prose', 'Dear diary, today I lost again.\n'],
  ])('%s: no game, and it says so', async (_name, text) => {
    expect(await scannedGames(scanner, utf8(text))).toMatch(NO_GAME);
  });

  test('a problem is placed in the file, not in the game', async () => {
    const good = '[Event "good"]\n\n1. e4 e5 *\n\n';
    const [, , bad] = await gamesOf(utf8(`${good}${good}[Event "bad"]\n\n1. e4 e5\n  2. Ke4 *\n`));
    expect(bad!.problems).toEqual([expect.stringMatching(/^12:6 Ke4: /)]);
    expect(bad!.moves).toHaveLength(2);
  });

  test.each([
    ['plain', (bytes: Uint8Array) => bytes],
    ['gzip', (bytes: Uint8Array) => gzipSync(bytes)],
    ['UTF-16', (bytes: Uint8Array) => Buffer.from(`\ufeff${Buffer.from(bytes).toString()}`, 'utf16le')],
  ])('a scan that is given up lets go of its file, and the next one begins anew: %s', async (_name, pack) => {
    const bytes = pack(utf8('[Event "1"]\n\n1. e4 e5 2. Nf3 *\n\n'.repeat(100_000)));
    let open = true;
    async function* file(): AsyncGenerator<Uint8Array> {
      try {
        yield* inPieces(bytes);
      } finally {
        open = false;
      }
    }
    for await (const { batch } of scanner.scan(file())) {
      expect(batch.starts.length).toBeGreaterThan(0);
      break;
    }
    await expect.poll(() => open).toBe(false);
    expect(await gamesOf(utf8('[Event "next"]\n\n1. d4 *\n'))).toHaveLength(1);
  });

  test('a game larger than the buffer', async () => {
    const comment = `{${'a long comment, '.repeat(200_000)}}`;
    const games = await gamesOf(utf8(`[Event "1"]\n\n1. e4 ${comment} e5 *\n\n[Event "2"]\n\n1. d4 *\n`));
    expect(games.map(({ moves }) => moves.length)).toEqual([2, 1]);
  });
});

describe('well-formed games need no second reader', () => {
  /** The moves read, and how many games went to the tolerant reader. */
  async function read(pgn: string): Promise<{ moves: number[][]; readTolerantly: number }> {
    const scanning = scanner.scan(inPieces(utf8(pgn)));
    const moves: number[][] = [];
    for (;;) {
      const { done, value } = await scanning.next();
      if (done) return { moves, readTolerantly: value.readTolerantly };
      moves.push(...seenIn(value.batch).map((game) => game.moves));
    }
  }

  test('comments, glyphs, variations in variations, clocks, escaped lines, zeros, passed turns', async () => {
    const game = `[Event "all of it"]
[Annotator "A \\"quoted\\" name"]
[Result "1-0"]

{before} 1. e4! {[%clk 1:00:00]} 1... e5 $2 (1... c5 2. Nf3 (2. -- d6) 2... d6 ; to the end
3. d4) (1... e6) 2. Nf3 Nc6
% an escaped line
3. Bc4 Bc5?! 4. 0-0 Nf6 5 d3 d6 6.Bg5?? 0-0 *

[Event "next"]
[FEN "8/P6k/8/8/8/8/1r6/6K1 w - - 10 60"]

60. a8Q Rb3 *
`;
    const { moves, readTolerantly } = await read(game);
    expect(moves.map(({ length }) => length)).toEqual([12, 2]);
    expect(readTolerantly).toBe(0);
  });

  test('a position that stands more than 255 times is counted as 255, in both columns', async () => {
    const round = 'Nf3 Nf6 Ng1 Ng8 ';
    for await (const { batch } of scanner.scan(inPieces(utf8(`${round.repeat(300)}*\n`)))) {
      expect(batch.maxRepetition[0]).toBe(255);
      expect([batch.second[0], batch.third[0], batch.fifth[0]]).toEqual([4, 8, 16]);
      expect(Array.from([253, 254, 255, 299], (rounds) => batch.occurrences[4 * rounds])).toEqual([254, 255, 255, 255]);
    }
  });

  test('any legal game, Chess960 too, in plain SAN', async () => {
    const choices = fc.array(fc.nat(10_000), { minLength: 20, maxLength: 200, size: 'max' });
    const starts = [
      INITIAL_FEN,
      'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1',
      'k1q1q1q1/8/q5q1/8/q5q1/8/PPP2PPP/K7 b - - 0 1',
      '8/PPPP2k1/8/8/8/8/pppp2K1/8 w - - 0 1',
      'n1n1k1n1/8/n3n3/8/2N1N1N1/8/N3N3/4K3 w - - 0 1',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), choices, async (fen, line) => {
        const position = startPosition(fen);
        const packed: number[] = [];
        const sans: string[] = [];
        for (const move of randomLine(line, position)) {
          packed.push(packMove(position, move));
          sans.push(makeSanAndPlay(position, move));
        }
        const { moves, readTolerantly } = await read(`[FEN "${fen}"]\n\n${sans.join(' ')} *\n`);
        expect(moves).toEqual([packed]);
        expect(readTolerantly).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});

describe.skipIf(!haveOracle)('the reference data', () => {
  test('repetitions.tsv: every game of both collections', async () => {
    const rows = new Map<string, string[][]>();
    for (const [file, , ...row] of oracleRows('repetitions.tsv'))
      rows.set(file!, [...(rows.get(file!) ?? []), row.slice(0, 8)]);
    expect(rows.size).toBe(2);
    for (const [file, expected] of rows) {
      const games = await gamesOf(oracleBytes(`pgn/${file}`));
      const found = games.map(({ moves, repetition, tags }) =>
        [moves.length, ...repetition, tags['Result']].map(String),
      );
      expect(found).toEqual(expected);
    }
  });

  test('edge/expected.tsv: the main lines', async () => {
    for (const row of oracleRows('edge/expected.tsv').filter(([, , line]) => line === '0')) {
      const [file, number, , plies, ...repetition] = row;
      const game = (await gamesOf(oracleBytes(`edge/${file}`)))[Number(number) - 1]!;
      expect([game.moves.length, ...game.repetition].map(String), `${file} ${number}`).toEqual([
        plies,
        ...repetition.slice(0, 6),
      ]);
    }
  });

  test('keys-by-ply.tsv', async () => {
    const collections = new Map<string, SeenGame[]>();
    for (const file of ['worldchamp.pgn', 'candidates.pgn'])
      collections.set(file, await gamesOf(oracleBytes(`pgn/${file}`)));
    for (const [game, ply, , polyglot, fide] of oracleRows('keys-by-ply.tsv')) {
      const [file, number] = game!.split('#');
      const key = collections.get(file!)![Number(number) - 1]!.keys[Number(ply)];
      expect(key, `${game} ${ply}`).toBe(parseKey(fide === '=' ? polyglot! : fide!));
    }
  });
});

/** The large collections go through the tolerant reader in the report's tests; one of them is enough here. */
const compared = (folder: string): string[] =>
  readdirSync(new URL(`../../../shared/oracle/${folder}`, import.meta.url))
    .filter((name) => /\.pgn(\.gz)?$/.test(name) && !name.includes('gzip-named') && name !== 'candidates.pgn')
    .map((name) => `${folder}/${name}`);

describe.skipIf(!haveOracle)('equal to the tolerant reader', () => {
  test.each(haveOracle ? ['edge', 'bad', 'pgn'].flatMap(compared) : [])('%s', async (name) => {
    const bytes = oracleBytes(name);
    expect(await scannedGames(scanner, bytes)).toEqual(tolerantGames(bytes));
  });
});

describe.skipIf(!haveOracle)('malformed files give what a tolerant reader must recover', () => {
  const rows = haveOracle ? oracleRows('bad/expected.tsv') : [];

  test.each(rows.map((row) => [row[1]!, row] as const))('%s', async (name, row) => {
    const [, , , , games, plies, keys, level] = row;
    const found = await gamesOf(oracleBytes(`bad/${name}`));
    if (level === 'safe') return;
    const [least, most = least] = games!.split('-').map(Number);
    expect(found.length).toBeGreaterThanOrEqual(least!);
    expect(found.length).toBeLessThanOrEqual(most!);
    const expected = plies ? plies.split(';') : [];
    for (const [i, count] of expected.entries()) {
      // Where the number of games is open, the last row still speaks of the last game.
      const game = found[i === expected.length - 1 ? found.length - 1 : i];
      if (!game || count === '?') continue;
      if (count.startsWith('>=')) expect(game.moves.length).toBeGreaterThanOrEqual(Number(count.slice(2)));
      else expect(game.moves.length, `game ${i + 1}`).toBe(Number(count));
      const key = keys!.split(';')[i];
      if (key && key !== '?') expect(polyglotKey(positionAfter(game.start, game.moves))).toBe(parseKey(key));
    }
  });
});
