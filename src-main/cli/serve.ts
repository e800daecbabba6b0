import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { serve, serveUntilInterrupted } from '../browser-host/serve';
import { ProfileInUse } from '../profile-lock';
import { parseCount, parseOptions, UsageError, type Command } from './command';

export const command: Command = {
  summary: 'show the app in a browser on this machine',
  usage: `usage: threefold serve [--port N] [--profile FOLDER] [--engine PROGRAM]… [--verbose] [FILES…]

Serves the app's page on 127.0.0.1 and prints a link with a token; whoever has the link has the app.
  --port N          the port (default: one that is free)
  --profile FOLDER  where unsaved changes are kept (default: the user's own)
  --engine PROGRAM  another UCI engine to choose from; may be given again
  --verbose         more in the log (FOLDER/threefold.log), shown on standard error as well`,
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      port: { type: 'string', default: '0' },
      profile: { type: 'string' },
      engine: { type: 'string', multiple: true },
      verbose: { type: 'boolean' },
    });
    const port = parseCount('--port', values.port);
    if (port > 65535) throw new UsageError(`--port wants a number up to 65535, not ${port}`);
    for (const file of positionals) checkReadable(file);
    const served = await serve({
      port,
      files: positionals.map((file) => resolve(file)),
      profile: values.profile,
      engines: (values.engine ?? []).map((program) => resolve(program)),
      verbose: values.verbose,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') throw new UsageError(`port ${port} is in use`);
      const instead = error instanceof ProfileInUse ? ', or name another folder with --profile' : '';
      throw new UsageError(`${error.message}${instead}`);
    });
    await serveUntilInterrupted(served, (url) => io.out(url));
    return 0;
  },
};

function checkReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
    if (!statSync(file).isDirectory()) return;
  } catch {
    throw new UsageError(`cannot read ${file}`);
  }
  throw new UsageError(`${file} is a folder`);
}
