/** From the board that someone wrote to a position ready for moves: sets, castling, keys, all from scratch. */

import { between, bit, Black, first, isWhite, pawnAttacks, White, withoutFirst } from './bits';
import { check } from './check';
import {
  attackers,
  BLACK_LONG,
  BLACK_SHORT,
  CASTLING_EMPTY,
  CASTLING_ROOK,
  CASTLING_SAFE,
  KEPT_RIGHTS,
  KING,
  kingsCastlingSquare,
  kingSquare,
  legalEpSquare,
  NO_PIECE,
  NO_SQUARE,
  PAWN,
  pieceAt,
  pieceOf,
  pieceSquareScore,
  Position,
  roleOf,
  ROOK,
  rooksCastlingSquare,
  squaresOf,
  State,
  WHITE_LONG,
  WHITE_SHORT,
} from './position';
import { castlingKey, epKey, pieceKey, turnKey } from './zobrist';

/** What `setPosition` answers. */
export const SET_UP: i32 = 0;
export const WRONG_KINGS: i32 = 1;
export const OPPOSITE_CHECK: i32 = 2;
export const PAWN_ON_BACK_RANK: i32 = 3;

/** Piece sets and scores from the board of bytes. */
function gather(position: Position): void {
  for (let role: usize = 0; role < 6; role++) store<u64>(changetype<usize>(position) + (role << 3), 0);
  position.white = 0;
  position.black = 0;
  for (let square: u32 = 0; square < 64; square++) {
    const piece = pieceAt(position, square);
    if (piece == NO_PIECE) continue;
    const role = roleOf(piece);
    store<u64>(changetype<usize>(position) + (role << 3), squaresOf(position, role) | bit(square));
    if (piece & 1) position.white |= bit(square);
    else position.black |= bit(square);
  }
}

/** The key of the position as it stands, computed from its boards; the slow twin of what `make` keeps up. */
export function keyFromScratch(position: Position): u64 {
  let key = position.turn == 0 ? turnKey() : 0;
  for (let square: u32 = 0; square < 64; square++) key ^= pieceKey(pieceAt(position, square), square);
  return key ^ castlingKey(position.state.rights) ^ epKey(position.state.ep);
}

export function pawnKeyFromScratch(position: Position): u64 {
  let key: u64 = 0;
  for (let pawns = position.pawns; pawns; pawns = withoutFirst(pawns))
    key ^= pieceKey(pieceAt(position, first(pawns)), first(pawns));
  return key;
}

export function scoreFromScratch(position: Position): i32 {
  let score = 0;
  for (let square: u32 = 0; square < 64; square++) score += pieceSquareScore(pieceAt(position, square), square);
  return score;
}

/** The en passant square if a legal capture exists there, whatever was claimed. */
export function checkedEpSquare<Us, Them>(position: Position, claimed: u32): u32 {
  if (claimed >> 3 != (isWhite<Us>() ? 5 : 2)) return NO_SQUARE;
  if (pieceAt(position, claimed) != NO_PIECE) return NO_SQUARE;
  if (pieceAt(position, claimed ^ 24) != NO_PIECE) return NO_SQUARE;
  if (pieceAt(position, claimed ^ 8) != pieceOf<Them>(PAWN)) return NO_SQUARE;
  return legalEpSquare<Us, Them>(position, claimed);
}

function allow<C>(position: Position, right: u32, rook: u32): void {
  const king = kingSquare<C>(position);
  const kingTo = kingsCastlingSquare<C>(king, rook);
  const rookTo = rooksCastlingSquare<C>(king, rook);
  const kingPath = between(king, kingTo) | bit(kingTo);
  const rookPath = between(rook, rookTo) | bit(rookTo);
  const at = changetype<usize>(position);
  store<u8>(at + right, rook as u8, CASTLING_ROOK);
  store<u64>(at + (right << 3), (kingPath | rookPath) & ~(bit(king) | bit(rook)), CASTLING_EMPTY);
  store<u64>(at + (right << 3), kingPath & ~bit(king), CASTLING_SAFE);
  store<u8>(at + rook, load<u8>(at + rook, KEPT_RIGHTS) & ~(1 << (right as u8)), KEPT_RIGHTS);
  store<u8>(at + king, load<u8>(at + king, KEPT_RIGHTS) & ~(1 << (right as u8)), KEPT_RIGHTS);
}

/** The rights that these rooks give one side: a rook and the king must both stand on the side's first rank. */
function allowed<C>(position: Position, rooks: u64, short: u32, long: u32): u32 {
  const home: u64 = isWhite<C>() ? 0xff : (0xff as u64) << 56;
  const king = kingSquare<C>(position);
  let rights: u32 = 0;
  if ((bit(king) & home) == 0) return 0;
  for (let rest = rooks & home; rest; rest = withoutFirst(rest)) {
    const rook = first(rest);
    if (pieceAt(position, rook) != pieceOf<C>(ROOK)) continue;
    const right = rook > king ? short : long;
    allow<C>(position, right, rook);
    rights |= 1 << right;
  }
  return rights;
}

/**
 * Takes the board that was written to `position + BOARD` and makes it the first position of a game.
 * @param states where the states shall lie, STATE_BYTES for every ply to come
 * @param turn 0 White, 1 Black
 * @param rooks the rooks that may castle, at most one on either side of each king
 * @param ep the square passed by a double push, or NO_SQUARE; kept only if a legal capture exists
 * @param clock half-moves since a capture or pawn move
 * @returns SET_UP, or why no game can be played from here
 */
export function setPosition(position: Position, states: State, turn: u32, rooks: u64, ep: u32, clock: u32): i32 {
  gather(position);
  position.turn = turn;
  position.root = states;
  position.state = states;
  if (popcnt(position.kings & position.white) != 1 || popcnt(position.kings & position.black) != 1) return WRONG_KINGS;
  if (position.pawns & 0xff000000000000ff) return PAWN_ON_BACK_RANK;
  const occupied = position.white | position.black;
  const checked = turn == 0
    ? attackers<Black, White>(position, kingSquare<Black>(position), occupied)
    : attackers<White, Black>(position, kingSquare<White>(position), occupied);
  if (checked) return OPPOSITE_CHECK;

  for (let square: usize = 0; square < 64; square++)
    store<u8>(changetype<usize>(position) + square, 15, KEPT_RIGHTS);
  const rights = allowed<White>(position, rooks, WHITE_SHORT, WHITE_LONG) |
    allowed<Black>(position, rooks, BLACK_SHORT, BLACK_LONG);

  states.rights = rights as u8;
  states.ep = (turn == 0
    ? checkedEpSquare<White, Black>(position, ep)
    : checkedEpSquare<Black, White>(position, ep)) as u8;
  states.clock = min<u32>(clock, 0xffff) as u16;
  states.reversible = 0;
  states.move = 0;
  states.captured = NO_PIECE as u8;
  states.key = keyFromScratch(position);
  states.pawnKey = pawnKeyFromScratch(position);
  states.score = scoreFromScratch(position);
  if (CHECKED) check(position);
  return SET_UP;
}
