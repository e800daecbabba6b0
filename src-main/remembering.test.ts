import { expect, test, vi } from 'vitest';
import type { Analysis, Failure } from '../shared/api';
import { INITIAL_FEN } from '../shared/chess/position';
import type { Line, SearchInfo } from '../shared/search/info';
import type { FoundEvaluation } from '../shared/search/remembered';
import type { Engines } from './engine/engines';
import type { EngineListener } from './engine/engine';
import type { Library } from './library/library';
import { Remembering } from './remembering';

const what: Analysis = { fen: INITIAL_FEN, moves: ['e2e4'], limit: { kind: 'infinite' } };

/** An engine that says what the test has it say, and what is written down of it. */
function set(answer: number | Failure = 7) {
  const written: FoundEvaluation[] = [];
  let listener!: EngineListener;
  const engine = {
    list: () => [{ id: 0, name: 'Threefold', inUse: true }],
    analyse: () => answer,
    listen: (given: EngineListener) => (listener = given),
  } as unknown as Engines;
  const library = {
    work: { remember: async (_: unknown, found: FoundEvaluation) => void written.push(found) },
  } as unknown as Library;
  const remembering = new Remembering(engine, library, '1.2.3');
  return { remembering, written, says: () => listener };
}

const info = (depth: number, over: Partial<Line> = {}, id = 7): SearchInfo =>
  ({
    id,
    lines: [
      { rank: 1, depth, score: { kind: 'cp', value: 20, pov: 'black' }, bound: 'exact', moves: ['e7e5'], ...over },
    ],
  }) as SearchInfo;

test('the last word of a search is written down, with the name and version of our engine', () => {
  const { remembering, written, says } = set();
  expect(remembering.analyse(what)).toBe(7);
  says().searchInfo(info(14));
  says().searchEnded(7, info(18));
  expect(written.at(-1)).toMatchObject({ engine: 'Threefold 1.2.3', depth: 18, moves: ['e7e5'], warned: false });
});

test('a warning, which comes with the end, is written down although its depth was before', () => {
  const { remembering, written, says } = set();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  remembering.analyse(what);
  clock.mockReturnValue(60_000);
  says().searchInfo(info(18));
  clock.mockRestore();
  const warnings = [{ rank: 1 }] as SearchInfo['warnings'];
  says().searchEnded(7, { ...info(18), warnings });
  expect(written.map(({ depth, warned }) => [depth, warned])).toEqual([
    [18, false],
    [18, true],
  ]);
});

test('neither shallow depths nor bounds nor the searches of others are', () => {
  const { remembering, written, says } = set();
  remembering.analyse(what);
  says().searchEnded(8, info(18, {}, 8));
  says().searchInfo(info(18, { bound: 'lower' }));
  says().searchEnded(7, info(4));
  says().searchEnded(7, info(18));
  expect(written).toEqual([]);
});

test('what the engine refuses is told and nothing is waited for', () => {
  const { remembering } = set({ failure: 'no' });
  expect(remembering.analyse(what)).toEqual({ failure: 'no' });
});
