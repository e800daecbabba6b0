/**
 * Legal moves. Checkers and pinned pieces are found first; what then remains of each piece's attacks is legal, so that
 * nothing has to be tried out, except en passant.
 *
 * One body serves every use through its types: the sides, the kind of moves wanted, and whether they are written
 * to the list or only counted. Counting moves the list's end on all the same, but reads no square of a set.
 */

import {
  between,
  bishopAttacks,
  bishopRays,
  bit,
  FILE_A,
  FILE_H,
  first,
  isWhite,
  kingAttacks,
  knightAttacks,
  line,
  pawnAttacks,
  RANK_1,
  RANK_3,
  RANK_6,
  RANK_8,
  rookAttacks,
  rookRays,
  withoutFirst,
} from './bits';
import {
  attackers,
  BISHOP,
  BLACK_LONG,
  BLACK_SHORT,
  castlingEmpty,
  castlingRook,
  castlingSafe,
  colorOf,
  isCastledKingAttacked,
  isLegalEnPassant,
  kingSquare,
  KNIGHT,
  NO_SQUARE,
  Position,
  QUEEN,
  ROOK,
  WHITE_LONG,
  WHITE_SHORT,
} from './position';

/** Kinds of moves, as types: every legal one; captures and promotions; all others. Noisy and Quiet together are All. */
export type All = u8;
export type Noisy = u16;
export type Quiet = u32;

/** What becomes of the moves, as types. */
export type Write = u8;
export type Count = u16;

/** Bytes per move of a list. */
export const MOVE_BYTES: usize = 2;

// @ts-ignore: decorator
@inline
function add<Out>(list: usize, from: u32, to: u32): usize {
  if (sizeof<Out>() == 1) store<u16>(list, (from | (to << 6)) as u16);
  return list + MOVE_BYTES;
}

// @ts-ignore: decorator
@inline
function addAll<Out>(list: usize, from: u32, targets: u64): usize {
  if (sizeof<Out>() == 1) {
    for (; targets; targets = withoutFirst(targets)) list = add<Out>(list, from, first(targets));
    return list;
  }
  return list + ((popcnt(targets) as usize) << 1);
}

/** Pawn moves, told by their targets and the way back. */
// @ts-ignore: decorator
@inline
function addPawns<Out>(list: usize, targets: u64, back: i32): usize {
  if (sizeof<Out>() == 1) {
    for (; targets; targets = withoutFirst(targets)) list = add<Out>(list, first(targets) + back, first(targets));
    return list;
  }
  return list + ((popcnt(targets) as usize) << 1);
}

function addPromotions<Out>(list: usize, targets: u64, back: i32): usize {
  if (sizeof<Out>() == 1) {
    for (; targets; targets = withoutFirst(targets)) {
      const move = (first(targets) + back) | (first(targets) << 6);
      store<u16>(list, (move | (QUEEN << 12)) as u16);
      store<u16>(list, (move | (KNIGHT << 12)) as u16, 2);
      store<u16>(list, (move | (ROOK << 12)) as u16, 4);
      store<u16>(list, (move | (BISHOP << 12)) as u16, 6);
      list += 8;
    }
    return list;
  }
  return list + ((popcnt(targets) as usize) << 3);
}

/** Moves of a set of pawns to squares within `mask`; en passant aside. */
// @ts-ignore: decorator
@inline
function addPawnMoves<Us, Kind, Out>(list: usize, pawns: u64, empty: u64, enemy: u64, mask: u64): usize {
  const last = isWhite<Us>() ? RANK_8 : RANK_1;
  let push = (isWhite<Us>() ? pawns << 8 : pawns >> 8) & empty;
  const double =
    (isWhite<Us>() ? (push & RANK_3) << 8 : (push & RANK_6) >> 8) & empty & mask;
  push &= mask;
  const back = isWhite<Us>() ? -8 : 8;
  const takes = enemy & mask;
  const west = (isWhite<Us>() ? (pawns & ~FILE_A) << 7 : (pawns & ~FILE_A) >> 9) & takes;
  const east = (isWhite<Us>() ? (pawns & ~FILE_H) << 9 : (pawns & ~FILE_H) >> 7) & takes;
  const westBack = isWhite<Us>() ? -7 : 9;
  const eastBack = isWhite<Us>() ? -9 : 7;
  if (sizeof<Kind>() != 4) {
    list = addPawns<Out>(list, west & ~last, westBack);
    list = addPawns<Out>(list, east & ~last, eastBack);
    if ((push | west | east) & last) {
      list = addPromotions<Out>(list, push & last, back);
      list = addPromotions<Out>(list, west & last, westBack);
      list = addPromotions<Out>(list, east & last, eastBack);
    }
  }
  if (sizeof<Kind>() != 2) {
    list = addPawns<Out>(list, push & ~last, back);
    list = addPawns<Out>(list, double, back * 2);
  }
  return list;
}

/** Whether Us, not in check, may castle by this right. */
export function mayCastle<Us, Them>(position: Position, right: u32): bool {
  const occupied = position.white | position.black;
  if (castlingEmpty(position, right) & occupied) return false;
  const king = kingSquare<Us>(position);
  for (let path = castlingSafe(position, right); path; path = withoutFirst(path))
    if (attackers<Us, Them>(position, first(path), occupied ^ bit(king))) return false;
  return !isCastledKingAttacked<Us, Them>(position, king, castlingRook(position, right));
}

/** Sliders of Them in line with the king of Us, whatever stands between. */
// @ts-ignore: decorator
@inline
export function slidersAt<Us, Them>(position: Position, king: u32): u64 {
  const enemy = colorOf<Them>(position);
  const queens = position.queens;
  return (
    ((bishopRays(king) & (position.bishops | queens)) | (rookRays(king) & (position.rooks | queens))) & enemy
  );
}

/** Whether Us stand in check: cheaper than asking who gives it, since few sliders stand in line with a king. */
// @ts-ignore: decorator
@inline
export function isInCheck<Us, Them>(position: Position): bool {
  const king = kingSquare<Us>(position);
  const leapers = (pawnAttacks<Us>(king) & position.pawns) | (knightAttacks(king) & position.knights);
  if (leapers & colorOf<Them>(position)) return true;
  const occupied = position.white | position.black;
  for (let sliders = slidersAt<Us, Them>(position, king); sliders; sliders = withoutFirst(sliders))
    if ((between(king, first(sliders)) & occupied) == 0) return true;
  return false;
}

/** Own pieces that stand alone between their king and an enemy slider. */
export function pinned<Us, Them>(position: Position): u64 {
  const king = kingSquare<Us>(position);
  const occupied = position.white | position.black;
  let set: u64 = 0;
  for (let sliders = slidersAt<Us, Them>(position, king); sliders; sliders = withoutFirst(sliders)) {
    const blockers = between(king, first(sliders)) & occupied;
    if (withoutFirst(blockers) == 0) set |= blockers;
  }
  return set & colorOf<Us>(position);
}

/**
 * Legal moves of Us, who must be the side to move.
 * @param list where to write u16 moves; 256 always suffice
 * @returns the list's end: (end - list) / MOVE_BYTES moves
 */
export function generate<Us, Them, Kind, Out>(position: Position, list: usize): usize {
  const own = colorOf<Us>(position);
  const enemy = colorOf<Them>(position);
  const occupied = own | enemy;
  const king = kingSquare<Us>(position);
  const wanted = sizeof<Kind>() == 1 ? ~own : sizeof<Kind>() == 2 ? enemy : ~occupied;

  // 1. Checkers and pinned pieces: sliders in line with the king, by what stands between.
  let checking =
    ((pawnAttacks<Us>(king) & position.pawns) | (knightAttacks(king) & position.knights)) & enemy;
  let pins: u64 = 0;
  for (let sliders = slidersAt<Us, Them>(position, king); sliders; sliders = withoutFirst(sliders)) {
    const slider = first(sliders);
    const blockers = between(king, slider) & occupied;
    if (blockers == 0) checking |= bit(slider);
    else if (withoutFirst(blockers) == 0) pins |= blockers & own;
  }

  // 2. The king, to squares that are not attacked once it has left its own.
  for (let targets = kingAttacks(king) & wanted; targets; targets = withoutFirst(targets)) {
    const to = first(targets);
    if (attackers<Us, Them>(position, to, occupied ^ bit(king)) == 0) list = add<Out>(list, king, to);
  }

  // 3. In check, the others may only take the checker or step between; in double check they are of no use.
  let mask: u64 = ~0;
  if (checking) {
    if (withoutFirst(checking)) return list;
    mask = between(king, first(checking)) | checking;
  } else if (sizeof<Kind>() != 2) {
    const rights: u32 = position.state.rights;
    const short = isWhite<Us>() ? WHITE_SHORT : BLACK_SHORT;
    const long = isWhite<Us>() ? WHITE_LONG : BLACK_LONG;
    if (rights & (3 << short)) {
      if (((rights >> short) & 1) && mayCastle<Us, Them>(position, short))
        list = add<Out>(list, king, castlingRook(position, short));
      if (((rights >> long) & 1) && mayCastle<Us, Them>(position, long))
        list = add<Out>(list, king, castlingRook(position, long));
    }
  }

  // 4. Free pieces.
  const free = own & ~pins;
  const targets = wanted & mask;
  list = addPawnMoves<Us, Kind, Out>(list, position.pawns & free, ~occupied, enemy, mask);
  for (let pieces = position.knights & free; pieces; pieces = withoutFirst(pieces))
    list = addAll<Out>(list, first(pieces), knightAttacks(first(pieces)) & targets);
  const diagonal = position.bishops | position.queens;
  for (let pieces = diagonal & free; pieces; pieces = withoutFirst(pieces))
    list = addAll<Out>(list, first(pieces), bishopAttacks(first(pieces), occupied) & targets);
  const straight = position.rooks | position.queens;
  for (let pieces = straight & free; pieces; pieces = withoutFirst(pieces))
    list = addAll<Out>(list, first(pieces), rookAttacks(first(pieces), occupied) & targets);

  // 5. Pinned pieces stay on the line of the pin; a knight cannot.
  for (let pieces = pins & ~position.knights; pieces; pieces = withoutFirst(pieces)) {
    const from = first(pieces);
    const piece = bit(from);
    const along = line(king, from);
    if (position.pawns & piece) {
      list = addPawnMoves<Us, Kind, Out>(list, piece, ~occupied, enemy, mask & along);
    } else {
      let reach: u64 = 0;
      if (diagonal & piece) reach = bishopAttacks(from, occupied);
      if (straight & piece) reach |= rookAttacks(from, occupied);
      list = addAll<Out>(list, from, reach & targets & along);
    }
  }

  // 6. En passant, each capture tried on its own: two pawns leave the board's lines at once.
  const ep: u32 = position.state.ep;
  if (sizeof<Kind>() != 4 && ep != NO_SQUARE) {
    for (let pawns = pawnAttacks<Them>(ep) & position.pawns & own; pawns; pawns = withoutFirst(pawns))
      if (isLegalEnPassant<Us, Them>(position, first(pawns), ep)) list = add<Out>(list, first(pawns), ep);
  }
  return list;
}
