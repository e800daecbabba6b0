interface Columns {
  u8: Uint8Array;
  u16: Uint16Array;
  u32: Uint32Array;
  f64: Float64Array;
  u64: BigUint64Array;
}

const make: { [Kind in keyof Columns]: (length: number) => Columns[Kind] } = {
  u8: (length) => new Uint8Array(length),
  u16: (length) => new Uint16Array(length),
  u32: (length) => new Uint32Array(length),
  f64: (length) => new Float64Array(length),
  u64: (length) => new BigUint64Array(length),
};

/** A column of which the length is not known beforehand: a typed array that grows by doubling. */
export class Growable<Kind extends keyof Columns> {
  readonly #kind: Kind;
  #store: Columns[Kind];
  #length = 0;

  constructor(kind: Kind) {
    this.#kind = kind;
    this.#store = make[kind](1024);
  }

  get length(): number {
    return this.#length;
  }

  /** The filled part, without a copy: not to be kept over the next `push` or `append`. */
  get values(): Columns[Kind] {
    return this.#store.subarray(0, this.#length) as Columns[Kind];
  }

  at(index: number): Columns[Kind][number] {
    return this.#store[index]!;
  }

  push(value: Columns[Kind][number]): void {
    this.#reserve(this.#length + 1);
    this.#store[this.#length++] = value;
  }

  append(values: Columns[Kind]): void {
    this.#reserve(this.#length + values.length);
    (this.#store as Float64Array).set(values as Float64Array, this.#length);
    this.#length += values.length;
  }

  #reserve(length: number): void {
    if (length <= this.#store.length) return;
    const bigger = make[this.#kind](Math.max(length, this.#store.length * 2));
    (bigger as Float64Array).set(this.values as Float64Array);
    this.#store = bigger;
  }
}
