/**
 * The documents' code blocks and the commands in them, for the test that runs them. A fenced block says what it is:
 *
 *     sh        commands, a line each; `#` begins a comment
 *     console   `$ ` and a command, then what it prints; `…` stands for anything, a line of it for any lines;
 *               `console figures`: the numbers are an example, others may come in their places
 *     text      a drawing, a tree, a file: read, not run
 *     sql NAME  a statement; the test beside the library runs it by its name
 */
export interface Block {
  language: string;
  /** From 1, in the document. */
  line: number;
  text: string;
}

export interface Shown {
  command: string;
  /** What the document says it prints; absent where it says nothing. */
  output?: string;
}

export const readBlocks = (markdown: string): Block[] =>
  [...markdown.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```$/gm)].map(({ 1: indent, 2: language, 3: text, index }) => ({
    language: language!,
    line: markdown.slice(0, index).split('\n').length,
    text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));

/** Commands named in running text: `threefold …`, `npm …`, `npx …`, `node …`. */
export const readInlineCommands = (markdown: string): string[] =>
  [...markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/`((?:threefold|npm|npx|node) [^`]+)`/g)].map(
    ([, command]) => command!.replaceAll(/\s+/g, ' '),
  );

export const readCommands = ({ language, text }: Block): Shown[] => {
  if (language.split(' ')[0] === 'console') {
    return text
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command, ...output] = part.trimEnd().split('\n');
        return { command: command!, output: output.join('\n') };
      });
  }
  return text
    .split('\n')
    .flatMap((line) => withoutComment(line).split(' && '))
    .filter((command) => command.trim() !== '')
    .map((command) => ({ command: command.trim() }));
};

/** Words as a shell makes them; quotes hold them together. */
export const shellWords = (command: string): string[] =>
  [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));

const withoutComment = (line: string): string => /^(?:"[^"]*"|'[^']*'|[^"'#]|\S#)*/.exec(line)![0];

/** Whether what was printed is what is shown, perhaps with other figures. */
export const isShown = (printed: string, shown: string, otherFigures = false): boolean => {
  const lines = shown.split('\n').map((line) => {
    if (line.trim() === '…') return '(?:.*\n)*?';
    const pattern = line.split('…').map(literally).join('.*');
    return `${otherFigures ? pattern.replaceAll(/\d+/g, '\\d+') : pattern}\n`;
  });
  return new RegExp(`^${lines.join('')}$`).test(`${printed.replaceAll(/[ \t]+$/gm, '').trimEnd()}\n`);
};

const literally = (text: string): string => text.trimEnd().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
