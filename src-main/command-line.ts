import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';

/** The files that a command line names, as absolute paths: everything but switches. Desktops may pass file: URLs. */
export const filesIn = (args: readonly string[], folder: string): string[] =>
  args
    .filter((arg) => arg !== '' && !arg.startsWith('-'))
    .flatMap((arg) => {
      if (!arg.startsWith('file:')) return [resolve(folder, arg)];
      try {
        return [fileURLToPath(arg)];
      } catch {
        return [];
      }
    });
