import { figuresBy, type GeneratorName } from './generators';

/**
 * Zobrist's hash code for any game of pieces on places (TR 88, 1970). Every feature that a position can have owns a
 * random figure of n bits: a kind of piece on a place, or one of the extras that stand beside the board (turn,
 * castling, en passant). The key of a position is the XOR of the figures of its features. XOR is associative,
 * commutative and its own inverse, so the order in which the features came about does not matter, and to add or to
 * remove one is the same single XOR.
 *
 *     const set = keySet({ kinds: 2, places: 361, extras: 1, bits: 64, generator: 'splitmix64', seed: 1n });
 *     const stone = feature(set, 1, 180);                // a white stone on the centre
 *     const key = keyFromScratch(set, [stone]);
 *     toggle(set, key, stone);                           // taken off again
 *     sameKey(key, emptyKey(set));                       // true
 */
export interface Shape {
  /** Kinds of pieces: chess 12, Go 2, English draughts 4, Othello 2. */
  kinds: number;
  places: number;
  /** Features beside the board, numbered after all pieces on places. */
  extras: number;
}

export interface KeySetOptions extends Shape {
  /** 8 to 128. */
  bits: number;
  generator: GeneratorName;
  seed: bigint;
}

export interface KeySet extends KeySetOptions {
  /** kinds * places + extras. */
  size: number;
  /** 32-bit words of one key. */
  lanes: number;
  /** `lanes` words per feature, the lowest first. Bits beyond the width are 0. */
  figures: Uint32Array;
}

/** The index of a figure: kind * places + place, or kinds * places + extra. */
export type Feature = number;

/** `lanes` words, the lowest first; changed in place. */
export type Key = Uint32Array;

const sizeOf = ({ kinds, places, extras }: Shape): number => kinds * places + extras;

/** A piece of that kind on that place, both from 0. */
export const feature = ({ places }: Shape, kind: number, place: number): Feature => kind * places + place;

/** One of the shape's other features, from 0: the turn, for one. */
export const extra = ({ kinds, places }: Shape, index: number): Feature => kinds * places + index;

/** @throws RangeError naming the width or the count that cannot be */
export function keySet(options: KeySetOptions): KeySet {
  const { kinds, places, extras, bits, generator, seed } = options;
  if (!Number.isInteger(bits) || bits < 8 || bits > 128) throw new RangeError(`bits must be 8 to 128, not ${bits}`);
  const size = sizeOf(options);
  if (!(size >= 1 && size <= 100_000)) throw new RangeError(`a key set has 1 to 100000 figures, not ${size}`);
  const lanes = Math.ceil(bits / 32);
  const figures = new Uint32Array(size * lanes);
  const figureAt = figuresBy(generator, { bits, seed, places, count: size });
  for (let index = 0; index < size; index++) {
    let figure = figureAt(index);
    for (let lane = 0; lane < lanes; lane++, figure >>= 32n) {
      figures[index * lanes + lane] = Number(figure & 0xffffffffn);
    }
  }
  return { kinds, places, extras, bits, generator, seed, size, lanes, figures };
}

/** The key of nothing: 0. */
export const emptyKey = (set: KeySet): Key => new Uint32Array(set.lanes);

/** Adds the feature, or removes it: the same XOR. */
export function toggle({ lanes, figures }: KeySet, key: Key, feature: Feature): void {
  const offset = feature * lanes;
  for (let lane = 0; lane < lanes; lane++) key[lane]! ^= figures[offset + lane]!;
}

/** The XOR of the features' figures. */
export function keyFromScratch(set: KeySet, features: Iterable<Feature>): Key {
  const key = emptyKey(set);
  for (const each of features) toggle(set, key, each);
  return key;
}

/** Both of one set. */
export const sameKey = (a: Key, b: Key): boolean => a.every((word, lane) => word === b[lane]);

/** The key as one number; what maps are keyed by. */
export function keyValue(key: Key): bigint {
  let value = 0n;
  for (let lane = key.length - 1; lane >= 0; lane--) value = (value << 32n) | BigInt(key[lane]!);
  return value;
}

/** Hex digits of the whole width. */
export const makeKeyText = (set: KeySet, key: Key): string =>
  keyValue(key)
    .toString(16)
    .padStart(Math.ceil(set.bits / 4), '0');

/** A view into the set: not to be written to. */
export const figureOf = (set: KeySet, feature: Feature): Key =>
  set.figures.subarray(feature * set.lanes, (feature + 1) * set.lanes);
