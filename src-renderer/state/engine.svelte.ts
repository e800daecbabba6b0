import type { Position } from 'chessops';
import { makeFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { makeUci, parseUci } from 'chessops/util';
import { normalizeMove } from 'chessops/chess';
import type { EngineChoice, EngineSettings, Failure, Placed } from '../../shared/api';
import type { Line, SearchInfo } from '../../shared/search/info';
import type { SearchLimit } from '../../shared/search/limit';
import type { Main } from '../connect';
import { playNull } from '../../shared/chess/position';
import { wayTo, type MoveNode } from './tree';

/** A line as shown: SAN from the searched position, and each move's UCI to play it. */
export interface SpokenLine extends Omit<Line, 'moves'> {
  moves: { san: string; uci: string }[];
}

/** Columns over the time of one search, for the charts. */
export interface Samples {
  seconds: number[];
  full: number[];
  hitRate: number[];
  nodesPerSecond: number[];
}

const LONGEST_LINE = 16;
const MOST_SAMPLES = 400;

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
export const hitsOf = ({ table: { hits } }: SearchInfo) =>
  hits.exact + hits.lower + hits.upper + hits.moveOnly + hits.tooShallow;
export const hitRateOf = (info: SearchInfo) => share(hitsOf(info), info.table.probes);

/** As far as the moves (UCI) are legal, and not endlessly. */
function speakMoves(moves: readonly string[], from: Position): SpokenLine['moves'] {
  const position = from.clone();
  const spoken: SpokenLine['moves'] = [];
  for (const uci of moves.slice(0, LONGEST_LINE)) {
    const parsed = parseUci(uci);
    const move = parsed && normalizeMove(position, parsed);
    if (!move || !position.isLegal(move)) break;
    spoken.push({ san: makeSanAndPlay(position, move), uci: makeUci(move) });
  }
  return spoken;
}

/** The number to be written before each of `count` moves from there: `12.`, `12…` where Black begins, otherwise none. */
export function numbersOf(count: number, { turn, fullmoves }: Position): string[] {
  const black = turn === 'black' ? 1 : 0;
  return Array.from({ length: count }, (_, at) => {
    const number = fullmoves + Math.floor((at + black) / 2);
    return (at + black) % 2 === 0 ? `${number}.` : at === 0 ? `${number}…` : '';
  });
}

/** A line as print has it: `12. Bc2 Re8 13. Nf1`. */
export function writeLine(moves: readonly string[], from: Position): string {
  const spoken = speakMoves(moves, from);
  const numbers = numbersOf(spoken.length, from);
  return spoken.map(({ san }, at) => (numbers[at] ? `${numbers[at]} ${san}` : san)).join(' ');
}

const speak = (lines: readonly Line[], from: Position): SpokenLine[] =>
  lines.map((line) => ({ ...line, moves: speakMoves(line.moves, from) }));

/** A null move has no UCI: what came before it cannot be told, and cannot come back by legal play either. */
export function placedAt(way: readonly MoveNode[]): Placed {
  const begin = way.findLastIndex(({ move }) => move === null);
  return {
    fen: makeFen(way[begin]!.position.toSetup()),
    moves: way.slice(begin + 1).map(({ uci }) => uci),
  };
}

/** The engine as the reader sees it: on or off, following the board. */
export class Engine {
  #main: Main;
  #on = $state(false);
  #locked = $state(false);
  #searching = $state(false);
  #settings = $state.raw<EngineSettings>({ hashMb: 64, threads: 1, lines: 1 });
  #choices = $state.raw<readonly EngineChoice[]>([]);
  #inUse = $derived(this.#choices.find(({ inUse }) => inUse));
  #info = $state.raw<SearchInfo>();
  #node = $state.raw<MoveNode>();
  #place = $state('');
  /** What is searched: the node's position, or what it would be if its side passed. */
  #position = $state.raw<Position>();
  /** Where the reader asked what the threat is; elsewhere the engine answers as ever. */
  #threatAt = $state<string>();
  #threat = $state(false);
  #samples = $state.raw<Samples>({ seconds: [], full: [], hitRate: [], nodesPerSecond: [] });
  #lines = $derived(this.#info && this.#position ? speak(this.#info.lines, this.#position) : []);
  /** Searches up to this one are over; their late reports are dropped. */
  #past = 0;
  #lastEnd: { id: number; last: SearchInfo } | undefined;
  #measured: ((end: { id: number; last: SearchInfo }) => void) | undefined;

  constructor(main: Main) {
    this.#main = main;
  }

  get on() {
    return this.#on;
  }
  /** Locked off: an arbiter's session must not be able to start it by accident. */
  get locked() {
    return this.#locked;
  }
  get searching() {
    return this.#searching;
  }
  get settings() {
    return this.#settings;
  }
  /** Ours first. */
  get choices() {
    return this.#choices;
  }
  /** Undefined until main has told. */
  get inUse() {
    return this.#inUse;
  }
  /** Another engine than ours is in use: its table is closed to view. */
  get foreign(): boolean {
    return this.#inUse?.path !== undefined;
  }
  get info() {
    return this.#info;
  }
  /** The position that `info` and `lines` are about. */
  get node() {
    return this.#node;
  }
  /** The position that the lines begin from. */
  get position() {
    return this.#position;
  }
  /** Whether what is shown belongs to that way through the game: a threat is no move of it. */
  isAbout(place: string): boolean {
    return this.#node !== undefined && this.#place === place && !this.#threat;
  }
  /** The lines are what the other side would play if the side to move passed. */
  get threat() {
    return this.#threat;
  }
  get threatAt() {
    return this.#threatAt;
  }
  get lines() {
    return this.#lines;
  }
  get samples() {
    return this.#samples;
  }

  async load(): Promise<void> {
    [this.#settings, this.#choices] = await Promise.all([this.#main.engineSettings(), this.#main.engines()]);
  }

  async use(id: number): Promise<void> {
    await this.#choose(this.#main.useEngine(id));
  }
  /** One picked in a native dialog joins the list and is used at once. */
  async choose(): Promise<void> {
    const known = this.#choices.length;
    await this.#choose(this.#main.chooseEngine());
    const added = this.#choices[known];
    if (added) await this.use(added.id);
  }
  async #choose(answering: Promise<EngineChoice[] | Failure>): Promise<void> {
    const answer = await answering;
    if ('failure' in answer) throw new Error(answer.failure);
    this.#choices = answer;
    this.#settings = await this.#main.engineSettings();
  }

  /** Starts on the node's position, with the moves that led to it. The search before it ends by itself. */
  async follow(node: MoveNode, place: string): Promise<void> {
    this.#past = Math.max(this.#past, this.#info?.id ?? 0);
    this.#node = node;
    this.#place = place;
    this.#info = undefined;
    this.#samples = { seconds: [], full: [], hitRate: [], nodesPerSecond: [] };
    if (this.#threatAt !== place) this.#threatAt = undefined;
    this.#threat = this.#threatAt === place;
    this.#position = node.position.clone();
    if (this.#threat) playNull(this.#position);
    if (this.#position.isEnd()) {
      this.#searching = false;
      await this.#main.stopAnalysis();
      return;
    }
    this.#searching = true;
    const id = await this.#main.analyse({
      ...(this.#threat ? { fen: makeFen(this.#position.toSetup()), moves: [] } : placedAt(wayTo(node))),
      limit: { kind: 'infinite' },
    });
    if (typeof id === 'number') return;
    this.#on = false;
    this.#searching = false;
    throw new Error(id.failure);
  }

  report(info: SearchInfo): void {
    if (info.id <= this.#past || !this.#on) return;
    this.#info = info;
    const { seconds, full, hitRate, nodesPerSecond } = this.#samples;
    if (info.timeMs / 1000 <= (seconds.at(-1) ?? -1)) return;
    // Every second sample goes when there are too many: the chart keeps its shape at half the density.
    const kept = (column: number[]) =>
      column.length >= MOST_SAMPLES ? column.filter((_, at) => at % 2 === 0) : column;
    this.#samples = {
      seconds: [...kept(seconds), info.timeMs / 1000],
      full: [...kept(full), info.table.fullPermille / 10],
      hitRate: [...kept(hitRate), hitRateOf(info) * 100],
      nodesPerSecond: [...kept(nodesPerSecond), info.nodesPerSecond],
    };
  }
  ended(id: number, last: SearchInfo): void {
    this.#lastEnd = { id, last };
    this.#measured?.(this.#lastEnd);
    if (id <= this.#past) return;
    this.report(last);
    this.#searching = false;
  }

  /** One search to its limit, beside the switch: what it found, or undefined when another took its place. */
  async measure(way: readonly MoveNode[], limit: SearchLimit): Promise<SearchInfo | undefined> {
    const id = await this.#main.analyse({ ...placedAt(way), limit });
    if (typeof id !== 'number') throw new Error(id.failure);
    this.#past = Math.max(this.#past, id);
    // A search that is over at once may have said so before its number came.
    const end = await new Promise<{ id: number; last: SearchInfo }>((resolve) => {
      if (this.#lastEnd && this.#lastEnd.id >= id) resolve(this.#lastEnd);
      else this.#measured = (ended) => ended.id >= id && resolve(ended);
    });
    this.#measured = undefined;
    return end.id === id ? end.last : undefined;
  }

  async turnOn(): Promise<void> {
    if (!this.#locked) this.#on = true;
  }
  /** Asks for the threat there, or no longer. Out of check one cannot pass. False where there is none to show. */
  toggleThreat({ position }: MoveNode, place: string): boolean {
    if (this.#locked || position.isCheck() || position.isEnd()) return false;
    this.#threatAt = this.#on && this.#threatAt === place ? undefined : place;
    this.#on = true;
    return true;
  }
  async turnOff(): Promise<void> {
    this.#threatAt = undefined;
    this.#threat = false;
    this.#on = false;
    this.#searching = false;
    await this.#main.stopAnalysis();
  }
  async lock(locked: boolean): Promise<void> {
    this.#locked = locked;
    if (locked && this.#on) await this.turnOff();
  }

  async configure(change: Partial<EngineSettings>): Promise<void> {
    this.#settings = await this.#main.configureEngine({ ...this.#settings, ...change });
  }
  async clearTable(): Promise<void> {
    await this.#main.clearTable();
  }
}
