import type { Score } from '../../shared/search/score';
import type { Engine } from './engine.svelte';
import { judge, winChance, type Judgement } from './judgement';
import { wayTo, type MoveNode } from './tree';

/** What is known of a position's worth. */
export interface Evaluation {
  score: Score;
  /** Undefined where a comment in the file says it without a depth. */
  depth: number | undefined;
  /** UCI. */
  best: string | undefined;
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

/**
 * Evaluations by FIDE key: a position met again, in another game or by another order of moves, is known at once. They
 * last as long as the page.
 */
export class Evaluations {
  #engine: Engine;
  #known = $state.raw<ReadonlyMap<bigint, Evaluation>>(new Map());
  #done = $state(0);
  #total = $state(0);
  #running = $state(false);

  constructor(engine: Engine) {
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
    return { score: { kind, value, pov: 'white' }, depth, best: undefined };
  }

  remember(key: bigint, evaluation: Evaluation): void {
    const known = this.#known.get(key);
    if ((known?.depth ?? 0) > (evaluation.depth ?? 0)) return;
    this.#known = new Map(this.#known).set(key, evaluation);
  }

  /** Position by position; ended before its time it goes on next time where it stopped. */
  async analyse(line: readonly MoveNode[]): Promise<void> {
    const waiting = line.filter(({ key, position }) => !this.#known.has(key) && !position.isEnd());
    this.#running = true;
    this.#done = line.length - waiting.length;
    this.#total = line.length;
    try {
      await this.#engine.turnOff();
      for (const node of waiting) {
        const info = await this.#engine.measure(wayTo(node), { kind: 'time', ms: MS_PER_POSITION });
        if (!this.#running) return;
        const best = info?.lines[0];
        if (best) this.remember(node.key, { score: best.score, depth: info.depth, best: best.moves[0] });
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
      const best = this.of(node.parent)?.best;
      const judgement = best === node.uci ? undefined : judge(drop);
      return judgement ? [{ node, judgement, drop, best }] : [];
    });
  }
}
