import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { slope, type Growth, type Outcome, type Spread } from './contest';

/** bench/RESULTS.md: what was measured, on what. */
export interface Results {
  facts: string[];
  outcomes: Outcome[];
  growths: Growth[];
  /** Measurements that could not be made, and why. */
  failures: string[];
}

/** The machine (without its name), the versions, the day and the commit. */
export function factsOfThisRun(arguments_: string): string[] {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { encoding: 'utf8' }).trim();
    } catch {
      return 'unknown';
    }
  };
  const changed = git('status', '--porcelain', '--untracked-files=no') ? ', with changes' : '';
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return [
    `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB memory`,
    `${process.platform} ${process.arch}, Node ${process.versions.node}, V8 ${process.versions.v8}`,
    `Threefold ${version}, commit ${git('rev-parse', '--short', 'HEAD')}${changed}`,
    `${new Date().toISOString().slice(0, 10)}, \`npm run bench${arguments_}\`, load of the machine at the start ${loadavg()[0]!.toFixed(1)}`,
  ];
}

const figure = (n: number): string =>
  n === 0 ? '0' : Math.abs(n) >= 1000 ? Math.round(n).toLocaleString('en') : n.toPrecision(3);
const range = ({ median, least, most }: Spread, strong = false): string =>
  `${strong ? `**${figure(median)}**` : figure(median)} (${figure(least)} to ${figure(most)})`;

const table = ({ contest, rows }: Outcome): string =>
  [
    `## ${contest.title}`,
    '',
    ...(contest.note ? [contest.note, ''] : []),
    `| | ${contest.unit} | ours is better by |`,
    '| --- | ---: | ---: |',
    ...rows.map(({ name, value, ratio, absent }) =>
      value ? `| ${name} | ${range(value)} | ${ratio ? range(ratio, true) : ''} |` : `| ${name} | ${absent} | |`,
    ),
    '',
  ]
    .map((line) => line.replaceAll('|  |', '| |'))
    .join('\n');

const growthTable = (growth: Growth): string =>
  [
    `## ${growth.title}`,
    '',
    `| ${growth.of} | ${growth.unit} |`,
    '| ---: | ---: |',
    ...growth.points.map(({ size, cost }) => `| ${size.toLocaleString('en')} | ${range(cost)} |`),
    '',
    ...(growth.points.length > 1 ? [`Log-log slope: **${slope(growth).toFixed(2)}**`, ''] : []),
  ].join('\n');

export const makeResults = ({ facts, outcomes, growths, failures }: Results): string =>
  [
    '# Figures',
    '',
    'Written by `npm run bench`: all from one run, medians with the least and the most of the rounds. Contestants take turns;',
    'a ratio is taken within a round and says by how much ours is better: 2 is twice as fast, 0.5 half as fast.',
    '',
    ...facts.map((fact) => `- ${fact}`),
    ...failures.map((failure) => `- Not measured: ${failure}`),
    '',
    ...outcomes.map(table),
    ...growths.map(growthTable),
  ].join('\n');
