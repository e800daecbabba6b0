import { RANDOM64 } from '../chess/random64';

/**
 * Where the figures of a key set come from. A generator is the program's own and reproducible, so that keys are the
 * same on every platform; and its quality decides what a key of so many bits is worth. Three of these are good. Three
 * are here as examples of what the saving or the carelessness costs.
 *
 * - `splitmix64`: one 64-bit counter, stirred (Steele, Lea, Flood 2014). Seeds the others, too.
 * - `xoshiro256**`: 256 bits of state (Blackman, Vigna 2018).
 * - `polyglot`: the 781 published figures of the Polyglot book format; no seed, at most 64 bits.
 * - `rand-pairs`: two calls of a C library's 15-bit `rand()` per figure, the first shifted up by half the width: a
 *   tutorial's bad example. Of 64 bits only 30 ever move.
 * - `overlapping`: figure i is cut from one byte string at byte i, so that neighbours share all but one byte.
 * - `rotated`: one number per kind, rotated by the place. Places further apart than the key is wide get the same figure.
 */
export const generatorNames = [
  'splitmix64',
  'xoshiro256**',
  'polyglot',
  'rand-pairs',
  'overlapping',
  'rotated',
] as const;
export type GeneratorName = (typeof generatorNames)[number];

/** The next 64 random bits. */
export type Random64 = () => bigint;

const MASK = (1n << 64n) - 1n;

/** Test vector: seed 1234567 gives 6457827717110365317, 3203168211198807973, 9817491932198370423, … */
export function splitmix64(seed: bigint): Random64 {
  let state = seed & MASK;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  };
}

const rotate64 = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK;

/** Four words of state that are not all zero. */
export function xoshiro256From([a, b, c, d]: [bigint, bigint, bigint, bigint]): Random64 {
  return () => {
    const result = (rotate64((b * 5n) & MASK, 7n) * 9n) & MASK;
    const t = (b << 17n) & MASK;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate64(d, 45n);
    return result;
  };
}

/** Seeded as its authors advise, by splitmix64. */
export function xoshiro256(seed: bigint): Random64 {
  const next = splitmix64(seed);
  return xoshiro256From([next(), next(), next(), next()]);
}

/**
 * `rand()` as Microsoft's C library has it: state * 214013 + 2531011 modulo 2^32, of which bits 16 to 30 come out.
 * Test vector: srand(1) gives 41, 18467, 6334, 26500, 19169, …
 */
export function rand15(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 214013) + 2531011) >>> 0;
    return (state >>> 16) & 0x7fff;
  };
}

/** Gives figure i of a set, in the order of the features, as a number of `bits` bits. */
type FigureAt = (index: number) => bigint;

/** Wide figures are several draws, the first lowest; narrow ones are the low bits of one draw. */
const drawn = (next: Random64, bits: number): FigureAt => {
  const mask = (1n << BigInt(bits)) - 1n;
  return () => (bits <= 64 ? next() : next() | (next() << 64n)) & mask;
};

function randPairs(bits: number, seed: bigint): FigureAt {
  const rand = rand15(Number(seed & 0xffffffffn));
  const half = BigInt(bits >> 1);
  const mask = (1n << BigInt(bits)) - 1n;
  return () => {
    const high = BigInt(rand()) << half;
    return (high | BigInt(rand())) & mask;
  };
}

function overlapping(bits: number, seed: bigint): FigureAt {
  const next = splitmix64(seed);
  const bytes: bigint[] = [];
  const mask = (1n << BigInt(bits)) - 1n;
  return (index) => {
    let figure = 0n;
    for (let byte = 0; byte < bits / 8; byte++) {
      while (bytes.length <= index + byte) bytes.push(next() & 0xffn);
      figure |= bytes[index + byte]! << BigInt(8 * byte);
    }
    return figure & mask;
  };
}

function rotated(bits: number, seed: bigint, places: number): FigureAt {
  const draw = drawn(splitmix64(seed), bits);
  const width = BigInt(bits);
  const mask = (1n << width) - 1n;
  const numbers: bigint[] = [];
  return (index) => {
    const kind = Math.floor(index / places);
    while (numbers.length <= kind) numbers.push(draw(0));
    const by = BigInt((index % places) % bits);
    return ((numbers[kind]! << by) | (numbers[kind]! >> (width - by))) & mask;
  };
}

/** @throws RangeError where Polyglot's 781 figures of 64 bits do not suffice */
export function figuresBy(
  generator: GeneratorName,
  { bits, seed, places, count }: { bits: number; seed: bigint; places: number; count: number },
): FigureAt {
  switch (generator) {
    case 'splitmix64':
      return drawn(splitmix64(seed), bits);
    case 'xoshiro256**':
      return drawn(xoshiro256(seed), bits);
    case 'polyglot':
      if (bits > 64) throw new RangeError(`polyglot figures have 64 bits, not ${bits}`);
      if (count > RANDOM64.length) throw new RangeError(`polyglot has ${RANDOM64.length} figures, not ${count}`);
      return (index) => RANDOM64[index]! & ((1n << BigInt(bits)) - 1n);
    case 'rand-pairs':
      return randPairs(bits, seed);
    case 'overlapping':
      return overlapping(bits, seed);
    case 'rotated':
      return rotated(bits, seed, places);
  }
}

/**
 * Whole numbers for play and sampling, from 0 up to below `limit` (at most 2^32): xoshiro128** in 32-bit arithmetic,
 * about a hundred times as fast as the 64-bit generators above. Low bias by multiplication: below 2^-20 for the limits
 * in use.
 */
export type RandomBelow = (limit: number) => number;

/** The same numbers for the same seed, on every machine. */
export function randomBelow(seed: bigint): RandomBelow {
  const next = splitmix64(seed);
  const [x, y] = [next(), next()];
  let a = Number(x & 0xffffffffn) | 0;
  let b = Number(x >> 32n) | 0;
  let c = Number(y & 0xffffffffn) | 0;
  let d = Number(y >> 32n) | 0 || 1;
  return (limit) => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return Math.floor((result / 0x100000000) * limit);
  };
}
