import type { Encoding } from '../../shared/pgn/decode';
import { peek, unpack, type Chunks } from './unpack';

export type { Chunks };

/**
 * A file's bytes as the scanner wants them: unpacked, in UTF-8 or in whatever superset of ASCII they are, without a
 * byte order mark. Remembers where in the (unpacked) file its bytes came from.
 */
export interface DecodedInput {
  readonly encoding: Encoding;
  /** Fills as much of `target` as is at hand; 0 at the end. */
  read(target: Uint8Array): Promise<number>;
  /** Places in the file of ascending places in the buffer. */
  places(buffer: Uint8Array, offsets: ArrayLike<number>): Float64Array;
  /** The buffer lost these bytes from its beginning. */
  passed(bytes: Uint8Array): void;
  /** No more is wanted: whoever delivers the chunks may let go of the file. */
  close(): Promise<void>;
}

/** @throws Error where the bytes are compressed in a way that cannot be read here */
export async function decodedInput(packed: Chunks): Promise<DecodedInput> {
  const { head, chunks } = await peek(await unpack(packed), 3);
  if (head[0] === 0xff && head[1] === 0xfe) return new Input(utf8From(chunks, 'utf-16le'), 'utf-16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff) return new Input(utf8From(chunks, 'utf-16be'), 'utf-16be', 2);
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf)
    return new Input(without(chunks, 3), 'utf-8 with mark', 3);
  return new Input(chunks, 'utf-8', 0);
}

async function* utf8From(chunks: Chunks, encoding: 'utf-16le' | 'utf-16be'): AsyncGenerator<Uint8Array, void> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}

async function* without(chunks: Chunks, bytes: number): AsyncGenerator<Uint8Array, void> {
  let rest = bytes;
  for await (const chunk of chunks) {
    yield chunk.subarray(Math.min(rest, chunk.length));
    rest -= Math.min(rest, chunk.length);
  }
}

class Input implements DecodedInput {
  readonly encoding: Encoding;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  /** Place in the file of the buffer's beginning. */
  #base: number;

  constructor(chunks: Chunks, encoding: Encoding, markLength: number) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.encoding = encoding;
    this.#base = markLength;
  }

  async read(target: Uint8Array): Promise<number> {
    while (this.#chunk.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return 0;
      this.#chunk = value;
    }
    const taken = this.#chunk.subarray(0, target.length);
    target.set(taken);
    this.#chunk = this.#chunk.subarray(taken.length);
    return taken.length;
  }

  places(buffer: Uint8Array, offsets: ArrayLike<number>): Float64Array {
    if (!this.#isUtf16) return Float64Array.from(offsets, (offset: number) => this.#base + offset);
    let from = 0;
    let place = this.#base;
    return Float64Array.from(offsets, (offset: number) => {
      place += utf16Bytes(buffer.subarray(from, offset));
      from = offset;
      return place;
    });
  }

  passed(bytes: Uint8Array): void {
    this.#base += this.#isUtf16 ? utf16Bytes(bytes) : bytes.length;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  get #isUtf16(): boolean {
    return this.encoding === 'utf-16le' || this.encoding === 'utf-16be';
  }
}

/** How many bytes these bytes of UTF-8 take in UTF-16: two a character, four beyond the basic plane. */
function utf16Bytes(utf8: Uint8Array): number {
  let units = 0;
  for (const byte of utf8) {
    if ((byte & 0xc0) !== 0x80) units++;
    if (byte >= 0xf0) units++;
  }
  return 2 * units;
}
