import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { version } from '../../package.json';
import { DEFAULT_SETTINGS, Engine } from '../engine/engine';
import { Uci } from '../engine/uci';
import { parseOptions, UsageError, type Command } from './command';

const usage = `usage: threefold uci

Speaks the Universal Chess Interface on standard input and output, for chess programs and match runners.`;

export const command: Command = {
  summary: 'the engine for other chess programs (UCI)',
  usage,
  async run(args, io) {
    const { positionals } = parseOptions(args, {});
    if (positionals.length > 0) throw new UsageError(`uci takes no arguments: "${positionals[0]}"`);
    const engine = await Engine.create({ settings: DEFAULT_SETTINGS });
    const uci = new Uci(
      engine,
      {
        name: `Threefold ${version}`,
        author: 'the Threefold maintainers',
        settings: DEFAULT_SETTINGS,
        maxThreads: Math.min(64, availableParallelism()),
      },
      io.out,
    );
    const input = createInterface({ input: io.stdin });
    input.on('line', (line) => void uci.receive(line));
    // A program that goes away without a word has quit.
    input.once('close', () => void uci.receive('quit'));
    await uci.done;
    input.close();
    await engine.close();
    return 0;
  },
};
