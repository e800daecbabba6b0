import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, startHost, test } from '../fixtures';

test('a second host on a profile says whose it is and ends; after a kill of the first it starts', async ({ host }) => {
  const profile = join(host.folder, 'profile');
  const second = spawn(process.execPath, ['dist/main/start.js', '--browser', '--no-open', '--profile', profile], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => second.once('close', resolve));
  const [said, complained] = await Promise.all([text(second.stdout), text(second.stderr)]);
  expect(await ended).toBe(1);
  expect(said).toBe('');
  expect(complained).toMatch(
    /^The profile .*profile is in use by another Threefold.*: use that one, or end it first\n$/,
  );

  await host.stop('SIGKILL');
  const again = await startHost(host.folder);
  expect(await again.stop()).toBe(0);
});
