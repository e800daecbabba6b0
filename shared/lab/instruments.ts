import * as v from 'valibot';
import { collisions, collisionsSettings } from './collisions';
import type { Corpus } from './corpus';
import { engineCollisions, engineCollisionsSettings, type EngineUnderTest } from './engine-collisions';
import { generatorsCompared, generatorsSettings } from './generators-compared';
import { randomGames, randomGamesSettings } from './random-games';
import type { InstrumentName } from './request';
import type { LabResult, Running } from './result';
import { schemes, schemesSettings } from './schemes';
import { searchCollisions, searchCollisionsSettings } from './search-collisions';
import { speed, speedSettings, type SpeedTools } from './speed';
import { positionsNeeded, zobristTable, zobristTableSettings } from './zobrist-table';

/**
 * Each instrument measures what one of the sources only states, and knows its lesson: what it shows, in plain words, and
 * who said it first.
 */

/** What the host lends to an instrument. */
export interface Materials extends SpeedTools {
  /** At least so many different positions of chess, if there are. */
  corpus(distinct: number): Running<Corpus>;
  /** Lent to those that use it. */
  engine?: EngineUnderTest;
}

export interface Instrument<Settings = unknown> {
  title: string;
  lesson: string;
  source: string;
  /** True where positions of games at hand are measured. */
  usesGames: boolean;
  /** True where the app's own engine is measured. */
  usesEngine?: true;
  /** All settings have defaults: parse({}) gives them. */
  settings: v.GenericSchema<unknown, Settings>;
  run(settings: Settings, materials: Materials): Running<LabResult>;
}

const instrument = <Settings>(it: Instrument<Settings>): Instrument => it as Instrument;

export const instruments: Record<InstrumentName, Instrument> = {
  'zobrist-table': instrument({
    title: "Zobrist's table",
    lesson:
      'A hash code chooses a place in the table with n of its bits and proves who it is with m more. How often does the proof fail? Zobrist answered with a formula and eleven numbers. Here they are drawn, and over them what really happens: new random figures again and again, thousands of real positions, and every failure counted. Each further check bit halves the failures.',
    source: 'A. L. Zobrist, A New Hashing Method with Application for Game Playing, TR 88, 1970 (rows 4 to 6).',
    usesGames: true,
    settings: zobristTableSettings,
    *run(settings, materials) {
      return yield* zobristTable(yield* materials.corpus(positionsNeeded(settings.to)), settings);
    },
  }),
  collisions: instrument({
    title: 'Shorter keys',
    lesson:
      'With N positions there are N(N-1)/2 pairs, and each has its chance to share a key: the birthday problem. So keys must grow twice as fast as the collection. Here the keys of your own games are cut to fewer bits, the clashes are counted, and the games are named in which a threefold repetition would be announced that never was. Clashes come in families: what clashes once clashes again with every equal addition, as CATS = DOGS gives CAT = DOG.',
    source:
      'TR 88 on the clustering of errors (row 7); a wiki page on key sizes: 64 bits, 48 safe, 32 too few (row 10).',
    usesGames: true,
    settings: collisionsSettings,
    *run(settings, materials) {
      return yield* collisions(yield* materials.corpus(settings.positions), settings);
    },
  }),
  'search-collisions': instrument({
    title: 'Collisions in a search',
    lesson:
      'Does a wrong value from the table matter? A search asks the table thousands of times; with few check bits some of the answers belong to other positions. A second, independent code stands beside each entry as a referee and counts them. The same search with the referee in charge tells whether the chosen move, or its score, would have been another.',
    source:
      "TR 88's type 1 errors and check key (rows 5, 6); Hyatt's question whether collisions change the move (row 10).",
    usesGames: false,
    settings: searchCollisionsSettings,
    run: (settings) => searchCollisions(settings),
  }),
  'engine-collisions': instrument({
    title: 'The engine with short keys',
    lesson:
      'The same question to the engine of this app: its keys are cut to the bits that name a bucket and a few more, and it searches the same positions again. A referee beside the table counts how often another position answered. A handful of wrong answers in a million leaves move and score alone; a few dozen do not always, and a few hundred change one search in five. Whole keys of 64 bits give none to count.',
    source: "Hyatt's question whether collisions change the move (row 10); the check key of TR 88 (row 6).",
    usesGames: false,
    usesEngine: true,
    settings: engineCollisionsSettings,
    *run(settings, { engine }) {
      if (!engine) throw new Error('engine-collisions was not lent the engine');
      return yield* engineCollisions(engine, settings);
    },
  }),
  schemes: instrument({
    title: 'Ways to deal with a clash',
    lesson:
      'Two positions want the same slot. Give up, try the next one, throw out the older, look at eight slots a stride apart as Cray Blitz did, or at four side by side? Each way plays the same positions with the same figures and tables of the same number of slots. Fewer nodes to the same depth is better; note that Cray Blitz brings 3584 slots of its own.',
    source: 'A wiki page on Zobrist hashing in chess programming (rows 11, 12).',
    usesGames: false,
    settings: schemesSettings,
    run: (settings) => schemes(settings),
  }),
  generators: instrument({
    title: 'Random figures, good and bad',
    lesson:
      "The keys are as good as the figures they are made of. A tutorial glues two calls of rand() together; on a common C library that gives 30 bits that move and 34 that never do. Cutting overlapping keys from one string of bytes, or turning one number round for each square, saves memory and pays in independence. The report looks at the figures' bits, at their rank over GF(2) and at small sets of figures that cancel out; the collisions show the price.",
    source:
      'A C++ tutorial on Zobrist hashing (row 14); overlapping and rotated keys (row 13); reproducible generators (row 9).',
    usesGames: true,
    settings: generatorsSettings,
    *run(settings, materials) {
      return yield* generatorsCompared(yield* materials.corpus(settings.positions), settings);
    },
  }),
  speed: instrument({
    title: 'The cost of a key',
    lesson:
      'A move changes a handful of features, so its key costs a handful of XORs, whoever else stands on the board. From scratch it costs one for every piece; a cryptographic digest of the position costs far more than either, and buys nothing here.',
    source: 'TR 88 on incremental codes (rows 1, 2); the tutorial’s comparison (row 14).',
    usesGames: true,
    settings: speedSettings,
    *run(settings, materials) {
      return yield* speed(yield* materials.corpus(settings.positions), settings, materials);
    },
  }),
  games: instrument({
    title: 'Chess, Go, draughts, Othello',
    lesson:
      'Zobrist wrote that the method is "roughly the same" for checkers, chess and Go, and it is: kinds of pieces times places, one figure each, and a few for what does not stand on the board. Random legal games are played in all four; after every move the key kept by XORs is compared with the key made from scratch.',
    source:
      'TR 88 on games of placement and of movement (rows 1 to 3); the tutorial on Go, checkers, Othello (row 15).',
    usesGames: false,
    settings: randomGamesSettings,
    run: (settings) => randomGames(settings),
  }),
};

/** Checks the settings and runs the instrument. @throws v.ValiError naming the setting that does not fit */
export const runInstrument = (name: InstrumentName, settings: unknown, materials: Materials): Running<LabResult> => {
  const { settings: schema, run } = instruments[name];
  return run(v.parse(schema, settings), materials);
};
