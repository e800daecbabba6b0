import type { MoveNode } from '../state/tree';

/** The game's own moves as a table: pairs of moves, broken where a comment or a variation stands between. */
export type Row =
  | { kind: 'pair'; id: string; number: number; white: MoveNode | undefined; black: MoveNode | undefined }
  | { kind: 'aside'; id: string; comment: string; variations: readonly MoveNode[] };

export function makeRows(root: MoveNode): Row[] {
  const rows: Row[] = [];
  let pair: (Row & { kind: 'pair' }) | undefined;
  if (root.comment) rows.push({ kind: 'aside', id: 'root', comment: root.comment, variations: [] });
  for (let node = root.children[0]; node; node = node.children[0]) {
    const before = node.parent!.position;
    if (node.before) {
      rows.push({ kind: 'aside', id: `before-${node.id}`, comment: node.before, variations: [] });
      pair = undefined;
    }
    if (before.turn === 'white' || !pair) {
      pair = { kind: 'pair', id: `pair-${node.id}`, number: before.fullmoves, white: undefined, black: undefined };
      rows.push(pair);
    }
    if (before.turn === 'white') pair.white = node;
    else pair.black = node;
    const variations = node.parent!.children.slice(1);
    if (node.comment || variations.length) {
      rows.push({ kind: 'aside', id: `aside-${node.id}`, comment: node.comment, variations });
      pair = undefined;
    } else if (before.turn === 'black') pair = undefined;
  }
  return rows;
}
