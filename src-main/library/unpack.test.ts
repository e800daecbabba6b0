import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inPieces } from '../../fixtures/scan-twins';
import { peek, unpack, unpackZstandard, type Chunks } from './unpack';

const text = 'e4 e5 Nf3 Nc6 '.repeat(2000);

/** `text` by the zstd program, with its checksum: this Node may not be able to compress it. */
const ZSTANDARD = Buffer.from('KLUv/QRYtQAAcGU0IGU1IE5mMyBOYzYgAQBPbexTCYT4aYI=', 'base64');

async function textOf(chunks: Chunks): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces).toString('latin1');
}

test.each([1, 3, 1000])('plain text stays as it is, in pieces of %i bytes', async (size) => {
  expect(await textOf(await unpack(inPieces(Buffer.from(text), size)))).toBe(text);
});

test.each([1, 7, 100_000])('gzip, in pieces of %i bytes', async (size) => {
  expect(await textOf(await unpack(inPieces(gzipSync(text), size)))).toBe(text);
});

test.each([1, 7, 100_000])('Zstandard, in pieces of %i bytes', async (size) => {
  expect(await textOf(await unpack(inPieces(ZSTANDARD, size)))).toBe(text);
  expect(await textOf(unpackZstandard(inPieces(ZSTANDARD, size), false))).toBe(text);
});

test('what is cut off is no shorter file but an error', async () => {
  const cut = (bytes: Uint8Array) => inPieces(bytes.subarray(0, bytes.length - 9), 16);
  await expect(textOf(await unpack(cut(gzipSync(text))))).rejects.toThrow();
  await expect(textOf(unpackZstandard(cut(ZSTANDARD), false))).rejects.toThrow();
});

test('a stream that fails tells so through the decompressor', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield gzipSync(text).subarray(0, 20);
    throw new Error('the disk is gone');
  }
  await expect(textOf(await unpack(failing()))).rejects.toThrow('the disk is gone');
});

test('peeking takes nothing away', async () => {
  const { head, chunks } = await peek(inPieces(Buffer.from('abcdef'), 2), 3);
  expect(Buffer.from(head).toString()).toBe('abc');
  expect(await textOf(chunks)).toBe('abcdef');
  expect((await peek(inPieces(Buffer.from('a')), 4)).head).toHaveLength(1);
});
