/**
 * What an instrument says: a sentence apart from its figures, so that the page can say it in the reader's language.
 *
 * ```ts
 * const said = say`${12} pairs clash, ${figure(0.5, 2)} of them twice`;
 * said.words; // '{0} pairs clash, {1} of them twice'
 * inEnglish(said); // '12 pairs clash, 0.50 of them twice'
 * ```
 */
export interface Said {
  /** In English, with places for the figures: `{0}`, `{1}`, … Other languages find their own words by it. */
  words: string;
  figures: Figure[];
}

/** A number, one with so many digits after the point, a name, or a part of the sentence that may be missing. */
export type Figure = number | { value: number; digits: number } | string | Said;

/** A template's tag: the words with `{0}`, `{1}` … in the figures' places, and the figures. */
export const say = (words: TemplateStringsArray, ...figures: Figure[]): Said => ({
  words: words.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join(''),
  figures,
});

/** Tells it from plain values, as they stand in a table's columns. */
export const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'words' in value;

/** A number to be shown with so many digits after the point. */
export const figure = (value: number, digits: number): Figure => ({ value, digits });

/** How a language says it: words by the English ones, and numbers. */
export interface Wording {
  words(english: string): string;
  /** `digits` after the point; without, as the number is. */
  number(value: number, digits?: number): string;
}

const english: Wording = {
  words: (words) => words,
  number: (value, digits) => (digits === undefined ? String(value) : value.toFixed(digits)),
};

/** The sentence, each part of it, in a language. */
export function word(said: Figure, wording: Wording): string {
  if (typeof said === 'string') return wording.words(said);
  if (typeof said === 'number') return wording.number(said);
  if ('value' in said) return wording.number(said.value, said.digits);
  return wording
    .words(said.words)
    .replaceAll(/\{(\d+)\}/g, (_, at: string) => word(said.figures[Number(at)]!, wording));
}

/** For the command line, and wherever nobody has chosen a language. */
export const inEnglish = (said: Figure): string => word(said, english);
