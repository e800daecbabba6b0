import { parse, type SgfNode } from '@sabaki/sgf';
import type { Failure } from '../../shared/api';
import { PASS } from '../../shared/lab/go';
import type { GoRecord } from '../../shared/lab/superko';

/**
 * SGF (FF[4], GM[1]) to records of Go games: board size, stones set up before the first move, the moves of the main
 * line. Bytes, because SGF files come in the encodings of four countries.
 */
export interface SgfGame {
  name: string;
  record: GoRecord;
}

/** One entry per game of the collection; a game that cannot be read says why. */
export function readSgf(bytes: Uint8Array): (SgfGame | Failure)[] {
  let roots: SgfNode[];
  try {
    roots = parse(decodeSgf(bytes));
  } catch (error) {
    return [{ failure: `not SGF: ${error instanceof Error ? error.message : String(error)}` }];
  }
  if (roots.length === 0) return [{ failure: 'not SGF: no game in it' }];
  return roots.map((root, index) => {
    const game = readGame(root);
    return 'failure' in game ? { failure: `game ${index + 1}: ${game.failure}` } : game;
  });
}

/**
 * The encoding that CA names; without it UTF-8, and what is not UTF-8 as Latin 1, which is SGF's default. (The parser's
 * own guess gives up on short files.)
 */
function decodeSgf(bytes: Uint8Array): string {
  const latin = new TextDecoder('latin1').decode(bytes);
  const named = /\bCA\s*\[\s*([\w-]+)\s*\]/.exec(latin)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return latin;
  }
}

function readGame(root: SgfNode): SgfGame | Failure {
  const { data } = root;
  if (data.GM && data.GM[0]?.trim() !== '1') return { failure: `GM[${data.GM[0]}] is not Go` };
  const sizes = (data.SZ?.[0] ?? '19').split(':').map(Number);
  const size = sizes[0]!;
  if (!Number.isInteger(size) || size < 2 || size > 19 || (sizes[1] ?? size) !== size)
    return { failure: `SZ[${data.SZ?.[0]}]: boards of 2 to 19 lines, square, can be read` };

  const players = [data.PB?.[0], data.PW?.[0]].filter(Boolean).join(' – ');
  const record: GoRecord = {
    size,
    black: [],
    white: [],
    whiteBegins: data.PL?.[0]?.[0]?.toUpperCase() === 'W',
    moves: [],
  };
  let number = 0;
  for (let node: SgfNode | undefined = root; node; node = node.children[0], number++) {
    const setup = ['AB', 'AW', 'AE'].find((name) => node!.data[name]);
    if (setup && (record.moves.length > 0 || setup === 'AE'))
      return { failure: `node ${number}: ${setup} changes the board within the game` };
    for (const [name, points] of [
      ['AB', record.black],
      ['AW', record.white],
    ] as const) {
      for (const value of node.data[name] ?? []) {
        const found = parsePoints(value, size);
        if (!found) return { failure: `node ${number}: ${name}[${value}] is not on the board` };
        points.push(...found);
      }
    }
    for (const name of ['B', 'W'] as const) {
      const value = node.data[name]?.[0];
      if (value === undefined) continue;
      const point = value === '' || (value === 'tt' && size <= 19) ? PASS : parsePoint(value, size);
      if (point === undefined) return { failure: `node ${number}: ${name}[${value}] is not on the board` };
      if (record.moves.length === 0 && !data.PL) record.whiteBegins = name === 'W';
      record.moves.push({ white: name === 'W', point });
    }
  }
  return { name: data.GN?.[0] ?? (players || 'a game of Go'), record };
}

const parsePoint = (text: string, size: number): number | undefined => {
  if (!/^[a-s]{2}$/.test(text)) return undefined;
  const [column, row] = [text.charCodeAt(0) - 97, text.charCodeAt(1) - 97];
  return column < size && row < size ? row * size + column : undefined;
};

/** A point, or a rectangle as `aa:cc`. */
const parsePoints = (text: string, size: number): number[] | undefined => {
  const [from, to] = text.split(':').map((part) => parsePoint(part, size));
  if (from === undefined) return undefined;
  if (!text.includes(':')) return [from];
  if (to === undefined) return undefined;
  const points: number[] = [];
  for (let row = Math.floor(from / size); row <= Math.floor(to / size); row++)
    for (let column = from % size; column <= to % size; column++) points.push(row * size + column);
  return points;
};
