/**
 * The scratch of one evaluation: what each side attacks, filled in as its men are looked at and read by what comes after,
 * and the result in parts, which the tuner reads.
 */

import { bit, isWhite, kingAttacks } from './bits';
import { attackedByPawns, forward } from './pawns';
import { colorOf, kingSquare, Position } from './position';
import { EVALUATION } from './search-memory';
import { DANGER_ATTACKER, DANGER_RING, weightOf } from './weights';

// @ts-ignore: decorator
@unmanaged
export class Side {
  /** Squares attacked at all, by two men or more, and by kind. */
  attacks: u64;
  twice: u64;
  byPawns: u64;
  byMinors: u64;
  byKnights: u64;
  byBishops: u64;
  byRooks: u64;
  byQueens: u64;
  /** Squares around this side's king. */
  ring: u64;
  /** Squares where this side's pieces count as mobile. */
  area: u64;
  /** What this side's pieces add to the danger of the enemy's king, packed, and how many of them do. */
  danger: i32;
  attackers: i32;
}

// @ts-ignore: decorator
@unmanaged
export class EvaluationParts {
  /** The sum of weights from White's side, packed; without what follows and without tempo. */
  pair: i32;
  /** Danger to each side's king and the complexity of an ending: sums of weights too, before they are bent. */
  whiteDanger: i32;
  blackDanger: i32;
  complexity: i32;
  /** 0 to 24. */
  phase: i32;
  /** Of the endgame half, in 64ths. */
  scale: i32;
}

const SIDE_BYTES: usize = 128;
const PARTS: usize = 2 * SIDE_BYTES;

// @ts-ignore: decorator
@inline
export function sideOf<Us>(area: usize): Side {
  return changetype<Side>(area + EVALUATION + (isWhite<Us>() ? SIDE_BYTES : 0));
}

export const PART_PAIR: usize = offsetof<EvaluationParts>('pair');
export const PART_PHASE: usize = offsetof<EvaluationParts>('phase');
export const PART_SCALE: usize = offsetof<EvaluationParts>('scale');

/** What the last evaluation of this thread consisted of. */
export function partsOf(area: usize): EvaluationParts {
  return changetype<EvaluationParts>(area + EVALUATION + PARTS);
}

/** King and pawns, before the pieces: their attacks limit where the others' pieces are mobile. */
// @ts-ignore: decorator
@inline
export function prepare<Us, Them>(position: Position, area: usize): void {
  const side = sideOf<Us>(area);
  const king = kingSquare<Us>(position);
  const own = position.pawns & colorOf<Us>(position);
  const enemy = position.pawns & colorOf<Them>(position);
  const byKing = kingAttacks(king);
  const byPawns = attackedByPawns<Us>(own);
  side.byPawns = byPawns;
  side.attacks = byPawns | byKing;
  side.twice = byPawns & byKing;
  side.byKnights = 0;
  side.byBishops = 0;
  side.byRooks = 0;
  side.byQueens = 0;
  side.danger = 0;
  side.attackers = 0;
  // The ring of a king at the edge reaches as far inward as any other.
  const inner = (min(max(king >> 3, 1), 6) << 3) | min(max(king & 7, 1), 6);
  side.ring = kingAttacks(inner) | bit(inner);
  const blocked = own & forward<Them>(position.white | position.black);
  side.area = ~(attackedByPawns<Them>(enemy) | blocked | bit(king));
}

/** Notes a piece's attacks and the danger they bring; `role` from the knight, 0, to the queen, 3. */
// @ts-ignore: decorator
@inline
export function note(side: Side, attacks: u64, enemyRing: u64, role: u32): void {
  side.twice |= side.attacks & attacks;
  side.attacks |= attacks;
  const near = attacks & enemyRing;
  if (near) {
    side.danger += weightOf(DANGER_ATTACKER + role) + weightOf(DANGER_RING + role) * (popcnt(near) as i32);
    side.attackers++;
  }
}
