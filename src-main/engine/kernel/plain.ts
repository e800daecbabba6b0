/**
 * The slow twin of the search: alpha-beta as a textbook has it, with nothing remembered and no move left out. It
 * shares with the search only the rules, the evaluation and the draws, so that equal scores prove the rest: picker, windows,
 * principal variation search, mate distances.
 */

import { Black, White } from './bits';
import { isDraw } from './draws';
import { evaluate } from './evaluate';
import { LAST_PLY, listAt, positionOf } from './frame';
import { All, generate, MOVE_BYTES, Noisy, Write } from './movegen';
import { checkers, make, undo } from './position';
import { DRAW, INFINITE, matedAt } from './score';

function value<Us, Them>(area: usize, alpha: i32, beta: i32, depth: i32, ply: i32): i32 {
  const position = positionOf(area);
  const inCheck = checkers<Us, Them>(position) != 0;
  if (ply > 0 && isDraw<Us, Them>(position, area, ply, inCheck)) return DRAW;
  if (ply >= LAST_PLY) return inCheck ? DRAW : evaluate<Us, Them>(position, area);

  const list = listAt(area, ply);
  const quiescent = depth <= 0;
  let best = -INFINITE;
  if (quiescent && !inCheck) {
    best = evaluate<Us, Them>(position, area);
    if (best >= beta) return best;
  }
  const end = quiescent && !inCheck
    ? generate<Us, Them, Noisy, Write>(position, list)
    : generate<Us, Them, All, Write>(position, list);
  if (end == list && !(quiescent && !inCheck)) return inCheck ? matedAt(ply) : DRAW;
  for (let at = list; at < end; at += MOVE_BYTES) {
    make<Us, Them>(position, load<u16>(at));
    const score = -value<Them, Us>(area, -beta, -max(alpha, best), depth - 1, ply + 1);
    undo<Us, Them>(position);
    if (score > best) {
      best = score;
      if (best >= beta) break;
    }
  }
  return best;
}

/** The score of a thread's position for the side to move, `depth` plies before quiescence. */
export function plainScore(area: usize, depth: i32): i32 {
  return positionOf(area).turn == 0
    ? value<White, Black>(area, -INFINITE, INFINITE, depth, 0)
    : value<Black, White>(area, -INFINITE, INFINITE, depth, 0);
}
