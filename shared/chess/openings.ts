import { Chess, type Position } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import { identityOf, sameIdentityAt } from './identity';
import { OPENING_NAMES } from './opening-names';
import { fideKey } from './zobrist';

export interface Opening {
  /** The Encyclopaedia's code, A00 to E99. */
  eco: string;
  name: string;
  /** Half-moves of the order in which it is best known. */
  plies: number;
}

/** An opening, and the position it is the name of. */
interface Named extends Opening {
  identity: Uint32Array;
}

const build = (): Map<bigint, Named> => {
  const named = new Map<bigint, Named>();
  for (const row of OPENING_NAMES.trim().split('\n')) {
    const [title, moves] = row.split(' | ') as [string, string];
    const position = Chess.default();
    const sans = moves.split(' ');
    for (const san of sans) {
      const move = parseSan(position, san);
      if (!move) throw new Error(`opening "${title}": ${san} cannot be played`);
      position.play(move);
    }
    const opening = { eco: title.slice(0, 3), name: title.slice(4), plies: sans.length };
    named.set(fideKey(position), { ...opening, identity: identityOf(position) });
  }
  return named;
};

let table: Map<bigint, Named> | undefined;

/** The opening that a position has a name for: by position, so a transposition finds its name. */
export const openingAt = (position: Position): Opening | undefined => {
  table ??= build();
  const named = table.get(fideKey(position));
  if (!named || !sameIdentityAt(named.identity, 0, identityOf(position), 0)) return undefined;
  const { eco, name, plies } = named;
  return { eco, name, plies };
};

/** Whether it is worth asking `openingAt` about a position with this FIDE key. */
export const mayHaveName = (key: bigint): boolean => (table ??= build()).has(key);
