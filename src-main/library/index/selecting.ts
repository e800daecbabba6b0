import * as v from 'valibot';
import { selection, type Selection } from '../../../shared/explorer';
import { quoted } from './database';

/** A selection with nothing left open. */
export type Selected = v.InferOutput<typeof selection>;

/** Gives what was left open its usual value. @throws ValiError where a value is out of its range */
export const complete = (chosen: Selection): Selected => v.parse(selection, chosen);

/** The condition on `games` that a selection makes; 'true' where it takes all. Duplicates have no positions anyway. */
export function condition({ player, colour, eco }: Selected): string {
  const conditions: string[] = [];
  const words = player.toLowerCase().split(/\s+/).filter(Boolean);
  const plays = (column: string) => words.map((word) => `contains(lower(${column}), ${quoted(word)})`).join(' AND ');
  if (words.length > 0) {
    if (colour === 'either') conditions.push(`((${plays('white')}) OR (${plays('black')}))`);
    else conditions.push(`(${plays(colour)})`);
  }
  if (eco !== '') conditions.push(`starts_with(eco, ${quoted(eco.toUpperCase())})`);
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}
