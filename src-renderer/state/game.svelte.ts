import type { Color, NormalMove } from 'chessops';
import { parseUci } from 'chessops/util';
import type { Failure, GameDetail, Place, Problem } from '../../shared/api';
import type * as Names from '../../shared/chess/openings';
import { INITIAL_FEN } from '../../shared/chess/position';
import { addMove, deleteFrom, promote, setComment, setGlyphs, type Edited } from '../../shared/pgn/edit';
import { annotationOf, makeAnnotation } from '../../shared/pgn/annotation';
import { beginHistory, record, redo, undo } from '../../shared/pgn/history';
import { readGame } from '../../shared/pgn/read';
import type { Path } from '../../shared/pgn/tree';
import { makeNewGame } from '../../shared/pgn/write';
import { auditLine } from '../../shared/report/claims';
import type { Main } from '../connect';
import { countTotals, fenOf, followPath, lineOf, makeTree, occurrencesOf, pathOf, wayTo, type MoveNode } from './tree';

const KEEP_AFTER_MS = 250;

type Openings = Pick<typeof Names, 'mayHaveName' | 'openingAt'>;

/** What the last node for which there is something has. */
function findLast<T>(nodes: readonly MoveNode[], find: (node: MoveNode) => T | undefined): T | undefined {
  for (const node of nodes.toReversed()) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The game on the board. Its text is what counts: an edit changes a few characters of it and the tree is read anew,
 * so what was not touched stays as it was, and undo is the text before.
 */
export class Game {
  #main: Main;
  #complain: (text: string) => void;
  #index = $state.raw(-1);
  #detail = $state.raw<GameDetail>();
  /** Names the edited game to main, which keeps unsaved states on the disk. */
  #id = '';
  #history = $state.raw(beginHistory<Edited>({ game: readGame('*'), path: [] }));
  #saved = $state('');
  #path = $state.raw<Path>([]);
  #hovered = $state.raw<MoveNode>();
  /** By key: in how many other places of the collection the position occurs by another order of moves. */
  #elsewhere = $state.raw<ReadonlyMap<bigint, number>>(new Map());
  #orientation = $state<Color>('white');
  #keeping: ReturnType<typeof setTimeout> | undefined;

  #tree = $derived(makeTree(this.#history.present.game));
  #current = $derived(followPath(this.#tree.root, this.#path));
  #totals = $derived(countTotals(this.#tree));
  #way = $derived(wayTo(this.#current));
  #line = $derived(lineOf(this.#current));
  #occurrences = $derived(occurrencesOf(this.#current));
  #lit = $derived(new Set(this.#hovered ? occurrencesOf(this.#hovered).map(({ id }) => id) : []));
  #place = $derived([this.#tree.root.key, ...this.#way.map(({ uci }) => uci || '--')].join(' '));
  #openings = $state.raw<Openings>();
  #opening = $derived.by(() => {
    const { mayHaveName, openingAt } = this.#openings ?? {};
    return findLast(this.#way, ({ key, position }) => (mayHaveName?.(key) ? openingAt?.(position) : undefined));
  });
  #audit = $derived.by(() => {
    const { game, review } = this.#tree;
    const end = this.#line.at(-1)!.id;
    const line = review.lines.findIndex(({ visits }) => visits.at(-1) === end);
    return line < 0 ? { claims: [], ending: undefined } : auditLine(game, review, line);
  });

  constructor(main: Main, complain: (text: string) => void) {
    this.#main = main;
    this.#complain = complain;
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
  /** From the start to the current position. */
  get way() {
    return this.#way;
  }
  /** The way, and on to the end by first continuations. */
  get line() {
    return this.#line;
  }
  /** Where the current position stands on the current line. */
  get occurrences() {
    return this.#occurrences;
  }
  /** Nodes to highlight: every occurrence of the position pointed at. */
  get lit(): ReadonlySet<number> {
    return this.#lit;
  }
  /** The way as text: the same for the same moves, whatever else was edited. */
  get place() {
    return this.#place;
  }
  /** What could be claimed on the current line, and where it was over by itself. */
  get audit() {
    return this.#audit;
  }
  get orientation() {
    return this.#orientation;
  }
  get problems(): readonly Pick<Problem, 'line' | 'column' | 'message'>[] {
    return this.#detail?.problems ?? this.#tree.game.problems;
  }
  /** The name of the last named position on the way. */
  get opening() {
    return this.#opening;
  }
  get fen() {
    return fenOf(this.#current);
  }
  get pgn() {
    return this.#history.present.game.text;
  }
  get changed() {
    return this.pgn !== this.#saved;
  }
  get canUndo() {
    return this.#history.past.length > 0;
  }
  get canRedo() {
    return this.#history.future.length > 0;
  }
  tag(name: string): string {
    const value = this.#tree.tags.get(name) ?? '';
    return value === '?' ? '' : value;
  }
  /** How often the node's position stands on the node's line. */
  total(node: MoveNode): number {
    return this.#totals[node.id] ?? 1;
  }
  elsewhere(node: MoveNode): number {
    return this.#elsewhere.get(node.key) ?? 0;
  }

  /** Openings have names from then on. They are played through once, which takes a moment. */
  async learnOpenings(): Promise<void> {
    this.#openings = await import('../../shared/chess/openings');
  }

  /** Shows a game of the collection, at the ply asked for, as it was left. A failure is thrown as words for the reader. */
  async show(index: number, ply = 0): Promise<void> {
    await this.settle();
    const [detail, edits] = await Promise.all([this.#main.game(index), this.#main.edits()]);
    if ('failure' in detail) throw new Error(detail.failure);
    const kept = edits.find(({ game }) => game === index);
    this.#begin(detail.pgn, index, detail, kept?.id ?? `${detail.row.file}#${detail.row.numberInFile}`);
    if (kept) this.#history = record(this.#history, { game: readGame(kept.pgn), path: [] });
    const start = this.#tree.root;
    this.#path = pathOf(lineOf(start)[ply] ?? start);
    await this.countElsewhere();
  }

  /** A board of the reader's own: from a position, or from a game's text. */
  setUp(from: { fen?: string; pgn?: string } = {}): void {
    this.#begin(from.pgn ?? makeNewGame({}, from.fen ?? INITIAL_FEN), -1, undefined, `new-${crypto.randomUUID()}`);
  }

  #begin(pgn: string, index: number, detail: GameDetail | undefined, id: string) {
    // Under the old game's name, which it is about to lose.
    void this.settle().catch((error: Error) => this.#complain(error.message));
    this.#index = index;
    this.#detail = detail;
    this.#id = id;
    this.#saved = pgn;
    this.#elsewhere = new Map();
    this.#hovered = undefined;
    this.#path = [];
    this.#history = beginHistory<Edited>({ game: readGame(pgn), path: [] });
  }

  /** Asks which positions other places of the collection reach, now and whenever more games have been read. */
  async countElsewhere(): Promise<void> {
    const { nodes } = this.#tree;
    const index = this.#index;
    if (index < 0) return;
    const keys = [...new Set(nodes.map(({ key }) => key))];
    const counts = await this.#main.transpositionsOf(index, BigUint64Array.from(keys));
    if (this.#index === index) this.#elsewhere = new Map(keys.map((key, at) => [key, counts[at] ?? 0]));
  }

  placesElsewhere(limit: number): Promise<Place[] | Failure> {
    return this.#main.placesOf(this.fen, this.#index, limit);
  }

  go(node: MoveNode): void {
    this.#path = pathOf(node);
  }
  goToPly(ply: number): void {
    const node = this.#line[ply];
    if (node) this.go(node);
  }
  next(): void {
    if (this.#current.children.length) this.#path = [...this.#path, 0];
  }
  previous(): void {
    this.#path = this.#path.slice(0, -1);
  }
  first(): void {
    this.#path = [];
  }
  last(): void {
    this.go(this.#line.at(-1)!);
  }
  /** To the next occurrence of the node's position, round and round. */
  nextOccurrence(node: MoveNode = this.#current): void {
    const places = occurrencesOf(node);
    this.go(places[(places.indexOf(node) + 1) % places.length]!);
  }
  /** To the next position of the line, from here on, that has stood before. */
  nextRepetition(): void {
    const from = this.#current.ply;
    const repeated = this.#line.filter(({ nth }) => nth >= 2);
    const next = repeated.find(({ ply }) => ply > from) ?? repeated[0];
    if (next) this.go(next);
  }
  pointAt(node: MoveNode | undefined): void {
    this.#hovered = node;
  }
  flip(): void {
    this.#orientation = this.#orientation === 'white' ? 'black' : 'white';
  }

  /** Follows a legal move: into the tree where it is known, else as a new branch. */
  play(move: NormalMove): void {
    this.#take(addMove(this.#history.present.game, pathOf(this.#current), move));
  }
  playUci(uci: string): void {
    const move = parseUci(uci);
    if (move && 'from' in move && this.#current.position.isLegal(move)) this.play(move);
  }
  comment(text: string): void {
    // Clocks, evaluations and arrows live in comments, too: they are written back with the words.
    const comment = makeAnnotation({ ...annotationOf(this.#current.source), text });
    this.#take(setComment(this.#history.present.game, pathOf(this.#current), comment));
  }
  /** Puts the glyph, in place of another of the six for moves, or takes it away. */
  toggleGlyph(nag: number): void {
    const { nags } = this.#current;
    const others = nags.filter((other) => other > 6);
    const glyphs = nags.includes(nag) ? others : [nag, ...others];
    this.#take(setGlyphs(this.#history.present.game, pathOf(this.#current), glyphs));
  }
  promote(): void {
    this.#take(promote(this.#history.present.game, pathOf(this.#current)));
  }
  deleteFromHere(): void {
    this.#take(deleteFrom(this.#history.present.game, pathOf(this.#current)));
  }

  undo(): void {
    // Back to where the edit was made, so that its undoing is seen.
    const { path } = this.#history.present;
    this.#history = undo(this.#history);
    this.#path = pathOf(followPath(this.#tree.root, path));
    this.#keep();
  }
  redo(): void {
    this.#history = redo(this.#history);
    this.#path = this.#history.present.path;
    this.#keep();
  }

  #take(edited: Edited | Failure) {
    if ('failure' in edited) return this.#complain(edited.failure);
    if (edited.game !== this.#history.present.game) {
      this.#history = record(this.#history, edited);
      this.#keep();
    }
    this.#path = edited.path;
  }

  /** Unsaved states are kept by main as they come, a moment after the last one. */
  #keep() {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(
      () => void this.#keepNow().catch((error: Error) => this.#complain(error.message)),
      KEEP_AFTER_MS,
    );
  }
  /** What waits for its moment is kept at once: the page or the app is about to go. */
  async settle(): Promise<void> {
    if (this.#keeping !== undefined) await this.#keepNow();
  }
  async #keepNow(): Promise<void> {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const failed = this.changed
      ? await this.#main.keepEdit({ id: this.#id, pgn: this.pgn, ...(this.#index >= 0 && { game: this.#index }) })
      : await this.#main.dropEdit(this.#id);
    if (failed) throw new Error(failed.failure);
  }

  /** Into the file the game came from, with everything else in it as it was. */
  async save(): Promise<void> {
    // What is saved is the text of now: the reader may go on editing, or to another game, before it is done.
    const text = this.pgn;
    const id = this.#id;
    await this.#keepNow();
    const failed = await this.#main.saveEdit(id);
    if (failed) throw new Error(failed.failure);
    if (this.#id === id) this.#saved = text;
  }
}
