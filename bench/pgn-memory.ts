import { createReadStream, existsSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { PgnScanner } from '../src-main/library/scan';

/** How much memory a stream of 1 GB takes at most, this program's own included: `node bench/run.mjs pgn-memory`. */

const COLLECTION = '../shared/games/players.pgn.gz';
const BYTES = 2 ** 30;

/** The collection over and over, as one endless file would come. */
async function* stream(): AsyncGenerator<Uint8Array> {
  for (let bytes = 0; bytes < BYTES;) {
    for await (const chunk of createReadStream(COLLECTION).pipe(createGunzip({ chunkSize: 2 ** 17 }))) {
      bytes += (chunk as Uint8Array).length;
      yield chunk as Uint8Array;
    }
  }
}

export async function run(): Promise<void> {
  if (!existsSync(COLLECTION)) return console.log(`no games to read: ${COLLECTION} is not there`);
  const scanner = await PgnScanner.load();
  const before = process.resourceUsage().maxRSS / 1024;
  let games = 0;
  for await (const { batch } of scanner.scan(stream())) games += batch.starts.length;
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${games} games of ${BYTES} bytes and more: at most ${peak.toFixed(0)} MB, ${before.toFixed(0)} MB before`,
  );
  console.log('wanted: less than 300 MB');
}
