/** Perft through the move picker: every legal move comes exactly once, whatever moves it is told to try first. */

import { Black, White } from './bits';
import { Frame, frameAt, listAt, moveAt, positionOf } from './frame';
import { noContinuation } from './history';
import { All, generate, MOVE_BYTES, Write } from './movegen';
import { nextMove, STAGE_TABLE_MOVE, startPicker } from './picker';
import { make, Position, undo } from './position';

/**
 * What is tried first is drawn from the legal moves by the bits of the key: a table move, killers and a countermove that are now
 * captures, now quiet, now the same, now of no use here.
 */
function suggest<Us, Them>(position: Position, frame: Frame, list: usize): void {
  const key = position.state.key;
  const count = ((generate<Us, Them, All, Write>(position, list) - list) / MOVE_BYTES) as u64;
  if (count == 0) return;
  frame.killer1 = load<u16>(moveAt(list, ((key >> 8) % count) as u32));
  frame.killer2 = load<u16>(moveAt(list, ((key >> 16) % count) as u32));
  if (frame.killer2 == frame.killer1) frame.killer2 = ((key >> 40) & 0x7fff) as u32;
  frame.tableMove = key & 3 ? load<u16>(moveAt(list, ((key >> 24) % count) as u32)) : 0;
  frame.countermove = load<u16>(moveAt(list, ((key >> 32) % count) as u32));
}

function count<Us, Them>(area: usize, depth: i32, ply: i32): u64 {
  const position = positionOf(area);
  const frame = frameAt(area, ply);
  const list = listAt(area, ply);
  let nodes: u64 = 0;
  startPicker(frame, area, 0);
  suggest<Us, Them>(position, frame, list);
  if (frame.tableMove) frame.stage = STAGE_TABLE_MOVE;
  while (true) {
    const move = nextMove<Us, Them>(position, area, frame, list, false);
    if (move == 0) return nodes;
    if (depth == 1) {
      nodes++;
      continue;
    }
    make<Us, Them>(position, move);
    nodes += count<Them, Us>(area, depth - 1, ply + 1);
    undo<Us, Them>(position);
  }
  return nodes;
}

/** Counts the leaves of a thread's position, depth from 1. */
export function perftPicked(area: usize, depth: i32): u64 {
  for (let ply = -2; ply <= depth; ply++) frameAt(area, ply).slice = noContinuation(area);
  return positionOf(area).turn == 0 ? count<White, Black>(area, depth, 0) : count<Black, White>(area, depth, 0);
}
