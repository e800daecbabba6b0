/** The read-only tables of search and evaluation. The host calls this once, after it has written the weights. */

import { writePieceSquareScores } from './evaluate';
import { writeKpk } from './kpk';
import { writeReductions } from './search';

export function writeSearchTables(): void {
  writePieceSquareScores();
  writeReductions();
  writeKpk();
}
