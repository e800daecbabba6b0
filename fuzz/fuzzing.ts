import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { mutatedFrom } from './mutate';

/**
 * Fuzzing by outcome. A check answers with what it saw ("two games; illegal move; open brace"); an input that shows
 * something new joins the inputs that the next ones are made from, as coverage-guided fuzzers do with new branches.
 * Our readers name every fault they find, so what they say tells their paths apart, the kernel's as well, which an
 * instrumenter of JavaScript does not see (docs/security.md has the whole argument).
 *
 *     FUZZ_SECONDS  for each fuzzer; 3 unless told otherwise
 *     FUZZ_SEED     the same seed makes the same inputs in the same order; printed
 *     FUZZ_KEEP=1   keeps the inputs that the seed had to look for longest, in corpus/<name>; they are replayed at each run
 */
const seconds = Number(process.env.FUZZ_SECONDS ?? 3);
const seed = Number(process.env.FUZZ_SEED ?? 64);
const keeps = process.env.FUZZ_KEEP === '1';

/** For the test's own limit: replaying and shrinking take their time, too, and more of it on a busy machine. */
export const timeout = seconds * 1000 + 600_000;

/** Until the time is up. */
export const until = (): fc.Parameters<unknown> => ({
  seed,
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: seconds * 1000,
  markInterruptAsFailure: false,
});

export const corpusFolder = 'fuzz/corpus';
const largestKept = 2048;
const mostKept = 32;
/** So many inputs are bred from; beyond, new outcomes are mostly new numbers of old ones. */
const largestPool = 2000;
/** Of processor time: a slow machine is not a hang. */
const hangSeconds = 20;

export interface Input {
  bytes: Uint8Array;
  /** Made from our own material: only that may be kept. */
  own: boolean;
}

export const own = (bytes: Uint8Array): Input => ({ bytes, own: true });
export const ownText = (text: string): Input => own(Buffer.from(text));

/** Replays the corpus, then changes its inputs and `seeds` at random until the time is up. `check` answers with what it saw. */
export async function fuzz(
  name: string,
  seeds: readonly Input[],
  check: (bytes: Uint8Array) => string | Promise<string>,
): Promise<void> {
  const folder = join(corpusFolder, name);
  const pool = [...seeds];
  if (existsSync(folder))
    for (const file of readdirSync(folder).sort()) pool.push(own(readFileSync(join(folder, file))));
  const seen = new Map<string, { input: Input; times: number }>();
  let inputs = 0;
  let slowest = 0;

  const look = async (input: Input): Promise<void> => {
    const began = process.cpuUsage();
    const outcome = await check(input.bytes);
    const { user, system } = process.cpuUsage(began);
    slowest = Math.max(slowest, (user + system) / 1e6);
    inputs++;
    const known = seen.get(outcome);
    if (known) known.times++;
    else seen.set(outcome, { input, times: 1 });
    if (!known && pool.length < largestPool && !pool.includes(input)) pool.push(input);
  };

  for (const input of [...pool]) await look(input);
  const replayed = seen.size;
  // The limit leaves the last input in the air: whoever deletes its files has to wait for it.
  let last: Promise<void> = Promise.resolve();
  const property = fc.asyncProperty(mutatedFrom(pool), (input) => (last = look(input)));
  await fc.assert(property, until());
  await last;

  const megabytes = Math.round(process.memoryUsage.rss() / 1e6);
  console.log(
    `fuzz ${name}: ${inputs} inputs in ${seconds} s from seed ${seed}, ${seen.size} outcomes (${replayed} replayed), ` +
      `slowest ${slowest.toFixed(2)} s, ${megabytes} MB`,
  );
  expect(slowest).toBeLessThan(hangSeconds);
  if (keeps) keep(folder, [...seen.values()].slice(replayed));
}

/** The rarest outcomes: what comes by itself in any second needs no keeping. */
function keep(folder: string, found: { input: Input; times: number }[]): void {
  mkdirSync(folder, { recursive: true });
  const free = mostKept - readdirSync(folder).length;
  const small = found.filter(({ input }) => input.own && input.bytes.length <= largestKept);
  for (const { input } of small.sort((a, b) => a.times - b.times).slice(0, Math.max(0, free))) {
    const name = createHash('sha256').update(input.bytes).digest('hex').slice(0, 12);
    writeFileSync(join(folder, `${name}.bin`), input.bytes);
  }
}

/** A message without what differs from input to input: numbers, and what is quoted. */
export const kindOf = (message: string): string =>
  message
    .replace(/["'].*["']/s, '"…"')
    .replace(/^.*?: /s, '')
    .replace(/[0-9]+/g, '#')
    .slice(0, 80);

/** What was seen, as a set; how often matters only by its order of magnitude. */
export const outcomeOf = (messages: readonly string[], count = 0): string =>
  [`~${Math.ceil(Math.log2(count + 1))}`, ...[...new Set(messages.map(kindOf))].sort()].join('; ');
