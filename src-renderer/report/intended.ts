import type { Claim } from '../../shared/report/claims';

const MANY = 4;

/** Intended moves in words; a run of them would drown the rest. */
export const someOf = (intended: readonly string[]): string =>
  intended.length > MANY ? `${intended.slice(0, MANY).join(', ')} …` : intended.join(', ');

/** Of claims at one position: what has to be written down to claim at all; empty where one of them needs nothing. */
export function movesToWrite(claims: readonly Claim[]): string {
  if (claims.some(({ intended }) => intended.length === 0)) return '';
  return someOf([...new Set(claims.flatMap(({ intended }) => intended))]);
}
