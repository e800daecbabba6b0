import { createContext } from 'svelte';
import { isFailure, parsePosition } from '../../shared/chess/position';
import type { AppInfo, PageApi } from '../../shared/api';
import type { LibrarySource } from '../../shared/explorer';
import type { Main } from '../connect';
import type { Texts } from '../texts/en';
import { textsIn } from '../texts/languages';
import { Collection } from './collection.svelte';
import { Comparison } from './comparison.svelte';
import { Engine } from './engine.svelte';
import { Evaluations } from './evaluations.svelte';
import { Game } from './game.svelte';
import { Lab } from './lab.svelte';
import { Library } from './library.svelte';
import type { Settings } from './settings.svelte';

export const panes = ['moves', 'report', 'places', 'explorer', 'key', 'table'] as const;
export type Pane = (typeof panes)[number];
export type Sheet = 'help' | 'settings' | 'lab' | 'map';

const PATIENCE_MS = 400;

/** Everything on the page hangs on this: the parts, which pane is in front, and what went wrong. */
export class Desk {
  readonly main: Main;
  readonly collection: Collection;
  readonly game: Game;
  readonly engine: Engine;
  readonly evaluations: Evaluations;
  readonly comparison: Comparison;
  readonly lab: Lab;
  readonly library: Library;
  readonly settings: Settings;
  #info = $state.raw<AppInfo>();
  #texts: Texts;
  #pane = $state<Pane>('moves');
  #timesFronted = $state(0);
  #sheet = $state<Sheet>();
  #started = $state(false);
  #told = $state('');
  #notices = $state.raw<readonly { id: number; text: string }[]>([]);
  #lastNotice = 0;

  constructor(main: Main, settings: Settings, texts: Texts) {
    this.main = main;
    this.settings = settings;
    this.#texts = $state.raw(texts);
    this.collection = new Collection(main);
    this.game = new Game(main, (text) => this.notify(text));
    this.engine = new Engine(main);
    this.evaluations = new Evaluations(main, this.engine);
    this.comparison = new Comparison(main, this.engine);
    this.lab = new Lab(main);
    this.library = new Library(main);
  }

  get texts(): Texts {
    return this.#texts;
  }
  get info() {
    return this.#info;
  }
  get pane() {
    return this.#pane;
  }
  /** Counts up whenever a pane is asked for, also the one in front. */
  get timesFronted() {
    return this.#timesFronted;
  }
  get sheet() {
    return this.#sheet;
  }
  /** The last thing done that shows nowhere else, for the ear and a moment's note. */
  get told() {
    return this.#told;
  }
  get notices() {
    return this.#notices;
  }
  /** False while there is nothing to show but the welcome. */
  get started() {
    return this.#started;
  }

  async load(): Promise<void> {
    const asked = Promise.all([
      this.settings.load(this.main, (text) => this.notify(text)).then(() => this.speak()),
      this.main.appInfo().then((info) => (this.#info = info)),
      this.engine.load(),
    ]);
    // Files being read from the start may keep main busy: the page does not wait long for them.
    const opened = this.collection.load().then(async () => {
      if (this.collection.total > 0 && !this.#started) await this.openGame(this.collection.row(0)!.index);
    });
    this.attempt(() => opened);
    await asked;
    await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]).catch(() => {});
  }

  /** In the chosen language; what is shown stays until its texts are here. */
  async speak(): Promise<void> {
    const { language } = this.settings;
    const texts = await textsIn(language);
    if (language === this.settings.language) this.#texts = texts;
  }

  /** What main tells the page, each part its own. */
  readonly events: PageApi = {
    readingProgress: (progress) => this.collection.reading(progress),
    collectionChanged: (summary) => {
      this.attempt(async () => {
        const had = this.collection.summary.games;
        await this.collection.changed(summary);
        if (!summary.games) this.#close();
        else if (this.game.index < 0 || had === 0) await this.openGame(this.collection.row(0)?.index ?? 0);
        else await this.game.countElsewhere();
      });
    },
    libraryProgress: (progress) => this.library.progressed(progress),
    evaluationRemembered: (evaluation) => this.evaluations.heard(evaluation, this.game.tree.nodes),
    searchInfo: (info) => {
      if (this.comparison.running) return this.comparison.progressed(info);
      this.engine.report(info);
      const best = info.lines[0];
      const { node } = this.engine;
      if (best?.bound === 'exact' && node && !this.engine.threat && this.engine.info === info)
        this.evaluations.found(node.key, best.score, info.depth, best.moves);
    },
    searchEnded: (id, last) => this.engine.ended(id, last),
    notice: ({ failure }) => this.notify(failure),
    labProgress: (progress) => this.lab.progressed(progress),
    settle: () => this.game.settle(),
  };

  #close() {
    this.#started = false;
    this.game.setUp();
  }

  async openGame(index: number, ply = 0): Promise<void> {
    await this.game.show(index, ply);
    this.#started = true;
  }
  /** A game of a library, at the ply where it was found. One that is not among the opened gets a board of its own. */
  async openFound(source: LibrarySource, { game, ply }: { game: number; ply: number }): Promise<void> {
    if (source === 'opened') return this.openGame(game, ply);
    const found = await this.main.libraryGame(source, game);
    if ('failure' in found) throw new Error(found.failure);
    if (found.opened !== undefined) return this.openGame(found.opened, ply);
    this.game.setUp({ pgn: found.pgn });
    this.game.goToPly(ply);
    this.#started = true;
    if (found.origin === 'library') this.notify(this.texts.explorer.writtenAnew(found.file));
  }
  startEmpty(): void {
    this.game.setUp();
    this.#started = true;
  }
  /** A FEN or a game's text from elsewhere, on a board of its own. */
  paste(text: string): void {
    const trimmed = text.trim();
    if (!trimmed) return;
    const oneLine = !trimmed.includes('\n') && /^[1-8pnbrqkPNBRQK/]+ [wb]\b/.test(trimmed);
    const position = oneLine ? parsePosition(trimmed) : undefined;
    if (position && isFailure(position)) return this.notify(position.failure);
    this.game.setUp(oneLine ? { fen: trimmed } : { pgn: trimmed });
    this.#started = true;
    const [problem] = this.game.problems;
    if (problem && this.game.tree.nodes.length === 1) this.notify(problem.message);
  }
  async copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    this.say(this.texts.board.copied);
  }
  async copyDiagnosis(): Promise<void> {
    await navigator.clipboard.writeText(await this.main.diagnosis());
    this.say(this.texts.help.diagnosisCopied);
  }
  /**
   * The page is about to go. A window asks by itself (src-main/unsaved.ts); a browser asks in its own words, and only
   * where something is not in its file. Either way main has it, or is sent it now.
   */
  leaving(event: Event): void {
    void this.game.settle().catch(() => {});
    if (this.info?.host === 'browser' && this.game.changed) event.preventDefault();
  }
  say(text: string): void {
    this.#told = text;
  }

  front(pane: Pane): void {
    this.#pane = pane;
    this.#timesFronted++;
  }
  lay(sheet: Sheet | undefined): void {
    this.#sheet = sheet;
  }

  notify(text: string): void {
    this.#notices = [...this.#notices.slice(-3), { id: ++this.#lastNotice, text }];
  }
  dismiss(id: number): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
  }
  /** Runs what may fail and tells the reader if it does: nothing fails silently. */
  attempt(task: () => Promise<unknown> | void): void {
    Promise.resolve()
      .then(task)
      .catch((error: unknown) => this.notify(error instanceof Error ? error.message : String(error)));
  }
}

export const [useDesk, provideDesk] = createContext<Desk>();
