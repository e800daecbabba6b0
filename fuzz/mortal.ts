import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { Edits } from '../src-main/edits';
import { Journal } from '../src-main/journal';
import { Library } from '../src-main/library/library';

/**
 * The process that kills.test.ts kills: edits and saves games as fast as it can, and says of each change that it is
 * safe as soon as it has been told so. Arguments: a folder with games.pgn, the number of its games, the first
 * number not used yet. Every state of a game carries a number of its own, so that what survives can be told.
 */
const [folder, games, first] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];

const say = (text: string) => writeSync(1, `${text}\n`);
const journal = new Journal(join(folder, 'unsaved'));
const library = new Library();
const edits = new Edits(journal, library);
await library.open([join(folder, 'games.pgn')]);

say('ready');
for (let state = first; ; state++) {
  const game = state % games;
  const id = `game ${game}`;
  // Lengths differ, so that the bytes behind a saved game move.
  const pgn = `[White "${game}"]\n[Round "${state}"]\n\n{${'thought '.repeat((state * 7919) % 400)}} 1. e4 *\n\n`;
  say(`keeping ${game} ${state}`);
  if (!(await edits.keep({ id, game, pgn }))) say(`kept ${game} ${state}`);
  if (state % 3 !== 0) continue;
  const failure = await edits.save(id);
  say(failure ? `failed ${failure.failure}` : `saved ${game} ${state}`);
}
