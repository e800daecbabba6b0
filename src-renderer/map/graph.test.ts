import { expect, test } from 'vitest';
import { readPgn } from '../../shared/pgn/read';
import { makeMap, mapOf as mapOfGraph, ordersTo } from './graph';

const mapOf = (text: string, maxPly = 40) => makeMap(readPgn(text).games, maxPly);

test('two orders of moves meet in one node', () => {
  const map = mapOf('1. d4 Nf6 2. c4 e6 *\n\n1. c4 Nf6 2. d4 e6 *');
  expect(map.nodes.length).toBe(7);
  expect(map.meetings.map(({ ply, games }) => [ply, games])).toEqual([[3, 2]]);
  expect(ordersTo(map.meetings[0]!, 10).toSorted()).toEqual([
    ['c4', 'Nf6', 'd4'],
    ['d4', 'Nf6', 'c4'],
  ]);
});

test('variations are lines like any other', () => {
  const map = mapOf('1. d4 (1. Nf3 d5 2. d4) 1... d5 2. Nf3 *');
  expect(map.meetings.length).toBe(1);
  expect(map.meetings[0]!.from.map(({ san }) => san).toSorted()).toEqual(['Nf3', 'd4']);
});

test('a position that comes back leads into itself, and its orders are still found', () => {
  const map = mapOf('1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *');
  expect(map.nodes.length).toBe(5);
  const e4 = map.edges.find(({ san }) => san === 'e4')!.to;
  expect(e4.ply).toBe(5);
  expect(ordersTo(e4, 10).length).toBeLessThanOrEqual(10);
});

test('columns are plies; no two nodes share a place', () => {
  const map = mapOf('1. e4 (1. d4 d5) (1. c4 c5 (1... e5)) 1... e5 2. Nf3 *', 2);
  const places = map.nodes.map(({ ply, row }) => `${ply} ${row}`);
  expect(new Set(places).size).toBe(places.length);
  expect(Math.max(...map.nodes.map(({ ply }) => ply))).toBe(2);
});

test('what a library answers becomes the same map', () => {
  const map = mapOfGraph({
    nodeKey: BigUint64Array.of(1n, 2n, 3n, 4n),
    nodeEpd: ['a', 'b', 'c', 'd'],
    nodeGames: Uint32Array.of(9, 5, 4, 9),
    nodePly: Uint16Array.of(0, 1, 1, 2),
    nodeRow: Uint16Array.of(0, 0, 1, 0),
    edgeFrom: Uint32Array.of(0, 0, 1, 2),
    edgeTo: Uint32Array.of(1, 2, 3, 3),
    edgeSan: ['d4', 'c4', 'c4', 'd4'],
    edgeGames: Uint32Array.of(5, 4, 5, 4),
    collisions: 0,
  });
  expect(map.meetings.map(({ epd }) => epd)).toEqual(['d']);
  expect(map.nodes[0]!.to.map(({ san }) => san)).toEqual(['d4', 'c4']);
  expect(ordersTo(map.meetings[0]!, 10).toSorted()).toEqual([
    ['c4', 'd4'],
    ['d4', 'c4'],
  ]);
});
