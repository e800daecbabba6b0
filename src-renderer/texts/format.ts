import type { Score } from '../../shared/search/score';
import { scoreFor } from '../../shared/search/score';
import type { Texts } from './en';

/** Numbers as the page prints them. */

export const grouped = (texts: Texts, value: number): string => new Intl.NumberFormat(texts.locale).format(value);

/** Three digits and a unit, such as `1.24 M`. */
export function compact(texts: Texts, value: number): string {
  const format = (part: number) =>
    new Intl.NumberFormat(texts.locale, { maximumSignificantDigits: 3, useGrouping: false }).format(part);
  if (value < 1000) return format(Math.round(value));
  if (value < 999_500) return `${format(value / 1000)}\u00a0${texts.unit.thousand}`;
  return `${format(value / 1_000_000)}\u00a0${texts.unit.million}`;
}

/** A share of 1 as per cent; small ones keep a digit after the point. */
export function percent(texts: Texts, share: number): string {
  const digits = share > 0 && share < 0.0995 ? 1 : 0;
  return new Intl.NumberFormat(texts.locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
}

export function byteSize(texts: Texts, bytes: number): string {
  const mb = bytes / 2 ** 20;
  if (mb < 1) return `${grouped(texts, Math.round(bytes / 1024))} ${texts.unit.kb}`;
  return mb < 1024
    ? `${grouped(texts, Math.round(mb))} ${texts.unit.mb}`
    : `${new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 1 }).format(mb / 1024)} ${texts.unit.gb}`;
}

/** From White's view, in pawns: `+0.35`, `−1.20`, `#5`. */
export function makeScore(texts: Texts, score: Score): string {
  const { kind, value } = scoreFor(score, 'white');
  if (kind === 'mate') return value === 0 ? '#' : texts.engine.mate(value);
  const pawns = new Intl.NumberFormat(texts.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    Math.abs(value) / 100,
  );
  return value === 0 ? pawns : `${value > 0 ? '+' : '−'}${pawns}`;
}

export function makeTime(texts: Texts, ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60)
    return `${new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(seconds)} ${texts.unit.seconds}`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** `1:23:45` or `3:07`, from seconds on a player's clock. */
export function makeClock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(Math.floor(seconds % 60)).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A game's result from its tags, as print has it: `½–½`. */
export const makeResult = (result: string): string => result.replace('1/2-1/2', '½–½').replace('-', '–');
