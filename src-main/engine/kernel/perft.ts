/**
 * Counting the leaves of the tree of legal moves, in four ways that must agree: every move made; moves of the last
 * ply only listed; only counted by population counts; and with a table of subtrees already counted.
 */

import { Black, White } from './bits';
import { All, Count, generate, MOVE_BYTES, Write } from './movegen';
import { make, Position, undo } from './position';

/** How the last ply is counted, as types. */
type Made = u8;
type Listed = u16;
type Counted = u32;

/** Bytes that lists may take per ply of depth. */
const LIST_BYTES: usize = 512;

function count<Us, Them, Leaf>(position: Position, depth: i32, list: usize): u64 {
  if (sizeof<Leaf>() == 1) {
    if (depth == 0) return 1;
  } else if (depth == 1) {
    const end = sizeof<Leaf>() == 2
      ? generate<Us, Them, All, Write>(position, list)
      : generate<Us, Them, All, Count>(position, list);
    return ((end - list) / MOVE_BYTES) as u64;
  }
  const end = generate<Us, Them, All, Write>(position, list);
  let nodes: u64 = 0;
  for (let at = list; at < end; at += MOVE_BYTES) {
    make<Us, Them>(position, load<u16>(at));
    nodes += count<Them, Us, Leaf>(position, depth - 1, list + LIST_BYTES);
    undo<Us, Them>(position);
  }
  return nodes;
}

/** Entries of 16 bytes: the key with the depth mixed in, and the count; a newer subtree replaces an older. */
function countHashed<Us, Them>(position: Position, depth: i32, list: usize, table: usize, entries: u32): u64 {
  if (depth == 1) return ((generate<Us, Them, All, Count>(position, list) - list) / MOVE_BYTES) as u64;
  const key = position.state.key ^ ((depth as u64) * 0x9e3779b97f4a7c15);
  const entry = table + ((((key >> 32) * entries) >> 32) as usize) * 16;
  if (load<u64>(entry) == key) return load<u64>(entry, 8);
  const end = generate<Us, Them, All, Write>(position, list);
  let nodes: u64 = 0;
  for (let at = list; at < end; at += MOVE_BYTES) {
    make<Us, Them>(position, load<u16>(at));
    nodes += countHashed<Them, Us>(position, depth - 1, list + LIST_BYTES, table, entries);
    undo<Us, Them>(position);
  }
  store<u64>(entry, key);
  store<u64>(entry, nodes, 8);
  return nodes;
}

/** Each takes a depth from 1 and a place for move lists, 512 bytes per ply of depth. */
export function perftPlain(position: Position, depth: i32, list: usize): u64 {
  return position.turn == 0
    ? count<White, Black, Made>(position, depth, list)
    : count<Black, White, Made>(position, depth, list);
}

export function perftList(position: Position, depth: i32, list: usize): u64 {
  return position.turn == 0
    ? count<White, Black, Listed>(position, depth, list)
    : count<Black, White, Listed>(position, depth, list);
}

export function perftPopcount(position: Position, depth: i32, list: usize): u64 {
  return position.turn == 0
    ? count<White, Black, Counted>(position, depth, list)
    : count<Black, White, Counted>(position, depth, list);
}

/** `table`: a zeroed place for `entries` of 16 bytes. */
export function perftHashed(position: Position, depth: i32, list: usize, table: usize, entries: u32): u64 {
  return position.turn == 0
    ? countHashed<White, Black>(position, depth, list, table, entries)
    : countHashed<Black, White>(position, depth, list, table, entries);
}
