/**
 * Questions about one move, asked without generating the others: is it legal here (a move remembered by the table
 * or read from a game may come from another position), and does it give check.
 */

import {
  between,
  bit,
  first,
  isWhite,
  kingAttacks,
  knightAttacks,
  pawnAttacks,
  pieceRays,
  withoutFirst,
} from './bits';
import { isInCheck, mayCastle, slidersAt } from './movegen';
import {
  BLACK_LONG,
  BLACK_SHORT,
  attackers,
  castlingRook,
  colorOf,
  fromOf,
  isLegalEnPassant,
  KING,
  kingsCastlingSquare,
  kingSquare,
  NO_PIECE,
  PAWN,
  pieceAt,
  pieceOf,
  Position,
  promotionOf,
  QUEEN,
  roleOf,
  ROOK,
  rooksCastlingSquare,
  toOf,
  WHITE_LONG,
  WHITE_SHORT,
} from './position';

/** Whether a knight, bishop, rook or queen on one square attacks another: on an empty board, and with nothing between. */
// @ts-ignore: decorator
@inline
function attacks(role: u32, from: u32, to: u32, occupied: u64): bool {
  return (pieceRays(role, from) & bit(to)) != 0 && (between(from, to) & occupied) == 0;
}

/**
 * Whether no piece of Them attacks the king of Us once a piece has gone `from` one square `to` another, taking what
 * stands there; not for the king itself, nor for en passant. Few sliders stand in line with a king, so looking at what
 * stands between is cheaper than asking for the squares that the king could see.
 */
// @ts-ignore: decorator
@inline
export function isKingSafe<Us, Them>(position: Position, from: u32, to: u32): bool {
  const king = kingSquare<Us>(position);
  const left = ~bit(to);
  const leapers = (pawnAttacks<Us>(king) & position.pawns) | (knightAttacks(king) & position.knights);
  if (leapers & colorOf<Them>(position) & left) return false;
  const occupied = ((position.white | position.black) ^ bit(from)) | bit(to);
  for (let sliders = slidersAt<Us, Them>(position, king) & left; sliders; sliders = withoutFirst(sliders))
    if ((between(king, first(sliders)) & occupied) == 0) return false;
  return true;
}

/** Whether castling with the rook on this square is legal now. */
export function isLegalCastling<Us, Them>(position: Position, rook: u32): bool {
  const rights: u32 = position.state.rights;
  const king = kingSquare<Us>(position);
  const right = rook > king ? (isWhite<Us>() ? WHITE_SHORT : BLACK_SHORT) : (isWhite<Us>() ? WHITE_LONG : BLACK_LONG);
  return (
    ((rights >> right) & 1) != 0 &&
    castlingRook(position, right) == rook &&
    !isInCheck<Us, Them>(position) &&
    mayCastle<Us, Them>(position, right)
  );
}

/** Whether the king of Us may step to a square beside it. */
export function isLegalKingStep<Us, Them>(position: Position, to: u32): bool {
  const king = kingSquare<Us>(position);
  return (
    (kingAttacks(king) & ~colorOf<Us>(position) & bit(to)) != 0 &&
    attackers<Us, Them>(position, to, (position.white | position.black) ^ bit(king)) == 0
  );
}

/** Whether a packed move, from wherever, is legal for Us in this position. */
export function isLegal<Us, Them>(position: Position, move: u32): bool {
  const from = fromOf(move);
  const to = toOf(move);
  const promotion = promotionOf(move);
  const piece = pieceAt(position, from);
  const own = colorOf<Us>(position);
  const occupied = position.white | position.black;
  if (move >> 15 != 0 || from == to || promotion > QUEEN || (own & bit(from)) == 0) return false;
  const role = roleOf(piece);

  if (role == KING) {
    if (promotion) return false;
    if (pieceAt(position, to) == pieceOf<Us>(ROOK)) return isLegalCastling<Us, Them>(position, to);
    return isLegalKingStep<Us, Them>(position, to);
  }
  if (own & bit(to)) return false;
  if (role != PAWN) {
    if (promotion != 0 || !attacks(role, from, to, occupied)) return false;
    return isKingSafe<Us, Them>(position, from, to);
  }

  const last: u32 = isWhite<Us>() ? 7 : 0;
  if ((to >> 3 == last) != (promotion != 0)) return false;
  if (pawnAttacks<Us>(from) & bit(to)) {
    if (to == position.state.ep) return isLegalEnPassant<Us, Them>(position, from, to);
    return pieceAt(position, to) != NO_PIECE && isKingSafe<Us, Them>(position, from, to);
  }
  if (pieceAt(position, to) != NO_PIECE) return false;
  const forward: i32 = isWhite<Us>() ? 8 : -8;
  if ((to as i32) != (from as i32) + forward) {
    const start: u32 = isWhite<Us>() ? 1 : 6;
    if (from >> 3 != start || (to as i32) != (from as i32) + 2 * forward) return false;
    if (pieceAt(position, from + forward) != NO_PIECE) return false;
  }
  return isKingSafe<Us, Them>(position, from, to);
}

/** Whether a legal move of Us will give check. */
export function givesCheck<Us, Them>(position: Position, move: u32): bool {
  const from = fromOf(move);
  let to = toOf(move);
  const king = kingSquare<Them>(position);
  let role = promotionOf(move);
  if (role == 0) role = roleOf(pieceAt(position, from));
  let own = colorOf<Us>(position);
  let occupied = ((position.white | position.black) ^ bit(from)) | bit(to);

  if (role == KING && (own & bit(to)) != 0) {
    const rookTo = rooksCastlingSquare<Us>(from, to);
    const kingTo = kingsCastlingSquare<Us>(from, to);
    occupied = ((position.white | position.black) & ~(bit(from) | bit(to))) | bit(kingTo) | bit(rookTo);
    own &= ~bit(to);
    to = rookTo;
    role = ROOK;
  } else if (role == PAWN) {
    if (pawnAttacks<Us>(to) & bit(king)) return true;
    if (((from ^ to) & 7) != 0 && pieceAt(position, to) == NO_PIECE) occupied ^= bit(to ^ 8);
  }
  if (role != PAWN && role != KING && attacks(role, to, king, occupied)) return true;

  // Discovered: what stands in line with their king once the squares are as the move leaves them.
  own &= ~bit(from);
  for (let sliders = slidersAt<Them, Us>(position, king) & own; sliders; sliders = withoutFirst(sliders))
    if ((between(king, first(sliders)) & occupied) == 0) return true;
  return false;
}
