import type { Position } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { packMove } from '../../shared/chess/packed-move';
import { INITIAL_FEN, isFailure, parsePosition } from '../../shared/chess/position';
import { makeKey, parseKey } from '../../shared/chess/zobrist';
import { scoreOf, type Tally } from '../../shared/explorer';
import { IndexedCollection } from '../library/index/collection';
import type { Line } from '../library/index/explore';
import { fileArrival } from '../library/index/file-arrival';
import { importGames } from '../library/index/importing';
import { LibraryError } from '../library/index/library-error';
import { startPosition } from '../library/lines';
import { FileScanner } from '../library/scan-file';
import { parseCount, parseOptions, UsageError, type Command, type Io } from './command';
import { wantFiles } from './files';

const usage = `usage: threefold index build FILES… --db F
       threefold index query "FEN" --db F [--moves "e4 e5 …"] [--json]
       threefold index find KEY --db F [--json]
       threefold index game NUMBER --db F
       threefold index transpositions --db F [--player WORDS] [--eco CODE] [--max-ply N] [--top N] [--json]
       threefold index export --parquet DIR --db F [--buckets N]

A library is one file with games and all their positions, found by key.

  build            adds PGN files (plain, gzip or Zstandard); makes the library where there is none. Files that are in it
                   are noticed, and so are games that repeat another's moves and players
  query            of a position: games, moves played with their scores, move orders, nearest transpositions;
                   --moves: count also what came by just these moves from the start
  find             the positions with that FIDE or Polyglot key, 1 to 16 hex digits
  game             one game by its number in the library, from 0: its own text where its file is unchanged, else tags and
                   moves
  transpositions   where the games meet
  export           writes Parquet into a new folder, positions split by key into N buckets (a power of two; default 16)`;

export const command: Command = {
  summary: 'a library of many games: build it, ask it where a position arose, export it',
  usage,
  async run([what, ...args], io) {
    const run = what === undefined ? undefined : subcommands[what];
    if (!run) throw new UsageError(`wants one of ${Object.keys(subcommands).join(', ')}, not "${what ?? ''}"`);
    try {
      return await run(args, io);
    } catch (error) {
      if (error instanceof LibraryError) throw new UsageError(error.message);
      throw error;
    }
  },
};

/** The library is closed whatever happens, or the process could not end. */
export async function withLibrary<T>(
  db: string | undefined,
  use: (library: IndexedCollection) => Promise<T>,
): Promise<T> {
  if (db === undefined) throw new UsageError('which library? Name its file with --db');
  const library = await IndexedCollection.open(db).catch((error: unknown) => {
    throw error instanceof LibraryError ? new UsageError(error.message) : error;
  });
  try {
    return await use(library);
  } finally {
    await library.close();
  }
}

const db = { type: 'string' } as const;
const json = { type: 'boolean', default: false } as const;

const subcommands: Record<string, Command['run']> = {
  async build(args, io) {
    const { values, positionals } = parseOptions(args, { db });
    const files = wantFiles(positionals);
    if (values.db === undefined) throw new UsageError('which library? Name its file with --db');
    const scanner = new FileScanner(2);
    try {
      const arrivals = await Promise.all(files.map((file) => fileArrival(file, (path) => scanner.scan(path))));
      const start = performance.now();
      const report = await importGames(values.db, arrivals);
      for (const file of report.alreadyThere) io.out(`${file}: is in the library already`);
      io.out(
        `${many(report.games, 'game')} added from ${many(report.files, 'file')} in ${((performance.now() - start) / 1000).toFixed(1)} s` +
          (report.duplicates > 0 ? `; ${report.duplicates} of them repeat another game and are not counted` : ''),
      );
      io.out(`${many(report.totalGames, 'game')} in the library` + positionsIn(report.totalPositions));
      return 0;
    } finally {
      await scanner.close();
    }
  },

  async query(args, io) {
    const { values, positionals } = parseOptions(args, { db, json, moves: { type: 'string' } });
    if (positionals.length !== 1) throw new UsageError('query wants one FEN, in quotes');
    const position = parsePosition(positionals[0]!);
    if (isFailure(position)) throw new UsageError(position.failure);
    const line = values.moves === undefined ? undefined : lineOf(values.moves);
    return withLibrary(values.db, async (library) => {
      const explored = await library.explore(position, line);
      const orders = await library.moveOrders(position, 10);
      const games = await library.gamesThrough(position, 0, 10);
      if (values.json) {
        const { total, orders: lines } = orders;
        io.out(JSON.stringify({ ...explored, moveOrders: { total, orders: lines }, games }));
        return 0;
      }
      tell(io, position, explored, line !== undefined);
      io.out(`\n${many(explored.orders, 'move order')}`);
      for (const { games: count, moves } of orders.orders) io.out(`${pad(count)}  ${moves.join(' ')}`);
      io.out(`\n${many(games.total, 'game')}`);
      for (const { white, black, whiteElo, blackElo, event, date, result, ply } of games.rows)
        io.out(`  ${rated(white, whiteElo)} – ${rated(black, blackElo)}  ${result}  ${event} ${date}  ply ${ply}`);
      if (explored.collisions > 0) io.out(`\n${explored.collisions} games only share the key and are not counted`);
      return 0;
    });
  },

  async find(args, io) {
    const { values, positionals } = parseOptions(args, { db, json });
    const key = positionals.length === 1 ? parseKey(positionals[0]!) : undefined;
    if (key === undefined) throw new UsageError('find wants one key, 1 to 16 hex digits');
    return withLibrary(values.db, async (library) => {
      const found = await library.findKey(key);
      if (values.json) io.out(JSON.stringify(found));
      else if (found.length === 0) io.out(`no game reaches a position with the key ${makeKey(key)}`);
      else for (const { fen, readAs, games } of found) io.out(`${pad(games)}  ${readAs.padEnd(8)}  ${fen}`);
      return 0;
    });
  },

  async game(args, io) {
    const { values, positionals } = parseOptions(args, { db });
    if (positionals.length !== 1) throw new UsageError('game wants one number');
    const number = parseCount('the number', positionals[0]!);
    return withLibrary(values.db, async (library) => {
      io.out((await library.gameText(number)).pgn.trimEnd());
      return 0;
    });
  },

  async transpositions(args, io) {
    const { values, positionals } = parseOptions(args, {
      db,
      json,
      player: { type: 'string', default: '' },
      eco: { type: 'string', default: '' },
      'max-ply': { type: 'string', default: '65535' },
      top: { type: 'string', default: '10' },
    });
    if (positionals.length > 0) throw new UsageError(`does not know what to do with "${positionals[0]}"`);
    if (values.eco.length > 3)
      throw new UsageError(`--eco wants a code such as B90 or its beginning, not "${values.eco}"`);
    const selection = {
      player: values.player,
      eco: values.eco,
      maxPly: Math.min(0xffff, parseCount('--max-ply', values['max-ply'])),
      limit: parseCount('--top', values.top, 1),
    };
    return withLibrary(values.db, async (library) => {
      const found = await library.transpositions(selection);
      if (values.json) {
        io.out(JSON.stringify(found));
        return 0;
      }
      io.out(`${pad(found.games)}  games`);
      io.out(`${pad(found.occurrences)}  positions met`);
      io.out(`${pad(found.distinctPositions)}  different positions`);
      io.out(`${pad(found.sharedPositions)}  in two or more games`);
      io.out(`${pad(found.transposedPositions)}  reached by two or more orders of moves`);
      io.out(`${pad(found.convergencePositions)}  where such orders meet`);
      if (found.top.length > 0) io.out('\n    orders     games  key');
      for (const { orders, games, key, epd } of found.top) io.out(`${pad(orders)}${pad(games)}  ${key}  ${epd}`);
      return 0;
    });
  },

  async export(args, io) {
    const { values, positionals } = parseOptions(args, {
      db,
      parquet: { type: 'string' },
      buckets: { type: 'string', default: '16' },
    });
    if (positionals.length > 0) throw new UsageError(`does not know what to do with "${positionals[0]}"`);
    const { parquet } = values;
    if (parquet === undefined) throw new UsageError('where to? Name a new folder with --parquet');
    const buckets = parseCount('--buckets', values.buckets, 1);
    if (!Number.isInteger(Math.log2(buckets)) || buckets > 4096) {
      throw new UsageError(`--buckets wants a power of two up to 4096, not "${values.buckets}"`);
    }
    return withLibrary(values.db, async (library) => {
      await library.exportParquet(parquet, buckets);
      const { games, positions } = await library.contents();
      io.out(`${parquet}: ${games} games${positionsIn(positions)} in ${buckets} buckets`);
      return 0;
    });
  },
};

const pad = (n: number): string => String(n).padStart(10);
const positionsIn = (positions: number): string => `, ${positions} positions`;

/** Moves in SAN from the start position; numbers such as "1." may stand between. */
function lineOf(text: string): Line {
  const position = startPosition(INITIAL_FEN);
  const moves: number[] = [];
  for (const word of text.split(/\s+/)) {
    const san = word.replace(/^\d+\.+/, '');
    if (san === '') continue;
    const move = parseSan(position, san);
    if (!move) throw new UsageError(`--moves: "${san}" cannot be played`);
    moves.push(packMove(position, move as NormalMove));
    position.play(move);
  }
  return { start: INITIAL_FEN, moves };
}

type Explored = Awaited<ReturnType<IndexedCollection['explore']>>;

function tell(io: Io, position: Position, explored: Explored, byLine: boolean): void {
  io.out(`key ${explored.key}, ${position.turn} to move: ${many(explored.anyOrder.games, 'game')}`);
  io.out(`${'move'.padEnd(8)}${byLine ? 'by any order'.padStart(28) + 'by this order'.padStart(28) : ''}`.trimEnd());
  io.out(''.padEnd(8) + heads + (byLine ? heads : '') + '    orders');
  for (const { san, anyOrder, thisOrder, orders } of explored.moves)
    io.out(san.padEnd(8) + figures(anyOrder) + (byLine ? figures(thisOrder) : '') + pad(orders));
  if (explored.nearest.length === 0) return;
  io.out('\none move from here, and reached by more games');
  for (const { san, games, orders, fen } of explored.nearest)
    io.out(`${pad(games)}${pad(orders)}  ${san.padEnd(8)}${fen}`);
}

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const rated = (player: string, rating: number | undefined): string =>
  rating === undefined ? player : `${player} ${rating}`;

const heads = 'games'.padStart(10) + 'White'.padStart(9) + 'rating'.padStart(9);
const figures = (tally: Tally): string => {
  const score = scoreOf(tally);
  return (
    pad(tally.games) +
    (score === undefined ? '–' : `${(score * 100).toFixed(1)}%`).padStart(9) +
    (tally.averageRating?.toFixed(0) ?? '–').padStart(9)
  );
};
