import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import type { Chess } from 'chessops/chess';
import type { Setup } from 'chessops';

/** A position of a game and how that game ended: 1 White won, 0.5, 0. */
export interface Sample {
  setup: Setup;
  result: number;
}

const RESULTS: Record<string, number | undefined> = { '1-0': 1, '0-1': 0, '1/2-1/2': 0.5 };

const RATINGS = ['WhiteElo', 'BlackElo'];

/** The text of one game after the other; a game begins at its first tag after moves. */
async function* gameTexts(file: string): AsyncGenerator<string> {
  const raw = createReadStream(file);
  const lines = createInterface({ input: file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw });
  let text = '';
  let inMoves = false;
  for await (const line of lines) {
    if (line.startsWith('[') && inMoves) {
      yield text;
      text = '';
      inMoves = false;
    } else if (line !== '' && !line.startsWith('[')) inMoves = true;
    text += `${line}\n`;
  }
  yield text;
}

/**
 * Positions sampled from the games of a file: some from each game, after the opening, not in check and not before a
 * capture or promotion. A game that occurs twice is used once; with `minElo` above 0 only if both players were rated so high.
 */
export async function* samples(
  file: string,
  perGame: number,
  minElo: number,
  random: () => number,
): AsyncGenerator<Sample> {
  const seen = new Set<string>();
  for await (const text of gameTexts(file)) {
    const moves = text.slice(text.lastIndexOf(']') + 1).trim();
    if (seen.has(moves)) continue;
    seen.add(moves);
    const game = parsePgn(text)[0];
    const result = RESULTS[game?.headers.get('Result') ?? ''];
    if (!game || result === undefined) continue;
    if (minElo > 0 && !RATINGS.every((tag) => Number(game.headers.get(tag)) >= minElo)) continue;
    const position = startingPosition(game.headers).unwrap(
      (start) => start as Chess,
      () => undefined,
    );
    if (!position) continue;
    const quiet: Setup[] = [];
    let ply = 0;
    for (const { san } of game.moves.mainline()) {
      const move = parseSan(position, san);
      if (!move) break;
      if (ply++ >= FIRST_PLY && !san.includes('x') && !san.includes('=') && !position.isCheck())
        quiet.push(position.toSetup());
      position.play(move);
    }
    for (let n = 0; n < perGame && quiet.length > 0; n++) {
      const [setup] = quiet.splice(Math.floor(random() * quiet.length), 1);
      yield { setup: setup!, result };
    }
  }
}

/** Half-moves of the opening that are left out: they are known by heart, not by judgement. */
const FIRST_PLY = 14;
