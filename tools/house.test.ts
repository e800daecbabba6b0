import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtFile } from '../src-main/engine/built';

/** ARCHITECTURE.md and docs/api.md tell how the house is built; here it is looked at. */

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte|mjs)$/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/'));

const sources = ['shared', 'src-main', 'src-renderer'].flatMap(files);
const others = ['tools', 'bench', 'e2e', 'fixtures', 'fuzz'].flatMap(files);
const text = new Map([...sources, ...others].map((file) => [file, readFileSync(file, 'utf8')]));

/** What a file imports, paths of our own from the root: `shared/api`, `node:fs`, `chessops`. */
const importsOf = (file: string): string[] =>
  [...text.get(file)!.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\bexport\b[^'"]*\bfrom\s*)['"]([^'"]+)['"]/g)].map(
    ([, target]) => (target!.startsWith('.') ? normalize(join(dirname(file), target!)).replaceAll('\\', '/') : target!),
  );

describe('who may import what', () => {
  const node = /^node:/;
  const electron = /^electron$/;
  const main = /^src-main\//;
  const page = /^src-renderer\/|^svelte/;
  const rules: [where: RegExp, never: RegExp[]][] = [
    [/^shared\//, [node, electron, main, page]],
    [/^src-main\/(engine|library|cli|browser-host|lab)\//, [electron, page]],
    [/^src-main\//, [page]],
    [/^src-renderer\//, [node, electron, main]],
  ];
  test.each(rules)('%s', (where, never) => {
    const product = sources.filter((file) => where.test(file) && !file.includes('.test.'));
    expect(product.length).toBeGreaterThan(10);
    const wrong = product.flatMap((file) =>
      importsOf(file).flatMap((target) => (never.some((rule) => rule.test(target)) ? [`${file}: ${target}`] : [])),
    );
    expect(wrong).toEqual([]);
  });

  test('the kernel imports only itself', () => {
    const kernel = sources.filter((file) => file.startsWith('src-main/engine/kernel/') && !file.includes('.test.'));
    const wrong = kernel.flatMap((file) => importsOf(file).filter((t) => !t.startsWith('src-main/engine/kernel/')));
    expect(wrong).toEqual([]);
  });

  test('electron is named in five files', () => {
    expect(sources.filter((file) => importsOf(file).includes('electron'))).toHaveLength(5);
  });
});

describe('files', () => {
  test('are not longer than 600 lines', () => {
    // Texts are data: a line for each thing that is said.
    const long = [...text]
      .filter(([file, source]) => !file.startsWith('src-renderer/texts/') && source.split('\n').length > 600)
      .map(([file]) => file);
    expect(long).toEqual([]);
  });

  /** Exports that nobody imports: an API for others is written down in docs/api.md, the rest is dead. */
  test('export nothing that nobody wants', () => {
    const documented = new Set(readFileSync('docs/api.md', 'utf8').match(/\w+/g));
    const dead = sources
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('src-main/engine/kernel/'))
      .flatMap((file) => {
        const elsewhere = [...text].filter(([other]) => other !== file).map(([, source]) => source);
        return [...text.get(file)!.matchAll(/^export (?:const|function\*?|class) (\w+)/gm)]
          .map(([, name]) => name!)
          .filter(
            (name) => !documented.has(name) && !elsewhere.some((source) => new RegExp(`\\b${name}\\b`).test(source)),
          )
          .map((name) => `${file}: ${name}`);
      });
    expect(dead).toEqual([]);
  });
});

describe('the documents agree with the kernel', () => {
  let exported: Map<string, unknown>;
  beforeAll(async () => {
    const module = await WebAssembly.compile(readFileSync(builtFile('kernel.wasm')));
    const memory = new WebAssembly.Memory({ initial: 1024, maximum: 65536, shared: true });
    const imports: Record<string, Record<string, unknown>> = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
      (imports[from] ??= {})[name] = kind === 'memory' ? memory : () => undefined;
    exported = new Map(Object.entries((await WebAssembly.instantiate(module, imports as WebAssembly.Imports)).exports));
  });

  test('on the map of the memory', () => {
    const map = [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^0x([0-9a-f]+) {2}([A-Z]\w+)/gm)];
    expect(map.length).toBeGreaterThan(15);
    for (const [, address, name] of map)
      expect([name, ((exported.get(name!) as WebAssembly.Global).value as number) >>> 0]).toEqual([
        name,
        parseInt(address!, 16),
      ]);
  });

  test('on its functions', () => {
    const page = readFileSync('docs/api.md', 'utf8').split('## The kernel')[1]!;
    const cells = [...page.matchAll(/^\| (`.*?) \|/gm)].map(([, cell]) => cell!).join(' ');
    const named = [...cells.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    const functions = [...exported].filter(([, value]) => typeof value === 'function').map(([name]) => name);
    expect(named.sort()).toEqual(functions.sort());
  });
});

describe('docs/api.md', () => {
  const page = readFileSync('docs/api.md', 'utf8');
  const rows = [...page.matchAll(/^(##) .*\(`(shared\/[\w/]*)`\)|^\| `([\w-]+\.ts)` \| (.*?) \|/gm)];
  let folder = '';
  for (const [, heading, named, file, names] of rows) {
    if (heading) folder = named!;
    else {
      const path = `${folder}${file}`;
      test(path, () => {
        const exports = [...text.get(path)!.matchAll(/^export (?:const|function\*?|class|type) (\w+)/gm)].map(
          ([, n]) => n,
        );
        for (const [, name] of names!.matchAll(/`(\w+)`/g)) expect(exports, path).toContain(name);
      });
    }
  }
});

test('the keyboard card has the keys that the page has', () => {
  const bound = [...text.get('src-renderer/state/commands.ts')!.matchAll(/keys: \[([^\]]+)\]/g)].flatMap(([, keys]) =>
    [...keys!.matchAll(/'([^']+)'/g)].map(([, key]) => key!),
  );
  const names: Record<string, string> = { '→': 'ArrowRight', '←': 'ArrowLeft', '↓': 'ArrowDown', '↑': 'ArrowUp' };
  Object.assign(names, { '␣': ' ', PgDn: 'PageDown', PgUp: 'PageUp' });
  const card = /### Keys\n([\s\S]*?)\n## /.exec(readFileSync('README.md', 'utf8'))![1]!;
  const shown = [...card.matchAll(/`([^`]+)`/g)].map(
    ([, key]) => names[key!] ?? (key!.length === 1 ? key!.toLowerCase() : key!),
  );
  expect(shown.filter((key) => !bound.includes(key))).toEqual([]);
  expect(bound.filter((key) => !key.startsWith('Ctrl+') && !shown.includes(key))).toEqual([]);
});
