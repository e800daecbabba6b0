import type { Main } from '../connect';

/**
 * What the reader chose. Main keeps it; the browser's own copy, where there still is one, gives the first picture
 * before main has answered. Unreadable or missing values fall back to the first.
 */

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const boards = ['walnut', 'slate', 'sage', 'paper'] as const;
export type BoardTheme = (typeof boards)[number];
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

interface Choices {
  theme: Theme;
  board: BoardTheme;
  language: Language;
  coordinates: boolean;
  gamesWidth: number;
  deskWidth: number;
  gamesShown: boolean;
  keys: Record<string, string[]>;
}

const STORE = 'threefold.settings';

const preferredLanguage = (): Language => (navigator.language.startsWith('de') ? 'de' : 'en');

const oneOf = <T>(values: readonly T[], value: unknown, otherwise: T): T =>
  values.includes(value as T) ? (value as T) : otherwise;
const number = (value: unknown, low: number, high: number, otherwise: number) =>
  typeof value === 'number' && value >= low && value <= high ? value : otherwise;

function cached(): string {
  try {
    return localStorage.getItem(STORE) ?? '';
  } catch {
    // Storage switched off.
    return '';
  }
}
function cache(text: string): void {
  try {
    localStorage.setItem(STORE, text);
  } catch {
    // Without storage the first picture is in the usual colours.
  }
}

function parseChoices(text: string): Choices {
  let kept: Partial<Record<keyof Choices, unknown>> = {};
  try {
    kept = (JSON.parse(text || '{}') ?? {}) as typeof kept;
  } catch {
    // Written by something else: the defaults serve.
  }
  return {
    theme: oneOf(themes, kept.theme, 'system'),
    board: oneOf(boards, kept.board, 'walnut'),
    language: oneOf(languages, kept.language, preferredLanguage()),
    coordinates: kept.coordinates !== false,
    gamesWidth: number(kept.gamesWidth, 200, 600, 290),
    deskWidth: number(kept.deskWidth, 300, 900, 400),
    gamesShown: kept.gamesShown !== false,
    keys: typeof kept.keys === 'object' && kept.keys !== null ? (kept.keys as Record<string, string[]>) : {},
  };
}

export class Settings {
  #choices = $state<Choices>(parseChoices(cached()));
  #main: Main | undefined;
  #complain: (text: string) => void = () => {};
  /** One at a time, and after it only the newest of those asked for meanwhile. */
  #keeping = false;
  #waiting: string | undefined;

  /** From now on main keeps them; what it kept before is taken over. */
  async load(main: Main, complain: (text: string) => void): Promise<void> {
    const kept = await main.settings();
    if (kept) {
      Object.assign(this.#choices, parseChoices(kept));
      cache(kept);
    }
    this.#main = main;
    this.#complain = complain;
  }

  get theme() {
    return this.#choices.theme;
  }
  get board() {
    return this.#choices.board;
  }
  get language() {
    return this.#choices.language;
  }
  get coordinates() {
    return this.#choices.coordinates;
  }
  get gamesWidth() {
    return this.#choices.gamesWidth;
  }
  get deskWidth() {
    return this.#choices.deskWidth;
  }
  get gamesShown() {
    return this.#choices.gamesShown;
  }
  get keys(): Readonly<Record<string, string[]>> {
    return this.#choices.keys;
  }

  change(choices: Partial<Choices>): void {
    Object.assign(this.#choices, choices);
    const text = JSON.stringify(this.#choices);
    cache(text);
    this.#waiting = text;
    if (!this.#keeping) void this.#keep();
  }

  async #keep(): Promise<void> {
    this.#keeping = true;
    try {
      while (this.#main && this.#waiting !== undefined) {
        const text = this.#waiting;
        this.#waiting = undefined;
        const failed = await this.#main.keepSettings(text);
        if (failed) this.#complain(failed.failure);
      }
    } catch (error) {
      this.#complain(error instanceof Error ? error.message : String(error));
    } finally {
      this.#keeping = false;
    }
  }
}
