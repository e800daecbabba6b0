import * as v from 'valibot';

/** The instruments of the lab, in the order in which they are taught. */
export const instrumentNames = [
  'zobrist-table',
  'collisions',
  'search-collisions',
  'engine-collisions',
  'schemes',
  'generators',
  'speed',
  'games',
] as const;
export type InstrumentName = (typeof instrumentNames)[number];

/** What a page asks of the lab. */
export const labRequest = v.object({
  instrument: v.picklist(instrumentNames),
  /** Checked once more, by the instrument's own schema; what is absent takes its default. */
  settings: v.record(
    v.pipe(v.string(), v.maxLength(40)),
    v.union([v.pipe(v.string(), v.maxLength(40)), v.number(), v.boolean()]),
  ),
  /** Positions of the opened games, where the instrument measures positions; otherwise of random games. */
  openedGames: v.boolean(),
});
export type LabRequest = v.InferOutput<typeof labRequest>;
