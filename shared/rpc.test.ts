import { expect, test } from 'vitest';
import * as v from 'valibot';
import { rpc, type Wire } from './rpc';

/** Two ends of one wire; whole values, as structured cloning hands them on. */
function wires(): [Wire, Wire, (message: unknown) => void] {
  const listeners: ((message: unknown) => void)[] = [];
  const end = (own: number, other: number): Wire => ({
    post(message) {
      const copy: unknown = structuredClone(message);
      setTimeout(() => listeners[other]!(copy));
    },
    onMessage: (listener) => (listeners[own] = listener),
  });
  return [end(0, 1), end(1, 0), (message) => listeners[1]!(message)];
}

interface Api {
  twice(value: number): Promise<number>;
  nothing(): Promise<void>;
  fail(): Promise<void>;
  unsendable(): Promise<unknown>;
}

function pair() {
  const [here, there, deliver] = wires();
  const heard: number[] = [];
  rpc<object, Api>(
    there,
    {
      twice: async (value) => {
        heard.push(value);
        return value * 2;
      },
      nothing: async () => undefined,
      fail: async () => {
        throw new Error('as told');
      },
      unsendable: async () => () => 'a function',
    },
    { twice: v.tuple([v.number()]), nothing: v.tuple([]), fail: v.tuple([]), unsendable: v.tuple([]) },
  );
  return { far: rpc<Api, object>(here, {}, {}), heard, deliver };
}

test('answers come back: a value, nothing, an error', async () => {
  const { far } = pair();
  expect(await far.twice(21)).toBe(42);
  expect(await far.nothing()).toBeUndefined();
  await expect(far.fail()).rejects.toThrow('as told');
  await expect(far.unsendable()).rejects.toBeDefined();
});

test('an event is heard without an answer', async () => {
  const { far, heard } = pair();
  await far.twice.asEvent(1);
  await expect.poll(() => heard).toEqual([1]);
});

test('arguments that do not fit, and functions that are not own, are refused', async () => {
  const { far, heard } = pair();
  await expect(far.twice('x' as unknown as number)).rejects.toThrow(/Expected number/);
  await expect((far as unknown as { toFixed(): Promise<void> }).toFixed()).rejects.toThrow('not found');
  expect(heard).toEqual([]);
});

test('what is no message is let lie', async () => {
  const { far, deliver } = pair();
  for (const noise of [null, undefined, 7, 'text', [], {}, { t: 'q' }, { t: 's' }, { t: 'q', m: 'twice', a: 5 }])
    deliver(noise);
  expect(await far.twice(1)).toBe(2);
});
