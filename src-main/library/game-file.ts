import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { isPacked, unpack, type Chunks } from './unpack';

const changedMeanwhile = 'another program changed it since it was opened: open it again';
const pieceBytes = 1 << 20;

/** Games with a name: read once from end to end, then wherever a game's text is wanted. */
export interface GameFile {
  readonly name: string;
  /** Where it can be found again; absent for what a page sent. */
  readonly path?: string;
  /** On disk, or as it was sent: compressed, if it is. */
  readonly size: number;
  /** Of those bytes, how many `chunks` has taken. */
  readonly consumed: number;
  /** Under which threads can read it side by side; absent for what is not as it is on the disk. */
  readonly descriptor?: number;
  /** Why no game in it can be replaced; undefined where one can. */
  readonly readOnly?: string;
  /** The whole, unpacked if it is compressed. To be read to its end before `read` is used. */
  chunks(): Chunks;
  /** Unpacked bytes [start, end). Rejects when they are not what was opened any more. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** SHA-256 of the bytes on disk or as they were sent, as hex. */
  contentHash(took?: (bytes: number) => void): Promise<string>;
  /** Rejects when `path` leads to another file than was opened. */
  checkPath?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Kept open, so that a file that is deleted or replaced meanwhile can still be read. One that was written in
 * place is refused: our byte ranges would cut its games at random. What is compressed is unpacked into a temporary
 * file while it is read.
 */
export class DiskFile implements GameFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly readOnly: string | undefined;
  consumed = 0;
  readonly descriptor?: number;
  readonly #handle: FileHandle;
  readonly #modified: bigint;
  #unpacked: FileHandle | undefined;

  private constructor(path: string, handle: FileHandle, size: number, modified: bigint, packed: boolean) {
    this.path = resolve(path);
    this.name = basename(path);
    this.size = size;
    this.readOnly = packed ? 'it is compressed: unpack it to save to it' : undefined;
    if (!packed) this.descriptor = handle.fd;
    this.#handle = handle;
    this.#modified = modified;
  }

  static async open(path: string): Promise<DiskFile> {
    const handle = await open(path, 'r');
    try {
      const { size, mtimeNs, isFile } = await handle
        .stat({ bigint: true })
        .then((found) => ({ size: found.size, mtimeNs: found.mtimeNs, isFile: found.isFile() }));
      if (!isFile) throw new Error('not a file');
      const packed = isPacked(await readRange(handle, 0, Math.min(4, Number(size))));
      return new DiskFile(path, handle, Number(size), mtimeNs, packed);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async *chunks(): AsyncGenerator<Uint8Array, void> {
    if (!this.readOnly) {
      yield* this.#pieces();
      return;
    }
    this.#unpacked = await temporaryFile();
    for await (const chunk of await unpack(this.#pieces())) {
      await this.#unpacked.appendFile(chunk);
      yield chunk;
    }
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    if (this.#unpacked) return readRange(this.#unpacked, start, end);
    const { size, mtimeNs } = await this.#handle.stat({ bigint: true });
    if (Number(size) !== this.size || mtimeNs !== this.#modified) throw new Error(changedMeanwhile);
    return readRange(this.#handle, start, end);
  }

  async contentHash(took?: (bytes: number) => void): Promise<string> {
    const hash = createHash('sha256');
    for (let at = 0; at < this.size; at += pieceBytes) {
      const piece = await readRange(this.#handle, at, Math.min(at + pieceBytes, this.size));
      hash.update(piece);
      took?.(piece.length);
    }
    return hash.digest('hex');
  }

  async checkPath(): Promise<void> {
    const there = await stat(this.path).catch(() => undefined);
    if (there && there.ino !== (await this.#handle.stat()).ino) throw new Error(changedMeanwhile);
  }

  async close(): Promise<void> {
    await this.#unpacked?.close();
    await this.#handle.close();
  }

  async *#pieces(): AsyncGenerator<Uint8Array, void> {
    for (let at = 0; at < this.size; at += pieceBytes) {
      const end = Math.min(at + pieceBytes, this.size);
      yield await readRange(this.#handle, at, end);
      this.consumed = end;
    }
  }
}

async function readRange(handle: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  for (let filled = 0; filled < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) throw new Error('it ended before its time');
    filled += bytesRead;
  }
  return bytes;
}

/** A file that has no name any more and is gone with its handle; where that cannot be, the system clears its folder. */
async function temporaryFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'threefold-'));
  const handle = await open(join(folder, 'unpacked'), 'wx+', 0o600);
  await rm(folder, { recursive: true, force: true }).catch(() => {});
  return handle;
}

/** What the page uploads, in order. Memory is taken as pieces arrive, not as announced. */
export class MemoryFile implements GameFile {
  readonly name: string;
  readonly readOnly = 'it was sent by the page; only files opened from disk can be saved to';
  readonly #announced: number;
  readonly #pieces: Uint8Array[] = [];
  readonly #hash = createHash('sha256');
  #digest: string | undefined;
  /** Its text, when it has been read. */
  #unpacked: Uint8Array | undefined;
  #received = 0;
  consumed = 0;

  constructor(name: string, announced: number) {
    this.name = name;
    this.#announced = announced;
  }

  get size(): number {
    return this.#announced;
  }

  add(piece: Uint8Array): void {
    if (this.#received + piece.length > this.#announced) throw new Error(`${this.name}: more bytes than announced`);
    this.#received += piece.length;
    this.#hash.update(piece);
    this.#pieces.push(piece);
  }

  /** Throws where pieces are missing. */
  complete(): void {
    if (this.#received < this.#announced) throw new Error(`${this.name}: the upload ended before its time`);
  }

  /** The text, also when it is read again; of a file whose reading was cut off, what is left. */
  async *chunks(): AsyncGenerator<Uint8Array, void> {
    if (this.#unpacked) return yield this.#unpacked;
    const unpacked: Uint8Array[] = [];
    for await (const chunk of await unpack(this.#sent())) {
      unpacked.push(chunk);
      yield chunk;
    }
    this.#unpacked = Buffer.concat(unpacked);
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    return (this.#unpacked ?? new Uint8Array(0)).subarray(start, end);
  }

  async contentHash(took?: (bytes: number) => void): Promise<string> {
    took?.(this.size);
    return (this.#digest ??= this.#hash.digest('hex'));
  }

  async close(): Promise<void> {}

  /** Pieces are let go of as they are read. */
  async *#sent(): AsyncGenerator<Uint8Array, void> {
    for (let piece = this.#pieces.shift(); piece; piece = this.#pieces.shift()) {
      yield piece;
      this.consumed += piece.length;
    }
  }
}
