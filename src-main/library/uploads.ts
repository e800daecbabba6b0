import { MemoryFile } from './game-file';

/** A page's file reader sends at most this much at a time. */
const largestPiece = 4 << 20;
/** One typed array has to hold the file. */
const largestFile = 2 ** 31;

/** Files that are on their way from a page. */
export class Uploads {
  readonly #files = new Map<number, MemoryFile>();
  #last = 0;

  begin(name: string, bytes: number): number {
    if (bytes > largestFile) throw new Error(`${name}: files over 2 GB must be opened from disk`);
    this.#files.set(++this.#last, new MemoryFile(name, bytes));
    return this.#last;
  }

  add(upload: number, piece: Uint8Array): void {
    if (piece.length > largestPiece) throw new Error(`a piece of ${piece.length} bytes is too large`);
    this.#file(upload).add(piece);
  }

  /** The file, complete; its number means nothing from now on. */
  end(upload: number): MemoryFile {
    const file = this.#file(upload);
    this.#files.delete(upload);
    file.complete();
    return file;
  }

  drop(upload: number): void {
    this.#files.delete(upload);
  }

  #file(upload: number): MemoryFile {
    const file = this.#files.get(upload);
    if (!file) throw new Error(`there is no upload ${upload}`);
    return file;
  }
}
