import { expect, it } from 'vitest';
import { figure, inEnglish, say, word, type Wording } from './said';

const said = say`${12} pairs clash in ${'chess'}, ${figure(0.5, 2)} of them ${say`${3} times`}.`;

it('keeps the words apart from the figures, and puts them together in English', () => {
  expect(said.words).toBe('{0} pairs clash in {1}, {2} of them {3}.');
  expect(inEnglish(said)).toBe('12 pairs clash in chess, 0.50 of them 3 times.');
});

it('is said in another language, in another order, with its numbers', () => {
  const words: Record<string, string> = {
    '{0} pairs clash in {1}, {2} of them {3}.': 'Im {1} stoßen {0} Paare zusammen, davon {2} {3}.',
    '{0} times': '{0}-mal',
    chess: 'Schach',
  };
  const german: Wording = {
    words: (english) => words[english] ?? english,
    number: (value, digits) => (digits === undefined ? String(value) : value.toFixed(digits).replace('.', ',')),
  };
  expect(word(said, german)).toBe('Im Schach stoßen 12 Paare zusammen, davon 0,50 3-mal.');
});
