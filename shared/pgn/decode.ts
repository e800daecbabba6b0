/**
 * The bytes of a PGN file as text, and back. The standard asks for Latin-1, today's programs write UTF-8, and files
 * that went through an office come as UTF-16. A byte order mark decides; without one, text that is not valid UTF-8 is
 * Windows-1252, the superset of Latin-1 that such files are in.
 */
export type Encoding = 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'windows-1252';

// Every host of this code has them; the language's own library does not declare them.
declare const TextDecoder: {
  new (label: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): { decode(bytes: Uint8Array): string };
};
declare const TextEncoder: { new (): { encode(text: string): Uint8Array<ArrayBuffer> } };

/** Windows-1252 from 0x80 to 0x9f; elsewhere it is Latin-1. Unassigned places keep their control character. */
const WINDOWS_1252_HIGH = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

const decodeWindows1252 = (bytes: Uint8Array): string => {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    const codes = Array.from(bytes.subarray(at, at + 8192), (byte) =>
      byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252_HIGH.charCodeAt(byte - 0x80) : byte,
    );
    pieces.push(String.fromCharCode(...codes));
  }
  return pieces.join('');
};

const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** The text without its byte order mark, and the encoding that brings the same bytes back. */
export const decodePgn = (bytes: Uint8Array): { text: string; encoding: Encoding } => {
  const decodeUtf16 = (label: 'utf-16le' | 'utf-16be') => ({
    text: new TextDecoder(label).decode(bytes),
    encoding: label,
  });
  if (startsWith(bytes, 0xff, 0xfe)) return decodeUtf16('utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return decodeUtf16('utf-16be');
  const marked = startsWith(bytes, 0xef, 0xbb, 0xbf);
  const text = decodeUtf8(marked ? bytes.subarray(3) : bytes);
  if (text !== undefined) return { text, encoding: marked ? 'utf-8 with mark' : 'utf-8' };
  return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
};

/** Bytes from within a file that is not UTF-16: what would be a mark at its beginning is a character like any other. */
export const decodeWithin = (bytes: Uint8Array): { text: string; encoding: 'utf-8' | 'windows-1252' } => {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text, encoding: 'utf-8' };
  return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
};

/** The text of one game, from its bytes in a file of that encoding; the file's mark is no part of them. */
export const decodeGame = (bytes: Uint8Array, encoding: Encoding): string =>
  encoding === 'utf-16le' || encoding === 'utf-16be'
    ? new TextDecoder(encoding).decode(bytes)
    : decodeWithin(bytes).text;

const encodeUtf16 = (text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(2 + 2 * text.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, littleEndian);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + 2 * at, text.charCodeAt(at), littleEndian);
  return bytes;
};

/** Undefined where the encoding has no such character: the caller offers UTF-8 and says so. */
export const encodePgn = (text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | undefined => {
  switch (encoding) {
    case 'utf-8':
      return new TextEncoder().encode(text);
    case 'utf-8 with mark':
      return new TextEncoder().encode(`\ufeff${text}`);
    case 'utf-16le':
    case 'utf-16be':
      return encodeUtf16(text, encoding === 'utf-16le');
    case 'windows-1252': {
      const bytes = new Uint8Array(text.length);
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        const high = WINDOWS_1252_HIGH.indexOf(text[at]!);
        if (high < 0 && code > 0xff) return undefined;
        bytes[at] = high < 0 ? code : 0x80 + high;
      }
      return bytes;
    }
  }
};
