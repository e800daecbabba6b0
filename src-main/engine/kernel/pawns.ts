/**
 * Pawn structure: what depends on the pawns alone, or on them and one king. It is evaluated once and kept in a small
 * table of each thread, found by the pawns' own key; pawns move seldom, so more than nine in ten are found.
 *
 * An entry is 64 bytes:
 *
 *     0 key   8 passed pawns   16, 24 squares that White's, Black's pawns attack now or after advancing
 *     32 score   36 white king   40 black king   44, 48 their shelters   52, 56 what these add to their danger
 */

import { bit, Black, first, FILE_A, FILE_H, isWhite, White, withoutFirst } from './bits';
import { colorOf, kingSquare, Position } from './position';
import { PAWN_ENTRIES, PAWN_TABLE } from './search-memory';
import {
  DANGER_SHELTER, DANGER_STORM, PASSED_CANDIDATE, PASSED_CONNECTED, PAWN_BACKWARD, PAWN_DOUBLED, PAWN_ISOLATED,
  PAWN_PHALANX, PAWN_SUPPORTED, SHELTER, STORM, weightOf,
} from './weights';

// @ts-ignore: decorator
@unmanaged
export class PawnEntry {
  key: u64;
  passed: u64;
  whiteSpan: u64;
  blackSpan: u64;
  /** From White's side. */
  score: i32;
  /** The king whose shelter is kept, plus one: a fresh entry keeps none. */
  whiteKing: u32;
  blackKing: u32;
  whiteShelter: i32;
  blackShelter: i32;
  whiteDanger: i32;
  blackDanger: i32;
}

/** One rank towards the enemy. */
// @ts-ignore: decorator
@inline
export function forward<Us>(squares: u64): u64 {
  return isWhite<Us>() ? squares << 8 : squares >> 8;
}

/** The squares and all in front of them. */
// @ts-ignore: decorator
@inline
export function fillForward<Us>(squares: u64): u64 {
  if (isWhite<Us>()) {
    squares |= squares << 8;
    squares |= squares << 16;
    return squares | (squares << 32);
  }
  squares |= squares >> 8;
  squares |= squares >> 16;
  return squares | (squares >> 32);
}

// @ts-ignore: decorator
@inline
export function besides(squares: u64): u64 {
  return ((squares & ~FILE_H) << 1) | ((squares & ~FILE_A) >> 1);
}

/** All squares that these pawns attack. */
// @ts-ignore: decorator
@inline
export function attackedByPawns<Us>(pawns: u64): u64 {
  return besides(forward<Us>(pawns));
}

/** Rank as its own side counts, 0 to 7. */
// @ts-ignore: decorator
@inline
export function rankFrom<Us>(square: u32): u32 {
  return isWhite<Us>() ? square >> 3 : 7 - (square >> 3);
}

/** Distance of the square's file from the nearer edge, 0 to 3. */
// @ts-ignore: decorator
@inline
export function edgeDistance(square: u32): u32 {
  const file = square & 7;
  return file > 3 ? 7 - file : file;
}

/** The structure of the position on the board, from the thread's table. */
// @ts-ignore: decorator
@inline
export function pawnStructure(position: Position, area: usize): PawnEntry {
  const key = position.state.pawnKey;
  const entry = changetype<PawnEntry>(area + PAWN_TABLE + (((key as usize) & (PAWN_ENTRIES - 1)) << 6));
  if (entry.key != key || entry.whiteKing == 0) evaluatePawns(position, entry, key);
  const white = kingSquare<White>(position) + 1;
  const black = kingSquare<Black>(position) + 1;
  if (entry.whiteKing != white) {
    entry.whiteKing = white;
    shelter<White, Black>(position, entry, white - 1);
  }
  if (entry.blackKing != black) {
    entry.blackKing = black;
    shelter<Black, White>(position, entry, black - 1);
  }
  return entry;
}

function evaluatePawns(position: Position, entry: PawnEntry, key: u64): void {
  entry.key = key;
  entry.passed = 0;
  entry.whiteKing = 0;
  entry.blackKing = 0;
  const white = position.pawns & position.white;
  const black = position.pawns & position.black;
  entry.whiteSpan = fillForward<White>(attackedByPawns<White>(white));
  entry.blackSpan = fillForward<Black>(attackedByPawns<Black>(black));
  entry.score = pawnsOf<White, Black>(entry, white, black) - pawnsOf<Black, White>(entry, black, white);
}

function pawnsOf<Us, Them>(entry: PawnEntry, own: u64, enemy: u64): i32 {
  let score = 0;
  const attacked = attackedByPawns<Us>(own);
  for (let rest = own; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const pawn = bit(square);
    const rank = rankFrom<Us>(square);
    const front = forward<Us>(fillForward<Us>(pawn));
    const neighbours = besides(fillForward<Us>(pawn) | fillForward<Them>(pawn));
    const open = (front & enemy) == 0 ? 1 : 0;
    const supported = (attacked & pawn) != 0;
    const phalanx = (besides(pawn) & own) != 0;

    if (front & own) score += weightOf(PAWN_DOUBLED);
    else if (open) {
      const sentries = besides(front) & enemy;
      if (sentries == 0) {
        entry.passed |= pawn;
        if (supported || phalanx) score += weightOf(PASSED_CONNECTED + rank);
      } else if (popcnt(sentries) <= popcnt(besides(fillForward<Them>(pawn)) & own)) {
        score += weightOf(PASSED_CANDIDATE + rank);
      }
    }

    if (supported) score += weightOf(PAWN_SUPPORTED + rank);
    if (phalanx) score += weightOf(PAWN_PHALANX + rank);
    if (!(neighbours & own)) score += weightOf(PAWN_ISOLATED + open);
    else if (!supported && !phalanx) {
      // Backward: no neighbour beside or behind to support it, and its way is held by a pawn.
      const behind = besides(fillForward<Them>(pawn));
      const stop = forward<Us>(pawn);
      if (!(behind & own) && ((stop & enemy) | (attackedByPawns<Them>(enemy) & stop))) score += weightOf(PAWN_BACKWARD + open);
    }
  }
  return score;
}

/** The pawns before a king, on its file and the two beside it: own ones as shelter, the enemy's as a storm. */
function shelter<Us, Them>(position: Position, entry: PawnEntry, king: u32): void {
  const file = min(max(king & 7, 1), 6);
  // The king's rank and all in front of it.
  const ahead = fillForward<Us>((0xff as u64) << (king & 56));
  const own = position.pawns & colorOf<Us>(position) & ahead;
  const enemy = position.pawns & colorOf<Them>(position) & ahead;
  let score = 0;
  let danger = 0;
  for (let f = file - 1; f <= file + 1; f++) {
    const ownHere = own & (FILE_A << f);
    const enemyHere = enemy & (FILE_A << f);
    const edge = edgeDistance(f) * 8;
    const onFile: u32 = f == (king & 7) ? 8 : 0;
    const ownRank = ownHere ? rankFrom<Us>(nearest<Us>(ownHere)) : 0;
    const enemyRank = enemyHere ? rankFrom<Us>(nearest<Us>(enemyHere)) : 0;
    score += weightOf(SHELTER + edge + ownRank) + weightOf(STORM + edge + enemyRank);
    danger += weightOf(DANGER_SHELTER + onFile + ownRank) + weightOf(DANGER_STORM + onFile + enemyRank);
  }
  if (isWhite<Us>()) {
    entry.whiteShelter = score;
    entry.whiteDanger = danger;
  } else {
    entry.blackShelter = score;
    entry.blackDanger = danger;
  }
}

/** The square nearest to the own side. */
// @ts-ignore: decorator
@inline
function nearest<Us>(squares: u64): u32 {
  return isWhite<Us>() ? first(squares) : (63 - (clz(squares) as u32));
}
