/**
 * The slow twin of the search: alpha-beta as a textbook has it, with nothing remembered and no move left out. It
 * shares with the search only the rules, the evaluation and the draws, so that equal scores prove the rest: picker, windows,
 * principal variation search, mate distances.
 */

import { Black, White } from './bits';
import { isDraw } from './draws';
import { evaluate } from './evaluate';
import { LAST_PLY, listAt, positionOf } from './frame';
import { sumUp } from './network';
import { All, generate, MOVE_BYTES, Noisy, Write } from './movegen';
import { checkers, make, NO_PIECE, pieceAt, Position, promotionOf, QUEEN, roleOf, toOf, undo } from './position';
import { DRAW, INFINITE, matedAt } from './score';

/** In how many rounds the moves are gone through: queen's captures and promotions, then rook's … then the rest. */
const ROUNDS: i32 = 6;

// @ts-ignore: decorator
@inline
function roundOf(position: Position, move: u32): i32 {
  if (promotionOf(move) == QUEEN) return 0;
  const victim = pieceAt(position, toOf(move));
  return victim == NO_PIECE || ((victim & 1) ^ position.turn) != 0 ? ROUNDS - 1 : (QUEEN - min(QUEEN, roleOf(victim))) as i32;
}

function value<Us, Them>(area: usize, alpha: i32, beta: i32, depth: i32, ply: i32): i32 {
  const position = positionOf(area);
  const inCheck = checkers<Us, Them>(position) != 0;
  if (ply > 0 && isDraw<Us, Them>(position, area, ply, inCheck)) return DRAW;
  if (ply >= LAST_PLY) return inCheck ? DRAW : evaluate<Us, Them>(position, area);

  const list = listAt(area, ply);
  const mayStand = depth <= 0 && !inCheck;
  let best = -INFINITE;
  if (mayStand) {
    best = evaluate<Us, Them>(position, area);
    if (best >= beta) return best;
  }
  const end = mayStand
    ? generate<Us, Them, Noisy, Write>(position, list)
    : generate<Us, Them, All, Write>(position, list);
  if (end == list && !mayStand) return inCheck ? matedAt(ply) : DRAW;
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = list; at < end; at += MOVE_BYTES) {
      const move: u32 = load<u16>(at);
      if (roundOf(position, move) != round) continue;
      make<Us, Them>(position, move);
      const score = -value<Them, Us>(area, -beta, -max(alpha, best), depth - 1, ply + 1);
      undo<Us, Them>(position);
      if (score <= best) continue;
      best = score;
      if (best >= beta) return best;
    }
  }
  return best;
}

/** The score of a thread's position for the side to move, `depth` plies before quiescence. */
export function plainScore(area: usize, depth: i32): i32 {
  sumUp(positionOf(area), area);
  return positionOf(area).turn == 0
    ? value<White, Black>(area, -INFINITE, INFINITE, depth, 0)
    : value<Black, White>(area, -INFINITE, INFINITE, depth, 0);
}
