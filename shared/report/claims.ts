import type { Position } from 'chessops/chess';
import { makeSan } from 'chessops/san';
import type { Color, NormalMove } from 'chessops/types';
import { opposite } from 'chessops/util';
import { IDENTITY_WORDS, identityOf, sameIdentityAt } from '../chess/identity';
import { fideKey } from '../chess/zobrist';
import type { Game, MoveNode } from '../pgn/game';
import { playNode } from '../pgn/tree';
import type { GameReview } from './report';
import type { Visits } from './visits';

/**
 * What the FIDE Laws of Chess (in force from 1 January 2023) say at each position of a line: how the game has ended by
 * itself, and what the player to move could have claimed.
 *
 *     5.1.1    checkmate                         9.2.1.1  the third occurrence is about to appear, by an intended move
 *     5.2.1    stalemate                         9.2.1.2  the third occurrence has just appeared
 *     5.2.2    dead position (by material only)  9.3.1    fifty moves will be complete, by an intended move
 *     9.6.1    fivefold repetition               9.3.2    fifty moves are complete
 *     9.6.2    seventy-five moves
 *
 * Only the player having the move may claim, before he touches a piece (9.4, 9.5): a move made instead loses the claim
 * for this move. Dead positions of other kinds (walls of pawns) are not found.
 */
export const ENDINGS = {
  '5.1.1': 'checkmate',
  '5.2.1': 'stalemate',
  '5.2.2': 'dead position: neither side has the material to mate',
  '9.6.1': 'the position has appeared five times',
  '9.6.2': 'seventy-five moves of each side without capture or pawn move',
} as const;
export type EndingArticle = keyof typeof ENDINGS;

const APPEARANCES: Partial<Record<number, string>> = { 3: 'third', 4: 'fourth', 5: 'fifth' };

/** What is claimed; a repetition by the how-manieth appearance it is. The fifth ends the game once it is on the board (9.6.1). */
export const CLAIMS = {
  '9.2.1.1': (times = 3) => `the position is about to appear for the ${APPEARANCES[times]} time`,
  '9.2.1.2': (times = 3) => `the position has appeared for the ${APPEARANCES[times]} time`,
  '9.3.1': () => 'fifty moves of each side without capture or pawn move are about to be complete',
  '9.3.2': () => 'fifty moves of each side without capture or pawn move',
} as const;
export type ClaimArticle = keyof typeof CLAIMS;

export interface Claim {
  article: ClaimArticle;
  /** Half-moves played: the claim is made in the position after them. */
  ply: number;
  /** The player having the move. */
  by: Color;
  /** SAN of the moves that would do, to be written down and not made; empty where nothing needs to be played. */
  intended: string[];
  /** For repetitions: the how-manieth appearance is claimed. */
  times?: number;
  /**
   * `missed`: the player made a move instead and the game went on. `open`: the score ends here, or with an intended
   * move; whether the draw was claimed it does not say.
   */
  fate: 'missed' | 'open';
}

export interface LineAudit {
  claims: Claim[];
  /** Where the game was over by itself; moves after that have no effect, and no claims. */
  ending: { article: EndingArticle; ply: number } | undefined;
}

const FIFTY = 100;
const SEVENTY_FIVE = 150;

/** Audits one line of a reviewed game: 0 is the main line, n the n-th variation. */
export const auditLine = (game: Game, review: GameReview, line: number): LineAudit => {
  const { visits, moves } = review.lines[line]!;
  const claims: Claim[] = [];
  if (!game.start) return { claims, ending: undefined };

  const position = game.start.clone();
  for (let at = 0; at < visits.length; at++) {
    if (at > 0) playNode(position, moves[at - 1]!);
    const visit = visits[at]!;
    const article = endingOf(position, review.repetitions.occurrences[visit]!);
    if (article) return { claims, ending: { article, ply: at } };
    claims.push(...claimsAt(position, review, visits.slice(0, at + 1), moves.slice(at)));
  }
  return { claims, ending: undefined };
};

/** Checkmate comes first: the last move may mate and complete the seventy-five moves at once (9.6.2). */
const endingOf = (position: Position, occurrences: number): EndingArticle | undefined => {
  const context = position.ctx();
  const stuck = !position.hasDests(context);
  if (stuck) return context.checkers.nonEmpty() ? '5.1.1' : '5.2.1';
  if (position.isInsufficientMaterial()) return '5.2.2';
  if (occurrences >= 5) return '9.6.1';
  if (position.halfmoves >= SEVENTY_FIVE) return '9.6.2';
  return undefined;
};

/** `line` are the visits up to and including this position, `ahead` the moves that were played from it. */
const claimsAt = (position: Position, review: GameReview, line: number[], ahead: MoveNode[]): Claim[] => {
  const ply = line.length - 1;
  const by = position.turn;
  const occurrences = review.repetitions.occurrences[line[ply]!]!;
  const fateOf = (intended: string[]): Claim['fate'] => {
    const [played, next] = ahead;
    if (!played) return 'open';
    const asIntended = next === undefined && played.move && intended.includes(makeSan(position, played.move));
    return asIntended ? 'open' : 'missed';
  };
  const claims: Claim[] = [];

  if (occurrences >= 3) {
    claims.push({ article: '9.2.1.2', ply, by, intended: [], times: occurrences, fate: fateOf([]) });
  }
  const repeating = movesToThirdOccurrence(position, review, line);
  if (repeating.moves.length > 0) {
    const intended = repeating.moves;
    claims.push({ article: '9.2.1.1', ply, by, intended, times: repeating.times, fate: fateOf(intended) });
  }
  if (position.halfmoves >= FIFTY) claims.push({ article: '9.3.2', ply, by, intended: [], fate: fateOf([]) });
  if (position.halfmoves >= FIFTY - 1) {
    const intended = quietMoves(position).filter(({ after }) => after.hasDests());
    const sans = intended.map(({ move }) => makeSan(position, move));
    if (sans.length > 0) claims.push({ article: '9.3.1', ply, by, intended: sans, fate: fateOf(sans) });
  }
  return claims;
};

interface QuietMove {
  move: NormalMove;
  after: Position;
}

/** Legal moves without capture or pawn move, and where they lead: only they repeat, only they let the clock run on. */
const quietMoves = (position: Position): QuietMove[] => {
  const moves: QuietMove[] = [];
  const context = position.ctx();
  const enemies = position.board[opposite(position.turn)];
  for (const from of position.board[position.turn].diff(position.board.pawn)) {
    for (const to of position.dests(from, context).diff(enemies)) {
      const after = position.clone();
      after.play({ from, to });
      moves.push({ move: { from, to }, after });
    }
  }
  return moves;
};

const movesToThirdOccurrence = (
  position: Position,
  { visits, repetitions }: GameReview,
  line: number[],
): { moves: string[]; times: number } => {
  // Positions that have stood twice, with the other side to move, since the last capture or pawn move. Mostly none.
  const twice: number[] = [];
  const ply = line.length - 1;
  const reach = Math.min(position.halfmoves, ply);
  for (let back = 1; back <= reach; back += 2) {
    const visit = line[ply - back]!;
    if (repetitions.occurrences[visit]! >= 2) twice.push(visit);
  }
  if (twice.length === 0) return { moves: [], times: 0 };

  const moves: string[] = [];
  let times = 0;
  for (const { move, after } of quietMoves(position)) {
    // The nearest comes first in `twice`, and has the highest count.
    const earlier = twice.find((visit) => isVisit(visits, visit, after));
    if (earlier === undefined) continue;
    moves.push(makeSan(position, move));
    times = Math.max(times, repetitions.occurrences[earlier]! + 1);
  }
  return { moves, times };
};

const isVisit = (visits: Visits, visit: number, position: Position): boolean =>
  visits.keys[visit] === fideKey(position) &&
  sameIdentityAt(visits.identities, visit * IDENTITY_WORDS, identityOf(position), 0);
