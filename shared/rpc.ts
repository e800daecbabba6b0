import { createBirpc, type BirpcReturn } from 'birpc';
import * as v from 'valibot';

/** The one thing a transport has to provide: whole structured-clone-like values, both ways, in order. */
export interface Wire {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** One argument-tuple schema per function that the other side may call. */
export type ArgumentSchemas<Api> = { [Name in keyof Api]: v.GenericSchema<unknown, unknown[]> };

/** What birpc sends: a question with its arguments, or the answer to one. Anything else would end the process. */
const message = v.variant('t', [
  v.object({ t: v.literal('q'), m: v.string(), a: v.array(v.unknown()), i: v.optional(v.string()) }),
  v.object({ t: v.literal('s'), i: v.string(), r: v.optional(v.unknown()), e: v.optional(v.unknown()) }),
]);

/**
 * Calls and answers over a wire, without time limits. `remote.name(…)` waits for the answer,
 * `remote.name.asEvent(…)` does not. Only own functions of `local` can be called from outside,
 * and only with arguments that fit their schema: what arrives is never trusted.
 */
export function rpc<Remote extends object, Local extends object>(
  wire: Wire,
  local: Local,
  schemas: ArgumentSchemas<Local>,
): BirpcReturn<Remote, Local> {
  return createBirpc<Remote, Local>(local, {
    post: (message) => wire.post(message),
    on: (listener) => wire.onMessage((received) => v.is(message, received) && listener(received)),
    // An answer that cannot be sent is told to who asked, as an error; only that case names a function.
    onGeneralError: (_error, name) => name !== undefined,
    timeout: -1,
    bind: 'functions',
    resolver(name) {
      if (!Object.hasOwn(local, name) || !Object.hasOwn(schemas, name)) return undefined;
      const call = local[name as keyof Local] as (...args: unknown[]) => unknown;
      const schema = schemas[name as keyof Local];
      return (...args: unknown[]) => call(...v.parse(schema, args));
    },
  });
}
