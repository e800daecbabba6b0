import type { CollectionSummary, Failure, GameDetail, GameQuery, GameRow, Place, Problem } from '../../shared/api';
import { parsePosition } from '../../shared/chess/position';
import { fideKey } from '../../shared/chess/zobrist';
import { decodeGame, type Encoding } from '../../shared/pgn/decode';
import type { BatchProblem, GameBatch } from './batch';
import type { GameFile } from './game-file';
import { Games } from './games';
import { Paths } from './paths';
import { Positions, type PositionCounts } from './positions';
import { sanLine } from './lines';

interface OpenFile {
  file: GameFile;
  games: number;
  problems: number;
  encoding: Encoding;
}

/** Where a game's text lies. */
export interface Origin {
  source: GameFile;
  encoding: Encoding;
  start: number;
  end: number;
  numberInFile: number;
}

const nothing: PositionCounts = { occurrences: 0, distinct: 0, transposed: 0, collisions: 0 };
/** Of the way to a place, so many moves are shown. */
const shownMoves = 12;

/** The opened games: files, rows, positions. Grows batch by batch; `index` makes the positions findable. */
export class Collection {
  readonly #files: OpenFile[] = [];
  readonly #games = new Games();
  readonly #paths = new Paths();
  readonly #positions = new Positions();
  readonly #problems = new Map<number, Problem[]>();
  #counts = nothing;
  #threefolds = 0;

  /** The number under which the file's batches are added. */
  addFile(file: GameFile): number {
    return this.#files.push({ file, games: 0, problems: 0, encoding: 'utf-8' }) - 1;
  }

  get games(): number {
    return this.#games.count;
  }

  gamesIn(file: number): number {
    return this.#files[file]!.games;
  }

  add(fileNumber: number, batch: GameBatch, encoding: Encoding): void {
    const open = this.#files[fileNumber]!;
    open.encoding = encoding;
    const tagsPerGame = batch.tags.length / batch.starts.length;
    const problemsOf = new Map<number, BatchProblem[]>();
    for (const problem of batch.problems) {
      const list = problemsOf.get(problem.game);
      if (list) list.push(problem);
      else problemsOf.set(problem.game, [problem]);
    }
    batch.starts.forEach((start, game) => {
      const [from, to] = [batch.plyStart[game]!, batch.plyStart[game + 1]!];
      const paths = new Uint32Array(to - from);
      if (paths.length > 0) paths[0] = this.#paths.root(start);
      for (let ply = 1; ply < paths.length; ply++)
        paths[ply] = this.#paths.child(paths[ply - 1]!, batch.moves[from + ply - 1]!);
      this.#positions.addGame(batch.keys.subarray(from, to), paths);

      const problems = problemsOf.get(game) ?? [];
      const numberInFile = ++open.games;
      open.problems += problems.length;
      const index = this.#games.add({
        file: fileNumber,
        numberInFile,
        start: batch.gameStart[game]!,
        end: batch.gameEnd[game]!,
        plies: Math.max(0, paths.length - 1),
        problems: problems.length,
        tags: batch.tags.slice(game * tagsPerGame, (game + 1) * tagsPerGame),
      });
      if (problems.length > 0)
        this.#problems.set(
          index,
          problems.map(({ line, column, message }) => ({
            file: open.file.name,
            game: numberInFile,
            line,
            column,
            message,
          })),
        );
    });
  }

  /** After reading: sorts and confirms. Blocks for about a second per million positions. */
  index(): void {
    const { counts, marks } = this.#positions.index(this.#paths);
    this.#counts = counts;
    this.#games.setMarks(marks);
    this.#threefolds = marks.maxRepetition.reduce((count, times) => count + (times >= 3 ? 1 : 0), 0);
  }

  summary(): CollectionSummary {
    return {
      files: this.#files.map(({ file, games, problems }) => ({ name: file.name, bytes: file.size, games, problems })),
      games: this.#games.count,
      occurrences: this.#counts.occurrences,
      distinctPositions: this.#counts.distinct,
      transposedPositions: this.#counts.transposed,
      gamesWithThreefold: this.#threefolds,
      collisions: this.#counts.collisions,
    };
  }

  rows({ offset, limit, ...question }: GameQuery): { total: number; rows: GameRow[] } {
    const found = this.#games.find(question);
    return { total: found.length, rows: [...found.subarray(offset, offset + limit)].map((game) => this.#row(game)) };
  }

  async game(index: number): Promise<GameDetail | Failure> {
    if (index >= this.#games.count) return { failure: `There is no game ${index + 1}.` };
    const { file, start, end } = this.#games.place(index);
    const { file: source, encoding } = this.#files[file]!;
    try {
      const bytes = await source.read(start, end);
      return {
        index,
        row: this.#row(index),
        pgn: decodeGame(bytes, encoding),
        problems: this.#problems.get(index) ?? [],
      };
    } catch (error) {
      return { failure: `${source.name}: ${error instanceof Error ? error.message : String(error)}` };
    }
  }

  /** Where a game came from; undefined if there is no such game. */
  origin(index: number): Origin | undefined {
    if (index >= this.#games.count) return undefined;
    const { file, start, end } = this.#games.place(index);
    const open = this.#files[file]!;
    return { source: open.file, encoding: open.encoding, start, end, numberInFile: this.#row(index).numberInFile };
  }

  /** The opened game that came from there. */
  find(file: string, numberInFile: number): number | undefined {
    let first = 0;
    for (const { file: source, games } of this.#files) {
      if ((source.path ?? source.name) === file && numberInFile <= games) return first + numberInFile - 1;
      first += games;
    }
    return undefined;
  }

  /** In the order of their games. */
  get files(): GameFile[] {
    return this.#files.map(({ file }) => file);
  }

  /** For each key, how many other games' main lines reach its position by another path than this game's does. */
  transpositionsOf(game: number, keys: BigUint64Array): Uint32Array {
    if (game >= this.#games.count) return new Uint32Array(keys.length);
    return Uint32Array.from(keys, (key) => this.#positions.byOtherPaths(game, key));
  }

  placesOf(fen: string, exceptGame: number, limit: number): Place[] | Failure {
    const position = parsePosition(fen);
    if ('failure' in position) return position;
    const places = this.#positions.firstIn(fideKey(position));
    const own = places.find(({ game }) => game === exceptGame);
    const others = places.filter(({ game }) => game !== exceptGame);
    const isOther = (path: number) => own !== undefined && path !== own.path;
    // Other orders of moves first: the same opening moves are no discovery.
    return [...others.filter(({ path }) => isOther(path)), ...others.filter(({ path }) => !isOther(path))]
      .slice(0, limit)
      .map(({ game, ply, path }) => {
        const { white, black, date, event, result } = this.#row(game);
        const { start, moves } = this.#paths.unfold(path);
        const lastMoves = sanLine(start, moves, shownMoves);
        return { game, ply, otherOrder: isOther(path), white, black, date, event, result, lastMoves };
      });
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map(({ file }) => file.close()));
  }

  #row(game: number): GameRow {
    return this.#games.row(
      game,
      this.#files.map(({ file }) => file.name),
    );
  }
}
