import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { corpusFromPgn, randomCorpus } from '../../shared/lab/corpus';
import type { Materials } from '../../shared/lab/instruments';

/** What this machine lends to an instrument: its clock, its digests, and the games at hand (without any: random ones). */
export const materialsFrom = (games: Iterable<{ name: string; text: string }> | undefined, seed = 1): Materials => ({
  now: () => performance.now(),
  digests: ['sha1', 'md5'].map((name) => ({
    name: name === 'sha1' ? 'SHA-1' : 'MD5',
    digest: (text) => createHash(name).update(text).digest(),
  })),
  *corpus(distinct) {
    return yield* games ? corpusFromPgn(games, distinct) : randomCorpus(distinct, BigInt(seed));
  },
});
