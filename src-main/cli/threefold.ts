#!/usr/bin/env node
import { dispatch } from './dispatch';

// The reader of a pipe may leave early (`threefold review … | head`): that is no fault of ours to report.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// Not process.exit(): what is still on its way to a pipe would be lost.
process.exitCode = await dispatch(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  stdin: process.stdin,
});
