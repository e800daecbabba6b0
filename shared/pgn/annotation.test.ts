import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { annotationOf, makeAnnotation } from './annotation';
import { setComment } from './edit';
import { readGame } from './read';
import { mainLine } from './tree';

const game = readGame(readFileSync(new URL('../../fixtures/annotated.pgn', import.meta.url), 'utf8'));
const [e4, , , , , , , , queen, e5, , , , , , blunder] = mainLine(game);

test('clocks, evaluations, arrows and words', () => {
  expect(annotationOf(e4!)).toEqual({ text: '', shapes: [], clock: 600 });
  expect(annotationOf(queen!)).toEqual({
    text: 'Unusual: the queen waits for a knight that leaves f6.',
    shapes: [
      { color: 'green', from: 19, to: 23 },
      { color: 'red', from: 45, to: 28 },
      { color: 'yellow', from: 19, to: 19 },
    ],
  });
  expect(annotationOf(e5!).evaluation).toEqual({ kind: 'cp', value: 75 });
  expect(annotationOf(blunder!).evaluation).toEqual({ kind: 'mate', value: 3 });
});

test('written into a comment, they are read back', () => {
  const annotation = {
    text: 'good',
    shapes: [{ color: 'blue' as const, from: 0, to: 8 }],
    clock: 3661,
    evaluation: { kind: 'cp' as const, value: -120, depth: 20 },
  };
  const edited = setComment(game, [0], makeAnnotation(annotation));
  expect('game' in edited && annotationOf(mainLine(edited.game)[0]!)).toEqual(annotation);
});
