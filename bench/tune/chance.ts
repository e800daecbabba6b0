/** A small generator of reproducible chance (xorshift32): numbers from 0 up to 1. */
export function chance(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Brings a list into random order, in its place (Fisher and Yates). */
export function shuffle<T>(list: { length: number; [n: number]: T }, random: () => number): void {
  for (let n = list.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1));
    const kept = list[n]!;
    list[n] = list[other]!;
    list[other] = kept;
  }
}
