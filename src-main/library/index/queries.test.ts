import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFen } from 'chessops/fen';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpd, identityOf } from '../../../shared/chess/identity';
import { INITIAL_FEN } from '../../../shared/chess/position';
import { fideKey } from '../../../shared/chess/zobrist';
import type { GameBatch } from '../batch';
import { playPacked, positionAfter, startPosition } from '../lines';
import { IndexedCollection } from './collection';
import { importGames } from './importing';
import { legalMoves } from './nearest';
import { randomGames } from './random-games';
import { slowArrival } from './slow-arrival';
import { slowGames } from './slow-games';

/** The same questions, answered by looking through all games with chessops, by identity and without keys. */
interface Visit {
  game: number;
  ply: number;
  line: number[];
  move: number;
}

const folder = mkdtempSync(join(tmpdir(), 'threefold-queries-'));
const text = randomGames(400, 5, 24);
const [batch] = [...slowGames(text)] as [GameBatch];
const visits = new Map<string, Visit[]>();
const epdOf = (position: ReturnType<typeof startPosition>) => makeEpd(identityOf(position));
let library: IndexedCollection;

beforeAll(async () => {
  for (let game = 0; game < batch.starts.length; game++) {
    const moves = Array.from(batch.moves.subarray(batch.plyStart[game]!, batch.plyStart[game + 1]!));
    const position = startPosition(batch.starts[game]!);
    const seen = new Set<string>();
    moves.forEach((move, ply) => {
      const epd = epdOf(position);
      if (!seen.has(epd)) {
        seen.add(epd);
        const visit = { game, ply, line: moves.slice(0, ply), move };
        if (visits.has(epd)) visits.get(epd)!.push(visit);
        else visits.set(epd, [visit]);
      }
      if (move !== 0) playPacked(position, move);
    });
  }
  const path = join(folder, 'library.duckdb');
  await importGames(path, [slowArrival('random.pgn', text)]);
  library = await IndexedCollection.open(path);
});
afterAll(async () => {
  await library.close();
  rmSync(folder, { recursive: true });
});

/** The most visited positions, and some that few games reach. */
const asked = (): [string, Visit[]][] => {
  const all = [...visits].sort((a, b) => b[1].length - a[1].length);
  return [...all.slice(0, 40), ...all.slice(40).filter((_, i) => i % 97 === 0)];
};
const tag = (game: number, name: string) =>
  new RegExp(`\\[${name} "([^"]*)"`).exec(text.slice(batch.gameStart[game], batch.gameEnd[game]))![1]!;
const tally = (found: Visit[]) => {
  const results = found.map(({ game }) => tag(game, 'Result'));
  const ratings = found
    .map(({ game }) => [Number(tag(game, 'WhiteElo')), Number(tag(game, 'BlackElo'))].filter((elo) => elo > 0))
    .filter((elos) => elos.length > 0)
    .map((elos) => elos.reduce((sum, elo) => sum + elo) / elos.length);
  return {
    games: found.length,
    white: results.filter((result) => result === '1-0').length,
    draws: results.filter((result) => result === '1/2-1/2').length,
    black: results.filter((result) => result === '0-1').length,
    averageRating:
      ratings.length === 0 ? undefined : expect.closeTo(ratings.reduce((sum, elo) => sum + elo) / ratings.length, 6),
  };
};
const orders = (found: Visit[]) => new Set(found.map(({ line }) => line.join(' '))).size;

test('moves from a position: by any order and by one, scores and ratings', async () => {
  expect(asked().length).toBeGreaterThan(60);
  for (const [epd, found] of asked()) {
    const line = found[0]!.line;
    const same = found.filter((visit) => visit.line.join(' ') === line.join(' '));
    const position = positionAfter(INITIAL_FEN, line);
    const answer = await library.explore(position, { start: INITIAL_FEN, moves: line });
    expect(answer).toMatchObject({
      anyOrder: tally(found),
      thisOrder: tally(same),
      orders: orders(found),
      collisions: 0,
    });
    const played = new Set(found.map(({ move }) => move).filter((move) => move !== 0));
    expect(answer.moves.length, epd).toBe(played.size);
    for (const move of answer.moves) {
      const byMove = found.filter((visit) => {
        if (visit.move === 0) return false;
        const [from, to] = [visit.move & 63, (visit.move >> 6) & 63];
        const name = (square: number) => 'abcdefgh'[square & 7]! + ((square >> 3) + 1);
        return move.uci === name(from) + name(to) + ['', 'n', 'b', 'r', 'q'][visit.move >> 12]!;
      });
      expect(move).toMatchObject({
        anyOrder: tally(byMove),
        thisOrder: tally(byMove.filter((visit) => same.includes(visit))),
        orders: orders(byMove),
      });
    }
  }
});

test('a line that nobody took counts nothing by this order', async () => {
  const position = positionAfter(INITIAL_FEN, []);
  const answer = await library.explore(position, { start: INITIAL_FEN, moves: [0x111] });
  expect(answer.thisOrder.games).toBe(0);
  expect(answer.anyOrder.games).toBeGreaterThan(0);
});

test('games through a position, in pages, the highest rated first', async () => {
  for (const [, found] of asked()) {
    const position = positionAfter(INITIAL_FEN, found[0]!.line);
    const { total, rows } = await library.gamesThrough(position, 0, 10_000);
    expect(total).toBe(found.length);
    expect(rows.map(({ game }) => game).sort((a, b) => a - b)).toEqual(found.map(({ game }) => game));
    for (const row of rows) {
      const visit = found.find(({ game }) => game === row.game)!;
      expect(row).toMatchObject({ ply: visit.ply, white: tag(row.game, 'White'), black: tag(row.game, 'Black') });
      expect(row.lastMoves.length).toBe(Math.min(12, visit.ply));
    }
    const rating = ({ whiteElo, blackElo }: (typeof rows)[number]) =>
      whiteElo && blackElo ? (whiteElo + blackElo) / 2 : (whiteElo ?? blackElo ?? 0);
    const ratings = rows.map(rating);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    const page = await library.gamesThrough(position, 1, 3);
    expect(page.rows).toEqual(rows.slice(1, 4));
  }
});

test('move orders: each once, and their graph ends in the position', async () => {
  for (const [epd, found] of asked().slice(0, 25)) {
    const position = positionAfter(INITIAL_FEN, found[0]!.line);
    const { total, orders: lines, graph } = await library.moveOrders(position, 1000);
    expect(total).toBe(orders(found));
    expect(lines.reduce((sum, { games }) => sum + games, 0)).toBe(found.length);
    expect(new Set(lines.map(({ moves }) => moves.join(' '))).size).toBe(total);
    const end = graph.nodeEpd.indexOf(epd);
    expect(graph.nodeGames[end]).toBe(found.length);
    expect(graph.nodeEpd.length).toBe(new Set(graph.nodeEpd).size);
    // What flows into a node is what stands there, for lines that visit each position once.
    if (new Set(lines.map(({ moves }) => moves.length)).size > 1) continue;
    graph.nodeGames.forEach((games, node) => {
      const into = Array.from(graph.edgeTo.keys()).filter((edge) => graph.edgeTo[edge] === node);
      const flow = into.reduce((sum, edge) => sum + graph.edgeGames[edge]!, 0);
      expect(flow).toBe(graph.nodePly[node] === 0 ? 0 : games);
    });
    const cells = Array.from(graph.nodePly, (ply, node) => `${ply} ${graph.nodeRow[node]}`);
    expect(new Set(cells).size).toBe(cells.length);
  }
});

test('nearest transpositions: every better known neighbour, the best known first', async () => {
  let met = 0;
  const little = [...visits].filter(([, found]) => found.length <= 3 && found[0]!.ply <= 8);
  for (const [, found] of [...asked(), ...little]) {
    const position = positionAfter(INITIAL_FEN, found[0]!.line);
    const expected = legalMoves(position)
      .map((move) => {
        const next = position.clone();
        next.play(move);
        return { fen: makeFen(next.toSetup()), games: visits.get(epdOf(next))?.length ?? 0 };
      })
      .filter(({ games }) => games > found.length);
    const { nearest } = await library.explore(position);
    expect(nearest.map(({ games }) => games)).toEqual(
      expected
        .map(({ games }) => games)
        .sort((a, b) => b - a)
        .slice(0, 5),
    );
    for (const { fen, games } of nearest) expect(expected).toContainEqual({ fen, games });
    met += nearest.length;
  }
  expect(met).toBeGreaterThan(10);
});

test('a position that no game reaches', async () => {
  const position = startPosition('8/8/4k3/8/8/4K3/4P3/8 w - - 0 1');
  expect(await library.explore(position)).toMatchObject({ anyOrder: { games: 0 }, orders: 0, moves: [], nearest: [] });
  expect(await library.gamesThrough(position, 0, 10)).toEqual({ total: 0, rows: [], collisions: 0 });
  expect(await library.moveOrders(position)).toMatchObject({ total: 0, orders: [] });
});

test('the graph of a selection has the moves that its games play, and no others', async () => {
  const graph = await library.positionGraph({
    player: 'White 3',
    colour: 'white',
    maxPly: 8,
    minGames: 2,
    limit: 5000,
  });
  const chosen = new Set([...batch.starts.keys()].filter((game) => tag(game, 'White') === 'White 3'));
  const edges = new Map<string, Set<number>>();
  for (const game of chosen) {
    const position = startPosition(INITIAL_FEN);
    const start = batch.plyStart[game]!;
    for (let ply = 0; ply < 8 && start + ply + 1 < batch.plyStart[game + 1]!; ply++) {
      const from = epdOf(position);
      playPacked(position, batch.moves[start + ply]!);
      const name = `${from} > ${epdOf(position)}`;
      edges.set(name, (edges.get(name) ?? new Set()).add(game));
    }
  }
  const expected = [...edges].filter(([, games]) => games.size >= 2).map(([name, games]) => `${name} ${games.size}`);
  const found = Array.from(
    graph.edgeFrom,
    (from, edge) => `${graph.nodeEpd[from]} > ${graph.nodeEpd[graph.edgeTo[edge]!]} ${graph.edgeGames[edge]}`,
  );
  expect(expected.length).toBeGreaterThan(20);
  expect(found.sort()).toEqual(expected.sort());
  expect(graph.collisions).toBe(0);
});

test('transpositions of a selection are those of its games alone', async () => {
  const { top, games } = await library.transpositions({ eco: 'b', limit: 5000 });
  const chosen = new Set([...batch.starts.keys()].filter((game) => tag(game, 'ECO').startsWith('B')));
  expect(games).toBe(chosen.size);
  const expected = [...visits]
    .map(([epd, found]) => [epd, found.filter(({ game }) => chosen.has(game))] as const)
    .filter(([, found]) => found.length > 1 && orders(found) > 1)
    .map(([epd, found]) => `${epd} ${orders(found)} ${found.length}`);
  expect(expected.length).toBeGreaterThan(20);
  expect(top.map(({ epd, orders, games }) => `${epd} ${orders} ${games}`).sort()).toEqual(expected.sort());
});

test('a game that has the key, but not the position, is left out and counted', async () => {
  const forged = structuredClone(batch);
  // Game 0 claims that after its tenth ply it stands where game 1 stands after its ninth.
  const [lie, truth] = [forged.plyStart[0]! + 10, forged.plyStart[1]! + 9];
  forged.keys[lie] = forged.keys[truth]!;
  const path = join(folder, 'forged.duckdb');
  const games = async function* () {
    yield { batch: forged, bytesRead: 0 };
  };
  await importGames(path, [{ name: 'forged', bytes: 0, sha256: 'forged', games }]);
  const other = await IndexedCollection.open(path);
  const line = Array.from(forged.moves.subarray(forged.plyStart[1]!, truth));
  const position = positionAfter(INITIAL_FEN, line);
  expect(fideKey(position)).toBe(forged.keys[truth]);
  const honest = visits.get(epdOf(position))!;
  expect(honest.map(({ game }) => game)).not.toContain(0);
  expect(await other.explore(position)).toMatchObject({ collisions: 1, anyOrder: { games: honest.length } });
  expect(await other.gamesThrough(position, 0, 10)).toMatchObject({ collisions: 1, total: honest.length });
  await other.close();
});

test('closing while questions run: they are refused, and the process lives', async () => {
  const other = await IndexedCollection.open(library.path);
  const slow = other.database.columns('SELECT count(*) FROM range(10_000_000) a, range(10_000) b');
  const waiting = other.explore(positionAfter(INITIAL_FEN, []));
  const outcomes = Promise.allSettled([slow, waiting]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await other.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(other.contents()).rejects.toThrow('closed');
});
