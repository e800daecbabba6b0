import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';

/** Bytes in pieces of any size, in order. */
export type Chunks = AsyncIterable<Uint8Array>;

/** The first bytes of a stream, at least `count` if it has so many, and the whole stream all the same. */
export async function peek(chunks: Chunks, count: number): Promise<{ head: Uint8Array; chunks: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let ended = false;
  for (let length = 0; length < count && !ended;) {
    const { done, value } = await iterator.next();
    if (done) ended = true;
    else {
      pieces.push(value);
      length += value.length;
    }
  }
  async function* whole(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* pieces;
      if (!ended) yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(pieces).subarray(0, count), chunks: whole() };
}

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

const isGzip = (head: Uint8Array): boolean => startsWith(head, 0x1f, 0x8b);
const isZstandard = (head: Uint8Array): boolean => startsWith(head, 0x28, 0xb5, 0x2f, 0xfd);

/** Whether `unpack` would find something compressed; four bytes tell. */
export const isPacked = (head: Uint8Array): boolean => isGzip(head) || isZstandard(head);

/**
 * What is in a file that may be compressed with gzip or Zstandard, which its first bytes tell, not its name. Reading
 * throws where the file is damaged or cut off.
 */
export async function unpack(packed: Chunks): Promise<Chunks> {
  const { head, chunks } = await peek(packed, 4);
  if (startsWith(head, 0x1f, 0x8b)) return through(chunks, zlib.createGunzip());
  if (startsWith(head, 0x28, 0xb5, 0x2f, 0xfd)) return unpackZstandard(chunks);
  return chunks;
}

/** By Node's own decompressor, which is several times faster, or before Node 22.15 by a library's. */
export const unpackZstandard = (chunks: Chunks, own = 'createZstdDecompress' in zlib): Chunks =>
  own ? through(chunks, zlib.createZstdDecompress()) : byLibrary(chunks);

async function* byLibrary(chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  let pieces: Uint8Array[] = [];
  const decompressor = new Decompress((piece) => pieces.push(piece));
  const taken = (): Uint8Array[] => {
    const taken = pieces;
    pieces = [];
    return taken;
  };
  for await (const chunk of chunks) {
    decompressor.push(chunk);
    yield* taken();
  }
  decompressor.push(new Uint8Array(0), true);
  yield* taken();
}

function through(chunks: Chunks, decompressor: NodeJS.ReadWriteStream & Chunks): Chunks {
  // A fault on either side destroys the decompressor, and who reads from it is told.
  pipeline(Readable.from(chunks), decompressor, () => undefined);
  return decompressor;
}
