import { expect, test } from '../fixtures';

// A name of the attacker's that now resolves to this machine: the browser takes it for the attacker's own site.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP rebind.example 127.0.0.1'];
    await use({ ...launchOptions, args });
  },
});

test('a foreign name bound to this machine is refused', async ({ page, host, complaints }) => {
  const { port, search } = new URL(host.url);
  for (const path of ['/', '/index.html', `/${search}`]) {
    const answer = await page.goto(`http://rebind.example:${port}${path}`);
    expect(answer?.status()).toBe(421);
    expect(answer?.headers()['set-cookie']).toBeUndefined();
  }
  const socket = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opened = new WebSocket(`ws://${location.host}/rpc`);
        opened.onopen = () => resolve('open');
        opened.onerror = () => resolve('refused');
      }),
  );
  expect(socket).toBe('refused');
  complaints.length = 0;
});
