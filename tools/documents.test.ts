import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../fixtures/run-cli';
import packageJson from '../package.json';
import { isShown, readBlocks, readCommands, readInlineCommands, shellWords } from './documents';

/** Every command and block in the documents does what they say. */

const root = process.cwd();
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].concat(
  readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
);

/** Commands that are not run to their end here, and why: that they are there and know their options is checked instead. */
const unrun: [RegExp, string][] = [
  [/^threefold (serve|uci)\b/, 'does not end by itself'],
  [/^threefold lab\b/, 'measures for minutes; src-main/cli/lab.test.ts runs each in small'],
  [/^threefold bench\b/, 'takes seconds; src-main/cli/bench.test.ts runs it'],
  [/--engine/, 'needs another engine'],
  [/\b(FEN|FILES?|PATH|DIR|FOLDER|PROGRAM|INSTRUMENT|GAME|COMMAND|NAME)\b|\b[FN]$|…/, 'has words to be filled in'],
];

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'threefold-documents-'));
  for (const name of ['fixtures', 'node_modules', 'docs']) symlinkSync(resolve(name), join(scratch, name), 'junction');
  process.chdir(scratch);
});
afterAll(() => {
  process.chdir(root);
  rmSync(scratch, { recursive: true });
});

/** `threefold` in whatever way it is called, else undefined. */
const threefold = (words: string[]): string[] | undefined => {
  const [first, second, ...rest] = words;
  if (first === 'threefold') return words.slice(1);
  return (first === 'npx' && second === 'threefold') || (first === 'node' && second === 'dist/main/threefold.js')
    ? rest
    : undefined;
};

/** The command, its subcommand and every option are in the help text. */
async function knowsItsOptions(args: string[]): Promise<void> {
  const [name, sub] = args;
  const { code, out } = await runCli(name === 'help' ? args : ['help', name!]);
  expect(code, `threefold ${args.join(' ')}`).toBe(0);
  const usage = out.join('\n');
  if (sub && /^[a-z-]{3,}$/.test(sub) && ['lab', 'index', 'book'].includes(name!)) expect(usage).toContain(sub);
  for (const option of args.filter((word) => /^--\w/.test(word))) {
    const [, ...known] = new RegExp(`(${option})(?![\\w-])`).exec(`${usage}\n--help --json`) ?? [];
    expect(known, `threefold ${name} ${option}`).toEqual([option]);
  }
}

/** Programs and scripts are there under the names that the documents give them. */
function isThere(words: string[]): void {
  const [program, first = '', second] = words.filter((word) => !/^[A-Z_]+=/.test(word));
  const there = (file: string) => expect(existsSync(resolve(root, file)), file).toBe(true);
  switch (program) {
    case 'npm':
      if (first === 'ci') return there('package-lock.json');
      expect(Object.keys(packageJson.scripts)).toContain(first === 'run' ? second : first);
      return;
    case 'npx':
      return there(`node_modules/.bin/${first}`);
    case 'node':
      there(first);
      if (first === 'bench/run.mjs' && second) there(`bench/${second}.ts`);
      return;
    case 'python':
      return there(first);
    case 'pip':
    case 'git':
    case 'cd':
      return;
    default:
      throw new Error(`nothing here knows how to test "${words.join(' ')}"`);
  }
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(resolve(root, document), 'utf8');

  for (const block of readBlocks(text)) {
    const at = `line ${block.line}`;
    const [language, name] = block.language.split(' ');
    if (language === 'sh' || language === 'console') {
      for (const { command, output } of readCommands(block)) {
        const reason = output === undefined ? unrun.find(([pattern]) => pattern.test(command))?.[1] : undefined;
        const words = shellWords(command);
        const args = threefold(words);
        if (args && !reason) {
          test(`${at}: ${command}`, async () => {
            const { code, out, err } = await runCli(args);
            expect(err.join('\n')).not.toMatch(/unknown/i);
            if (output === undefined) expect(code, err.join('\n')).toBe(0);
            else if (!isShown([...out, ...err].join('\n'), output, name === 'figures'))
              expect([...out, ...err].join('\n')).toBe(output);
          });
        } else if (words[0] === 'node' && words[1] === '-p') {
          test(`${at}: ${command}`, () => {
            const printed = execFileSync(process.execPath, words.slice(1), { encoding: 'utf8' });
            expect(isShown(printed, output ?? '')).toBe(true);
          });
        } else {
          test(`${at}: ${command} (not run: ${reason ?? 'set-up'})`, async () => {
            if (args) await knowsItsOptions(args);
            else isThere(words);
          });
        }
      }
    } else if (language === 'sql') {
      test(`${at}: sql ${name}`, () => {
        const tested = readFileSync(resolve(root, 'src-main/library/index/parquet.test.ts'), 'utf8');
        expect(tested).toMatch(new RegExp(`\\b${name}\\b`));
      });
    } else {
      test(`${at}: a block of ${language || 'nothing'}`, () => expect(['text']).toContain(block.language));
    }
  }

  test('has no block that only its indentation shows', () => {
    expect(text.match(/\n\n {4,}(?:threefold|node|npm|npx) .*/g)).toBeNull();
  });

  test('names only commands and options that there are', async () => {
    for (const command of readInlineCommands(text)) {
      const words = shellWords(command);
      const args = threefold(words);
      if (args) await knowsItsOptions(args);
      else isThere(words);
    }
  });

  test('links only to what is there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link]) => link!);
    const missing = links.filter((link) => !existsSync(resolve(root, dirname(document), link)));
    expect(missing).toEqual([]);
  });
});
