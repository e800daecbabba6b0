/**
 * What a quiet position is worth, in centipawns for the side to move: a sum of weighted features, each weight a pair for
 * middle game and endgame, blended by the material on the board (Hartmann's tapered evaluation). The weights are
 * data (engine/weights.ts, fitted to game results by bench/tune.ts); here is only what is counted.
 *
 * Material and piece-square scores come with the position, kept by every move; pawn structure from its own table.
 */

import {
  bishopAttacks, bit, Black, first, isWhite, kingAttacks, knightAttacks, rookAttacks, White, withoutFirst,
} from './bits';
import { scaleOf, SCALE_NORMAL, specialScore, NOT_SPECIAL } from './endgames';
import { PIECE_SQUARE_SCORES, POSITION } from './memory';
import { attackedByPawns, edgeDistance, fillForward, forward, PawnEntry, pawnStructure, rankFrom } from './pawns';
import { BISHOP, colorOf, kingSquare, KNIGHT, Position, QUEEN, ROOK } from './position';
import { EVALUATION } from './search-memory';
import {
  BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS, endgameOf, HANGING, KING_DANGER, KING_DANGER_STEPS,
  KNIGHT_MOBILITY, KNIGHT_OUTPOST, MATERIAL, middlegameOf, MINOR_BEHIND_PAWN, PASSED, PASSED_ENEMY_KING, PASSED_FREE,
  PASSED_OWN_KING, PASSED_ROOK_BEHIND, PASSED_SAFE, QUEEN_MOBILITY, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_ON_SEVENTH,
  ROOK_OPEN_FILE, SPACE, SQUARES, TEMPO, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_PUSH,
  THREAT_BY_ROOK, weightOf,
} from './weights';

const LIGHT_SQUARES: u64 = 0x55aa55aa55aa55aa;
/** Ranks 4 to 6 as each side counts, where an outpost is one. */
const WHITE_OUTPOSTS: u64 = 0x0000ffffff000000;
const BLACK_OUTPOSTS: u64 = 0x000000ffffff0000;
const CENTRE_FILES: u64 = 0x3c3c3c3c3c3c3c3c;
const WHITE_SPACE: u64 = 0x00000000ffffff00 & CENTRE_FILES;
const BLACK_SPACE: u64 = 0x00ffffff00000000 & CENTRE_FILES;

/** Material as a measure of the game's phase: 24 with all pieces on the board, 0 without. */
const PHASE_ALL: i32 = 24;

// Units of danger to a king, per square of its ring that a piece attacks, and per kind of safe check.
const DANGER_BY_KNIGHT: i32 = 4;
const DANGER_BY_BISHOP: i32 = 4;
const DANGER_BY_ROOK: i32 = 5;
const DANGER_BY_QUEEN: i32 = 6;
const DANGER_WEAK_SQUARE: i32 = 5;
const DANGER_KNIGHT_CHECK: i32 = 12;
const DANGER_BISHOP_CHECK: i32 = 8;
const DANGER_ROOK_CHECK: i32 = 14;
const DANGER_QUEEN_CHECK: i32 = 12;

/** The scratch of one evaluation, one half for each side, and its result in parts, which the tuner reads. */
// @ts-ignore: decorator
@unmanaged
class Side {
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
  /** Units of danger that this side's pieces bring to the enemy's king, and how many of them do. */
  danger: i32;
  attackers: i32;
}

// @ts-ignore: decorator
@unmanaged
export class EvaluationParts {
  /** From White's side, packed; without tempo. */
  pair: i32;
  /** 0 to 24. */
  phase: i32;
  /** Of the endgame half, in 64ths. */
  scale: i32;
}

const SIDE_BYTES: usize = 128;
const PARTS: usize = 2 * SIDE_BYTES;

// @ts-ignore: decorator
@inline
function sideOf<Us>(area: usize): Side {
  return changetype<Side>(area + EVALUATION + (isWhite<Us>() ? SIDE_BYTES : 0));
}

export const PART_PAIR: usize = offsetof<EvaluationParts>('pair');
export const PART_PHASE: usize = offsetof<EvaluationParts>('phase');
export const PART_SCALE: usize = offsetof<EvaluationParts>('scale');

/** What the last evaluation of this thread consisted of. */
export function partsOf(area: usize): EvaluationParts {
  return changetype<EvaluationParts>(area + EVALUATION + PARTS);
}

/** Arranges material and piece-square weights as the position adds them. Once, after the weights are in place. */
export function writePieceSquareScores(): void {
  for (let role: u32 = 0; role < 6; role++)
    for (let square: u32 = 0; square < 64; square++) {
      const material = role < 5 ? weightOf(MATERIAL + role) : 0;
      const white = material + weightOf(SQUARES + role * 32 + (square >> 3) * 4 + edgeDistance(square));
      const black = material + weightOf(SQUARES + role * 32 + (7 - (square >> 3)) * 4 + edgeDistance(square));
      store<i32>(PIECE_SQUARE_SCORES + (((role * 2 + 1) << 8) | (square << 2)), white);
      store<i32>(PIECE_SQUARE_SCORES + (((role * 2) << 8) | (square << 2)), -black);
    }
}

/** Of a thread's position, for the side to move. */
export function evaluation(area: usize): i32 {
  const position = changetype<Position>(area + POSITION);
  return position.turn == 0 ? evaluate<White, Black>(position, area) : evaluate<Black, White>(position, area);
}

/** Centipawns for Us, to move. Not for positions in check, where it would be meaningless. */
export function evaluate<Us, Them>(position: Position, area: usize): i32 {
  const special = specialScore(position);
  if (special != NOT_SPECIAL) return isWhite<Us>() ? special : -special;

  const pawns = pawnStructure(position, area);
  const parts = partsOf(area);
  prepare<White, Black>(position, area);
  prepare<Black, White>(position, area);
  let pair = position.state.score + pawns.score;
  pair += piecesOf<White, Black>(position, area, pawns) - piecesOf<Black, White>(position, area, pawns);
  pair += kingOf<White, Black>(position, area, pawns) - kingOf<Black, White>(position, area, pawns);
  pair += threatsOf<White, Black>(position, area) - threatsOf<Black, White>(position, area);
  if (pawns.passed) {
    pair += passersOf<White, Black>(position, area, pawns) - passersOf<Black, White>(position, area, pawns);
  }

  const phase = min(PHASE_ALL, phaseOf(position));
  const scale = scaleOf(position, endgameOf(pair) > 0);
  parts.pair = pair;
  parts.phase = phase;
  parts.scale = scale;
  const white = blend(pair, phase, scale);
  return (isWhite<Us>() ? white : -white) + blend(weightOf(TEMPO), phase, SCALE_NORMAL);
}

// @ts-ignore: decorator
@inline
function blend(pair: i32, phase: i32, scale: i32): i32 {
  return (middlegameOf(pair) * phase + (endgameOf(pair) * (PHASE_ALL - phase) * scale) / SCALE_NORMAL) / PHASE_ALL;
}

// @ts-ignore: decorator
@inline
function phaseOf(position: Position): i32 {
  return (popcnt(position.knights | position.bishops) + 2 * popcnt(position.rooks) + 4 * popcnt(position.queens)) as i32;
}

/** King and pawns, before the pieces: their attacks limit where the others' pieces are mobile. */
// @ts-ignore: decorator
@inline
function prepare<Us, Them>(position: Position, area: usize): void {
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

/** Notes a piece's attacks and the danger they bring. */
// @ts-ignore: decorator
@inline
function note(side: Side, attacks: u64, enemyRing: u64, danger: i32): void {
  side.twice |= side.attacks & attacks;
  side.attacks |= attacks;
  const near = attacks & enemyRing;
  if (near) {
    side.danger += danger * (popcnt(near) as i32);
    side.attackers++;
  }
}

function piecesOf<Us, Them>(position: Position, area: usize, pawns: PawnEntry): i32 {
  const side = sideOf<Us>(area);
  const enemyRing = sideOf<Them>(area).ring;
  const mobile = side.area;
  const us = colorOf<Us>(position);
  const occupied = position.white | position.black;
  const ownPawns = position.pawns & us;
  const enemyPawns = position.pawns & ~us;
  const outposts = (isWhite<Us>() ? WHITE_OUTPOSTS & ~pawns.blackSpan : BLACK_OUTPOSTS & ~pawns.whiteSpan);
  const behindPawns = forward<Them>(position.pawns);
  let score = 0;

  for (let rest = position.knights & us; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const attacks = knightAttacks(square);
    side.byKnights |= attacks;
    note(side, attacks, enemyRing, DANGER_BY_KNIGHT);
    score += weightOf(KNIGHT_MOBILITY + (popcnt(attacks & mobile) as u32));
    if (outposts & bit(square)) score += weightOf(KNIGHT_OUTPOST + (side.byPawns & bit(square) ? 1 : 0));
    if (behindPawns & bit(square)) score += weightOf(MINOR_BEHIND_PAWN);
  }

  const bishops = position.bishops & us;
  if (withoutFirst(bishops)) score += weightOf(BISHOP_PAIR);
  for (let rest = bishops; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    // Through the own queen: a battery attacks as one.
    const attacks = bishopAttacks(square, occupied ^ (position.queens & us));
    side.byBishops |= attacks;
    note(side, attacks, enemyRing, DANGER_BY_BISHOP);
    score += weightOf(BISHOP_MOBILITY + (popcnt(attacks & mobile) as u32));
    if (outposts & bit(square)) score += weightOf(BISHOP_OUTPOST + (side.byPawns & bit(square) ? 1 : 0));
    if (behindPawns & bit(square)) score += weightOf(MINOR_BEHIND_PAWN);
    const colour = LIGHT_SQUARES & bit(square) ? LIGHT_SQUARES : ~LIGHT_SQUARES;
    score += weightOf(BISHOP_PAWNS) * (popcnt(ownPawns & colour) as i32);
  }
  side.byMinors = side.byKnights | side.byBishops;

  for (let rest = position.rooks & us; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const attacks = rookAttacks(square, occupied ^ ((position.queens | position.rooks) & us));
    side.byRooks |= attacks;
    note(side, attacks, enemyRing, DANGER_BY_ROOK);
    score += weightOf(ROOK_MOBILITY + (popcnt(attacks & mobile) as u32));
    const file = fillForward<White>(bit(square)) | fillForward<Black>(bit(square));
    if (!(file & ownPawns)) score += weightOf(file & enemyPawns ? ROOK_HALF_OPEN_FILE : ROOK_OPEN_FILE);
    if (rankFrom<Us>(square) == 6) score += weightOf(ROOK_ON_SEVENTH);
  }

  for (let rest = position.queens & us; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const attacks = bishopAttacks(square, occupied) | rookAttacks(square, occupied);
    side.byQueens |= attacks;
    note(side, attacks, enemyRing, DANGER_BY_QUEEN);
    score += weightOf(QUEEN_MOBILITY + (popcnt(attacks & mobile) as u32));
  }

  const space = (isWhite<Us>() ? WHITE_SPACE : BLACK_SPACE) & ~ownPawns & ~sideOf<Them>(area).byPawns;
  score += weightOf(SPACE) * (popcnt(space & fillForward<Them>(ownPawns)) as i32);
  return score;
}

/** The shelter of the king of Us, less the danger that Them brings to it. */
function kingOf<Us, Them>(position: Position, area: usize, pawns: PawnEntry): i32 {
  const score = isWhite<Us>() ? pawns.whiteShelter : pawns.blackShelter;
  const own = sideOf<Us>(area);
  const enemy = sideOf<Them>(area);
  // One attacker alone is no attack, unless it is a queen.
  if (enemy.attackers < (position.queens & colorOf<Them>(position) ? 1 : 2)) return score;
  const king = kingSquare<Us>(position);
  const occupied = position.white | position.black;
  const byKing = kingAttacks(king);
  // Weak: attacked, and defended by nobody but king or queen.
  const weak = enemy.attacks & ~own.twice & (~own.attacks | byKing | own.byQueens);
  let danger = enemy.danger + DANGER_WEAK_SQUARE * (popcnt(weak & own.ring) as i32);

  const safe = ~colorOf<Them>(position) & (~own.attacks | (weak & enemy.twice));
  const straight = rookAttacks(king, occupied) & safe;
  const diagonal = bishopAttacks(king, occupied) & safe;
  if (straight & enemy.byRooks) danger += DANGER_ROOK_CHECK;
  if ((straight | diagonal) & enemy.byQueens) danger += DANGER_QUEEN_CHECK;
  if (diagonal & enemy.byBishops) danger += DANGER_BISHOP_CHECK;
  if (knightAttacks(king) & safe & enemy.byKnights) danger += DANGER_KNIGHT_CHECK;
  if (!(position.queens & colorOf<Them>(position))) danger >>= 1;
  return score - weightOf(KING_DANGER + min(danger >> 2, KING_DANGER_STEPS - 1));
}

/** Adds the weight of each role among the victims; most often there is none. */
// @ts-ignore: decorator
@inline
function perRole(position: Position, victims: u64, table: u32): i32 {
  if (victims == 0) return 0;
  return weightOf(table) * (popcnt(victims & position.pawns) as i32) +
    weightOf(table + KNIGHT) * (popcnt(victims & position.knights) as i32) +
    weightOf(table + BISHOP) * (popcnt(victims & position.bishops) as i32) +
    weightOf(table + ROOK) * (popcnt(victims & position.rooks) as i32) +
    weightOf(table + QUEEN) * (popcnt(victims & position.queens) as i32);
}

function threatsOf<Us, Them>(position: Position, area: usize): i32 {
  const own = sideOf<Us>(area);
  const enemy = sideOf<Them>(area);
  const them = colorOf<Them>(position);
  const pieces = them & ~position.pawns & ~position.kings;
  // Defended by a pawn, or twice where we attack once, is strong; the rest of what we attack is weak.
  const strong = enemy.byPawns | (enemy.twice & ~own.twice);
  const weak = them & ~strong & own.attacks & ~position.kings;
  let score = perRole(position, own.byPawns & pieces, THREAT_BY_PAWN);
  score += perRole(position, own.byMinors & (weak | (them & (position.rooks | position.queens))), THREAT_BY_MINOR);
  score += perRole(position, own.byRooks & (weak | (them & position.queens)), THREAT_BY_ROOK);
  if (weak) {
    score += weightOf(HANGING) * (popcnt(weak & ~enemy.attacks) as i32);
    if (weak & kingAttacks(kingSquare<Us>(position))) score += weightOf(THREAT_BY_KING);
  }
  const empty = ~(position.white | position.black);
  let pushes = forward<Us>(position.pawns & colorOf<Us>(position)) & empty;
  pushes |= forward<Us>(pushes & (isWhite<Us>() ? (0xff0000 as u64) : (0xff0000000000 as u64))) & empty;
  pushes &= ~enemy.byPawns & (~enemy.attacks | own.attacks);
  score += weightOf(THREAT_BY_PUSH) * (popcnt(attackedByPawns<Us>(pushes) & pieces & ~own.byPawns) as i32);
  return score;
}

/** Steps that a king needs from one square to another. */
// @ts-ignore: decorator
@inline
export function kingSteps(a: u32, b: u32): i32 {
  return max(abs((a & 7) as i32 - ((b & 7) as i32)), abs((a >> 3) as i32 - ((b >> 3) as i32)));
}

function passersOf<Us, Them>(position: Position, area: usize, pawns: PawnEntry): i32 {
  const us = colorOf<Us>(position);
  const occupied = position.white | position.black;
  const enemyAttacks = sideOf<Them>(area).attacks;
  const ownKing = kingSquare<Us>(position);
  const enemyKing = kingSquare<Them>(position);
  let score = 0;
  for (let rest = pawns.passed & us; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const rank = rankFrom<Us>(square);
    const front = isWhite<Us>() ? square + 8 : square - 8;
    score += weightOf(PASSED + rank);
    if (!(occupied & bit(front))) {
      score += weightOf(PASSED_FREE + rank);
      if (!(enemyAttacks & bit(front))) score += weightOf(PASSED_SAFE + rank);
    }
    score += weightOf(PASSED_OWN_KING + rank) * kingSteps(ownKing, front);
    score += weightOf(PASSED_ENEMY_KING + rank) * kingSteps(enemyKing, front);
    if (fillForward<Them>(bit(square)) & position.rooks & us) score += weightOf(PASSED_ROOK_BEHIND);
  }
  return score;
}
