/**
 * A second code of the position, independent of its key and made from scratch: for the lab, which asks how often a
 * key cut short brings up another position's entry. In referee mode it takes the place of the path hash beside each
 * entry, and "stored by another path" then reads "stored for another position".
 */

import { NO_PIECE, pieceAt, Position } from './position';

/** A bijection that scatters (the finaliser of MurmurHash3): small numbers go in, random-looking ones come out. */
// @ts-ignore: decorator
@inline
function scatter(feature: u32): u32 {
  let x = feature + 0x9e3779b9;
  x ^= x >> 16;
  x *= 0x85ebca6b;
  x ^= x >> 13;
  x *= 0xc2b2ae35;
  return x ^ (x >> 16);
}

/** 32 bits; two different positions share them once in four thousand million times. */
export function refereeCode(position: Position): u32 {
  let code: u32 = 0;
  for (let square: u32 = 0; square < 64; square++) {
    const piece = pieceAt(position, square);
    if (piece != NO_PIECE) code ^= scatter((piece << 6) | square);
  }
  const state = position.state;
  code ^= scatter(0x1000 | <u32>state.rights);
  code ^= scatter(0x2000 | <u32>state.ep);
  return code ^ scatter(0x3000 | position.turn);
}
