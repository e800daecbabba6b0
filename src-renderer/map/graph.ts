import { makeEpd, IDENTITY_WORDS } from '../../shared/chess/identity';
import { makeSan } from 'chessops/san';
import type { PositionGraph } from '../../shared/explorer';
import type { Game } from '../../shared/pgn/game';
import { isMove } from '../../shared/pgn/game';
import { playNode } from '../../shared/pgn/tree';
import { visitsOf } from '../../shared/report/visits';
import { sameIdentityAt } from '../../shared/chess/identity';

/** Positions of some games, merged by identity: where lines meet, one node stands. */
export interface MapNode {
  id: number;
  key: bigint;
  epd: string;
  /** The earliest half-move at which it arises: its column. */
  ply: number;
  /** Its place in the column, centred on 0. */
  row: number;
  from: MapEdge[];
  to: MapEdge[];
  /** Games that reach it. */
  games: number;
  /** Where it first stands: a game of those asked about, and its visit there. Undefined for a library's. */
  game: number | undefined;
  visit: number | undefined;
}

export interface MapEdge {
  from: MapNode;
  to: MapNode;
  san: string;
  games: number;
}

export interface PositionMap {
  nodes: MapNode[];
  edges: MapEdge[];
  /** Columns and the longest of them. */
  plies: number;
  rows: number;
  /** Nodes that are reached from two positions or more. */
  meetings: MapNode[];
  /** Width of a column, so that the whole has the shape of a screen. */
  column: number;
}

/** A column is ordered by where its nodes come from, swept forwards and back: few lines cross. */
const SWEEPS = 3;

function arrange(nodes: readonly MapNode[]): { plies: number; rows: number } {
  const columns: MapNode[][] = [];
  for (const node of nodes) (columns[node.ply] ??= []).push(node);
  const place = (column: MapNode[]) =>
    column.forEach((node, at) => {
      node.row = at - (column.length - 1) / 2;
    });
  const mean = (edges: MapEdge[], end: 'from' | 'to', own: number) =>
    edges.length ? edges.reduce((sum, edge) => sum + edge[end].row, 0) / edges.length : own;
  const sort = (column: MapNode[], edges: 'from' | 'to') => {
    const wish = new Map(column.map((node) => [node, mean(node[edges], edges, node.row)]));
    column.sort((a, b) => wish.get(a)! - wish.get(b)!);
    place(column);
  };
  for (const column of columns) if (column) place(column);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of columns) if (column) sort(column, 'from');
    for (const column of columns.toReversed()) if (column) sort(column, 'to');
  }
  for (const column of columns) if (column) sort(column, 'from');
  return { plies: columns.length, rows: Math.max(1, ...Array.from(columns, (column) => column?.length ?? 0)) };
}

/** Nodes that so many games reach, and every way to them. */
function withEnough(nodes: readonly MapNode[], minGames: number): MapNode[] {
  const kept = new Set<MapNode>();
  const open = nodes.filter((node) => node.games >= minGames);
  for (let node = open.pop(); node; node = open.pop()) {
    if (kept.has(node)) continue;
    kept.add(node);
    open.push(...node.from.map(({ from }) => from));
  }
  for (const node of kept) node.to = node.to.filter(({ to }) => kept.has(to));
  return nodes.filter((node) => kept.has(node));
}

const LEAST_COLUMN = 90;
const MOST_COLUMN = 420;
export const ROW = 34;
const SHAPE = 1.5;

/**
 * Positions up to `maxPly` of all lines of the games, reached by `minGames` of them or leading to such a one. The key
 * finds, the identity judges.
 */
export function makeMap(games: readonly Game[], maxPly: number, minGames = 1): PositionMap {
  const byKey = new Map<bigint, { node: MapNode; identity: Uint32Array }[]>();
  const nodes: MapNode[] = [];
  const edges = new Map<string, MapEdge>();

  games.forEach((game, gameAt) => {
    const { visits, nodes: sources } = visitsOf(game);
    const at: MapNode[] = [];
    const reached = new Set<MapNode | MapEdge>();
    const positions = new Map<number, ReturnType<NonNullable<Game['start']>['clone']>>();
    for (let visit = 0; visit < visits.count; visit++) {
      const ply = visits.plies[visit]!;
      if (ply > maxPly) continue;
      const key = visits.keys[visit]!;
      const identity = visits.identities.subarray(visit * IDENTITY_WORDS, (visit + 1) * IDENTITY_WORDS);
      const known = byKey.get(key) ?? [];
      let node = known.find((candidate) => sameIdentityAt(candidate.identity, 0, identity, 0))?.node;
      if (!node) {
        node = {
          id: nodes.length,
          key,
          epd: makeEpd(identity),
          ply,
          row: 0,
          from: [],
          to: [],
          games: 0,
          game: gameAt,
          visit,
        };
        nodes.push(node);
        byKey.set(key, [...known, { node, identity }]);
      }
      at[visit] = node;
      node.ply = Math.min(node.ply, ply);
      if (!reached.has(node)) node.games++;
      reached.add(node);

      // Positions are played along only for the names of new moves.
      const source = sources[visit]!;
      const parentVisit = visits.parents[visit]!;
      const position = isMove(source) ? positions.get(parentVisit)!.clone() : game.start!.clone();
      if (isMove(source)) {
        const parent = at[parentVisit]!;
        const name = `${parent.id} ${node.id}`;
        let edge = edges.get(name);
        if (!edge) {
          edge = { from: parent, to: node, san: source.move ? makeSan(position, source.move) : '--', games: 0 };
          edges.set(name, edge);
          parent.to.push(edge);
          node.from.push(edge);
        }
        if (!reached.has(edge)) edge.games++;
        reached.add(edge);
        playNode(position, source);
      }
      positions.set(visit, position);
    }
  });
  return layOut(minGames > 1 ? withEnough(nodes, minGames) : nodes);
}

/** The graph that a library answers, as it is drawn. */
export function mapOf(graph: PositionGraph): PositionMap {
  const nodes: MapNode[] = graph.nodeEpd.map((epd, id) => ({
    id,
    key: graph.nodeKey[id]!,
    epd,
    ply: graph.nodePly[id]!,
    row: graph.nodeRow[id]!,
    from: [],
    to: [],
    games: graph.nodeGames[id]!,
    game: undefined,
    visit: undefined,
  }));
  graph.edgeSan.forEach((san, at) => {
    const [from, to] = [nodes[graph.edgeFrom[at]!]!, nodes[graph.edgeTo[at]!]!];
    const edge = { from, to, san, games: graph.edgeGames[at]! };
    from.to.push(edge);
    to.from.push(edge);
  });
  return layOut(nodes);
}

function layOut(nodes: MapNode[]): PositionMap {
  for (const { to } of nodes) to.sort((a, b) => b.games - a.games);
  const { plies, rows } = arrange(nodes);
  return {
    nodes,
    edges: nodes.flatMap(({ to }) => to),
    plies,
    rows,
    meetings: nodes.filter(({ from }) => from.length > 1),
    column: Math.min(MOST_COLUMN, Math.max(LEAST_COLUMN, (SHAPE * rows * ROW) / Math.max(1, plies))),
  };
}

/** Orders of moves that lead to the node, the most played first; not all of them, for there can be very many. */
export function ordersTo(node: MapNode, most: number): string[][] {
  const found: string[][] = [];
  const open: { at: MapNode; sans: string[]; seen: Set<MapNode> }[] = [{ at: node, sans: [], seen: new Set([node]) }];
  for (let next = open.pop(); next && found.length < most; next = open.pop()) {
    const { at, sans, seen } = next;
    const back = at.from
      .filter(({ from }) => from.ply < at.ply || !seen.has(from))
      .filter(({ from }) => !seen.has(from));
    if (at.from.length === 0) found.push(sans);
    for (const edge of back.toSorted((a, b) => a.games - b.games))
      open.push({ at: edge.from, sans: [edge.san, ...sans], seen: new Set(seen).add(edge.from) });
  }
  return found;
}
