import * as v from 'valibot';

/** When a search ends by itself. Time in milliseconds, depth in plies. */
export const searchLimit = v.variant('kind', [
  v.object({ kind: v.literal('infinite') }),
  v.object({ kind: v.literal('depth'), plies: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(127)) }),
  v.object({ kind: v.literal('nodes'), nodes: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ kind: v.literal('time'), ms: v.pipe(v.number(), v.minValue(1)) }),
]);
export type SearchLimit = v.InferOutput<typeof searchLimit>;
