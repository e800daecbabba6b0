import { fideKey } from '../../shared/chess/zobrist';
import { INITIAL_FEN } from '../../shared/chess/position';
import { decodePgn, type Encoding } from '../../shared/pgn/decode';
import { tagOf, type Game, type TreeNode } from '../../shared/pgn/game';
import { readGames as readText } from '../../shared/pgn/read';
import { makeFen } from 'chessops/fen';
import { listedTags, type BatchProblem, type GameBatch } from './batch';
import type { GameFile } from './game-file';
import { playPacked } from './lines';

/** V8 holds no longer text. */
const largestText = 0x1fff_ffe8;
const gamesPerBatch = 64;

export interface Read {
  batch: GameBatch;
  /** Of the file, up to the end of the batch. */
  bytesRead: number;
  /** How the file is written: one game's bytes do not tell. */
  encoding: Encoding;
}

/** Reads a file game by game, with the full reader of shared/pgn. Throws where there is no game in it. */
export async function* readGames(file: GameFile): AsyncGenerator<Read, void> {
  if (file.size > largestText) throw new Error('files of more than 512 MB cannot be read yet');
  const { text, encoding } = decodePgn(await file.read(0, file.size));
  let end = markLength[encoding];
  let batch = new BatchBuilder();
  const games = readText(text);
  for (;;) {
    const { done, value } = games.next();
    if (done) {
      if (end === markLength[encoding]) throw new Error(`there is no game in it${firstOf(value)}`);
      break;
    }
    const start = end;
    end += byteLength(value.text, encoding);
    batch.add(value, start, end);
    if (batch.games < gamesPerBatch) continue;
    yield { batch: batch.build(), bytesRead: end, encoding };
    batch = new BatchBuilder();
  }
  if (batch.games > 0) yield { batch: batch.build(), bytesRead: end, encoding };
}

const firstOf = ([problem]: Game['problems']) => (problem ? ` (line ${problem.line}: ${problem.message})` : '');

const markLength: Record<Encoding, number> = {
  'utf-8': 0,
  'utf-8 with mark': 3,
  'utf-16le': 2,
  'utf-16be': 2,
  'windows-1252': 0,
};

function byteLength(text: string, encoding: Encoding): number {
  if (encoding === 'windows-1252') return text.length;
  return encoding.startsWith('utf-16') ? text.length * 2 : Buffer.byteLength(text);
}

class BatchBuilder {
  readonly #starts: string[] = [];
  readonly #tags: string[] = [];
  readonly #gameStart: number[] = [];
  readonly #gameEnd: number[] = [];
  readonly #plyStart: number[] = [0];
  readonly #moves: number[] = [];
  readonly #keys: bigint[] = [];
  readonly #problems: BatchProblem[] = [];

  get games(): number {
    return this.#starts.length;
  }

  add(game: Game, start: number, end: number): void {
    for (const { line, column, message, token } of game.problems)
      this.#problems.push({ game: this.games, line, column, message: `${token}: ${message}` });
    this.#starts.push(game.start ? makeFen(game.start.toSetup()) : INITIAL_FEN);
    this.#tags.push(...listedTags.map((name) => tagOf(game, name) ?? ''));
    this.#gameStart.push(start);
    this.#gameEnd.push(end);
    if (game.start) this.#addLine(game.start.clone(), game.root);
    this.#plyStart.push(this.#keys.length);
  }

  #addLine(position: NonNullable<Game['start']>, root: TreeNode): void {
    this.#keys.push(fideKey(position));
    for (let node = root.children[0]; node; node = node.children[0]) {
      this.#moves.push(node.packed);
      playPacked(position, node.packed);
      this.#keys.push(fideKey(position));
    }
    this.#moves.push(0);
  }

  build(): GameBatch {
    return {
      gameStart: Float64Array.from(this.#gameStart),
      gameEnd: Float64Array.from(this.#gameEnd),
      plyStart: Uint32Array.from(this.#plyStart),
      moves: Uint16Array.from(this.#moves),
      keys: BigUint64Array.from(this.#keys),
      starts: this.#starts,
      tags: this.#tags,
      problems: this.#problems,
    };
  }
}
