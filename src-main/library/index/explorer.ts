import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Position } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import type { NormalMove } from 'chessops/types';
import type { Failure, Placed } from '../../../shared/api';
import { packMove } from '../../../shared/chess/packed-move';
import { isFailure, parsePosition } from '../../../shared/chess/position';
import type { Kept, LibraryProgress, LibrarySource, PositionGraph, Selection } from '../../../shared/explorer';
import { InTurn } from '../../in-turn';
import type { Collection } from '../collection';
import type { GameFile } from '../game-file';
import type { PgnScanner } from '../scan';
import { IndexedCollection } from './collection';
import { Closed } from './database';
import type { Line } from './explore';
import { importGames, type Arrival, type ImportReport } from './importing';
import { LibraryError } from './library-error';
import { Cancelled, Making } from './making';

const PIECE_BYTES = 1 << 20;

/** A position and the way there, as the page tells them. */
export interface Asked {
  position: Position;
  line: Line;
}

/**
 * The page's questions, answered from one of two libraries: a temporary one of the opened files, made when it is first
 * asked and the opened files have changed, and the lasting one, to which `keep` adds the opened files.
 */
export class Explorer {
  readonly #keptPath: string | undefined;
  readonly #scanner: () => Promise<PgnScanner>;
  #folder: string | undefined;
  #opened: IndexedCollection | undefined;
  #kept: IndexedCollection | undefined;
  /** What `#opened` was made of. */
  #madeOf: Collection | undefined;
  #madeOfGames = 0;
  /** Making and replacing libraries, one at a time. */
  readonly #work = new InTurn();
  readonly #stopping = new AbortController();
  readonly #tell: (progress: LibraryProgress) => void;
  /** What is being made now. */
  #making: { source: LibrarySource; making: Making } | undefined;
  /** The last question of `positionGraph`, answered or not. */
  #graph: AbortController | undefined;
  /** Counts cancellations: what was asked before the last one does not begin the making again. */
  readonly #cancellations = { opened: 0, kept: 0 };

  /** `keptPath` is the lasting library's file, which need not exist yet; without it nothing can be kept. */
  constructor(
    keptPath: string | undefined,
    scanner: () => Promise<PgnScanner>,
    tell: (progress: LibraryProgress) => void = () => undefined,
  ) {
    this.#keptPath = keptPath;
    this.#scanner = scanner;
    this.#tell = tell;
  }

  /** Asks a library about a position. What the user should read comes back as a failure. */
  at<T>(
    source: LibrarySource,
    opened: Collection,
    placed: Placed,
    ask: (library: IndexedCollection, asked: Asked) => Promise<T>,
  ): Promise<T | Failure> {
    const asked = follow(placed);
    if (isFailure(asked)) return Promise.resolve(asked);
    return this.ask(source, opened, (library) => ask(library, asked));
  }

  ask<T>(
    source: LibrarySource,
    opened: Collection,
    ask: (library: IndexedCollection) => Promise<T>,
  ): Promise<T | Failure> {
    return told(async () => ask(await (source === 'kept' ? this.#keptLibrary() : this.#openedLibrary(opened))));
  }

  /** The newest question wins. */
  positionGraph(source: LibrarySource, opened: Collection, selection: Selection): Promise<PositionGraph | Failure> {
    this.cancelPositionGraph();
    const { signal } = (this.#graph = new AbortController());
    return this.ask(source, opened, (library) => library.positionGraph(selection, signal));
  }

  /** Ends the question, not the making of the library it may be waiting for: others wait for that, too. */
  cancelPositionGraph(): void {
    this.#graph?.abort(new Cancelled());
  }

  /** Adds the opened files to the lasting library. */
  keep(opened: Collection): Promise<Kept | Failure> {
    return told(async () => {
      const path = this.#keptPath;
      if (path === undefined) throw new LibraryError('There is no folder to keep a library in.');
      if (opened.games === 0) throw new LibraryError('No file is open that could be kept.');
      return this.#make('kept', async (making) => {
        const arrivals = await this.#arrivals(opened, making);
        await mkdir(dirname(path), { recursive: true });
        // Windows does not put a file in the place of one that is open. Questions wait meanwhile.
        await this.#kept?.close();
        this.#kept = undefined;
        const { alreadyThere, games, duplicates } = await importFrom(path, arrivals, making);
        this.#kept = await IndexedCollection.open(path, { leavesNote: true });
        return { alreadyThere, games, duplicates, library: await this.#kept.contents() };
      });
    });
  }

  /** Ends the making of a library; all that wait for it hear of it. */
  cancel(source: LibrarySource): void {
    this.#cancellations[source]++;
    if (this.#making?.source === source) this.#making.making.cancel();
  }

  /** Interrupts what runs and lets the files go; the temporary library is deleted. */
  async close(): Promise<void> {
    this.#stopping.abort(new Closed());
    await this.#work.settled();
    await this.#opened?.close();
    await this.#kept?.close();
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  #keptLibrary(): Promise<IndexedCollection> {
    return this.#exclusively(async () => {
      if (this.#kept) return this.#kept;
      if (this.#keptPath === undefined || !existsSync(this.#keptPath))
        throw new LibraryError('Nothing is kept in the library yet.');
      return (this.#kept = await IndexedCollection.open(this.#keptPath, { leavesNote: true }));
    });
  }

  #openedLibrary(opened: Collection): Promise<IndexedCollection> {
    const isFresh = () => this.#madeOf === opened && this.#madeOfGames === opened.games;
    const asked = this.#cancellations.opened;
    return this.#exclusively(async () => {
      if (this.#opened && isFresh()) return this.#opened;
      if (opened.games === 0) throw new LibraryError('No games are open.');
      return this.#makeNow('opened', asked, (making) => this.#makeOpened(opened, making));
    });
  }

  async #makeOpened(opened: Collection, making: Making): Promise<IndexedCollection> {
    const { games } = opened;
    const arrivals = await this.#arrivals(opened, making);
    this.#folder ??= await mkdtemp(join(tmpdir(), 'threefold-opened-'));
    const path = join(this.#folder, 'opened.duckdb');
    await this.#opened?.close();
    this.#opened = undefined;
    // Files opened in addition are added; another set of files is another library.
    if (this.#madeOf !== opened) await rm(path, { force: true });
    this.#madeOf = undefined;
    await importFrom(path, arrivals, making);
    this.#opened = await IndexedCollection.open(path);
    this.#madeOf = opened;
    this.#madeOfGames = games;
    return this.#opened;
  }

  /** The opened files as they lie, up to the end of their last game; those without games are left out. */
  async #arrivals(opened: Collection, making: Making): Promise<Arrival[]> {
    const ends = new Map<GameFile, number>();
    for (let game = 0; game < opened.games; game++) {
      const { source, end } = opened.origin(game)!;
      ends.set(source, Math.max(end, ends.get(source) ?? 0));
    }
    const scanner = await this.#scanner();
    making.begin('comparing', total(Array.from(ends.keys(), (file) => file.size)));
    return Promise.all(
      Array.from(ends, async ([file, end]): Promise<Arrival> => ({
        name: file.name,
        ...(file.path !== undefined && { path: file.path }),
        bytes: end,
        sha256: await file.contentHash((bytes) => {
          making.signal.throwIfAborted();
          making.compared(bytes);
        }),
        games: () => scanner.scan(piecesOf(file, end)),
      })),
    );
  }

  #make<T>(source: LibrarySource, task: (making: Making) => Promise<T>): Promise<T> {
    const asked = this.#cancellations[source];
    return this.#exclusively(() => this.#makeNow(source, asked, task));
  }

  /** `asked` is the number of cancellations when the wish was uttered. */
  async #makeNow<T>(source: LibrarySource, asked: number, task: (making: Making) => Promise<T>): Promise<T> {
    if (asked !== this.#cancellations[source]) throw new Cancelled();
    const making = new Making(source, this.#tell, this.#stopping.signal);
    this.#making = { source, making };
    try {
      const made = await task(making);
      making.end('done');
      return made;
    } catch (error) {
      making.end(error instanceof Cancelled ? 'cancelled' : 'failed');
      throw error;
    } finally {
      this.#making = undefined;
    }
  }

  #exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#work.run(() => {
      this.#stopping.signal.throwIfAborted();
      return task();
    });
  }
}

function importFrom(path: string, arrivals: readonly Arrival[], making: Making): Promise<ImportReport> {
  making.begin('reading', total(arrivals.map(({ bytes }) => bytes)));
  return importGames(path, arrivals, {
    signal: making.signal,
    onProgress: (progress) => making.imported(progress),
  });
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

async function* piecesOf(file: GameFile, end: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < end; at += PIECE_BYTES) yield await file.read(at, Math.min(end, at + PIECE_BYTES));
}

/** Plays the moves out. */
function follow({ fen, moves }: Placed): Asked | Failure {
  const position = parsePosition(fen);
  if (isFailure(position)) return position;
  // As the library has it, so that lines from the same start are found to be so.
  const start = makeFen(position.toSetup());
  const packed: number[] = [];
  for (const uci of moves) {
    const move = parseUci(uci);
    if (!move || !position.isLegal(move)) return { failure: `${uci} is not a legal move there` };
    packed.push(packMove(position, move as NormalMove));
    position.play(move);
  }
  return { position, line: { start, moves: packed } };
}

/** What the user should read, as a value. */
export async function told<T>(task: () => Promise<T>): Promise<T | Failure> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof Cancelled) return { failure: error.message, cancelled: true };
    if (error instanceof LibraryError || error instanceof Closed) return { failure: error.message };
    throw error;
  }
}
