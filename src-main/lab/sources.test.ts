import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { instrumentNames } from '../../shared/lab/request';
import { gameNames } from '../../shared/lab/rules';

const page = readFileSync('docs/sources.md', 'utf8');
const rows = [...page.matchAll(/^\| (\d+) \|.*$/gm)].map(([line, number]) => ({ number: Number(number), line }));

it('the page of the sources has rows 1 to 17, each with code, a place to see it, and a test', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 17 }, (_, i) => i + 1));
  for (const { line } of rows) {
    const [, , , code, shown, test] = line.split(' | ').flatMap((cell) => cell.split(/^\| | \|$/));
    expect(code, line).toMatch(/`[\w/.-]+\.ts`/);
    expect(shown, line).toMatch(/pane|threefold/);
    expect(test, line).toMatch(/`[\w/.-]+\.test\.ts`/);
  }
});

it('names only files that are there, and instruments that exist', () => {
  const files = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const named = [...page.matchAll(/threefold lab ([\w-]+)/g)].map(([, name]) => name);
  const known: readonly string[] = [...instrumentNames, ...gameNames];
  for (const name of named) expect(known).toContain(name);
});
