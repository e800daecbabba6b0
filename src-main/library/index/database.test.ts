import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database } from './database';

let database: Database;
beforeEach(async () => {
  database = await Database.open({ threads: 2, memoryMb: 64 });
});
afterEach(() => database.close());

/** Would run for days. */
const ENDLESS = 'SELECT count(*) AS n FROM range(1000000000) a, range(1000000000) b WHERE hash(a.range + b.range) = 1';

test('a running question is ended by its signal, and the next one is answered', async () => {
  const ending = new AbortController();
  const asked = database.columns(ENDLESS, [], ending.signal);
  const next = database.columns('SELECT 1 AS one');
  setImmediate(() => ending.abort(new Error('enough')));
  await expect(asked).rejects.toThrow('enough');
  expect(await next).toEqual({ one: [1] });
});

test('a question that waits does not begin after its signal', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const running = database.columns(ENDLESS, [], first.signal);
  const waiting = database.columns('SELECT 1 AS one', [], second.signal);
  second.abort(new Error('not wanted'));
  first.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  await expect(waiting).rejects.toThrow('not wanted');
});
