/**
 * The order that sorts 64-bit keys: `order[i]` is the place of the i-th smallest key. Equal keys keep the order
 * they came in. Radix sort, least digit first, 16 bits at a time: four passes whatever the keys are, about
 * ten times faster than comparing BigInts.
 */
export function sortKeys(keys: BigUint64Array): Uint32Array<ArrayBuffer> {
  const halves = new Uint32Array(keys.buffer, keys.byteOffset, keys.length * 2);
  let order = Uint32Array.from(keys.keys());
  let next = new Uint32Array(keys.length);
  const starts = new Uint32Array(0x10000);
  for (let digit = 0; digit < 4; digit++) {
    // The halves lie low one first on every machine that Node runs on.
    const half = digit >> 1;
    const shift = (digit & 1) * 16;
    starts.fill(0);
    for (let i = 0; i < keys.length; i++) starts[(halves[i * 2 + half]! >>> shift) & 0xffff]!++;
    let sum = 0;
    for (let value = 0; value < 0x10000; value++) {
      const count = starts[value]!;
      starts[value] = sum;
      sum += count;
    }
    for (let i = 0; i < keys.length; i++) {
      const place = order[i]!;
      next[starts[(halves[place * 2 + half]! >>> shift) & 0xffff]!++] = place;
    }
    [order, next] = [next, order];
  }
  return order;
}
