import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What a command may touch of the world, so that tests can stand in for it. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  stdin: NodeJS.ReadableStream;
}

/** One subcommand of `threefold`, a file per command. */
export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** How it is called, with its options; printed by `threefold help COMMAND`. */
  usage: string;
  /** Answers with the exit code. Throws `UsageError` for what the user got wrong. */
  run(args: string[], io: Io): Promise<number>;
}

/** The user's mistake: told in one line that names the culprit, exit code 2, no stack. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** `parseArgs` of Node, with its complaints made into usage errors. */
export const parseOptions = <T extends Options>(args: string[], options: T) => {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node adds advice after the first sentence; the first names the culprit.
    const [sentence] = (error as Error).message.split('. ');
    throw new UsageError(sentence);
  }
};

/** A whole number given as an option's value. */
export const parseCount = (option: string, text: string, minimum = 0): number => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < minimum) {
    throw new UsageError(`${option} wants a whole number from ${minimum}, not "${text}"`);
  }
  return value;
};
