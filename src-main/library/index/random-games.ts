import { Chess } from 'chessops/chess';
import { makeSanAndPlay } from 'chessops/san';
import { legalMoves } from './nearest';

/** Whole numbers below a bound, the same for the same seed (a linear congruential generator; D. Knuth, TAOCP 3.2.1). */
export const seeded = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'];

/**
 * PGN of random games, for tests and measurements. The first moves are drawn from three, so that the games meet by
 * many orders, as games of chess do.
 */
export function randomGames(count: number, seed: number, plies = 40): string {
  const below = seeded(seed);
  const games: string[] = [];
  for (let game = 0; game < count; game++) {
    const position = Chess.default();
    const moves: string[] = [];
    while (moves.length < plies) {
      const legal = legalMoves(position);
      if (legal.length === 0) break;
      moves.push(makeSanAndPlay(position, legal[below(moves.length < 8 ? Math.min(3, legal.length) : legal.length)]!));
    }
    const result = RESULTS[below(4)]!;
    games.push(
      `[Event "Random ${seed}"]\n[Date "2000.01.01"]\n[White "White ${below(9)}"]\n[Black "Black ${game}"]\n` +
        `[WhiteElo "${2000 + below(800)}"]\n[BlackElo "${below(3) === 0 ? '' : 2000 + below(800)}"]\n` +
        `[Result "${result}"]\n[ECO "${'ABCDE'[below(5)]}0${below(10)}"]\n\n${moves.join(' ')} ${result}\n`,
    );
  }
  return games.join('\n');
}
