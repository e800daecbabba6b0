/**
 * Static exchange evaluation: what a series of captures on one square is worth, each side taking with its least valuable
 * man and free to stop. Only the question "at least so much?" is asked, which can stop early (swap-off with a
 * running balance).
 */

import { bishopAttacks, bit, Black, kingAttacks, knightAttacks, pawnAttacks, rookAttacks, White } from './bits';
import { fromOf, KING, NO_PIECE, PAWN, pieceAt, Position, promotionOf, QUEEN, roleOf, toOf } from './position';

/** Centipawns by role; the king's is never won. */
// @ts-ignore: decorator
@inline
export function seeValue(role: u32): i32 {
  // pawn 100, knight 320, bishop 330, rook 500, queen 950, king 0: ten bits each.
  return (((((950 as u64) << 40) | ((500 as u64) << 30) | (330 << 20) | (320 << 10) | 100) >> (role * 10)) & 1023) as i32;
}

/** Men of both colours that attack a square through these occupied ones. */
// @ts-ignore: decorator
@inline
function allAttackers(position: Position, square: u32, occupied: u64): u64 {
  return (
    (pawnAttacks<Black>(square) & position.pawns & position.white) |
    (pawnAttacks<White>(square) & position.pawns & position.black) |
    (knightAttacks(square) & position.knights) |
    (kingAttacks(square) & position.kings) |
    (bishopAttacks(square, occupied) & (position.bishops | position.queens)) |
    (rookAttacks(square, occupied) & (position.rooks | position.queens)));
}

/** Whether a legal move, with the exchange it starts on its target square, wins at least `threshold`. Pins are not seen. */
export function seeAtLeast(position: Position, move: u32, threshold: i32): bool {
  const from = fromOf(move);
  const to = toOf(move);
  const victim = pieceAt(position, to);
  const mover = roleOf(pieceAt(position, from));
  // Castling (the king takes its own rook), en passant and promotions: rare, taken as even exchanges plus what they win.
  if (victim != NO_PIECE && ((victim ^ pieceAt(position, from)) & 1) == 0) return threshold <= 0;
  const promotion = promotionOf(move);
  const enPassant = mover == PAWN && victim == NO_PIECE && ((from ^ to) & 7) != 0;

  let balance = -threshold;
  if (victim != NO_PIECE) balance += seeValue(roleOf(victim));
  if (enPassant) balance += seeValue(PAWN);
  if (promotion) balance += seeValue(promotion) - seeValue(PAWN);
  if (balance < 0) return false;
  // Even if the mover is lost for nothing, is it enough?
  balance -= seeValue(promotion ? promotion : mover);
  if (mover != KING && balance >= 0) return true;

  let occupied = ((position.white | position.black) ^ bit(from)) | bit(to);
  if (enPassant) occupied ^= bit(to ^ 8);
  let attackers = allAttackers(position, to, occupied) & occupied;
  const diagonal = position.bishops | position.queens;
  const straight = position.rooks | position.queens;
  let white = (pieceAt(position, from) & 1) == 0;
  // Who answers: the other side; `white` is the side to capture next.
  for (;;) {
    const own = attackers & (white ? position.white : position.black);
    if (own == 0) break;
    let role = PAWN;
    let candidates = own & position.pawns;
    while (candidates == 0) {
      role++;
      candidates = own & load<u64>(changetype<usize>(position) + (role << 3));
    }
    white = !white;
    // A king may not take what is still defended.
    if (role == KING) {
      if (attackers & (white ? position.white : position.black)) white = !white;
      break;
    }
    // If giving up this man for what stands there still leaves the balance on its side, the other side has lost the exchange.
    balance = -balance - 1 - seeValue(role);
    if (balance >= 0) break;
    occupied ^= candidates & -candidates;
    if (role == PAWN || role == 2 || role == QUEEN) attackers |= bishopAttacks(to, occupied) & diagonal;
    if (role >= 3) attackers |= rookAttacks(to, occupied) & straight;
    attackers &= occupied;
  }
  // The side that cannot, or need not, capture any more has lost: is it the mover's enemy?
  return white != ((pieceAt(position, from) & 1) != 0);
}
