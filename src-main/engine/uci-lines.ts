import type { Color } from 'chessops';
import type { Score } from '../../shared/search/score';

/** What a UCI engine says, line by line. Everything here comes from a program of unknown quality: nothing is believed unread. */

/** One line of play out of an `info`; what the engine left out is undefined. */
export interface InfoLine {
  depth: number;
  selectiveDepth: number;
  /** From 1. */
  rank: number;
  score: Score | undefined;
  bound: 'exact' | 'lower' | 'upper';
  nodes: number | undefined;
  nodesPerSecond: number | undefined;
  hashPermille: number | undefined;
  timeMs: number | undefined;
  /** As the engine wrote them. */
  moves: string[];
}

/** Ranks beyond this are nonsense, as are depths. */
const MAX_RANK = 500;
const MAX_DEPTH = 1000;

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Reads an `info` line; undefined if it tells nothing about a search, or nonsense. `pov` is the side to move. */
export function parseInfo(line: string, pov: Color): InfoLine | undefined {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'info' || words[1] === 'string') return undefined;
  const after = (word: string): number | undefined => {
    const at = words.indexOf(word);
    return at === -1 ? undefined : wholeNumber(words[at + 1]);
  };
  const depth = after('depth') ?? 0;
  const rank = after('multipv') ?? 1;
  if (depth < 0 || depth > MAX_DEPTH || rank < 1 || rank > MAX_RANK) return undefined;
  const pv = words.indexOf('pv');
  const score = words.indexOf('score');
  const value = score === -1 ? undefined : wholeNumber(words[score + 2]);
  const kind = words[score + 1];
  return {
    depth,
    selectiveDepth: Math.max(depth, after('seldepth') ?? depth),
    rank,
    score: value !== undefined && (kind === 'cp' || kind === 'mate') ? { kind, value, pov } : undefined,
    bound: words.includes('lowerbound') ? 'lower' : words.includes('upperbound') ? 'upper' : 'exact',
    nodes: after('nodes'),
    nodesPerSecond: after('nps'),
    hashPermille: after('hashfull'),
    timeMs: after('time'),
    moves: pv === -1 ? [] : words.slice(pv + 1),
  };
}

/** An option that the engine has: name, and for spins their range. */
export interface UciOption {
  name: string;
  type: string;
  min: number | undefined;
  max: number | undefined;
}

/** Reads `option name … type …`; `undefined` for any other line. A limit that is no whole number is none. */
export function parseOption(line: string): UciOption | undefined {
  const found = /^option name (.+?) type (\S+)(.*)$/.exec(line.trim());
  if (!found) return undefined;
  const [, name, type, rest] = found as unknown as [string, string, string, string];
  const limit = (word: string) => wholeNumber(new RegExp(`\\s${word} (-?\\d+)`).exec(rest)?.[1]);
  return { name, type, min: limit('min'), max: limit('max') };
}
