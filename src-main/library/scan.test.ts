import { readdirSync } from 'node:fs';
import { makeFen } from 'chessops/fen';
import { beforeAll, describe, expect, test } from 'vitest';
import { haveOracle, oracleBytes, oracleRows } from '../../fixtures/oracle';
import { INITIAL_FEN } from '../../shared/chess/position';
import { fideKey, parseKey, polyglotKey } from '../../shared/chess/zobrist';
import { decodePgn } from '../../shared/pgn/decode';
import { tagOf, type PgnProblem } from '../../shared/pgn/game';
import { mainLine } from '../../shared/pgn/tree';
import { readPgn } from '../../shared/pgn/read';
import { listedTags, type BatchProblem } from './batch';
import { playPacked, positionAfter } from './lines';
import { noGameIn, PgnScanner, type ScanBatch } from './scan';

let scanner: PgnScanner;
beforeAll(async () => {
  scanner = await PgnScanner.load();
});

/** One game as the tests look at it. */
interface Seen {
  bytes: [number, number];
  start: string;
  tags: Record<string, string>;
  moves: number[];
  keys: bigint[];
  clocks: number[];
  repetition: (number | string)[];
  problems: string[];
}

const never = (ply: number): number | string => (ply > 0 ? ply : '-');
const clockNever = (ply: number): number | string => (ply >= 0 ? ply : '-');

function gamesOf(batch: ScanBatch): Seen[] {
  return batch.starts.map((start, i) => {
    const [from, to] = [batch.plyStart[i]!, batch.plyStart[i + 1]!];
    return {
      bytes: [batch.gameStart[i]!, batch.gameEnd[i]!],
      start,
      tags: Object.fromEntries(listedTags.map((name, tag) => [name, batch.tags[i * listedTags.length + tag]!])),
      moves: [...batch.moves.subarray(from, Math.max(from, to - 1))],
      keys: [...batch.keys.subarray(from, to)],
      clocks: [...batch.clocks.subarray(from, to)],
      repetition: [
        batch.maxRepetition[i]!,
        never(batch.second[i]!),
        never(batch.third[i]!),
        never(batch.fifth[i]!),
        clockNever(batch.clock100[i]!),
        clockNever(batch.clock150[i]!),
      ],
      problems: batch.problems
        .filter(({ game }) => game === i)
        .map(({ line, column, message }) => `${line}:${column} ${message}`),
    };
  });
}

async function* pieces(bytes: Uint8Array, size = 65536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function scanned(bytes: Uint8Array, size?: number): Promise<Seen[]> {
  const games: Seen[] = [];
  for await (const { batch } of scanner.scan(pieces(bytes, size))) games.push(...gamesOf(batch));
  return games;
}

/** The same by the tolerant reader alone, which has the whole text before it. */
function tolerantly(bytes: Uint8Array): Omit<Seen, 'clocks' | 'repetition'>[] {
  const { text, encoding } = decodePgn(bytes);
  const { games, problems } = readPgn(text);
  if (games.length === 0) throw noGameIn({ games: 0, lines: 0, problems: problems.map((problem) => said(problem)) });
  const wide = encoding.startsWith('utf-16');
  const size = (part: string) => {
    if (encoding === 'windows-1252') return part.length;
    return wide ? 2 * part.length : Buffer.byteLength(part);
  };
  let end = wide ? 2 : encoding === 'utf-8 with mark' ? 3 : 0;
  return games.map((game) => {
    const start = end;
    end += size(game.text);
    const keys: bigint[] = game.start ? [fideKey(game.start)] : [];
    const position = game.start?.clone();
    const moves: number[] = [];
    for (const node of position ? mainLine(game) : []) {
      moves.push(node.packed);
      playPacked(position!, node.packed);
      keys.push(fideKey(position!));
    }
    return {
      bytes: [start, end],
      start: game.start ? makeFen(game.start.toSetup()) : INITIAL_FEN,
      tags: Object.fromEntries(listedTags.map((name) => [name, tagOf(game, name) ?? ''])),
      moves,
      keys,
      problems: game.problems.map(said).map(({ line, column, message }) => `${line}:${column} ${message}`),
    };
  });
}

const said = ({ line, column, token, message }: PgnProblem): BatchProblem => ({
  game: 0,
  line,
  column,
  message: `${token}: ${message}`,
});

const orMessage = <T>(read: () => T): T | string => {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
};

const plain = (games: Seen[]) => games.map(({ clocks: _clocks, repetition: _repetition, ...game }) => game);

const oracleFiles = (folder: string): string[] =>
  readdirSync(new URL(`../../../shared/oracle/${folder}`, import.meta.url)).filter((name) =>
    /\.pgn(\.gz)?$/.test(name),
  );

describe.skipIf(!haveOracle)('the reference data', () => {
  test('repetitions.tsv: every game of both collections', async () => {
    const rows = new Map<string, string[][]>();
    for (const row of oracleRows('repetitions.tsv'))
      rows.set(row[0]!, [...(rows.get(row[0]!) ?? []), row.slice(2, 10)]);
    expect(rows.size).toBe(2);
    for (const [file, expected] of rows) {
      const games = await scanned(oracleBytes(`pgn/${file}`));
      const found = games.map(({ moves, repetition, tags }) =>
        [moves.length, ...repetition, tags['Result']].map(String),
      );
      expect(found).toEqual(expected);
    }
  });

  test('keys-by-ply.tsv', async () => {
    const games = new Map<string, Seen[]>();
    for (const file of ['worldchamp.pgn', 'candidates.pgn']) games.set(file, await scanned(oracleBytes(`pgn/${file}`)));
    for (const [game, ply, , polyglot, fide] of oracleRows('keys-by-ply.tsv')) {
      const [file, number] = game!.split('#');
      const key = games.get(file!)![Number(number) - 1]!.keys[Number(ply)];
      expect(key, `${game} ${ply}`).toBe(parseKey(fide === '=' ? polyglot! : fide!));
    }
  });
});

describe.skipIf(!haveOracle)('equal to the tolerant reader', () => {
  const files = haveOracle
    ? ['edge', 'bad', 'pgn'].flatMap((folder) => oracleFiles(folder).map((f) => `${folder}/${f}`))
    : [];
  test.each(files.filter((name) => !name.includes('gzip-named') && !name.startsWith('pgn/cand')))(
    '%s',
    async (name) => {
      const bytes = oracleBytes(name);
      const expected = orMessage(() => tolerantly(bytes));
      const found = await scanned(bytes).then(plain, (error: Error) => error.message);
      expect(found).toEqual(expected);
    },
  );
});

describe.skipIf(!haveOracle)('malformed files', () => {
  const rows = haveOracle ? oracleRows('bad/expected.tsv') : [];
  test.each(rows.map((row) => [row[1]!, row] as const))('%s', async (name, row) => {
    const [, , , , games, plies, keys, level] = row;
    const found = await scanned(oracleBytes(`bad/${name}`)).catch((error: Error) => {
      expect(error.message).toMatch(/^there is no game in it/);
      return [];
    });
    if (level === 'safe') return;
    const [least, most] = games!.includes('-') ? games!.split('-').map(Number) : [Number(games), Number(games)];
    expect(found.length).toBeGreaterThanOrEqual(least!);
    expect(found.length).toBeLessThanOrEqual(most!);
    const expected = plies ? plies.split(';') : [];
    // Where the number of games is open, only the first and the last are told.
    const pairs = expected.map((_, i) => [i, i === expected.length - 1 ? found.length - 1 : i] as const);
    for (const [i, at] of pairs) {
      const game = found[at];
      if (!game || expected[i] === '?') continue;
      const count = game.moves.length;
      if (expected[i]!.startsWith('>='))
        expect(count, `game ${i + 1}`).toBeGreaterThanOrEqual(Number(expected[i]!.slice(2)));
      else expect(count, `game ${i + 1}`).toBe(Number(expected[i]));
      const key = keys!.split(';')[i];
      if (key && key !== '?') expect(polyglotKey(positionAfter(game.start, game.moves))).toBe(parseKey(key));
    }
  });
});
