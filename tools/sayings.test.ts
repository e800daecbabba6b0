import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { clashSchemes } from '../shared/lab/clash-table';
import { generatorNames } from '../shared/lab/generators';
import { labDe } from '../src-renderer/texts/lab-de';

/** What the lab can say, from its sources: every sentence, and every name of a column or an axis. */
function sayings(): Set<string> {
  const found = new Set<string>();
  const sources = [
    ...readdirSync('shared/lab')
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'said.ts')
      .map((name) => `shared/lab/${name}`),
    'src-main/lab/lab.ts',
  ];
  for (const path of sources) {
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'say') found.add(wordsOf(node.template));
      if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.initializer)) {
        if (isColumn(node) || /^[xy]Label$/.test(node.name.getText())) found.add(node.initializer.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  }
  return found;
}

const wordsOf = (template: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join('');

const isColumn = ({ name, parent }: ts.PropertyAssignment): boolean =>
  name.getText() === 'name' && parent.properties.some(({ name: other }) => other?.getText() === 'values');

/** Names that are the same in every language, or have their own translation (features). */
const asTheyAre = new Set<string>(['n', 'm', 'e^(-2^-m)', ...clashSchemes, ...generatorNames]);
/** Made while it runs. */
const made = [
  'dependent sets of 2',
  'dependent sets of 3',
  'dependent sets of 4',
  'chess',
  'go',
  'draughts',
  'othello',
];

it('the lab speaks German wherever it speaks', () => {
  const wanted = [...sayings(), ...made].filter((words) => !asTheyAre.has(words));
  expect(wanted.length).toBeGreaterThan(100);
  expect(Object.keys(labDe.sayings).toSorted()).toEqual([...new Set(wanted)].toSorted());
});

it('and leaves no figure out', () => {
  const figures = (words: string) => words.match(/\{\d+\}/g)?.toSorted() ?? [];
  for (const [english, german] of Object.entries(labDe.sayings))
    expect(figures(german), english).toEqual(figures(english));
});
