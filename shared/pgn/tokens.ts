import { parseGlyph } from './glyphs';
import type { GameResult, Span } from './game';
import { isNullMove, looksLikeMove } from './san';

/**
 * PGN text cut into tokens, in the order of the text. Nothing is lost and nothing is refused: what is no token of PGN
 * comes as `junk`. Whether a word is a move that can be played is not decided here, only whether it looks like one.
 */
export type Token = Span &
  (
    | { kind: 'tag'; name: string; value: string; fault?: string; afterBlankLine: boolean }
    | { kind: 'number'; number: number }
    | { kind: 'move'; san: string }
    | { kind: 'glyph'; nag: number }
    | { kind: 'comment'; text: string; fault?: string }
    | { kind: 'open' | 'close' }
    | { kind: 'result'; result: GameResult; odd: boolean }
    | { kind: 'junk' }
    | { kind: 'end' }
  );

const isLineEnd = (code: number): boolean => code === 10 || code === 13;

/** Control characters, and every space and invisible mark that word processors leave behind. */
const isSpace = (code: number): boolean =>
  code <= 32 ||
  (code >= 0x7f &&
    (code <= 0xa0 ||
      code === 0xad ||
      code === 0x1680 ||
      (code >= 0x2000 && code <= 0x200f) ||
      (code >= 0x2028 && code <= 0x202f) ||
      (code >= 0x205f && code <= 0x2064) ||
      code === 0x3000 ||
      code === 0xfeff));

const TAG_NAME = /[A-Za-z][\w+#=:-]*/y;
const RESULT =
  /(?:1\/2(?:\s?[-–:]\s?1\/2)?|½(?:\s?[-–:]\s?½)?|0[.,]5\s?[-–:]\s?0[.,]5|1\s?[-–:]\s?[0O]|[0O]\s?[-–:]\s?1|draw|remis?)(?![\w–-])/iy;
const ZERO_CASTLING = /0[-‐-―−]?0(?:[-‐-―−]?0)?(?![\w])[+#]?/y;
const NUMBER = /(\d+)(?:\s*[.…])*/y;
const WORD = /[A-Za-z@½][\w+#=:/@‐-―−-]*/y;
const PROMOTED_IN_PARENTHESES = /\([QRBNqrbn]\)[+#]*/y;
const SIGNS = /[!?]+|[-+=/~<>∞±∓⩲⩱□↑→⟳⇆⊕∆⌓⨀‼⁇⁈⁉−–—]+/y;
const EN_PASSANT_MARK = /e\.?p\.?(?!\w)/y;
const DOTS = /[.…]+/y;
// No part of it can match the same stretch in two ways, or long comments would take time with the square of their length.
const GAME_AFTER_BLANK_LINE = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)[ \t]*\[[ \t]*[A-Za-z]\w*[ \t]+"/g;

const readResult = (token: string): GameResult => {
  if (/^(?:1\/2|½|0[.,]5|draw|remis?)/i.test(token)) return '1/2-1/2';
  return token.startsWith('1') ? '1-0' : '0-1';
};

/** A game's text word by word, from `at`. */
export class Tokens {
  /** Only spaces lie between the line's beginning and here. */
  #freshLine = true;
  #blankLine = false;
  readonly #text: string;
  #at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.#at = at;
  }

  /** `inMoves`: a bracket is a tag only at the beginning of a line, and only with a quoted value. */
  next(inMoves: boolean): Token {
    this.#skipSpace();
    for (let skipped = this.#meaningless(); skipped > 0; skipped = this.#meaningless()) {
      this.#at += skipped;
      this.#freshLine = false;
      this.#skipSpace();
    }
    const text = this.#text;
    const start = this.#at;
    if (start >= text.length) return { kind: 'end', start, end: start };

    const fresh = this.#freshLine;
    const token = this.#read(text.charCodeAt(start), start, inMoves, fresh);
    this.#at = token.end;
    this.#freshLine = false;
    this.#blankLine = false;
    return token;
  }

  #read(code: number, start: number, inMoves: boolean, fresh: boolean): Token {
    const text = this.#text;
    switch (code) {
      case 123: // {
        return this.#comment(start);
      case 59: // ;
        return this.#lineComment(start);
      case 40: // (
        return { kind: 'open', start, end: start + 1 };
      case 41: // )
        return { kind: 'close', start, end: start + 1 };
      case 42: // *
        return { kind: 'result', result: '*', odd: false, start, end: start + 1 };
      case 91: {
        // [
        const tag = !inMoves || fresh ? this.#tag(start, inMoves) : undefined;
        return tag ?? { kind: 'junk', start, end: start + 1 };
      }
      case 36: {
        // $
        const digits = /\d+/y;
        digits.lastIndex = start + 1;
        const nag = digits.exec(text)?.[0];
        if (nag) return { kind: 'glyph', nag: Number(nag), start, end: digits.lastIndex };
        break;
      }
    }
    return this.#word(start);
  }

  #skipSpace(): void {
    const text = this.#text;
    let at = this.#at;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (isLineEnd(code)) {
        if (this.#freshLine) this.#blankLine = true;
        this.#freshLine = true;
        at += code === 13 && text.charCodeAt(at + 1) === 10 ? 2 : 1;
        // An escaped line: a percent sign in its first column.
        while (text.charCodeAt(at) === 37) at = this.#lineEnd(at);
      } else if (isSpace(code)) at++;
      else if (code === 37 && at === 0) at = this.#lineEnd(at);
      else break;
    }
    this.#at = at;
  }

  /** The length of what stands here and says nothing: dots without a number, `e.p.` */
  #meaningless(): number {
    return (this.#match(DOTS, this.#at) ?? this.#match(EN_PASSANT_MARK, this.#at))?.length ?? 0;
  }

  #lineEnd(at: number): number {
    const text = this.#text;
    while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++;
    return at;
  }

  #match(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(this.#text)?.[0];
  }

  #comment(start: number): Token {
    const text = this.#text;
    const close = text.indexOf('}', start);
    // A blank line and a tag section inside a comment: its brace was forgotten, and the games behind it must not be
    // swallowed. Looked for only up to the brace, so that many comments cost no more than the text is long.
    const inside = close < 0 ? text.slice(start) : text.slice(start, close);
    GAME_AFTER_BLANK_LINE.lastIndex = 0;
    const game = GAME_AFTER_BLANK_LINE.exec(inside);
    if (!game && close >= 0) return { kind: 'comment', text: inside.slice(1), start, end: close + 1 };
    const end = start + (game ? game.index : inside.length);
    return { kind: 'comment', text: text.slice(start + 1, end), start, end, fault: 'the comment is never closed' };
  }

  #lineComment(start: number): Token {
    const end = this.#lineEnd(start);
    return { kind: 'comment', text: this.#text.slice(start + 1, end), start, end };
  }

  #tag(start: number, inMoves: boolean): Token | undefined {
    const text = this.#text;
    const afterBlankLine = this.#blankLine;
    const skipBlanks = (at: number) => {
      while (text[at] === ' ' || text[at] === '\t') at++;
      return at;
    };
    let at = skipBlanks(start + 1);
    const name = this.#match(TAG_NAME, at);
    if (!name) return undefined;
    at = skipBlanks(at + name.length);
    const tag = (valueEnd: number, end: number, fault?: string): Token => {
      const raw = text.slice(valueStart, valueEnd);
      const value = raw.includes('\\') ? raw.replace(/\\(["\\])/g, '$1') : raw;
      return { kind: 'tag', name, value, start, end, afterBlankLine, ...(fault && { fault }) };
    };

    let valueStart = at;
    if (text[at] !== '"') {
      if (inMoves) return undefined;
      const lineEnd = this.#lineEnd(at);
      const bracket = text.lastIndexOf(']', lineEnd);
      const end = bracket >= at ? bracket : lineEnd;
      return tag(end, bracket >= at ? bracket + 1 : lineEnd, 'the value has no quotes');
    }

    valueStart = at + 1;
    let firstQuote = -1;
    for (at = valueStart; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isLineEnd(code)) break;
      if (code === 92)
        at++; // backslash: the next character is taken as it is
      else if (code === 34) {
        const bracket = skipBlanks(at + 1);
        if (text[bracket] === ']') {
          const fault = firstQuote < 0 ? undefined : 'a quote inside the value is not escaped';
          return tag(at, bracket + 1, fault);
        }
        if (firstQuote < 0) firstQuote = at;
      }
    }
    at = Math.min(at, text.length);
    return firstQuote < 0 ? tag(at, at, 'the value is not closed') : tag(firstQuote, at, 'the tag is not closed');
  }

  #word(start: number): Token {
    const text = this.#text;
    const result = this.#match(RESULT, start);
    if (result) {
      const odd = !['1-0', '0-1', '1/2-1/2'].includes(result);
      return { kind: 'result', result: readResult(result), odd, start, end: start + result.length };
    }
    const castling = this.#match(ZERO_CASTLING, start);
    if (castling) return { kind: 'move', san: castling, start, end: start + castling.length };
    NUMBER.lastIndex = start;
    const number = NUMBER.exec(text);
    if (number && !isNullMove(number[0])) {
      return { kind: 'number', number: Number(number[1]), start, end: NUMBER.lastIndex };
    }

    let word = this.#match(WORD, start) ?? this.#match(SIGNS, start) ?? number?.[0];
    if (!word) return { kind: 'junk', start, end: this.#junkEnd(start) };
    if (/[a-h][18]$/.test(word)) word += this.#match(PROMOTED_IN_PARENTHESES, start + word.length) ?? '';
    if (word.endsWith('e') && text.startsWith('.p.', start + word.length)) word += '.p.';
    const end = start + word.length;
    if (looksLikeMove(word)) return { kind: 'move', san: word, start, end };
    const nag = parseGlyph(word);
    return nag === undefined ? { kind: 'junk', start, end } : { kind: 'glyph', nag, start, end };
  }

  /** Up to the next space or sign that means something in PGN. */
  #junkEnd(start: number): number {
    const text = this.#text;
    let at = start + 1;
    while (at < text.length && !isSpace(text.charCodeAt(at)) && !'{}()[];$*'.includes(text[at]!)) at++;
    return at;
  }
}
