import { UsageError, type Command, type Io } from './command';

/** One line per command, in the order of the help text. Loaded when called for: `threefold key` does not wait for the engine or the database. */
const COMMANDS: Record<string, () => Promise<{ command: Command }>> = {
  key: () => import('./key'),
  review: () => import('./review'),
  transpositions: () => import('./transpositions'),
  repertoire: () => import('./repertoire'),
  index: () => import('./index'),
  book: () => import('./book'),
  lab: () => import('./lab'),
  serve: () => import('./serve'),
  perft: () => import('./perft'),
  analyze: () => import('./analyze'),
  bench: () => import('./bench'),
  uci: () => import('./uci'),
};

const load = async (name: string): Promise<Command> => {
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new UsageError(`unknown command "${name}"; known: ${Object.keys(COMMANDS).join(', ')}`);
  }
  return (await COMMANDS[name]!()).command;
};

const help = async (name: string | undefined, io: Io): Promise<void> => {
  if (name !== undefined) {
    io.out((await load(name)).usage);
    return;
  }
  io.out('usage: threefold COMMAND [options]\n');
  for (const known of Object.keys(COMMANDS)) io.out(`  ${known.padEnd(16)}${(await load(known)).summary}`);
  io.out('\nthreefold help COMMAND tells more.');
};

/** Runs one command line and answers with its exit code: 2 for the user's mistake. */
export const dispatch = async (args: string[], io: Io): Promise<number> => {
  const [name, ...rest] = args;
  try {
    if (name === undefined) {
      await help(undefined, { ...io, out: io.err });
      return 2;
    }
    if (name === 'help' || name === '--help' || name === '-h') {
      await help(rest[0], io);
      return 0;
    }
    const command = await load(name);
    if (rest.includes('--help') || rest.includes('-h')) {
      io.out(command.usage);
      return 0;
    }
    return await command.run(rest, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`threefold${name && Object.hasOwn(COMMANDS, name) ? ` ${name}` : ''}: ${error.message}`);
    return 2;
  }
};
