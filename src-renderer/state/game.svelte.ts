import type { Color, NormalMove } from 'chessops';
import { parseUci } from 'chessops/util';
import type { GameDetail, Place, Problem } from '../../shared/api';
import type { Main } from '../connect';
import {
  countTotals,
  fenOf,
  grow,
  lineOf,
  occurrencesOf,
  pathTo,
  readTree,
  type GameTree,
  type MoveNode,
} from './tree';

/** The game on the board: its tree, the place in it, and what is known of its positions. */
export class Game {
  #main: Main;
  #index = $state.raw(-1);
  #detail = $state.raw<GameDetail>();
  #tree = $state.raw<GameTree>(readTree('*'));
  #current = $state.raw<MoveNode>(this.#tree.root);
  #hovered = $state.raw<MoveNode>();
  /** By key: in how many other places of the collection the position occurs by another order of moves. */
  #elsewhere = $state.raw<ReadonlyMap<bigint, number>>(new Map());
  #orientation = $state<Color>('white');

  #totals = $derived(countTotals(this.#tree));
  #path = $derived(pathTo(this.#current));
  // Reads the tree as well: the line grows without the place changing.
  #line = $derived((void this.#tree, lineOf(this.#current)));
  #occurrences = $derived((void this.#tree, occurrencesOf(this.#current)));
  #lit = $derived(new Set(this.#hovered ? occurrencesOf(this.#hovered).map(({ id }) => id) : []));

  constructor(main: Main) {
    this.#main = main;
  }

  /** In the collection; -1 for a board of the reader's own. */
  get index() {
    return this.#index;
  }
  get detail() {
    return this.#detail;
  }
  get tree() {
    return this.#tree;
  }
  get current() {
    return this.#current;
  }
  get path() {
    return this.#path;
  }
  get line() {
    return this.#line;
  }
  /** Where the current position stands on the current line. */
  get occurrences() {
    return this.#occurrences;
  }
  /** How often the node's position stands on the node's line. */
  total(node: MoveNode): number {
    return this.#totals[node.id] ?? 1;
  }
  /** Nodes to highlight: every occurrence of the position pointed at. */
  get lit(): ReadonlySet<number> {
    return this.#lit;
  }
  get orientation() {
    return this.#orientation;
  }
  get problems(): readonly Problem[] {
    return this.#detail?.problems ?? [];
  }
  get fen() {
    return fenOf(this.#current);
  }
  tag(name: string): string {
    const value = this.#tree.tags.get(name) ?? '';
    return value === '?' ? '' : value;
  }
  elsewhere(node: MoveNode): number {
    return this.#elsewhere.get(node.key) ?? 0;
  }

  /** Shows a game of the collection, at the ply asked for. A failure is thrown as words for the reader. */
  async show(index: number, ply = 0): Promise<void> {
    const detail = await this.#main.game(index);
    if ('failure' in detail) throw new Error(detail.failure);
    const tree = readTree(detail.pgn);
    this.#index = index;
    this.#detail = detail;
    this.#take(tree, ply);
    await this.countElsewhere();
  }

  /** Asks again where this game's positions stand elsewhere: games were added, or they were still being read. */
  async countElsewhere(): Promise<void> {
    const tree = this.#tree;
    if (this.#index < 0) return;
    const keys = [...new Set(tree.nodes.map(({ key }) => key))];
    const counts = await this.#main.transpositionsOf(this.#index, BigUint64Array.from(keys));
    if (this.#tree !== tree) return;
    this.#elsewhere = new Map(keys.map((key, at) => [key, counts[at] ?? 0]));
  }

  /** A board of the reader's own, from a game's text or an empty one. */
  setUp(pgn = '*'): void {
    this.#index = -1;
    this.#detail = undefined;
    this.#take(readTree(pgn), 0);
  }

  #take(tree: GameTree, ply: number) {
    this.#elsewhere = new Map();
    this.#hovered = undefined;
    this.#tree = tree;
    this.#current = lineOf(tree.root)[ply] ?? tree.root;
  }

  placesElsewhere(limit = 100): Promise<Place[] | { failure: string }> {
    return this.#main.placesOf(this.fen, this.#index, limit);
  }

  go(node: MoveNode): void {
    this.#current = node;
  }
  goToPly(ply: number): void {
    const node = this.#line[ply];
    if (node) this.#current = node;
  }
  next(): void {
    this.#current = this.#current.children[0] ?? this.#current;
  }
  previous(): void {
    this.#current = this.#current.parent ?? this.#current;
  }
  first(): void {
    this.#current = this.#tree.root;
  }
  last(): void {
    this.#current = this.#line.at(-1)!;
  }
  /** To the next occurrence of the current position, round and round. */
  nextOccurrence(node: MoveNode = this.#current): void {
    const places = occurrencesOf(node);
    this.#current = places[(places.indexOf(node) + 1) % places.length]!;
  }
  /** To the next position of the line, from here on, that stands for the third time or more. */
  nextRepetition(): void {
    const from = this.#current.ply;
    const repeated = this.#line.filter(({ nth }) => nth >= 2);
    this.#current = repeated.find(({ ply }) => ply > from) ?? repeated[0] ?? this.#current;
  }
  pointAt(node: MoveNode | undefined): void {
    this.#hovered = node;
  }
  flip(): void {
    this.#orientation = this.#orientation === 'white' ? 'black' : 'white';
  }

  /** Follows a legal move: into the tree where it is known, else as a new branch. */
  play(move: NormalMove): void {
    const { tree, node } = grow(this.#tree, this.#current, move);
    this.#tree = tree;
    this.#current = node;
  }
  playUci(uci: string): void {
    const move = parseUci(uci);
    if (move && 'from' in move && this.#current.position.isLegal(move)) this.play(move);
  }
}
