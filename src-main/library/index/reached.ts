import type { Position } from 'chessops/chess';
import { IDENTITY_WORDS, identityOf, sameIdentityAt, writeIdentity } from '../../../shared/chess/identity';
import { fideKey } from '../../../shared/chess/zobrist';
import { Growable } from '../growable';
import { playPacked, startPosition } from '../lines';
import { Paths } from '../paths';
import { takeNumbers, type Database } from './database';
import type { Lines, LinesCache } from './lines-cache';

/**
 * The games that reach a position, each at its first visit, with the move order that led there. Every one is
 * confirmed: the order was played through and its end compared with the position, not only with its key.
 */
export interface Reached {
  games: Uint32Array;
  plies: Uint16Array;
  /** The move played there; 0 where the game ended. */
  moves: Uint16Array;
  /** The move order by its number in `paths`. */
  orders: Uint32Array;
  paths: Paths;
  lines: Lines;
  /** Games whose key was the same and whose position was another: left out above. Expected: 0. */
  collisions: number;
}

/** All games of the library that reach `position`, in ascending order. Where sums are enough, `tally` is faster. */
export async function reach(database: Database, cache: LinesCache, position: Position): Promise<Reached> {
  const found = await firstVisits(database, fideKey(position));
  const lines = await cache.load(found.games);
  const paths = new Paths();
  const orders = new Uint32Array(found.games.length);
  for (let hit = 0; hit < orders.length; hit++) orders[hit] = lines.path(found.games[hit]!, found.plies[hit]!, paths);
  const wrong = pathsElsewhere(paths, new Set(orders), position);
  if (wrong.size === 0) return { ...found, orders, paths, lines, collisions: 0 };

  const pick = <T extends Uint16Array | Uint32Array>(column: T) =>
    column.filter((_, hit) => !wrong.has(orders[hit]!)) as T;
  const games = pick(found.games);
  return {
    games,
    plies: pick(found.plies),
    moves: pick(found.moves),
    orders: pick(orders),
    paths,
    lines,
    collisions: found.games.length - games.length,
  };
}

/** Rows come in the order of the table, (key, game, ply): the first of a game is its first visit. */
async function firstVisits(database: Database, key: bigint) {
  const games = new Growable('u32');
  const plies = new Growable('u16');
  const moves = new Growable('u16');
  await database.chunks(
    'SELECT game, ply, move FROM library.positions WHERE key = $1::UBIGINT',
    [key],
    (rows, columns) => {
      takeNumbers(columns[0]!, rows, games);
      takeNumbers(columns[1]!, rows, plies);
      takeNumbers(columns[2]!, rows, moves);
    },
  );
  const visits = { games: games.values, plies: plies.values, moves: moves.values };
  let kept = 0;
  for (let row = 0; row < visits.games.length; row++) {
    if (kept > 0 && visits.games[row] === visits.games[kept - 1]) continue;
    visits.games[kept] = visits.games[row]!;
    visits.plies[kept] = visits.plies[row]!;
    visits.moves[kept] = visits.moves[row]!;
    kept++;
  }
  return {
    games: visits.games.subarray(0, kept),
    plies: visits.plies.subarray(0, kept),
    moves: visits.moves.subarray(0, kept),
  };
}

/**
 * Plays all `paths` through, shared beginnings once, and answers which of `wanted` end elsewhere than in `position`.
 */
export function pathsElsewhere(paths: Paths, wanted: Set<number>, position: Position): Set<number> {
  const identity = identityOf(position);
  const found = new Uint32Array(IDENTITY_WORDS);
  const children = new Uint32Array(paths.size);
  for (let path = 0; path < paths.size; path++) {
    const parent = paths.parent(path);
    if (parent !== undefined) children[parent]!++;
  }
  const elsewhere = new Set<number>();
  // Positions that still have continuations to be played from them.
  const open = new Map<number, Position>();
  for (let path = 0; path < paths.size; path++) {
    const parent = paths.parent(path);
    let here: Position;
    if (parent === undefined) here = startPosition(paths.unfold(path).start);
    else {
      here = open.get(parent)!;
      if (--children[parent]! > 0) here = here.clone();
      else open.delete(parent);
      playPacked(here, paths.lastMove(path));
    }
    if (children[path]! > 0) open.set(path, here);
    if (!wanted.has(path)) continue;
    writeIdentity(here, found, 0);
    if (!sameIdentityAt(identity, 0, found, 0)) elsewhere.add(path);
  }
  return elsewhere;
}
