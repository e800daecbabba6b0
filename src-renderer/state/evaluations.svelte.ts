import { SvelteMap } from 'svelte/reactivity';
import { identityOf, makeEpd } from '../../shared/chess/identity';
import type { RememberedEvaluation } from '../../shared/search/remembered';
import type { Score } from '../../shared/search/score';
import type { Main } from '../connect';
import type { Engine } from './engine.svelte';
import { judge, winChance, type Judgement } from './judgement';
import { wayTo, type MoveNode } from './tree';

/** What is known of a position's worth. */
export interface Evaluation {
  score: Score;
  /** Undefined where a comment in the file says it without a depth. */
  depth: number | undefined;
  /** UCI, from the position, the best first; empty where only the worth is known. */
  moves: readonly string[];
  /** Undefined where the file says it. */
  engine: string | undefined;
  /** By another way to the position the evaluation may be another. */
  historyMattered: boolean;
  /** When it was found, ISO 8601; undefined in this session or where the file says it. */
  date: string | undefined;
}

export interface JudgedMove {
  node: MoveNode;
  judgement: Judgement;
  /** Of the mover's winning chance, from 0 to 1. */
  drop: number;
  best: string | undefined;
}

/** Time for each position of a whole-game analysis. */
const MS_PER_POSITION = 200;

const wasFound = ({ score, depth, moves, engine, historyMattered, date }: RememberedEvaluation): Evaluation => ({
  score,
  depth,
  moves,
  engine,
  historyMattered,
  date,
});

/**
 * Evaluations by FIDE key: a position met again, in another game, by another order of moves or in another run, is known
 * at once. Main remembers them; here are those of the positions seen so far.
 */
export class Evaluations {
  #main: Main;
  #engine: Engine;
  #known = new SvelteMap<bigint, Evaluation>();
  readonly #asked = new Set<bigint>();
  #done = $state(0);
  #total = $state(0);
  #running = $state(false);

  constructor(main: Main, engine: Engine) {
    this.#main = main;
    this.#engine = engine;
  }

  get running() {
    return this.#running;
  }
  get done() {
    return this.#done;
  }
  get total() {
    return this.#total;
  }

  /** The engine's word before the file's. */
  of(node: MoveNode): Evaluation | undefined {
    const known = this.#known.get(node.key);
    if (known || !node.evaluation) return known;
    const { kind, value, depth } = node.evaluation;
    const score: Score = { kind, value, pov: 'white' };
    return { score, depth, moves: [], engine: undefined, historyMattered: false, date: undefined };
  }

  remember(key: bigint, evaluation: Evaluation): void {
    const known = this.#known.get(key);
    if ((known?.depth ?? 0) > (evaluation.depth ?? 0)) return;
    this.#known.set(key, evaluation);
  }
  /** What a search that runs now says of the position. */
  found(key: bigint, score: Score, depth: number, moves: readonly string[]): void {
    const known = this.#known.get(key);
    // Main says more about the same: whether history mattered, and when.
    if (known?.date !== undefined && known.depth === depth) return;
    const engine = this.#engine.inUse?.name;
    this.remember(key, { score, depth, moves, engine, historyMattered: false, date: undefined });
  }

  /** Asks main about those positions that it was not asked about before. The key finds, the position itself judges. */
  async recall(nodes: readonly MoveNode[]): Promise<void> {
    const news = new Map(nodes.filter(({ key }) => !this.#asked.has(key)).map((node) => [node.key, node]));
    if (!news.size) return;
    for (const key of news.keys()) this.#asked.add(key);
    try {
      const answer = await this.#main.deepestEvaluations(BigUint64Array.from(news.keys()));
      if ('failure' in answer) throw new Error(answer.failure);
      for (const evaluation of answer) this.#believe(evaluation, news.get(evaluation.key));
    } catch (error) {
      for (const key of news.keys()) this.#asked.delete(key);
      throw error;
    }
  }
  /** News from main of a position on the board or near it; others are asked for when they come, or come again. */
  heard(evaluation: RememberedEvaluation, nodes: readonly MoveNode[]): void {
    const node = nodes.find(({ key }) => key === evaluation.key);
    if (!node) this.#asked.delete(evaluation.key);
    this.#believe(evaluation, node);
  }
  #believe(evaluation: RememberedEvaluation, node: MoveNode | undefined): void {
    if (node && makeEpd(identityOf(node.position)) === evaluation.epd)
      this.remember(evaluation.key, wasFound(evaluation));
  }

  /** Positions of the line that no engine has looked at; ends of games need none. */
  missing(line: readonly MoveNode[]): MoveNode[] {
    return line.filter(({ key, position }) => !this.#known.has(key) && !position.isEnd());
  }

  /**
   * Position by position; ended before its time it goes on next time where it stopped. An engine switched on for the
   * position on the board ends it: there is one engine, and the reader's wish of now comes first.
   */
  async analyse(line: readonly MoveNode[]): Promise<void> {
    const waiting = this.missing(line);
    this.#running = true;
    this.#done = line.length - waiting.length;
    this.#total = line.length;
    try {
      await this.#engine.turnOff();
      for (const node of waiting) {
        const info = await this.#engine.measure(wayTo(node), { kind: 'time', ms: MS_PER_POSITION });
        if (!this.#running || this.#engine.on) return;
        const best = info?.lines[0];
        if (best) this.found(node.key, best.score, info.depth, best.moves);
        this.#done++;
      }
    } finally {
      this.#running = false;
    }
  }
  async stop(): Promise<void> {
    this.#running = false;
    await this.#engine.turnOff();
  }

  /** White's winning chance at the node; undefined where nobody has looked. Ends of games need no engine. */
  whiteChance(node: MoveNode): number | undefined {
    const { position } = node;
    if (position.isCheckmate()) return position.turn === 'white' ? 0 : 1;
    if (position.isEnd()) return 0.5;
    const evaluation = this.of(node);
    return evaluation && winChance(evaluation.score, 'white');
  }

  judged(line: readonly MoveNode[]): JudgedMove[] {
    return line.flatMap((node) => {
      const before = node.parent && this.whiteChance(node.parent);
      const after = this.whiteChance(node);
      if (!node.parent || before === undefined || before === null || after === undefined) return [];
      const drop = node.parent.position.turn === 'white' ? before - after : after - before;
      const best = this.of(node.parent)?.moves[0];
      const judgement = best === node.uci ? undefined : judge(drop);
      return judgement ? [{ node, judgement, drop, best }] : [];
    });
  }
}
