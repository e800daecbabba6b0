import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { instruments } from './instruments';
import { instrumentNames } from './request';
import { makeCsv, makeText } from './result';
import { say } from './said';

interface Entries {
  entries: object;
}

describe.each(instrumentNames)('%s', (name) => {
  const { settings, lesson, source, title } = instruments[name];

  it('has a title, a lesson in plain words, and a source', () => {
    expect(title).not.toBe('');
    expect(lesson.split(' ').length).toBeGreaterThan(25);
    expect(source).toMatch(/rows? \d/);
  });

  it('has a default for every setting', () => {
    expect(Object.keys(v.parse(settings, {}) as object)).toEqual(Object.keys((settings as unknown as Entries).entries));
  });
});

it('writes tables as text and as CSV', () => {
  const table = {
    title: say`Two rows`,
    columns: [
      { name: 'name', values: ['a', 'b "c", d'] },
      { name: 'value', values: [1.23456, null], digits: 2 },
      { name: 'small', values: [0.0001, 0], digits: 2 },
    ],
  };
  expect(makeText(table)).toEqual([
    'Two rows',
    '  name      value   small',
    '  a          1.23  1.0e-4',
    '  b "c", d      —    0.00',
  ]);
  expect(makeCsv(table)).toBe('name,value,small\na,1.23456,0.0001\n"b ""c"", d",,0\n');
});
