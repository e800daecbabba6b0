import { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { makeSanVariation } from 'chessops/san';
import { makeUci } from 'chessops/util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { haveOracle, oracleRows, oracleText } from '../../fixtures/oracle';
import { randomLine } from '../../fixtures/random-play';
import { readGames, readPgn } from '../pgn/read';
import { Transpositions } from './transpositions';
import { visitsOf } from './visits';

const summarise = (top: number, ...texts: string[]) => {
  const transpositions = new Transpositions();
  for (const text of texts) for (const game of readGames(text)) transpositions.addGame(game);
  return transpositions.summary(top);
};

test('two orders of moves meet in two positions, of which one is where they meet', () => {
  const summary = summarise(5, '1. d4 Nf6 2. c4 e6 *\n\n1. c4 Nf6 2. d4 e6 *');
  expect(summary).toMatchObject({
    games: 2,
    occurrences: 10,
    distinctPositions: 7,
    positionsInTwoOrMoreGames: 3,
    transposedPositions: 2,
    convergencePositions: 1,
    collisions: 0,
  });
  expect(summary.top.map(({ games, paths }) => [games, paths])).toEqual([
    [2, 2],
    [2, 2],
  ]);
});

test('the same game twice is no transposition', () => {
  expect(summarise(5, '1. e4 e5 *\n\n1. e4 e5 *')).toMatchObject({
    distinctPositions: 3,
    positionsInTwoOrMoreGames: 3,
    transposedPositions: 0,
    top: [],
  });
});

test('a variation transposes into its own game', () => {
  const summary = summarise(1, '1. d4 (1. Nf3 d5 2. d4) 1... d5 2. Nf3 *');
  expect(summary).toMatchObject({ positionsInTwoOrMoreGames: 0, transposedPositions: 1, convergencePositions: 1 });
});

test('a position that comes back is not a new path to it', () => {
  expect(summarise(1, '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *').transposedPositions).toBe(0);
});

test('positions that share a key are told apart, and counted', () => {
  const transpositions = new Transpositions();
  for (const move of [12 | (28 << 6), 11 | (27 << 6)]) {
    const forged = {
      start: Chess.default(),
      count: 2,
      moves: Uint16Array.of(0, move),
      keys: BigUint64Array.of(1n, 2n),
    };
    transpositions.add(forged);
  }
  expect(transpositions.summary(5)).toMatchObject({ distinctPositions: 3, transposedPositions: 0, collisions: 1 });
});

// The slow twin, written from the definitions with strings, sets and maps.
const slowly = (games: string[][]) => {
  const gamesOf = new Map<string, Set<number>>();
  const paths = new Map<string, Set<string>>();
  const predecessors = new Map<string, Set<string>>();
  const put = <T>(map: Map<string, Set<T>>, key: string, value: T) =>
    map.set(key, (map.get(key) ?? new Set()).add(value));
  games.forEach(([...epdsAndMoves], game) => {
    const seen = new Set<string>();
    let path = '';
    let before: string | undefined;
    for (const step of epdsAndMoves) {
      const [move, epd] = step.split('|') as [string, string];
      path += ` ${move}`;
      put(gamesOf, epd, game);
      if (!seen.has(epd)) {
        put(paths, epd, path);
        if (before !== undefined) put(predecessors, epd, before);
      }
      seen.add(epd);
      before = epd;
    }
  });
  const sizes = (map: Map<string, Set<unknown>>) => [...map.values()].filter((set) => set.size >= 2).length;
  return {
    distinctPositions: gamesOf.size,
    positionsInTwoOrMoreGames: sizes(gamesOf),
    transposedPositions: sizes(paths),
    convergencePositions: sizes(predecessors),
  };
};

test('the counts agree with the definitions, written out', () => {
  // Few choices a move, so that games meet often.
  const game = fc.array(fc.nat(2), { maxLength: 14 });
  fc.assert(
    fc.property(fc.array(game, { minLength: 1, maxLength: 12 }), (games) => {
      const lines = games.map((choices) => randomLine(choices));
      const text = lines.map((line) => `[Event "x"]\n\n${makeSanVariation(Chess.default(), line)} *\n\n`).join('');
      const steps = lines.map((line) => {
        const position = Chess.default();
        const epd = () => makeFen(position.toSetup(), { epd: true });
        return [`|${epd()}`].concat(
          line.map((move) => {
            position.play(move);
            return `${makeUci(move)}|${epd()}`;
          }),
        );
      });
      expect(summarise(0, text)).toMatchObject(slowly(steps));
    }),
    { numRuns: 150 },
  );
});

describe.runIf(haveOracle)('against reference data', () => {
  test('the counts and the fifty most transposed positions of 9,745 games', () => {
    const summary = summarise(50, oracleText('pgn/worldchamp.pgn'), oracleText('pgn/candidates.pgn'));
    const { top, ...counts } = summary;
    expect(counts).toEqual({
      games: 9745,
      occurrences: 817291,
      distinctPositions: 656531,
      positionsInTwoOrMoreGames: 20857,
      transposedPositions: 13406,
      convergencePositions: 2791,
      collisions: 0,
    });
    const rows = oracleRows('transpositions.tsv');
    const first = rows.findIndex(([rank]) => rank === 'rank') + 1;
    const wanted = rows.slice(first, first + 50).map(([, paths, games, , , key, fen]) => ({
      fen,
      key,
      games: Number(games),
      paths: Number(paths),
    }));
    expect(top).toEqual(wanted);
  });

  test('pairs that are, and are not, the same position', () => {
    const { games } = readPgn(oracleText('edge/transpositions.pgn'));
    for (const [a, plyA, b, plyB, same, , keyA, keyB] of oracleRows('edge/transposition-pairs.tsv')) {
      const [one, two] = [visitsOf(games[Number(a) - 1]!).visits, visitsOf(games[Number(b) - 1]!).visits];
      const hex = (key: bigint) => key.toString(16).padStart(16, '0');
      expect([hex(one.keys[Number(plyA)]!), hex(two.keys[Number(plyB)]!)]).toEqual([keyA, keyB]);
      expect(one.keys[Number(plyA)] === two.keys[Number(plyB)]).toBe(same === 'Y');
    }
  });
});
