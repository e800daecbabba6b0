import type { PlayedGame } from './meetings';
import { othello, PASS, type OthelloMove, type OthelloState } from './othello';

/**
 * Othello games as transcripts, one game to a line: `f5d6c3d3c4f4…`, spaces allowed, upper or lower case. Passes are
 * understood where the rules leave nothing else; written ones (`--`, `pa`, `pass`) are accepted. `#` begins a comment.
 */
export interface OthelloFile {
  games: PlayedGame<OthelloState, OthelloMove>[];
  /** A game is read up to its first fault. */
  problems: string[];
}

const MOVES = /[a-h][1-8]|--|pass|pa|\S/gi;

/** All games of the text; a fault is a problem with its line, never an error. */
export function readTranscripts(text: string): OthelloFile {
  const file: OthelloFile = { games: [], problems: [] };
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.replace(/#.*/, '').trim();
    if (line === '') continue;
    const state = othello.start();
    const moves: OthelloMove[] = [];
    for (const [token] of line.matchAll(MOVES)) {
      const legal = othello.legalMoves(state);
      const written = /^(--|pa|pass)$/i.test(token);
      if (legal[0] === PASS) {
        othello.play(state, PASS);
        moves.push(PASS);
        if (written) continue;
      }
      const square = parseSquare(token);
      if (square === undefined || !othello.legalMoves(state).includes(square)) {
        const why = square === undefined ? 'is not a square' : 'is not legal';
        file.problems.push(`line ${index + 1}, move ${moves.length + 1}: ${token} ${why}`);
        break;
      }
      othello.play(state, square);
      moves.push(square);
    }
    file.games.push({ name: `line ${index + 1}`, moves });
  }
  return file;
}

const parseSquare = (text: string): number | undefined =>
  /^[a-h][1-8]$/i.test(text) ? text.toLowerCase().charCodeAt(0) - 97 + 8 * (Number(text[1]) - 1) : undefined;
