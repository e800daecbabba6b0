/**
 * What a quiet position is worth, in centipawns for the side to move: what its features say, and what a network adds that
 * has learnt where they are wrong (network.ts).
 *
 * The features are a weighted sum, each weight a pair for middle game and endgame, blended by the material on the board
 * (Hartmann's tapered evaluation). The weights are data (engine/weights.ts, fitted to game results by bench/tune.ts);
 * here is only what is counted. Material and piece-square scores come with the position, kept by every move; pawn structure
 * from its own table.
 */

import {
  bishopAttacks, bit, Black, first, isWhite, kingAttacks, knightAttacks, rookAttacks, White, withoutFirst,
} from './bits';
import { scaleOf, SCALE_NORMAL, specialScore, NOT_SPECIAL } from './endgames';
import { note, partsOf, prepare, sideOf } from './evaluation-side';
import { costOfDanger, dangerTo } from './king-danger';
import { PIECE_SQUARE_SCORES, POSITION } from './memory';
import { networkScore, sumUp } from './network';
import { attackedByPawns, edgeDistance, fillForward, forward, PawnEntry, pawnStructure, rankFrom } from './pawns';
import { BISHOP, colorOf, kingSquare, KNIGHT, Position, QUEEN, ROOK } from './position';
import {
  BISHOP_BLOCKED, BISHOP_LONG_DIAGONAL, BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS, COMPLEXITY_BASE,
  COMPLEXITY_PAWN, COMPLEXITY_PAWNS_ALONE, COMPLEXITY_WINGS, endgameOf, HANGING, KNIGHT_MOBILITY, KNIGHT_OUTPOST,
  KNIGHT_PER_PAWN, MATERIAL, middlegameOf, MINOR_BEHIND_PAWN, MINOR_KING_STEPS, PASSED, PASSED_CLEAR, PASSED_COVERED,
  PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_ROOK_BEHIND, PASSED_SAFE, PASSED_UNSTOPPABLE, QUEEN_MOBILITY,
  RESTRICTED, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_ON_SEVENTH, ROOK_OPEN_FILE, ROOK_PER_PAWN, ROOK_TRAPPED, SPACE,
  SQUARES, TEMPO, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_PUSH, THREAT_BY_ROOK, THREAT_TO_QUEEN, weightOf,
} from './weights';

const LIGHT_SQUARES: u64 = 0x55aa55aa55aa55aa;
/** Ranks 4 to 6 as each side counts, where an outpost is one. */
const WHITE_OUTPOSTS: u64 = 0x0000ffffff000000;
const BLACK_OUTPOSTS: u64 = 0x000000ffffff0000;
const CENTRE_FILES: u64 = 0x3c3c3c3c3c3c3c3c;
const CENTRE_SQUARES: u64 = 0x0000001818000000;
const LONG_DIAGONALS: u64 = 0x8142241818244281;
const QUEEN_WING: u64 = 0x0f0f0f0f0f0f0f0f;
const WHITE_SPACE: u64 = 0x00000000ffffff00 & CENTRE_FILES;
const BLACK_SPACE: u64 = 0x00ffffff00000000 & CENTRE_FILES;

/** Material as a measure of the game's phase: 24 with all pieces on the board, 0 without. */
const PHASE_ALL: i32 = 24;

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

/** The network may correct the features by so much: beyond, it says what it has not learnt. */
const MOST_CORRECTION: i32 = 1500;

/** Of a thread's position, for the side to move. */
export function evaluation(area: usize): i32 {
  const position = changetype<Position>(area + POSITION);
  sumUp(position, area);
  return position.turn == 0 ? evaluate<White, Black>(position, area) : evaluate<Black, White>(position, area);
}

/** Likewise without the network: what is tuned, and what the network is taught to correct. */
export function featureScore(area: usize): i32 {
  const position = changetype<Position>(area + POSITION);
  const known = specialScore(position);
  if (known != NOT_SPECIAL) return position.turn == 0 ? known : -known;
  return position.turn == 0 ? featuresOf<White, Black>(position, area) : featuresOf<Black, White>(position, area);
}

/** Centipawns for Us, to move. Not for positions in check, where it would be meaningless. */
export function evaluate<Us, Them>(position: Position, area: usize): i32 {
  const special = specialScore(position);
  if (special != NOT_SPECIAL) return isWhite<Us>() ? special : -special;
  const features = featuresOf<Us, Them>(position, area);
  const correction = min(max(networkScore<Us>(position, area), -MOST_CORRECTION), MOST_CORRECTION);
  return features + (correction * partsOf(area).scale) / SCALE_NORMAL;
}

/** What the features say of a position that is no known ending. */
function featuresOf<Us, Them>(position: Position, area: usize): i32 {
  const pawns = pawnStructure(position, area);
  const parts = partsOf(area);
  prepare<White, Black>(position, area);
  prepare<Black, White>(position, area);
  let pair = position.state.score + pawns.score + pawns.whiteShelter - pawns.blackShelter;
  pair += piecesOf<White, Black>(position, area, pawns) - piecesOf<Black, White>(position, area, pawns);
  pair += threatsOf<White, Black>(position, area) - threatsOf<Black, White>(position, area);
  if (pawns.passed) {
    pair += passersOf<White, Black>(position, area, pawns) - passersOf<Black, White>(position, area, pawns);
  }
  parts.pair = pair;
  const whiteDanger = dangerTo<White, Black>(position, area, pawns);
  const blackDanger = dangerTo<Black, White>(position, area, pawns);
  pair += costOfDanger(blackDanger) - costOfDanger(whiteDanger);
  const complexity = complexityOf(position);

  const phase = min(PHASE_ALL, phaseOf(position));
  const scale = scaleOf(position, endgameOf(pair) > 0);
  parts.whiteDanger = whiteDanger;
  parts.blackDanger = blackDanger;
  parts.complexity = complexity;
  parts.phase = phase;
  parts.scale = scale;
  const white = blend(middlegameOf(pair), withComplexity(endgameOf(pair), endgameOf(complexity)), phase, scale);
  const tempo = weightOf(TEMPO);
  return (isWhite<Us>() ? white : -white) + blend(middlegameOf(tempo), endgameOf(tempo), phase, SCALE_NORMAL);
}

/** How much easier than usual the ending is for whoever is ahead; only the endgame half means anything. */
// @ts-ignore: decorator
@inline
function complexityOf(position: Position): i32 {
  const pawns = position.pawns;
  let complexity = weightOf(COMPLEXITY_BASE) + weightOf(COMPLEXITY_PAWN) * (popcnt(pawns) as i32);
  if (pawns & QUEEN_WING && pawns & ~QUEEN_WING) complexity += weightOf(COMPLEXITY_WINGS);
  if ((position.white | position.black) == (pawns | position.kings)) complexity += weightOf(COMPLEXITY_PAWNS_ALONE);
  return complexity;
}

/** Adds it to the lead, which it may use up and not reverse. */
// @ts-ignore: decorator
@inline
function withComplexity(endgame: i32, complexity: i32): i32 {
  if (endgame > 0) return endgame + max(complexity, -endgame);
  return endgame < 0 ? endgame - max(complexity, endgame) : 0;
}

// @ts-ignore: decorator
@inline
function blend(middlegame: i32, endgame: i32, phase: i32, scale: i32): i32 {
  return (middlegame * phase + (endgame * (PHASE_ALL - phase) * scale) / SCALE_NORMAL) / PHASE_ALL;
}

// @ts-ignore: decorator
@inline
function phaseOf(position: Position): i32 {
  return (popcnt(position.knights | position.bishops) + 2 * popcnt(position.rooks) + 4 * popcnt(position.queens)) as i32;
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
  const king = kingSquare<Us>(position);
  const pawnCount = popcnt(ownPawns) as i32;
  let score = 0;

  for (let rest = position.knights & us; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const attacks = knightAttacks(square);
    side.byKnights |= attacks;
    note(side, attacks, enemyRing, 0);
    score += weightOf(KNIGHT_MOBILITY + (popcnt(attacks & mobile) as u32));
    if (outposts & bit(square)) score += weightOf(KNIGHT_OUTPOST + (side.byPawns & bit(square) ? 1 : 0));
    if (behindPawns & bit(square)) score += weightOf(MINOR_BEHIND_PAWN);
    score += weightOf(MINOR_KING_STEPS) * kingSteps(king, square) + weightOf(KNIGHT_PER_PAWN) * pawnCount;
  }

  const bishops = position.bishops & us;
  if (withoutFirst(bishops)) score += weightOf(BISHOP_PAIR);
  const blocked = bishops ? (popcnt(ownPawns & CENTRE_FILES & forward<Them>(occupied)) as i32) : 0;
  for (let rest = bishops; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    // Through the own queen: a battery attacks as one.
    const attacks = bishopAttacks(square, occupied ^ (position.queens & us));
    side.byBishops |= attacks;
    note(side, attacks, enemyRing, 1);
    score += weightOf(BISHOP_MOBILITY + (popcnt(attacks & mobile) as u32));
    if (outposts & bit(square)) score += weightOf(BISHOP_OUTPOST + (side.byPawns & bit(square) ? 1 : 0));
    if (behindPawns & bit(square)) score += weightOf(MINOR_BEHIND_PAWN);
    const colour = LIGHT_SQUARES & bit(square) ? LIGHT_SQUARES : ~LIGHT_SQUARES;
    const sameColour = popcnt(ownPawns & colour) as i32;
    score += (weightOf(BISHOP_PAWNS) + weightOf(BISHOP_BLOCKED) * blocked) * sameColour;
    score += weightOf(MINOR_KING_STEPS + 1) * kingSteps(king, square);
    if (LONG_DIAGONALS & bit(square)) {
      const seen = (bishopAttacks(square, position.pawns) | bit(square)) & CENTRE_SQUARES;
      if (withoutFirst(seen)) score += weightOf(BISHOP_LONG_DIAGONAL);
    }
  }
  side.byMinors = side.byKnights | side.byBishops;

  for (let rest = position.rooks & us; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const attacks = rookAttacks(square, occupied ^ ((position.queens | position.rooks) & us));
    side.byRooks |= attacks;
    note(side, attacks, enemyRing, 2);
    const mobility = popcnt(attacks & mobile) as u32;
    score += weightOf(ROOK_MOBILITY + mobility) + weightOf(ROOK_PER_PAWN) * pawnCount;
    if (mobility <= 3 && isShutInBy(king & 7, square & 7)) score += weightOf(ROOK_TRAPPED);
    const file = fillForward<White>(bit(square)) | fillForward<Black>(bit(square));
    if (!(file & ownPawns)) score += weightOf(file & enemyPawns ? ROOK_HALF_OPEN_FILE : ROOK_OPEN_FILE);
    if (rankFrom<Us>(square) == 6) score += weightOf(ROOK_ON_SEVENTH);
  }

  for (let rest = position.queens & us; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const attacks = bishopAttacks(square, occupied) | rookAttacks(square, occupied);
    side.byQueens |= attacks;
    note(side, attacks, enemyRing, 3);
    score += weightOf(QUEEN_MOBILITY + (popcnt(attacks & mobile) as u32));
  }

  const space = (isWhite<Us>() ? WHITE_SPACE : BLACK_SPACE) & ~ownPawns & ~sideOf<Them>(area).byPawns;
  score += weightOf(SPACE) * (popcnt(space & fillForward<Them>(ownPawns)) as i32);
  return score;
}

/** Whether a king on one file stands between a rook on the other and the middle of the board. */
// @ts-ignore: decorator
@inline
function isShutInBy(king: u32, rook: u32): bool {
  return king < 4 ? rook < king : rook > king;
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
  score += weightOf(RESTRICTED) * (popcnt(own.attacks & enemy.attacks & ~strong) as i32);
  const empty = ~(position.white | position.black);
  let pushes = forward<Us>(position.pawns & colorOf<Us>(position)) & empty;
  pushes |= forward<Us>(pushes & (isWhite<Us>() ? (0xff0000 as u64) : (0xff0000000000 as u64))) & empty;
  pushes &= ~enemy.byPawns & (~enemy.attacks | own.attacks);
  score += weightOf(THREAT_BY_PUSH) * (popcnt(attackedByPawns<Us>(pushes) & pieces & ~own.byPawns) as i32);

  const queen = position.queens & them;
  if (queen) {
    const square = first(queen);
    const occupied = ~empty;
    const safe = ~strong & ~colorOf<Us>(position) & own.twice;
    const knights = knightAttacks(square) & own.byKnights & ~strong & ~colorOf<Us>(position);
    const sliders = (bishopAttacks(square, occupied) & own.byBishops) | (rookAttacks(square, occupied) & own.byRooks);
    score += weightOf(THREAT_TO_QUEEN) * (popcnt(knights) as i32);
    score += weightOf(THREAT_TO_QUEEN + 1) * (popcnt(sliders & safe) as i32);
  }
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
  const ownAttacks = sideOf<Us>(area).attacks;
  const enemyAttacks = sideOf<Them>(area).attacks;
  const ownKing = kingSquare<Us>(position);
  const enemyKing = kingSquare<Them>(position);
  const kingAlone = (colorOf<Them>(position) & ~position.pawns & ~position.kings) == 0;
  const toMove = position.turn == (isWhite<Us>() ? 0 : 1);
  let score = 0;
  for (let rest = pawns.passed & us; rest; rest = withoutFirst(rest)) {
    const square = first(rest);
    const rank = rankFrom<Us>(square);
    const front = isWhite<Us>() ? square + 8 : square - 8;
    const way = fillForward<Us>(bit(front));
    score += weightOf(PASSED + rank);
    if (!(occupied & bit(front))) {
      score += weightOf(PASSED_FREE + rank);
      if (!(enemyAttacks & bit(front))) score += weightOf(PASSED_SAFE + rank);
    }
    if (ownAttacks & bit(front)) score += weightOf(PASSED_COVERED + rank);
    if (!(way & (occupied | enemyAttacks))) score += weightOf(PASSED_CLEAR + rank);
    score += weightOf(PASSED_OWN_KING + rank) * kingSteps(ownKing, front);
    score += weightOf(PASSED_ENEMY_KING + rank) * kingSteps(enemyKing, front);
    if (fillForward<Them>(bit(square)) & position.rooks & us) score += weightOf(PASSED_ROOK_BEHIND);
    if (kingAlone && !(way & occupied)) {
      const promotion: u32 = (square & 7) + (isWhite<Us>() ? 56 : 0);
      const steps = min(5, 7 - (rank as i32));
      if (kingSteps(enemyKing, promotion) - (toMove ? 0 : 1) > steps) score += weightOf(PASSED_UNSTOPPABLE);
    }
  }
  return score;
}
