import { IDENTITY_WORDS, makeEpd, sameIdentityAt, writeIdentity } from '../../../shared/chess/identity';
import type { Position } from 'chessops/chess';
import type { PositionGraph } from '../../../shared/explorer';

/**
 * Builds a graph in which positions are merged by identity. Nodes are found by key; when the same key comes with
 * another identity, the edge that brought it is left out and counted.
 */
export class GraphBuilder {
  readonly #index = new Map<bigint, number>();
  readonly #identities: Uint32Array[] = [];
  readonly #plies: number[] = [];
  readonly #games: number[] = [];
  readonly #edges = new Map<string, { from: number; to: number; san: string; games: number }>();
  #collisions = 0;

  /** The node of a position, added if new; undefined if another position has its key. */
  node(key: bigint, position: Position, ply: number): number | undefined {
    const identity = new Uint32Array(IDENTITY_WORDS);
    writeIdentity(position, identity, 0);
    const known = this.#index.get(key);
    if (known === undefined) {
      this.#index.set(key, this.#identities.length);
      this.#plies.push(ply);
      this.#games.push(0);
      return this.#identities.push(identity) - 1;
    }
    if (!sameIdentityAt(this.#identities[known]!, 0, identity, 0)) {
      this.#collisions++;
      return undefined;
    }
    this.#plies[known] = Math.min(this.#plies[known]!, ply);
    return known;
  }

  /** Games that reach a node, added to those counted before. */
  count(node: number, games: number): void {
    this.#games[node]! += games;
  }

  edge(from: number, to: number, san: string, games: number): void {
    const name = `${from} ${to} ${san}`;
    const known = this.#edges.get(name);
    if (known) known.games += games;
    else this.#edges.set(name, { from, to, san, games });
  }

  build(): PositionGraph {
    const edges = [...this.#edges.values()].sort((a, b) => b.games - a.games);
    return {
      nodeKey: BigUint64Array.from(this.#index.keys()),
      nodeEpd: this.#identities.map((identity) => makeEpd(identity)),
      nodeGames: Uint32Array.from(this.#games),
      nodePly: Uint16Array.from(this.#plies),
      nodeRow: this.#rows(edges),
      edgeFrom: Uint32Array.from(edges, ({ from }) => from),
      edgeTo: Uint32Array.from(edges, ({ to }) => to),
      edgeSan: edges.map(({ san }) => san),
      edgeGames: Uint32Array.from(edges, ({ games }) => games),
      collisions: this.#collisions,
    };
  }

  /**
   * Rows within each ply, so that few edges cross: each position stands by the mean row of those it is reached from
   * (the barycentre rule of K. Sugiyama et al., 1981, one sweep forward), the more frequented first where that is equal.
   */
  #rows(edges: { from: number; to: number; games: number }[]): Uint16Array {
    const rows = new Uint16Array(this.#plies.length);
    const sum = new Float64Array(rows.length);
    const weight = new Float64Array(rows.length);
    const byPly = new Map<number, number[]>();
    this.#plies.forEach((ply, node) => {
      const layer = byPly.get(ply);
      if (layer) layer.push(node);
      else byPly.set(ply, [node]);
    });
    const leaving = new Map<number, { to: number; games: number }[]>();
    for (const edge of edges) {
      const known = leaving.get(edge.from);
      if (known) known.push(edge);
      else leaving.set(edge.from, [edge]);
    }
    for (const ply of [...byPly.keys()].sort((a, b) => a - b)) {
      const wish = (node: number) => (weight[node] === 0 ? 0 : sum[node]! / weight[node]!);
      byPly
        .get(ply)!
        .sort((a, b) => wish(a) - wish(b) || this.#games[b]! - this.#games[a]! || a - b)
        .forEach((node, row) => {
          rows[node] = row;
          for (const { to, games } of leaving.get(node) ?? []) {
            sum[to]! += row * games;
            weight[to]! += games;
          }
        });
    }
    return rows;
  }
}
