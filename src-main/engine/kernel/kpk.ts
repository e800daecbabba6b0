/**
 * King and pawn against king, solved: a bit for each position says whether the side with the pawn wins. Written once, by
 * passing over all positions until no verdict changes. White has the pawn, on files a to d (the others are their
 * mirror image): 2 × 24 × 64 × 64 positions, 24 KiB of bits. A test compares them with full searches.
 */

import { bit, first, kingAttacks, pawnAttacks, White, withoutFirst } from './bits';
import { KPK_BITS } from './search-memory';

const POSITIONS: u32 = 2 * 24 * 64 * 64;

/** Index of a position: who moves (0 = the pawn's side), pawn, king with the pawn, bare king. */
// @ts-ignore: decorator
@inline
function indexOf(defends: u32, pawn: u32, king: u32, bare: u32): u32 {
  const pawnIndex = ((pawn >> 3) - 1) * 4 + (pawn & 3);
  return (((defends * 24 + pawnIndex) << 6) | king) << 6 | bare;
}

// @ts-ignore: decorator
@inline
function isWin(index: u32): bool {
  return ((load<u8>(KPK_BITS + (index >> 3)) >> (index & 7)) & 1) != 0;
}

/** True if the pawn's side wins. Squares as White with the pawn sees them; any file. */
export function kpkWins(defenderToMove: bool, pawn: u32, king: u32, bare: u32): bool {
  const mirror: u32 = (pawn & 7) > 3 ? 7 : 0;
  return isWin(indexOf(defenderToMove ? 1 : 0, pawn ^ mirror, king ^ mirror, bare ^ mirror));
}

/** Whether the pawn's side, to move, wins by a move whose outcome is known. */
function attackerWins(pawn: u32, king: u32, bare: u32): bool {
  const bareAttacks = kingAttacks(bare);
  // A promotion that stands: the new queen or rook cannot be taken. (A stalemating queen gives way to a rook.)
  const front = pawn + 8;
  if (front != king && front != bare) {
    if (front >= 56) {
      if (!(bareAttacks & bit(front)) || kingAttacks(king) & bit(front)) return true;
    } else {
      if (isWin(indexOf(1, front, king, bare))) return true;
      const second = pawn + 16;
      if (pawn < 16 && second != king && second != bare && isWin(indexOf(1, second, king, bare))) return true;
    }
  }
  for (let moves = kingAttacks(king) & ~bareAttacks & ~bit(pawn); moves; moves = withoutFirst(moves)) {
    if (isWin(indexOf(1, pawn, first(moves), bare))) return true;
  }
  return false;
}

/** Whether every move of the bare king loses; no move is a draw, unless it were mate, which a lone pawn cannot give. */
function defenderLoses(pawn: u32, king: u32, bare: u32): bool {
  let moves = kingAttacks(bare) & ~kingAttacks(king) & ~pawnAttacks<White>(pawn) & ~bit(king);
  if (moves == 0) return false;
  for (; moves; moves = withoutFirst(moves)) {
    const to = first(moves);
    if (to == pawn || !isWin(indexOf(0, pawn, king, to))) return false;
  }
  return true;
}

/** A position that cannot stand on a board: two men on one square, kings in touch, the side not to move in check. */
function impossible(defends: u32, pawn: u32, king: u32, bare: u32): bool {
  if (pawn == king || pawn == bare || king == bare || kingAttacks(king) & bit(bare)) return true;
  return defends == 0 && (pawnAttacks<White>(pawn) & bit(bare)) != 0;
}

export function writeKpk(): void {
  memory.fill(KPK_BITS, 0, POSITIONS >> 3);
  let changed = true;
  while (changed) {
    changed = false;
    for (let index: u32 = 0; index < POSITIONS; index++) {
      if (isWin(index)) continue;
      const bare = index & 63;
      const king = (index >> 6) & 63;
      const pawnIndex = (index >> 12) % 24;
      const defends = (index >> 12) / 24;
      const pawn = ((pawnIndex >> 2) + 1) * 8 + (pawnIndex & 3);
      if (impossible(defends, pawn, king, bare)) continue;
      if (defends ? defenderLoses(pawn, king, bare) : attackerWins(pawn, king, bare)) {
        store<u8>(KPK_BITS + (index >> 3), load<u8>(KPK_BITS + (index >> 3)) | ((1 as u8) << ((index & 7) as u8)));
        changed = true;
      }
    }
  }
}
