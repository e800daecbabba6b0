import type { Position } from 'chessops/chess';
import { isFailure, parsePosition } from '../chess/position';
import type { ContestName } from './contest';
import { draughts, type DraughtsState } from './draughts';
import { randomBelow } from './generators';

/** Positions for experiments with a search: openings, middle games and endings, some of them rich in transpositions. */
export const EXPERIMENT_FENS = [
  'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
  'rnbqkb1r/ppp1pppp/5n2/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3',
  'r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 11',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P2QB1PP/2RR2K1 w - - 0 15',
  '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  '8/5pk1/4p1p1/3pP2p/3P1P1P/2r3P1/R4K2/8 w - - 0 40',
] as const;

/** How many there are of each game. */
export const EXPERIMENTS = EXPERIMENT_FENS.length;

/** Position `index` of the game's list, from 0 to EXPERIMENTS - 1: a value of the caller's own. */
export const experimentState = (game: ContestName, index: number): unknown =>
  game === 'chess' ? experimentPosition(index) : draughtsOpening(index);

/** Draughts after six random moves, the same for the same index. */
const draughtsOpening = (index: number): DraughtsState => {
  const random = randomBelow(BigInt(index + 1));
  const state = draughts.start();
  for (let ply = 0; ply < 6; ply++) {
    const moves = draughts.legalMoves(state);
    draughts.play(state, moves[random(moves.length)]!);
  }
  return state;
};

/** @throws Error if a position of the list above is none: a fault of this program */
const experimentPosition = (index: number): Position => {
  const fen = EXPERIMENT_FENS[index % EXPERIMENT_FENS.length]!;
  const position = parsePosition(fen);
  if (isFailure(position)) throw new Error(position.failure);
  return position;
};
