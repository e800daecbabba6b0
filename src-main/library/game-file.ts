import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';

const changedMeanwhile = 'another program changed it since it was opened: open it again';

/** Bytes with a name, read where they are wanted: a file on disk, or one that the page sent. */
export interface GameFile {
  readonly name: string;
  /** Where it can be written to; absent for what a page sent. */
  readonly path?: string;
  readonly size: number;
  /** Bytes [start, end). Rejects when they are not what was opened any more. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Rejects when `path` leads to another file than was opened. */
  checkPath?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Kept open, so that a file that is deleted or replaced meanwhile can still be read. One that was written in
 * place is refused: our byte ranges would cut its games at random.
 */
export class DiskFile implements GameFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #modified: bigint;

  private constructor(path: string, handle: FileHandle, size: bigint, modified: bigint) {
    this.path = path;
    this.name = basename(path);
    this.size = Number(size);
    this.#handle = handle;
    this.#modified = modified;
  }

  static async open(path: string): Promise<DiskFile> {
    const handle = await open(path, 'r');
    const { size, mtimeNs, isFile } = await handle
      .stat({ bigint: true })
      .then((stat) => ({ size: stat.size, mtimeNs: stat.mtimeNs, isFile: stat.isFile() }));
    if (!isFile) {
      await handle.close();
      throw new Error('not a file');
    }
    return new DiskFile(path, handle, size, mtimeNs);
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    const { size, mtimeNs } = await this.#handle.stat({ bigint: true });
    if (Number(size) !== this.size || mtimeNs !== this.#modified) throw new Error(changedMeanwhile);
    const bytes = new Uint8Array(end - start);
    for (let filled = 0; filled < bytes.length;) {
      const { bytesRead } = await this.#handle.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) throw new Error('it ended before its time');
      filled += bytesRead;
    }
    return bytes;
  }

  /** Rejects when another file has taken the path: writing there would lose it. */
  async checkPath(): Promise<void> {
    const there = await stat(this.path).catch(() => undefined);
    if (there && there.ino !== (await this.#handle.stat()).ino) throw new Error(changedMeanwhile);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** What the page uploads, in order. Memory is taken as pieces arrive, not as announced. */
export class MemoryFile implements GameFile {
  readonly name: string;
  readonly #announced: number;
  readonly #pieces: Uint8Array[] = [];
  #bytes = new Uint8Array(0);
  #received = 0;

  constructor(name: string, announced: number) {
    this.name = name;
    this.#announced = announced;
  }

  get size(): number {
    return this.#bytes.length;
  }

  add(piece: Uint8Array): void {
    if (this.#received + piece.length > this.#announced) throw new Error(`${this.name}: more bytes than announced`);
    this.#received += piece.length;
    this.#pieces.push(piece);
  }

  /** No more pieces: the bytes can be read. */
  complete(): void {
    if (this.#received < this.#announced) throw new Error(`${this.name}: the upload ended before its time`);
    this.#bytes = new Uint8Array(this.#received);
    let at = 0;
    for (const piece of this.#pieces.splice(0)) {
      this.#bytes.set(piece, at);
      at += piece.length;
    }
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    return this.#bytes.subarray(start, end);
  }

  async close(): Promise<void> {}
}
