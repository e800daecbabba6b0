import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { importGames } from './importing';
import { slowArrival } from './slow-arrival';

/** An import in a process of its own, which the test kills: LIBRARY PGN. Says when it begins, when it sorts, and what it did. */
const [library, pgn] = process.argv.slice(2);
const arrival = slowArrival(basename(pgn!), readFileSync(pgn!, 'latin1'), 50);
process.stdout.write('begins\n');
try {
  await importGames(library!, [arrival], {
    onProgress: ({ phase }) => phase === 'sorting' && process.stdout.write('sorts\n'),
  });
  process.stdout.write('done\n');
} catch (error) {
  process.stdout.write(`failed ${(error as Error).message}\n`);
}
