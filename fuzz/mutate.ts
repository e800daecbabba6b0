import fc from 'fast-check';

/** Bytes that mean something somewhere: a mutation made of them gets further than one of noise. */
const tokens = [
  ...[
    '[Event "x"]\n',
    '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n',
    '[SetUp "1"]\n',
    '\n\n',
    '\r',
    '\0',
    '\ufeff',
    '"',
    '\\',
    ']',
  ],
  ...['{', '}', '(', ')', ';', '%', '$', '$999', '!?', '1.', '1...', '99999999999999999999.', '0-1', '1/2-1/2', '*'],
  ...[
    'e4',
    'Nf3',
    'O-O',
    '0-0-0',
    'exd5',
    'e8=Q',
    'Qh4#',
    '--',
    'Z0',
    'bxc8=N+',
    'R1a3',
    'axb6 e.p.',
    'é',
    '𝄞',
    '\xff',
  ],
].map((text) => Buffer.from(text));

/** One change of some bytes; places are fractions, so that it fits any length and shrinks towards the beginning. */
type Edit =
  | { kind: 'delete'; at: number; length: number }
  | { kind: 'repeat'; at: number; length: number; times: number }
  | { kind: 'insert'; at: number; bytes: Uint8Array }
  | { kind: 'flip'; at: number; bit: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.nat(200);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('delete' as const), at: place, length }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length, times: fc.nat(20) }),
  fc.record({ kind: fc.constant('insert' as const), at: place, bytes: fc.constantFrom(...tokens) }),
  fc.record({ kind: fc.constant('insert' as const), at: place, bytes: fc.uint8Array({ maxLength: 8 }) }),
  fc.record({ kind: fc.constant('flip' as const), at: place, bit: fc.nat(7) }),
);

function apply(bytes: Uint8Array, change: Edit): Uint8Array {
  const at = Math.floor(change.at * bytes.length);
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (change.kind) {
    case 'delete':
      return Buffer.concat([head, tail.subarray(change.length)]);
    case 'repeat':
      return Buffer.concat([
        head,
        ...Array.from({ length: change.times }, () => tail.subarray(0, change.length)),
        tail,
      ]);
    case 'insert':
      return Buffer.concat([head, change.bytes, tail]);
    case 'flip': {
      const flipped = Uint8Array.from(bytes);
      if (at < flipped.length) flipped[at]! ^= 1 << change.bit;
      return flipped;
    }
  }
}

/** Something from the corpus, changed in up to eight places. */
export const mutated = (corpus: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.constantFrom(...corpus), fc.array(edit, { maxLength: 8 }))
    .map(([bytes, edits]) => edits.reduce(apply, bytes));

/** The same for short texts. */
export const mutatedText = (corpus: readonly string[]): fc.Arbitrary<string> =>
  mutated(corpus.map((text) => Buffer.from(text))).map((bytes) => Buffer.from(bytes).toString());
