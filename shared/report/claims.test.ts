import { readFileSync } from 'node:fs';
import { Chess, type Position } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan, makeSanVariation } from 'chessops/san';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { haveOracle, oracleFiles, oracleRows, oracleText } from '../../fixtures/oracle';
import { legalMoves, randomLine } from '../../fixtures/random-play';
import { readGames, readPgn } from '../pgn/read';
import { auditLine, type Claim, type LineAudit } from './claims';
import { reviewGame } from './report';

const audit = (pgn: string, line = 0): LineAudit => {
  const game = readPgn(pgn).games[0]!;
  return auditLine(game, reviewGame(game), line);
};
const brief = ({ claims }: LineAudit) =>
  claims.map(({ article, ply, by, intended, fate }) => [article, ply, by, intended.join(' '), fate].join(' | '));

test('about to appear, then has appeared; the first was missed, the last is open', () => {
  expect(brief(audit('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *'))).toEqual([
    '9.2.1.1 | 7 | black | Ng8 | open',
    '9.2.1.2 | 8 | white |  | open',
    '9.2.1.1 | 8 | white | Nf3 | open',
  ]);
});

test('a claim lost by playing on', () => {
  const claims = brief(audit('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *'));
  expect(claims).toEqual([
    '9.2.1.1 | 7 | black | Ng8 | missed',
    '9.2.1.2 | 8 | white |  | missed',
    '9.2.1.1 | 8 | white | Nf3 | missed',
  ]);
});

test('the fifth occurrence ends the game: no claims after it', () => {
  const shuffle = 'Nf3 Nf6 Ng1 Ng8 '.repeat(5);
  const { claims, ending } = audit(`${shuffle} *`);
  expect(ending).toEqual({ article: '9.6.1', ply: 16 });
  expect(Math.max(...claims.map(({ ply }) => ply))).toBe(15);
});

test.each([
  ['fifty complete', '4k3/8/8/8/8/8/4P3/4K2R w - - 100 90', 'Kd1', ['9.3.2', '9.3.1']],
  ['fifty by the next move', '4k3/8/8/8/8/8/4P3/4K2R w - - 99 90', 'Kd1', ['9.3.1']],
  ['one short', '4k3/8/8/8/8/8/4P3/4K2R w - - 98 90', '', []],
])('%s', (_, fen, move, articles) => {
  const { claims } = audit(`[FEN "${fen}"]\n\n${move} *`);
  expect(claims.filter(({ ply }) => ply === 0).map(({ article }) => article)).toEqual(articles);
});

test.each([
  ['mate', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'Ra8#', { article: '5.1.1', ply: 1 }],
  ['mate before seventy-five moves', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 99', 'Ra8#', { article: '5.1.1', ply: 1 }],
  ['seventy-five moves', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 99', 'Ra7', { article: '9.6.2', ply: 1 }],
  ['not stalemate', '7k/8/5K2/6Q1/8/8/8/8 b - - 0 1', '', undefined],
  ['stalemate', '7k/8/5KQ1/8/8/8/8/8 b - - 0 1', '', { article: '5.2.1', ply: 0 }],
  ['bishops of one colour', '4k3/8/8/8/8/2b5/8/1B2K3 w - - 0 1', '', undefined],
  ['bishops of one colour', '4k3/8/8/8/8/3b4/8/1B2K3 w - - 0 1', '', { article: '5.2.2', ply: 0 }],
  ['the last pawn falls', '8/8/8/3p4/4K3/8/8/6k1 w - - 0 1', 'Kxd5', { article: '5.2.2', ply: 1 }],
])('%s', (_, fen, move, ending) => {
  expect(audit(`[FEN "${fen}"]\n\n${move} *`).ending).toEqual(ending);
});

test('Fischer – Petrosian, 1971: the claim with 34. Qe2', () => {
  const text = readFileSync(new URL('../../fixtures/first-light.pgn', import.meta.url), 'utf8');
  const game = readPgn(text).games[14]!;
  expect(brief(auditLine(game, reviewGame(game), 0))).toEqual([
    '9.2.1.1 | 66 | white | Qe2 | open',
    '9.2.1.2 | 67 | black |  | open',
  ]);
});

/**
 * The slow reference, written from the text of the Laws and sharing nothing with the auditor but chessops: positions
 * as the first four fields of their FEN, all of the game's past looked through, every legal move tried.
 */
const byTheLaws = (start: Position, line: ReturnType<typeof legalMoves>) => {
  const position = start.clone();
  const past: string[] = [];
  const facts: string[] = [];
  for (let ply = 0; ; ply++) {
    const epd = (of: Position) => makeFen(of.toSetup(), { epd: true });
    past.push(epd(position));
    const times = past.filter((earlier) => earlier === epd(position)).length;
    const moves = legalMoves(position);
    // 5.1.1, 5.2.1: no legal move. 9.6: five times, or 75 moves by each player.
    if (moves.length === 0) return [...facts, `${ply} ${position.isCheck() ? '5.1.1' : '5.2.1'}`];
    if (position.isInsufficientMaterial()) return [...facts, `${ply} 5.2.2`];
    if (times >= 5) return [...facts, `${ply} 9.6.1`];
    if (position.halfmoves >= 150) return [...facts, `${ply} 9.6.2`];
    if (times >= 3) facts.push(`${ply} 9.2.1.2`);
    const third: string[] = [];
    const fifty: string[] = [];
    for (const move of moves) {
      const after = position.clone();
      after.play(move);
      const san = makeSan(position, move);
      if (past.filter((earlier) => earlier === epd(after)).length >= 2) third.push(san);
      if (after.halfmoves >= 100 && legalMoves(after).length > 0) fifty.push(san);
    }
    if (third.length > 0) facts.push(`${ply} 9.2.1.1 ${third.sort().join(' ')}`);
    if (position.halfmoves >= 100) facts.push(`${ply} 9.3.2`);
    if (fifty.length > 0) facts.push(`${ply} 9.3.1 ${fifty.sort().join(' ')}`);
    if (ply === line.length) return facts;
    position.play(line[ply]!);
  }
};

const asFacts = ({ claims, ending }: LineAudit): string[] => [
  ...claims.map(({ ply, article, intended }) => [ply, article, ...[...intended].sort()].join(' ')),
  ...(ending ? [`${ending.ply} ${ending.article}`] : []),
];

// Few pieces, so that positions come back; clocks that stand near their limits.
const starts = [
  '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1',
  '4k3/8/8/8/8/8/8/R3K3 w - - 95 80',
  '4k3/p7/8/8/8/8/8/4K3 w - - 140 80',
  '7k/8/8/3pP3/8/8/8/K7 w - d6 0 1',
  '7k/8/8/8/8/8/1b6/K1B5 w - - 0 1',
].map((fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap());

test('the auditor agrees with the Laws written out, on random play', () => {
  const choices = fc.oneof(
    fc.array(fc.nat(10_000), { maxLength: 60 }),
    // Back and forth: lines that repeat on purpose.
    fc
      .tuple(fc.array(fc.nat(10_000), { maxLength: 4 }), fc.nat(30))
      .map(([cycle, times]) => Array(times).fill(cycle).flat() as number[]),
  );
  let claimed = 0;
  fc.assert(
    fc.property(fc.constantFrom(...starts), choices, fc.boolean(), (start, numbers, shuffle) => {
      const line = shuffle ? backAndForth(start, numbers) : randomLine(numbers, start);
      const pgn = `[FEN "${makeFen(start.toSetup())}"]\n\n${makeSanVariation(start, line)} *`;
      const facts = byTheLaws(start, line);
      expect(asFacts(audit(pgn))).toEqual(facts);
      claimed += facts.length;
    }),
    { numRuns: 250 },
  );
  expect(claimed).toBeGreaterThan(100);
});

/** Each side moves a piece out and home again, as long as that is legal. */
const backAndForth = (start: Position, choices: number[]) => {
  const position = start.clone();
  const line: ReturnType<typeof legalMoves> = [];
  for (const choice of choices) {
    const moves = legalMoves(position);
    if (moves.length === 0) break;
    const last = line.at(-2);
    const home = moves.find(({ from, to }) => last && from === last.to && to === last.from);
    const move = choice % 4 > 0 && home ? home : moves[choice % moves.length]!;
    line.push(move);
    position.play(move);
  }
  return line;
};

describe.runIf(haveOracle)('against reference data', () => {
  test('the edge cases: threefold claims with claim-ahead, fifty, seventy-five, ends', () => {
    const audits = new Map<string, LineAudit>();
    for (const file of oracleFiles('edge').filter((name) => /^\d.*\.pgn$/.test(name))) {
      for (const game of readGames(oracleText(`edge/${file}`))) {
        const review = reviewGame(game);
        review.lines.forEach((_, line) => audits.set(`${file}#${game.number}/${line}`, auditLine(game, review, line)));
      }
    }
    const first = (claims: Claim[], ...articles: string[]) => {
      const claim = claims.find(({ article }) => articles.includes(article));
      return claim ? String(claim.ply) : '-';
    };
    const differences: string[] = [];
    for (const row of oracleRows('edge/expected.tsv')) {
      const name = `${row[0]}#${row[1]}/${row[2]}`;
      const { claims, ending } = audits.get(name)!;
      const got = {
        fifty: first(claims, '9.3.2'),
        seventyFive: ending?.article === '9.6.2' ? String(ending.ply) : '-',
        threefold: first(claims, '9.2.1.1', '9.2.1.2'),
        end: ending?.article === '5.1.1' ? 'checkmate' : '-',
      };
      const wanted = { fifty: row[10], seventyFive: row[11], threefold: row[12], end: row[13] };
      if (JSON.stringify(got) !== JSON.stringify(wanted))
        differences.push(`${name} ${JSON.stringify({ got, wanted })}`);
    }
    expect(differences).toEqual([]);
  });
});
