/**
 * Endings that counting features misjudges: known results, material that cannot win, and how near to a draw the rest is.
 * Everything here is seen from White's side.
 */

import { bit, Black, first, isWhite, White } from './bits';
import { kpkWins } from './kpk';
import { colorOf, kingSquare, Position } from './position';
import { MATERIAL, endgameOf, weightOf } from './weights';

/** Outside every score. */
export const NOT_SPECIAL: i32 = 0x7fff;

/** The endgame half of the evaluation counts in full. */
export const SCALE_NORMAL: i32 = 64;
const SCALE_OPPOSITE_BISHOPS: i32 = 32;
const SCALE_OPPOSITE_BISHOPS_AND_MORE: i32 = 52;
const SCALE_ONE_PAWN: i32 = 48;
/** No pawns and no more than a minor piece ahead. */
const SCALE_PAWNLESS: i32 = 10;

/** More than any sum of features, less than any mate: a won ending, and progress within it. */
const KNOWN_WIN: i32 = 2000;

const LIGHT_SQUARES: u64 = 0x55aa55aa55aa55aa;
const DARK_SQUARES: u64 = ~LIGHT_SQUARES;
const FILES_A_H: u64 = 0x8181818181818181;

/** True if neither side could mate even with the other's help, by material alone. */
export function isInsufficient(position: Position): bool {
  if (position.pawns | position.rooks | position.queens) return false;
  const minors = position.knights | position.bishops;
  if ((minors & (minors - 1)) == 0) return true;
  return position.knights == 0 && (!(position.bishops & LIGHT_SQUARES) || !(position.bishops & DARK_SQUARES));
}

/** The score where a rule knows it, from White's side, or NOT_SPECIAL. */
// @ts-ignore: decorator
@inline
export function specialScore(position: Position): i32 {
  const white = position.white & ~position.kings;
  const black = position.black & ~position.kings;
  if (black == 0) return white == 0 ? 0 : againstBareKing<White, Black>(position, white);
  if (white == 0) {
    const score = againstBareKing<Black, White>(position, black);
    return score == NOT_SPECIAL ? score : -score;
  }
  return NOT_SPECIAL;
}

/** `own`: the men of Us besides the king. The result from the side of Us. */
function againstBareKing<Us, Them>(position: Position, own: u64): i32 {
  const king = kingSquare<Us>(position);
  const bare = kingSquare<Them>(position);
  const count = popcnt(own);
  if (own == position.pawns) {
    if (count > 1) return NOT_SPECIAL;
    const flip: u32 = isWhite<Us>() ? 0 : 56;
    const pawn = first(own) ^ flip;
    const defenderToMove = position.turn == (isWhite<Us>() ? 1 : 0);
    if (!kpkWins(defenderToMove, pawn, king ^ flip, bare ^ flip)) return 0;
    return KNOWN_WIN / 2 + endgameOf(weightOf(MATERIAL)) + ((pawn >> 3) as i32) * 10;
  }
  if (position.pawns) return NOT_SPECIAL;
  if (isInsufficient(position) || (own == position.knights && count == 2)) return 0;

  // Won: drive the bare king to the edge and bring our own king near.
  let score = KNOWN_WIN + 20 * (7 - steps(king, bare));
  // `as` binds less tightly than a sum: without the parentheses it would take in all that stands before it.
  score += (popcnt(position.queens) as i32) * 900 + (popcnt(position.rooks) as i32) * 500 +
    (popcnt(position.knights | position.bishops) as i32) * 300;
  if (count == 2 && position.knights && position.bishops) {
    // Bishop and knight: to a corner of the bishop's colour.
    const light = (position.bishops & LIGHT_SQUARES) != 0;
    return score + 40 * (14 - cornerSteps(bare, light));
  }
  return score + 10 * fromCentre(bare);
}

function steps(a: u32, b: u32): i32 {
  return max(abs((a & 7) as i32 - ((b & 7) as i32)), abs((a >> 3) as i32 - ((b >> 3) as i32)));
}

/** Files and ranks from the centre, 0 to 12: a corner counts more than an edge. */
function fromCentre(square: u32): i32 {
  const file = (square & 7) as i32;
  const rank = (square >> 3) as i32;
  return (file > 3 ? file - 4 : 3 - file) * 2 + (rank > 3 ? rank - 4 : 3 - rank) * 2;
}

/** Files and ranks to the nearer corner of a colour, 0 to 7. */
function cornerSteps(square: u32, light: bool): i32 {
  const file = (square & 7) as i32;
  const rank = (square >> 3) as i32;
  // Light corners are a8 and h1, dark ones a1 and h8.
  return light ? min(file + 7 - rank, 7 - file + rank) : min(file + rank, 14 - file - rank);
}

/** How much of the endgame score to believe, in 64ths, given who is ahead. */
// @ts-ignore: decorator
@inline
export function scaleOf(position: Position, whiteAhead: bool): i32 {
  return whiteAhead ? scaleFor<White, Black>(position) : scaleFor<Black, White>(position);
}

/** Us is ahead. */
function scaleFor<Us, Them>(position: Position): i32 {
  const us = colorOf<Us>(position);
  const them = colorOf<Them>(position);
  const pawns = position.pawns & us;
  if (pawns == 0) {
    const own = strength(position, us);
    const enemy = strength(position, them);
    // Less than a rook, or no more than a minor piece ahead: a draw as a rule.
    if (own < 5) return 0;
    if (own - enemy <= 3) return SCALE_PAWNLESS;
    return SCALE_NORMAL;
  }

  const bishops = position.bishops & us;
  const ownPieces = us & ~position.pawns & ~position.kings;
  // Rook's pawns and the wrong bishop, or none: a king in the corner holds.
  if (ownPieces == bishops && (bishops & (bishops - 1)) == 0 && (pawns & ~FILES_A_H) == 0 && isCornered<Us, Them>(position, pawns, bishops)) {
    return 0;
  }
  const enemyBishops = position.bishops & them;
  if (popcnt(bishops) == 1 && popcnt(enemyBishops) == 1 && ((bishops & LIGHT_SQUARES) != 0) != ((enemyBishops & LIGHT_SQUARES) != 0)) {
    const others = (position.knights | position.rooks | position.queens) != 0;
    return others ? SCALE_OPPOSITE_BISHOPS_AND_MORE : SCALE_OPPOSITE_BISHOPS;
  }
  if ((pawns & (pawns - 1)) == 0 && strength(position, us) - strength(position, them) <= 1) return SCALE_ONE_PAWN;
  return SCALE_NORMAL;
}

/** Pieces in pawns, as every beginner counts them. */
function strength(position: Position, side: u64): i32 {
  return (3 * popcnt((position.knights | position.bishops) & side) + 5 * popcnt(position.rooks & side) +
    9 * popcnt(position.queens & side)) as i32;
}

/** All pawns of Us on one edge, the enemy's king on or beside the corner they run to, and no bishop to drive it out. */
function isCornered<Us, Them>(position: Position, pawns: u64, bishop: u64): bool {
  const file = first(pawns) & 7;
  if (pawns & ~((0x0101010101010101 as u64) << file)) return false;
  const corner = isWhite<Us>() ? 56 + file : file;
  const light = (LIGHT_SQUARES & bit(corner)) != 0;
  if (bishop && ((bishop & LIGHT_SQUARES) != 0) == light) return false;
  return steps(kingSquare<Them>(position), corner) <= 1;
}
