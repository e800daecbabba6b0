import { createHash } from 'node:crypto';
import type { Arrival } from './importing';
import { slowGames } from './slow-games';

/** PGN text as a file that arrives, read by the slow twin: how tests fill a library. */
export function slowArrival(name: string, text: string, gamesPerBatch = 1000): Arrival {
  return {
    name,
    bytes: text.length,
    sha256: createHash('sha256').update(text, 'latin1').digest('hex'),
    async *games() {
      for (const batch of slowGames(text, gamesPerBatch))
        yield { batch, bytesRead: batch.gameEnd.at(-1) ?? text.length };
    },
  };
}
