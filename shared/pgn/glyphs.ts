/**
 * Numeric annotation glyphs and the signs people write for them: between moves, glued to a move, or as the Informant
 * prints them. The first sign of a number is the one we write.
 */
const GLYPHS: readonly (readonly [nag: number, meaning: string, ...signs: string[]])[] = [
  [1, 'good move', '!'],
  [2, 'mistake', '?'],
  [3, 'brilliant move', '!!', '‼'],
  [4, 'blunder', '??', '⁇'],
  [5, 'interesting move', '!?', '⁉'],
  [6, 'dubious move', '?!', '⁈'],
  [7, 'only move', '□', '[]'],
  [10, 'equal position', '='],
  [13, 'unclear position', '∞', '~'],
  [14, 'white is slightly better', '⩲', '+=', '+/='],
  [15, 'black is slightly better', '⩱', '=+', '=/+'],
  [16, 'white is better', '±', '+/-', '+/−'],
  [17, 'black is better', '∓', '-/+', '−/+'],
  [18, 'white is winning', '+-', '+−'],
  [19, 'black is winning', '-+', '−+'],
  [22, 'zugzwang', '⨀'],
  [32, 'development', '⟳'],
  [36, 'initiative', '↑'],
  [40, 'attack', '→'],
  [132, 'counterplay', '⇆'],
  [138, 'time trouble', '⊕'],
  [140, 'with the idea', '∆'],
  [142, 'better is', '⌓'],
  [146, 'novelty', 'N'],
  [220, 'diagram', 'D'],
];

const nagBySign = new Map(GLYPHS.flatMap(([nag, , ...signs]) => signs.map((sign) => [sign, nag])));
const signByNag = new Map(GLYPHS.map(([nag, , sign]) => [nag, sign!]));

/** `!?` → 5; undefined for what is no glyph. */
export const parseGlyph = (sign: string): number | undefined => nagBySign.get(sign);

/** 5 → `!?`; numbers without a sign of their own as `$30`. */
export const makeGlyph = (nag: number): string => signByNag.get(nag) ?? `$${nag}`;
