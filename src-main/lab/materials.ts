import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { corpusFromPgn, randomCorpus } from '../../shared/lab/corpus';
import { instruments, type Materials } from '../../shared/lab/instruments';
import type { InstrumentName } from '../../shared/lab/request';
import { loadEngineUnderTest } from './engine-under-test';

/** What this machine lends to an instrument: its clock, its digests, its engine, and the games at hand (without any: random ones). */
export const materialsFor = async (
  instrument: InstrumentName,
  games: Iterable<{ name: string; text: string }> | undefined,
  seed = 1,
): Promise<Materials> => ({
  ...(instruments[instrument].usesEngine && { engine: await loadEngineUnderTest() }),
  now: () => performance.now(),
  digests: ['sha1', 'md5'].map((name) => ({
    name: name === 'sha1' ? 'SHA-1' : 'MD5',
    digest: (text) => createHash(name).update(text).digest(),
  })),
  *corpus(distinct) {
    return yield* games ? corpusFromPgn(games, distinct) : randomCorpus(distinct, BigInt(seed));
  },
});
