import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { makeFen } from 'chessops/fen';
import { packMove } from '../../../shared/chess/packed-move';
import { INITIAL_FEN } from '../../../shared/chess/position';
import { fideKey } from '../../../shared/chess/zobrist';
import { type GameBatch, listedTags } from '../batch';

/**
 * PGN text as batches, read by chessops one game after the other: the slow twin of the kernel's scanner. Tests
 * compare with it and are fed by it. Main lines only; a move that cannot be read ends its game, with a problem.
 *
 *     [...slowGames('[White "A"]\n\n1. e4 e5 *')][0].plyStart   // Uint32Array [0, 3]
 */
export function* slowGames(text: string, gamesPerBatch = 1000): Generator<GameBatch> {
  const games = gameTexts(text);
  for (let first = 0; first < games.length; first += gamesPerBatch)
    yield slowBatch(games.slice(first, first + gamesPerBatch));
}

interface GameText {
  start: number;
  end: number;
  text: string;
}

/** A game begins at a tag that follows anything but a tag: the blank line before `[Event` is often missing. */
function gameTexts(text: string): GameText[] {
  const starts: number[] = [];
  let afterTag = false;
  for (const line of text.matchAll(/^.*$/gm)) {
    if (line[0].trim() === '') continue;
    const tag = line[0].startsWith('[');
    if (tag && !afterTag) starts.push(line.index);
    afterTag = tag;
  }
  if (starts.length === 0 && text.trim() !== '') starts.push(0);
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? text.length;
    return { start, end, text: text.slice(start, end) };
  });
}

function slowBatch(games: GameText[]): GameBatch {
  const keys: bigint[] = [];
  const moves: number[] = [];
  const plyStart = [0];
  const batch = { starts: [] as string[], tags: [] as string[], problems: [] as GameBatch['problems'] };
  games.forEach(({ text }, number) => {
    const [game] = parsePgn(text);
    const position = startingPosition(game!.headers).unwrap();
    batch.starts.push(game!.headers.has('FEN') ? makeFen(position.toSetup()) : INITIAL_FEN);
    for (const tag of listedTags) batch.tags.push(game!.headers.get(tag) ?? '');
    for (const node of game!.moves.mainline()) {
      const move = parseSan(position, node.san);
      if (!move) {
        batch.problems.push({ game: number, line: 1, column: 1, message: `illegal move ${node.san}` });
        break;
      }
      keys.push(fideKey(position));
      moves.push(packMove(position, move as NormalMove));
      position.play(move);
    }
    keys.push(fideKey(position));
    moves.push(0);
    plyStart.push(keys.length);
  });
  return {
    gameStart: Float64Array.from(games, ({ start }) => start),
    gameEnd: Float64Array.from(games, ({ end }) => end),
    plyStart: Uint32Array.from(plyStart),
    moves: Uint16Array.from(moves),
    keys: BigUint64Array.from(keys),
    ...batch,
  };
}
