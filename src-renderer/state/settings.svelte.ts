/** What the reader chose, kept by the browser between visits. Unreadable or missing values fall back to the first. */

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

function restore(): Choices {
  let kept: Partial<Record<keyof Choices, unknown>> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(STORE) ?? '{}') ?? {}) as typeof kept;
  } catch {
    // Storage switched off, or written by something else: the defaults serve.
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
  #choices = $state<Choices>(restore());

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
    try {
      localStorage.setItem(STORE, JSON.stringify(this.#choices));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
}
