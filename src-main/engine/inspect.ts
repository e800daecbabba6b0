import { makeFen } from 'chessops/fen';
import { packMove, unpackMove } from '../../shared/chess/packed-move';
import { fideKey } from '../../shared/chess/zobrist';
import type { TableEntry, TableLook } from '../../shared/search/inspect';
import { writeMove, type CastlingNotation, type Game } from './game';
import type { SearchKernel } from './kernel-search';
import { makeScore } from './verdict';

/** What of the kernel it takes to look into its table. */
export type TableReader = Pick<SearchKernel, 'entry' | 'pathOf' | 'pathAfter' | 'mate' | 'mateBound'>;

/** Longest walk along the table's own moves. */
const LONGEST_LINE = 60;

/** Finds what the table holds about the game's last position, and walks along the stored moves from there. */
export function look(kernel: TableReader, game: Game, inspecting: boolean, castling: CastlingNotation): TableLook {
  const position = game.position.clone();
  let path = kernel.pathOf(game.moves);
  const seen = new Set<bigint>();
  const line: TableEntry[] = [];

  while (line.length <= LONGEST_LINE) {
    const key = fideKey(position);
    if (seen.has(key)) return answer(line, 'repetition');
    seen.add(key);
    const raw = kernel.entry(key);
    if (!raw) return answer(line, 'no entry');
    const move = unpackMove(raw.move);
    // Another position's move under the same key, or a torn one: legality is what tells.
    const legal = raw.move !== 0 && position.isLegal(move);
    line.push({
      fen: makeFen(position.toSetup()),
      key,
      move: legal ? writeMove(position, move, castling) : null,
      score: makeScore(raw.score, position.turn, kernel),
      bound: raw.bound,
      depth: raw.depth,
      age: raw.age,
      path: !inspecting ? 'unknown' : raw.path === path ? 'same' : 'other',
    });
    if (!legal) return answer(line, 'no move');
    path = kernel.pathAfter(path, raw.move);
    position.play(move);
  }
  return answer(line, 'length');
}

const answer = ([entry, ...line]: TableEntry[], end: TableLook['end']): TableLook => ({
  entry: entry ?? null,
  line,
  end,
});

/** Where a line's score may hang on a history that is not its own. */
export interface Suspicion {
  /** Of the line, from 0. */
  line: number;
  /** Packed moves of the line, and where it is short the table's, to the first position whose entry another path stored. */
  moves: number[];
  reason: 'repetition' | 'fifty-move';
  /** Remaining depth of that entry. */
  depth: number;
}

/**
 * Looks for graph-history interaction. An entry knows a position and no history; where a line runs into an entry that
 * another path stored, and from there, by the line's own moves and then the table's, meets a position that this game and
 * line have seen before, or the fifty-move edge, the entry's score was found without knowing that.
 */
export function suspect(kernel: TableReader, game: Game, lines: readonly { moves: Uint16Array }[]): Suspicion[] {
  const before = occurrencesOf(game);
  const found: Suspicion[] = [];
  for (const [n, { moves }] of lines.entries()) {
    const position = game.position.clone();
    const seen = new Set(before);
    let path = kernel.pathOf(game.moves);
    const played: number[] = [];
    let foreign: { moves: number[]; depth: number } | undefined;
    for (let ply = 0; ply <= moves.length + LONGEST_LINE; ply++) {
      const key = fideKey(position);
      const entry = kernel.entry(key);
      if (ply > 0) {
        if (!foreign && entry && entry.path !== path) foreign = { moves: [...played], depth: entry.depth };
        const reason = seen.has(key) ? 'repetition' : position.halfmoves >= 100 ? 'fifty-move' : undefined;
        if (foreign && reason) {
          found.push({ line: n, ...foreign, reason });
          break;
        }
        // A draw that the line itself saw needs no table.
        if (reason) break;
      }
      seen.add(key);
      const move = moves[ply] ?? entry?.move ?? 0;
      if (move === 0 || !position.isLegal(unpackMove(move))) break;
      path = kernel.pathAfter(path, move);
      position.play(unpackMove(move));
      played.push(move);
    }
  }
  return found;
}

/** Keys of the game's positions before the last. */
function occurrencesOf(game: Game): Set<bigint> {
  const seen = new Set<bigint>();
  const position = game.start.clone();
  for (const packed of game.moves) {
    seen.add(fideKey(position));
    position.play(unpackMove(packed));
  }
  return seen;
}

/** The game, prolonged by the first moves of a line. */
export function prolong(game: Game, moves: Iterable<number>): Game {
  const position = game.position.clone();
  const more: number[] = [];
  for (const packed of moves) {
    const move = unpackMove(packed);
    if (!position.isLegal(move)) break;
    more.push(packMove(position, move));
    position.play(move);
  }
  return { ...game, moves: [...game.moves, ...more], position };
}
