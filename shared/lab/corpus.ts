import { Chess, type Position } from 'chessops/chess';
import { IDENTITY_WORDS, sameIdentityAt, writeIdentity } from '../chess/identity';
import { featuresOf } from '../chess/zobrist';
import { mainLine } from '../pgn/tree';
import { readGames } from '../pgn/read';
import { chess } from './chess';
import { emptyKey, keySet, type Feature, type KeySet, type Shape } from './key-set';
import { randomPlay } from './random-play';
import type { Running } from './result';
import { say } from './said';

/**
 * Positions of chess games, laid flat so that their keys under ever new figures cost a handful of XORs each: every
 * position is kept as its difference from the one before it in its game. Which of them are the same position is
 * settled exactly, by identity, before any key comes into play.
 */
export interface Corpus {
  /** Where the positions come from, for the reader. */
  name: string;
  shape: Shape;
  games: number;
  /** Positions met, repetitions included. */
  positions: number;
  /** Different positions. */
  distinct: number;
  /** games + 1 prefix sums over positions. */
  gameStart: Uint32Array;
  /** positions + 1 prefix sums over `deltas`. */
  deltaStart: Uint32Array;
  /** Features to XOR; the first position of a game starts from nothing. */
  deltas: Uint16Array;
  /** By position: the number of the different position it is, numbered as they were first met. */
  id: Uint32Array;
}

class CorpusBuilder {
  private readonly gameStart = new Growing(Uint32Array);
  private readonly deltaStart = new Growing(Uint32Array);
  private readonly deltas = new Growing(Uint16Array);
  private readonly id = new Growing(Uint32Array);
  private readonly words = new Growing(Uint32Array);
  /** Open addressing over `words`: number of the different position + 1, or 0. */
  private slots = new Uint32Array(1 << 16);
  distinct = 0;
  games = 0;

  /** The position's number, and whether it is new. Exact: what is compared is the whole identity. */
  private number(position: Position): number {
    const scratch = new Uint32Array(IDENTITY_WORDS);
    writeIdentity(position, scratch, 0);
    if (2 * this.distinct >= this.slots.length) this.rehash();
    for (let slot = hash(scratch, 0) & (this.slots.length - 1); ; slot = (slot + 1) & (this.slots.length - 1)) {
      const taken = this.slots[slot]!;
      if (taken === 0) {
        this.words.pushAll(scratch);
        this.slots[slot] = ++this.distinct;
        return this.distinct - 1;
      }
      if (sameIdentityAt(this.words.data, (taken - 1) * IDENTITY_WORDS, scratch, 0)) return taken - 1;
    }
  }

  private rehash(): void {
    this.slots = new Uint32Array(2 * this.slots.length);
    for (let known = 0; known < this.distinct; known++) {
      let slot = hash(this.words.data, known * IDENTITY_WORDS) & (this.slots.length - 1);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (this.slots.length - 1);
      this.slots[slot] = known + 1;
    }
  }

  private before: Feature[] = [];

  beginGame(position: Position): void {
    this.games++;
    this.gameStart.push(this.id.length);
    this.before = [];
    this.add(position);
  }

  /** The next position of the game. */
  add(position: Position): void {
    const features = featuresOf(position);
    this.deltaStart.push(this.deltas.length);
    for (const feature of this.before) if (!features.includes(feature)) this.deltas.push(feature);
    for (const feature of features) if (!this.before.includes(feature)) this.deltas.push(feature);
    this.id.push(this.number(position));
    this.before = features;
  }

  /** Ends the building: to be called once. */
  build(name: string): Corpus {
    this.gameStart.push(this.id.length);
    this.deltaStart.push(this.deltas.length);
    return {
      name,
      shape: chess.shape,
      games: this.games,
      positions: this.id.length,
      distinct: this.distinct,
      gameStart: this.gameStart.view().slice(),
      deltaStart: this.deltaStart.view().slice(),
      deltas: this.deltas.view().slice(),
      id: this.id.view().slice(),
    };
  }
}

/** FNV-1a over the words of an identity. Has nothing to do with the keys under study. */
function hash(words: Uint32Array, offset: number): number {
  let value = 0x811c9dc5;
  for (let word = 0; word < IDENTITY_WORDS; word++) {
    value = Math.imul(value ^ words[offset + word]!, 0x01000193);
    value ^= value >>> 15;
  }
  return value >>> 0;
}

class Growing<T extends Uint16Array | Uint32Array> {
  data: T;
  length = 0;
  private readonly Type: new (length: number) => T;
  constructor(Type: new (length: number) => T) {
    this.Type = Type;
    this.data = new Type(1024);
  }
  private room(more: number): void {
    if (this.length + more <= this.data.length) return;
    const larger = new this.Type(2 * (this.length + more));
    larger.set(this.data);
    this.data = larger;
  }
  push(value: number): void {
    this.room(1);
    this.data[this.length++] = value;
  }
  pushAll(values: Uint32Array): void {
    this.room(values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }
  view(): T {
    return this.data.subarray(0, this.length) as T;
  }
}

/** Main lines of PGN texts, until there are `distinct` different positions. Games without a playable start are left out. */
export function* corpusFromPgn(texts: Iterable<{ name: string; text: string }>, distinct: number): Running<Corpus> {
  const builder = new CorpusBuilder();
  const names: string[] = [];
  for (const { name, text } of texts) {
    names.push(name);
    for (const game of readGames(text)) {
      if (!game.start) continue;
      const position = game.start.clone();
      builder.beginGame(position);
      for (const { move } of mainLine(game)) {
        // A passed turn is no move of chess: the line ends there.
        if (!move) break;
        position.play(move);
        builder.add(position);
      }
      if (builder.distinct >= distinct) return builder.build(names.join(', '));
      if (builder.games % 32 === 0) yield { done: builder.distinct, total: distinct, doing: say`reading ${name}` };
    }
  }
  return builder.build(names.join(', '));
}

/** Random legal games, until there are `distinct` different positions: for use without a file. */
export function* randomCorpus(distinct: number, seed: bigint): Running<Corpus> {
  const builder = new CorpusBuilder();
  const set = keySet({ ...chess.shape, bits: 8, generator: 'splitmix64', seed: 1n });
  let game = -1;
  for (const visit of randomPlay(chess, set, seed)) {
    if (visit.game !== game) {
      if (builder.distinct >= distinct) break;
      game = visit.game;
      builder.beginGame(Chess.default());
    }
    builder.add(visit.state);
    if (visit.ply === 1 && game % 16 === 0)
      yield { done: builder.distinct, total: distinct, doing: say`playing random games` };
  }
  return builder.build('random legal games');
}

/**
 * Keys of the first `distinct` different positions under a set: `set.lanes` words each, in the order in which they were
 * first met. Incremental, as in play.
 */
export function keysOfDistinct(corpus: Corpus, set: KeySet, distinct = corpus.distinct): Uint32Array {
  const { lanes } = set;
  const keys = new Uint32Array(distinct * lanes);
  let next = 0;
  eachKey(corpus, set, (position, key) => {
    if (corpus.id[position] !== next) return true;
    for (let lane = 0; lane < lanes; lane++) keys[next * lanes + lane] = key[lane]!;
    return ++next < distinct;
  });
  return keys;
}

/** Shows the key of each position in turn, until `visit` answers false. */
export function eachKey(corpus: Corpus, set: KeySet, visit: (position: number, key: Uint32Array) => boolean): void {
  const { deltaStart, deltas, gameStart } = corpus;
  const { figures, lanes } = set;
  const key = emptyKey(set);
  for (let game = 0; game < corpus.games; game++) {
    key.fill(0);
    for (let position = gameStart[game]!; position < gameStart[game + 1]!; position++) {
      for (let at = deltaStart[position]!; at < deltaStart[position + 1]!; at++) {
        const figure = deltas[at]! * lanes;
        for (let lane = 0; lane < lanes; lane++) key[lane]! ^= figures[figure + lane]!;
      }
      if (!visit(position, key)) return;
    }
  }
}

/** The features of one position, put together from its game. */
export function featuresAt(corpus: Corpus, position: number): Feature[] {
  const { deltaStart, deltas, gameStart } = corpus;
  let game = gameStart.findIndex((start) => start > position) - 1;
  if (game < 0) game = corpus.games - 1;
  const features = new Set<Feature>();
  for (const feature of deltas.subarray(deltaStart[gameStart[game]!]!, deltaStart[position + 1]!)) {
    if (!features.delete(feature)) features.add(feature);
  }
  return [...features].sort((a, b) => a - b);
}
