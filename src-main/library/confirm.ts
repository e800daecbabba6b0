import type { Position } from 'chessops/chess';
import { IDENTITY_WORDS, sameIdentityAt, writeIdentity } from '../../shared/chess/identity';
import { playPacked, positionAfter } from './lines';
import type { Paths } from './paths';

/**
 * The key finds, the identity judges. Given paths that are said to end in the same position (`group[i]` says which
 * one path `wanted[i]` belongs to), plays them through and returns the groups in which two paths end in
 * different positions: those whose keys collided.
 *
 * Paths are walked in the order of their numbers, a parent before its children, so that a game's moves are mostly
 * played once; only where the tree branches is a line played again from its start.
 */
export function collidingGroups(paths: Paths, wanted: Uint32Array, group: Uint32Array, groups: number): Set<number> {
  const groupOf = new Map<number, number>();
  const needed = new Uint8Array(paths.size);
  wanted.forEach((path, i) => {
    groupOf.set(path, group[i]!);
    for (let at: number | undefined = path; at !== undefined && !needed[at]; at = paths.parent(at)) needed[at] = 1;
  });

  const identities = new Uint32Array(groups * IDENTITY_WORDS);
  const known = new Uint8Array(groups);
  const found = new Uint32Array(IDENTITY_WORDS);
  const colliding = new Set<number>();
  let position: Position | undefined;
  let last = -1;
  for (let path = 0; path < needed.length; path++) {
    if (!needed[path]) continue;
    const parent = paths.parent(path);
    if (position && parent === last) playPacked(position, paths.lastMove(path));
    else {
      const { start, moves } = paths.unfold(path);
      position = positionAfter(start, moves);
    }
    last = path;

    const of = groupOf.get(path);
    if (of === undefined) continue;
    writeIdentity(position, found, 0);
    const at = of * IDENTITY_WORDS;
    if (!known[of]) identities.set(found, at);
    else if (!sameIdentityAt(identities, at, found, 0)) colliding.add(of);
    known[of] = 1;
  }
  return colliding;
}
