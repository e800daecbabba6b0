import type { Color } from 'chessops/types';
import { IDENTITY_WORDS, sameIdentityAt } from '../chess/identity';
import type { Game, MoveNode, TreeNode } from '../pgn/game';
import { isMove } from '../pgn/game';
import { visitsOf } from './visits';

/**
 * A repertoire is a set of games whose variations are meant as advice: the first continuation at a node is what it
 * recommends. By transposition the same position stands in several places, and the advice may not agree.
 */
export interface Place {
  game: Game;
  node: TreeNode;
}

/** One position, several recommendations. */
export interface Conflict {
  key: bigint;
  turn: Color;
  /** What is recommended, and where; two or more, in the order in which they are met. */
  recommendations: { packed: number; places: (Place & { move: MoveNode })[] }[];
}

/** A line that stops in a position which is analysed elsewhere. */
export interface Orphan extends Place {
  key: bigint;
  /** Where the position goes on. */
  continuedAt: Place[];
}

/** A position of the repertoire with all its places. */
interface Meeting {
  key: bigint;
  turn: Color;
  identity: Uint32Array;
  places: Place[];
}

/** Positions that stand in two or more places. The key finds, the identity judges. */
const meetingsOf = (games: readonly Game[]): Meeting[] => {
  const byKey = new Map<bigint, Meeting[]>();
  const meetings: Meeting[] = [];
  for (const game of games) {
    const { visits, nodes } = visitsOf(game);
    nodes.forEach((node, visit) => {
      const key = visits.keys[visit]!;
      const identity = visits.identities.subarray(visit * IDENTITY_WORDS, (visit + 1) * IDENTITY_WORDS);
      const known = byKey.get(key) ?? [];
      const meeting = known.find((other) => sameIdentityAt(other.identity, 0, identity, 0));
      if (meeting) meeting.places.push({ game, node });
      else {
        const whiteBegins = game.start!.turn === 'white';
        const turn: Color = (node.ply % 2 === 0) === whiteBegins ? 'white' : 'black';
        const added = { key, turn, identity, places: [{ game, node }] };
        byKey.set(key, [...known, added]);
        meetings.push(added);
      }
    });
  }
  return meetings.filter(({ places }) => places.length > 1);
};

/** Conflicts where `side` is to move: the repertoire's own moves. Without a side, those of both. */
export const findConflicts = (games: readonly Game[], side?: Color): Conflict[] => {
  const conflicts: Conflict[] = [];
  for (const { key, turn, places } of meetingsOf(games)) {
    if (side && turn !== side) continue;
    const recommendations: Conflict['recommendations'] = [];
    for (const { game, node } of places) {
      const move = node.children[0];
      if (!move) continue;
      const known = recommendations.find(({ packed }) => packed === move.packed);
      if (known) known.places.push({ game, node, move });
      else recommendations.push({ packed: move.packed, places: [{ game, node, move }] });
    }
    if (recommendations.length > 1) conflicts.push({ key, turn, recommendations });
  }
  return conflicts;
};

/** A line that returns to a position of its own past is no orphan: it says that the moves repeat. */
export const findOrphans = (games: readonly Game[]): Orphan[] => {
  const orphans: Orphan[] = [];
  for (const { key, places } of meetingsOf(games)) {
    const continued = places.filter(({ node }) => node.children.length > 0);
    for (const { game, node } of places) {
      if (node.children.length > 0) continue;
      const continuedAt = continued.filter((place) => place.game !== game || !isAncestor(place.node, node));
      if (continuedAt.length > 0) orphans.push({ key, game, node, continuedAt });
    }
  }
  return orphans;
};

const isAncestor = (ancestor: TreeNode, node: TreeNode): boolean => {
  let at = node;
  while (isMove(at) && at.ply > ancestor.ply) at = at.parent;
  return at === ancestor;
};
