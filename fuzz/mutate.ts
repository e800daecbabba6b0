import fc from 'fast-check';
import type { Input } from './fuzzing';

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

/** One of the inputs, which may grow in number meanwhile, changed in up to eight places. */
export const mutatedFrom = (inputs: readonly Input[]): fc.Arbitrary<Input> => {
  // Not to be shrunk: by then the number would stand for another input.
  const chosen = fc.noShrink(fc.noBias(fc.nat()).map((number) => inputs[number % inputs.length]!));
  return fc
    .tuple(chosen, fc.array(edit, { maxLength: 8 }))
    .map(([{ bytes, own }, edits]) => ({ bytes: edits.reduce(apply, bytes), own }));
};

/** Short texts, changed likewise. */
export const mutatedText = (corpus: readonly string[]): fc.Arbitrary<string> =>
  mutatedFrom(corpus.map((text) => ({ bytes: Buffer.from(text), own: true }))).map(({ bytes }) =>
    Buffer.from(bytes).toString(),
  );
