import { readFileSync } from 'node:fs';
import { parseFen } from 'chessops/fen';
import { Chess } from 'chessops/chess';
import { makeSanVariation } from 'chessops/san';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { haveOracle, oracleFiles, oracleRows, oracleText } from '../../fixtures/oracle';
import { randomLine } from '../../fixtures/random-play';
import { IDENTITY_WORDS, makeEpd } from '../chess/identity';
import { makeKey } from '../chess/zobrist';
import { tagOf, type Game } from '../pgn/game';
import { readGames, readPgn } from '../pgn/read';
import { reviewGame } from './report';
import type { LineRepetitions } from './repetitions';

const reviewOf = (pgn: string) => reviewGame(readPgn(pgn).games[0]!);
const figures = ({ lines }: ReturnType<typeof reviewGame>, line = 0): LineRepetitions => lines[line]!.repetitions;

test('the start position counts as the first occurrence', () => {
  const review = reviewOf('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *');
  expect(figures(review)).toEqual({
    plies: 8,
    maxRepetition: 3,
    ply2: 4,
    ply3: 8,
    ply5: null,
    plyHalfmove100: null,
    plyHalfmove150: null,
  });
  expect([...review.repetitions.occurrences]).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3]);
  expect([...review.repetitions.earlier]).toEqual([-1, -1, -1, -1, 0, 1, 2, 3, 4]);
});

test('each variation counts by itself, together with the moves that lead to it', () => {
  const review = reviewOf('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 e5 (4... Ng8 5. e4) 5. e4 *');
  expect(figures(review, 0).ply3).toBeNull();
  expect(figures(review, 1)).toMatchObject({ plies: 9, ply3: 8 });
});

test('a game whose start cannot be played has no visits and no figures', () => {
  const review = reviewOf('[FEN "nonsense"]\n\n1. e4 *');
  expect(figures(review)).toMatchObject({ plies: 0, maxRepetition: 0, ply2: null });
});

// Each game says what it expects of each line: plies, most occurrences, plies of the second, third and fifth, of the
// clock at 100 and 150; worked out by hand.
const dash = (value: number | null) => (value === null ? '-' : String(value));
const columns = (line: LineRepetitions) => [
  String(line.plies),
  String(line.maxRepetition),
  ...[line.ply2, line.ply3, line.ply5, line.plyHalfmove100, line.plyHalfmove150].map(dash),
];
const rules = readPgn(readFileSync(new URL('../../fixtures/rules.pgn', import.meta.url), 'utf8')).games;

test.each(rules.map((game) => [tagOf(game, 'Event')!, game] as const))('%s', (_, game) => {
  const got = reviewGame(game).lines.map(({ repetitions }) => columns(repetitions).join(' '));
  expect(got.join('; ')).toBe(tagOf(game, 'Expect'));
  expect(game.problems).toEqual([]);
});

// The slow twin: every pair of positions on the line, compared by the first four fields of their FEN.
test('occurrences agree with comparing every position to every other', () => {
  const kings = Chess.fromSetup(parseFen('4k2r/8/8/3p4/8/8/4P3/R3K3 w Qk - 0 1').unwrap()).unwrap();
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 200 }), (choices) => {
      const moves = makeSanVariation(kings, randomLine(choices, kings));
      const { visits, repetitions } = reviewOf(`[FEN "4k2r/8/8/3p4/8/8/4P3/R3K3 w Qk - 0 1"]\n\n${moves} *`);
      const seen: string[] = [];
      for (let visit = 0; visit < visits.count; visit++) {
        seen.push(makeEpd(visits.identities, visit * IDENTITY_WORDS));
        const times = seen.filter((epd) => epd === seen[visit]).length;
        expect(repetitions.occurrences[visit]).toBe(times);
        expect(repetitions.earlier[visit]).toBe(seen.slice(0, visit).lastIndexOf(seen[visit]!));
      }
    }),
    { numRuns: 200 },
  );
});

describe.runIf(haveOracle)('against reference data', () => {
  test('repetitions.tsv: every game', () => {
    const rows = oracleRows('repetitions.tsv');
    const got: string[][] = [];
    for (const file of ['worldchamp.pgn', 'candidates.pgn']) {
      for (const game of readGames(oracleText(`pgn/${file}`))) {
        const line = figures(reviewGame(game));
        got.push([file, String(game.number), ...columns(line), tagOf(game, 'Result')!]);
      }
    }
    expect(got.length).toBe(9745);
    const differences = got.filter((row, at) => row.join('\t') !== rows[at]!.slice(0, 10).join('\t'));
    expect(differences).toEqual([]);
  });

  test('the edge cases: every line of every game', () => {
    const games = new Map<string, Game>();
    for (const file of oracleFiles('edge').filter((name) => /^\d.*\.pgn$/.test(name))) {
      for (const game of readGames(oracleText(`edge/${file}`))) games.set(`${file}#${game.number}`, game);
    }
    const rows = oracleRows('edge/expected.tsv');
    const differences: string[] = [];
    for (const [file, number, line, ...wanted] of rows) {
      const review = reviewGame(games.get(`${file}#${number}`)!);
      const got = columns(figures(review, Number(line))).join('\t');
      if (got !== wanted.slice(0, 7).join('\t')) differences.push(`${file}#${number} line ${line}: ${got}`);
    }
    expect(differences).toEqual([]);
    expect(rows.length).toBeGreaterThan(50);
  });

  test('transpositions inside one game: every node and its key', () => {
    const games = readPgn(oracleText('edge/transpositions.pgn')).games;
    for (const [number, line, ply, , key] of oracleRows('edge/transposition-nodes.tsv')) {
      const review = reviewGame(games[Number(number) - 1]!);
      const visit = review.lines[Number(line)]!.visits[Number(ply)]!;
      expect(makeKey(review.visits.keys[visit]!)).toBe(key);
    }
  });
});
