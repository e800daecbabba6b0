import { Worker } from 'node:worker_threads';
import type { Failure, GameDetail, CollectionSummary } from '../../shared/api';
import { instruments } from '../../shared/lab/instruments';
import type { LabRequest } from '../../shared/lab/request';
import type { LabProgress, LabResult } from '../../shared/lab/result';
import { say } from '../../shared/lab/said';
import { builtFile } from '../engine/built';
import type { LabAnswer, LabTask } from './worker';

/** Where the opened games come from: the part of the library that the lab asks. */
export interface GameSource {
  collection(): Promise<CollectionSummary>;
  game(index: number): Promise<GameDetail | Failure>;
}

/** Enough for every instrument; some 200000 different positions. */
const MOST_GAMES = 3000;

/**
 * The lab as one page sees it. An instrument runs in a thread of its own, which is ended to cancel it: it holds nothing
 * that must be closed. One at a time; the newest wins.
 */
export class Lab {
  readonly #tell: (progress: LabProgress) => void;
  readonly #workerFile: URL | undefined;
  #end: (() => Promise<void>) | undefined;
  /** Counts runs and cancels: whoever waits sees that he is not wanted any more. */
  #turn = 0;

  /** `workerFile` is found in the build when the first instrument runs. */
  constructor(tell: (progress: LabProgress) => void, workerFile?: URL) {
    this.#tell = tell;
    this.#workerFile = workerFile;
  }

  /** The result; what went wrong; or null if it was cancelled, also by a newer run. */
  async run(request: LabRequest, source: GameSource): Promise<LabResult | Failure | null> {
    // Taken before anything is awaited: of two runs asked for at once, the second is the newest.
    const turn = ++this.#turn;
    const wanted = () => this.#turn === turn;
    await this.#end?.();
    let games: LabTask['games'];
    if (request.openedGames && instruments[request.instrument].usesGames) {
      const opened = await this.#gamesOf(source, wanted);
      if (!wanted()) return null;
      if (opened.text === '') return { failure: 'no games are open: open some, or measure random games' };
      games = [opened];
    }
    if (!wanted()) return null;
    return this.#work({ ...request, ...(games && { games }) });
  }

  async cancel(): Promise<void> {
    this.#turn++;
    await this.#end?.();
  }

  async #gamesOf(source: GameSource, wanted: () => boolean): Promise<{ name: string; text: string }> {
    const { games, files } = await source.collection();
    const texts: string[] = [];
    const total = Math.min(games, MOST_GAMES);
    for (let index = 0; index < total && wanted(); index++) {
      const game = await source.game(index);
      if (!('failure' in game)) texts.push(game.pgn.endsWith('\n') ? game.pgn : `${game.pgn}\n`);
      if (index % 100 === 0 && wanted()) this.#tell({ done: index, total, doing: say`fetching games` });
    }
    const names = files.map(({ name }) => name).join(', ');
    return { name: games > total ? `${names} (first ${total} games)` : names, text: texts.join('\n') };
  }

  #work(task: LabTask): Promise<LabResult | Failure | null> {
    const worker = new Worker(this.#workerFile ?? builtFile('lab-worker.js'), { name: 'lab', workerData: task });
    return new Promise((resolve) => {
      let cancelled = false;
      const end = async () => {
        cancelled = true;
        await worker.terminate();
      };
      this.#end = end;
      worker.on('message', (answer: LabAnswer) => {
        if (cancelled) return;
        if ('progress' in answer) this.#tell(answer.progress);
        else resolve(answer.outcome);
      });
      worker.on('error', (error) => resolve({ failure: `${task.instrument}: ${error.message}` }));
      // After an outcome this resolves nothing any more.
      worker.once('exit', () => {
        if (this.#end === end) this.#end = undefined;
        resolve(cancelled ? null : { failure: `${task.instrument}: the lab's thread ended without a result` });
      });
    });
  }
}
