import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INITIAL_FEN } from '../shared/chess/position';
import { startServices, type Services } from '../src-main/services';

/** A day's use pressed together: ENDURANCE_CYCLES times open, look, search, stop, resize, close. 10 in CI. */
const cycles = Number(process.env.ENDURANCE_CYCLES ?? 10);
const warmUp = Math.ceil(cycles / 3);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const infinite = { kind: 'infinite' as const };

async function cycle({ library, engine }: Services, number: number): Promise<void> {
  await library.open(['fixtures/first-light.pgn', 'fixtures/annotated.pgn']);
  const { total, rows } = await library.work.games({ offset: 0, limit: 500, only: 'all' });
  expect(rows).toHaveLength(total);
  for (let game = 0; game < total; game++) expect(await library.work.game(game)).toHaveProperty('pgn');
  await library.work.placesOf(INITIAL_FEN, 0, 50);

  engine.analyse({ fen: INITIAL_FEN, moves: ['e2e4'], limit: infinite });
  await pause(20);
  // A table that changes its size while it is searched.
  await engine.configure({ hashMb: 8 << (number % 3), threads: 1 + (number % 2), lines: 1 + (number % 3) });
  engine.analyse({ fen: INITIAL_FEN, moves: [], limit: { kind: 'depth', plies: 6 } });
  engine.clearTable();
  engine.stop();
  await library.closeAll();
}

test(`${cycles} cycles leave no memory, thread or handle behind`, { timeout: 14_400_000 }, async () => {
  const profile = mkdtempSync(join(tmpdir(), 'threefold-endurance-'));
  const before = process.getActiveResourcesInfo().sort();
  const services = await startServices(profile);
  const memory: number[] = [];
  for (let number = 0; number < cycles; number++) {
    await cycle(services, number);
    memory.push(Math.round(process.memoryUsage.rss() / 1e6));
  }
  console.log(`endurance: ${cycles} cycles, MB after warm-up and at the end: ${memory[warmUp]}, ${memory.at(-1)}`);
  // Level: what every cycle left behind would add up. The allowance is what garbage may lie about.
  expect(memory.at(-1)! - memory[warmUp]!).toBeLessThan(150);
  await services.close();
  await expect.poll(() => process.getActiveResourcesInfo().sort(), { timeout: 5000 }).toEqual(before);
  rmSync(profile, { recursive: true });
});

test('a thousand searches started and stopped at once each end, once', { timeout: 300_000 }, async () => {
  const profile = mkdtempSync(join(tmpdir(), 'threefold-endurance-'));
  const { engine, close } = await startServices(profile);
  const ended = new Map<number, number>();
  const failures: string[] = [];
  engine.listen({
    searchInfo() {},
    searchEnded: (id) => ended.set(id, (ended.get(id) ?? 0) + 1),
    notice: ({ failure }) => failures.push(failure),
  });
  const started: number[] = [];
  for (let i = 0; i < 1000; i++) {
    const id = engine.analyse({ fen: INITIAL_FEN, moves: [], limit: infinite });
    if (typeof id === 'number') started.push(id);
    // Some are stopped, some superseded; now and then one gets to run.
    if (i % 3 === 0) engine.stop();
    if (i % 50 === 0) await pause(5);
  }
  engine.stop();
  await expect.poll(() => ended.size, { timeout: 60_000 }).toBe(1000);
  expect(started).toHaveLength(1000);
  expect([...ended.values()].every((times) => times === 1)).toBe(true);
  expect(failures).toEqual([]);
  await close();
  rmSync(profile, { recursive: true });
});
