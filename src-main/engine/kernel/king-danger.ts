/**
 * Danger to a king: each thing that helps an attack adds its units, and the loss grows with their square, since attackers
 * help one another. Ten units on an empty stomach are nothing; two hundred cost a pawn, four hundred a rook.
 */

import { bishopAttacks, isWhite, kingAttacks, knightAttacks, rookAttacks } from './bits';
import { sideOf } from './evaluation-side';
import { pinned } from './movegen';
import { PawnEntry } from './pawns';
import { colorOf, kingSquare, Position } from './position';
import {
  DANGER_BASE, DANGER_CHECK, DANGER_DEFENDER, DANGER_FLANK, DANGER_FLANK_DEFENCE, DANGER_NO_QUEEN, DANGER_PINNED,
  DANGER_UNSAFE_CHECK, DANGER_WEAK, endgameOf, middlegameOf, weightOf,
} from './weights';

/** The middle game loses units² / 400, up to this many units; the endgame units / 8. bench/tune/model.ts does the same. */
const UNITS_SQUARED_PER_CENTIPAWN: i32 = 400;
const MOST_UNITS: i32 = 800;
const ENDGAME_UNITS_PER_CENTIPAWN: i32 = 8;

/** Files a to d, c to f, e to h, as the king stands; ranks 1 to 5 as its side counts. */
const QUEEN_WING: u64 = 0x0f0f0f0f0f0f0f0f;
const CENTRE: u64 = 0x3c3c3c3c3c3c3c3c;
const KING_WING: u64 = 0xf0f0f0f0f0f0f0f0;
const WHITE_CAMP: u64 = 0x000000ffffffffff;
const BLACK_CAMP: u64 = 0xffffffffff000000;

/** Units of danger that Them bring to the king of Us, packed; 0 where too few pieces attack. */
export function dangerTo<Us, Them>(position: Position, area: usize, pawns: PawnEntry): i32 {
  const own = sideOf<Us>(area);
  const enemy = sideOf<Them>(area);
  const us = colorOf<Us>(position);
  const them = colorOf<Them>(position);
  const enemyQueen = (position.queens & them) != 0;
  // One attacker alone is no attack, unless there is a queen to join it.
  const enough = enemyQueen ? 1 : 2;
  if (enemy.attackers < enough) return 0;
  const king = kingSquare<Us>(position);
  const occupied = position.white | position.black;

  let danger = weightOf(DANGER_BASE) + enemy.danger + (isWhite<Us>() ? pawns.whiteDanger : pawns.blackDanger);
  if (!enemyQueen) danger += weightOf(DANGER_NO_QUEEN);

  // Weak: attacked, and defended by nobody but king or queen.
  const weak = enemy.attacks & ~own.twice & (~own.attacks | kingAttacks(king) | own.byQueens);
  danger += weightOf(DANGER_WEAK) * (popcnt(weak & own.ring) as i32);

  // Checks, through the own queen, which would have to give way. A queen's check where a rook's would do is no other.
  const safe = ~them & (~own.attacks | (weak & enemy.twice));
  const through = occupied ^ (position.queens & us);
  const straight = rookAttacks(king, through);
  const diagonal = bishopAttacks(king, through);
  const byKnight = knightAttacks(king) & enemy.byKnights & ~them;
  const byBishop = diagonal & enemy.byBishops & ~them;
  const byRook = straight & enemy.byRooks & ~them;
  const byQueen = (straight | diagonal) & enemy.byQueens & ~own.byQueens & ~byRook & ~them;
  danger += weightOf(DANGER_CHECK) * (popcnt(byKnight & safe) as i32);
  danger += weightOf(DANGER_CHECK + 1) * (popcnt(byBishop & safe) as i32);
  danger += weightOf(DANGER_CHECK + 2) * (popcnt(byRook & safe) as i32);
  danger += weightOf(DANGER_CHECK + 3) * (popcnt(byQueen & safe) as i32);
  danger += weightOf(DANGER_UNSAFE_CHECK) * (popcnt((byKnight | byBishop | byRook) & ~safe) as i32);

  const file = king & 7;
  const wing = (file < 3 ? QUEEN_WING : file < 5 ? CENTRE : KING_WING) & (isWhite<Us>() ? WHITE_CAMP : BLACK_CAMP);
  const flank = enemy.attacks & wing;
  danger += weightOf(DANGER_FLANK) * ((popcnt(flank) + popcnt(flank & enemy.twice)) as i32);
  danger += weightOf(DANGER_FLANK_DEFENCE) * (popcnt(own.attacks & wing) as i32);

  danger += weightOf(DANGER_PINNED) * (popcnt(pinned<Us, Them>(position)) as i32);
  return danger + weightOf(DANGER_DEFENDER) * (popcnt((position.knights | position.bishops) & us & own.ring) as i32);
}

/** What so many units cost, as a packed pair. */
// @ts-ignore: decorator
@inline
export function costOfDanger(danger: i32): i32 {
  const units = min(max(middlegameOf(danger), 0), MOST_UNITS);
  const endgame = max(endgameOf(danger), 0) / ENDGAME_UNITS_PER_CENTIPAWN;
  return (endgame << 16) + (units * units) / UNITS_SQUARED_PER_CENTIPAWN;
}
