import { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import type { Player } from './player';

export type Result = '1-0' | '0-1' | '1/2-1/2';

export interface PlayedGame {
  result: Result;
  reason: string;
  moves: string[];
  /** By White and Black: moves thought about, their depths and nodes and milliseconds added up, and the longest. */
  effort: [Effort, Effort];
}

export interface Effort {
  moves: number;
  depth: number;
  nodes: number;
  ms: number;
  longest: number;
}

/** Both engines agree on so many centipawns for one side, for so many plies: decided. */
const CLEAR_SCORE = 700;
const CLEAR_PLIES = 5;
/** Both see next to nothing, for so many plies, after so many moves: drawn. */
const LEVEL_SCORE = 15;
const LEVEL_PLIES = 12;
const LEVEL_FROM_MOVE = 40;
const MAX_MOVES = 160;

const newEffort = (): Effort => ({ moves: 0, depth: 0, nodes: 0, ms: 0, longest: 0 });

/** Placement, turn, rights and e.p. of the FEN: equal for equal positions, as `Chess` keeps no e.p. that cannot be taken. */
const repetitionKey = (position: Chess): string => makeFen(position.toSetup()).split(' ').slice(0, 4).join(' ');

/** Plays one game; who cannot name a legal move has lost. */
export async function playGame(players: [Player, Player], opening: string, go: string): Promise<PlayedGame> {
  const position = Chess.default();
  const moves: string[] = [];
  const seen = new Map<string, number>();
  const effort: [Effort, Effort] = [newEffort(), newEffort()];
  const end = (result: Result, reason: string): PlayedGame => ({ result, reason, moves, effort });
  const note = (uci: string): void => {
    position.play(parseUci(uci)!);
    moves.push(uci);
    seen.set(repetitionKey(position), (seen.get(repetitionKey(position)) ?? 0) + 1);
  };
  for (const uci of opening.split(' ')) note(uci);

  let clear = 0;
  let level = 0;
  for (;;) {
    const outcome = position.outcome();
    if (outcome) {
      if (outcome.winner) return end(outcome.winner === 'white' ? '1-0' : '0-1', 'mate');
      return end('1/2-1/2', position.isStalemate() ? 'stalemate' : 'material');
    }
    if (seen.get(repetitionKey(position))! >= 3) return end('1/2-1/2', 'repetition');
    if (position.halfmoves >= 100) return end('1/2-1/2', 'fifty moves');
    if (moves.length >= 2 * MAX_MOVES) return end('1/2-1/2', 'length');

    const white = position.turn === 'white';
    const side = white ? 0 : 1;
    const answer = await players[side].play(`position startpos moves ${moves.join(' ')}`, go);
    const move = answer.move ? parseUci(answer.move) : undefined;
    if (!move || !position.isLegal(move)) return end(white ? '0-1' : '1-0', `no legal move: ${answer.move}`);
    const own = effort[side];
    own.moves++;
    own.depth += answer.depth;
    own.nodes += answer.nodes;
    own.ms += answer.ms;
    own.longest = Math.max(own.longest, answer.ms);

    const score = white ? answer.score : -answer.score;
    if (Math.abs(score) >= CLEAR_SCORE)
      clear = Math.sign(score) === Math.sign(clear) ? clear + Math.sign(score) : Math.sign(score);
    else clear = 0;
    level = Math.abs(score) <= LEVEL_SCORE ? level + 1 : 0;
    note(answer.move!);
    if (Math.abs(clear) >= CLEAR_PLIES) return end(clear > 0 ? '1-0' : '0-1', 'clear');
    if (level >= LEVEL_PLIES && position.fullmoves >= LEVEL_FROM_MOVE) return end('1/2-1/2', 'level');
  }
}
