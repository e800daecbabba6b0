import type { CollectionSummary, GameQuery, GameRow, ReadingProgress } from '../../shared/api';
import { emptyCollection } from '../../shared/empty-collection';
import type { Main } from '../connect';

export type Only = NonNullable<GameQuery['only']>;
export type Sort = NonNullable<GameQuery['sort']>;

const PAGE = 100;
/** A pause in typing, not every letter, asks main. */
const TYPING_MS = 120;
const CHUNK = 4 * 1024 * 1024;

/** The opened games: reading them, and the list as filtered and sorted, fetched page by page. */
export class Collection {
  #main: Main;
  #summary = $state.raw(emptyCollection);
  #progress = $state.raw<ReadingProgress>();
  #busy = $state(false);
  #text = $state('');
  #only = $state<Only>('all');
  #sort = $state<Sort>('file');
  #descending = $state(false);
  #total = $state(0);
  // Pages arrive one by one; the counter is what readers of `row` depend on.
  #pages = new Map<number, GameRow[] | 'asked'>();
  #arrived = $state(0);
  /** The question that the list answers now, as text. */
  #answered = $state('');
  #question = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #asking: Promise<void> = Promise.resolve();

  constructor(main: Main) {
    this.#main = main;
  }

  get summary() {
    return this.#summary;
  }
  /** Set while a file is being read. */
  get progress() {
    return this.#progress;
  }
  get busy() {
    return this.#busy;
  }
  get text() {
    return this.#text;
  }
  get only() {
    return this.#only;
  }
  get sort() {
    return this.#sort;
  }
  get descending() {
    return this.#descending;
  }
  /** Another whenever the list shows another filter or order than before. */
  get answered() {
    return this.#answered;
  }
  /** True while nothing is left out of the list. */
  get whole() {
    return this.#text === '' && this.#only === 'all';
  }
  /** Rows that the filter leaves. */
  get total() {
    return this.#total;
  }

  async load(): Promise<void> {
    await this.changed(await this.#main.collection());
  }

  reading(progress: ReadingProgress): void {
    this.#busy = true;
    this.#progress = progress;
  }

  async changed(summary: CollectionSummary): Promise<void> {
    this.#busy = false;
    this.#progress = undefined;
    this.#summary = summary;
    await this.#refresh();
  }

  /** Sends the files in pieces; main reads them as they come and tells of it by events. */
  async upload(files: readonly File[]): Promise<void> {
    for (const file of files) {
      this.reading({ file: file.name, bytesRead: 0, bytesTotal: file.size, games: 0 });
      const upload = await this.#main.beginUpload(file.name, file.size);
      for (let at = 0; at < file.size && this.#busy; at += CHUNK) {
        const chunk = new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer());
        await this.#main.uploadChunk(upload, chunk);
      }
      if (!this.#busy) return;
      await this.#main.endUpload(upload);
    }
  }
  async cancel(): Promise<void> {
    this.#busy = false;
    this.#progress = undefined;
    await this.#main.cancelReading();
  }
  async closeAll(): Promise<void> {
    await this.#main.closeAll();
  }

  /** Takes effect after a pause, or with `settled`. */
  search(text: string, attempt: (task: () => Promise<void>) => void): void {
    this.#text = text;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => attempt(() => this.settled()), TYPING_MS);
  }
  /** Resolves when the list shows what was last asked of it: only then does a row's place mean what the reader means. */
  async settled(): Promise<void> {
    if (this.#typing !== undefined) {
      clearTimeout(this.#typing);
      this.#typing = undefined;
      await this.#refresh();
    }
    for (let asking; asking !== this.#asking;) {
      asking = this.#asking;
      await asking;
    }
  }
  async show(only: Only): Promise<void> {
    this.#only = only;
    await this.#refresh();
  }
  async order(sort: Sort, descending: boolean): Promise<void> {
    this.#sort = sort;
    this.#descending = descending;
    await this.#refresh();
  }

  /** Where the game stands in the list, if that part of it is here or the list is as the files have it. */
  placeOf(index: number): number | undefined {
    void this.#arrived;
    if (index < 0) return undefined;
    if (this.whole && this.#sort === 'file') return this.#descending ? this.#total - 1 - index : index;
    for (const [page, rows] of this.#pages) {
      if (rows === 'asked') continue;
      const at = rows.findIndex((row) => row.index === index);
      if (at >= 0) return page * PAGE + at;
    }
    return undefined;
  }

  row(at: number): GameRow | undefined {
    void this.#arrived;
    const page = this.#pages.get(Math.floor(at / PAGE));
    return Array.isArray(page) ? page[at % PAGE] : undefined;
  }

  /** Sees to it that the rows from `from` up to `to` are here or on their way. */
  need(from: number, to: number): void {
    for (let page = Math.floor(from / PAGE); page * PAGE < to; page++)
      if (!this.#pages.has(page)) {
        this.#pages.set(page, 'asked');
        void this.#fetch(page, this.#question);
      }
  }

  #refresh(): Promise<void> {
    return (this.#asking = this.#ask());
  }

  async #ask(): Promise<void> {
    const question = ++this.#question;
    const query = this.#query(0);
    const first = this.#summary.games ? await this.#main.games(query) : { total: 0, rows: [] };
    if (question !== this.#question) return;
    this.#pages = new Map([[0, first.rows]]);
    this.#total = first.total;
    this.#answered = JSON.stringify(query);
    this.#arrived++;
  }

  async #fetch(page: number, question: number): Promise<void> {
    const { rows } = await this.#main.games(this.#query(page));
    if (question !== this.#question) return;
    this.#pages.set(page, rows);
    this.#arrived++;
  }

  #query = (page: number): GameQuery => ({
    offset: page * PAGE,
    limit: PAGE,
    text: this.#text,
    only: this.#only,
    sort: this.#sort,
    descending: this.#descending,
  });
}
