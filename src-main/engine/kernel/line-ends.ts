/** Counting lines eight bytes at a time: problems are told with their line, and every line before them counts. */

/** Line ends (LF, CR LF or CR) from one address up to another. */
export function countLines(from: usize, to: usize): i32 {
  let lines = 0;
  let at = from;
  while (at < to) {
    if (at + 8 <= to) {
      const word = load<u64>(at);
      const cr = zeroBytes(word ^ 0x0d0d0d0d0d0d0d0d);
      if (cr == 0) {
        lines += popcnt(zeroBytes(word ^ 0x0a0a0a0a0a0a0a0a)) as i32;
        at += 8;
        continue;
      }
    }
    const letter = load<u8>(at++);
    if (letter == 0x0a || (letter == 0x0d && load<u8>(at) != 0x0a)) lines++;
  }
  return lines;
}

/** One bit for every byte that is zero. */
// @ts-ignore: decorator
@inline
export function zeroBytes(word: u64): u64 {
  const low: u64 = 0x7f7f7f7f7f7f7f7f;
  return ~(((word & low) + low) | word | low);
}
