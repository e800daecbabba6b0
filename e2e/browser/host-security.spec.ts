import type { Page } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, open, test } from '../fixtures';

/** A page of somebody else, on another port of this machine. */
async function elsewhere(html: string): Promise<{ server: Server; port: number }> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<link rel="icon" href="data:,">${html}`),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const socketTo = (page: Page, url: string) =>
  page.evaluate(
    (to) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(to);
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      }),
    url,
  );

test('without the link there is no page', async ({ page, host, complaints }) => {
  const answer = await page.goto(`${host.origin}/`);
  expect(answer?.status()).toBe(401);
  expect(await answer?.text()).toContain('Open the link that Threefold printed');
  complaints.length = 0; // the browser reports the 401
});

test('the token does not stay in the address', async ({ page, host }) => {
  await open(page, host);
  expect(page.url()).toBe(`${host.origin}/`);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(await page.evaluate(() => document.referrer)).toBe('');
});

test.describe('a page on another port, with our cookie in the browser', () => {
  test('can neither read from the host nor talk to it', async ({ page, host, complaints }) => {
    await open(page, host);
    const foreign = await elsewhere('<h1>elsewhere</h1>');
    await page.goto(`http://127.0.0.1:${foreign.port}/`);
    expect(await socketTo(page, `${host.origin.replace('http', 'ws')}/rpc`)).toBe('refused');
    const read = (mode: 'cors' | 'no-cors') =>
      page.evaluate(
        ([url, how]) =>
          fetch(url!, { credentials: 'include', mode: how as RequestMode }).then(
            (answer) => `${answer.type} ${answer.status}`,
            (error: Error) => error.name,
          ),
        [`${host.origin}/`, mode],
      );
    expect(await read('cors')).toBe('TypeError');
    // Either the browser or the answer's own headers keep the text away.
    expect(await read('no-cors')).toMatch(/^(TypeError|opaque 0)$/);
    foreign.server.close();
    complaints.length = 0;
  });

  test('cannot show the app in a frame', async ({ page, host, complaints }) => {
    await open(page, host);
    const foreign = await elsewhere(`<iframe src="${host.origin}/"></iframe><iframe src="${host.url}"></iframe>`);
    await page.goto(`http://127.0.0.1:${foreign.port}/`);
    await expect.poll(() => page.frames().length).toBe(3);
    for (const frame of page.frames().slice(1)) expect(await frame.locator('#app').count()).toBe(0);
    foreign.server.close();
    complaints.length = 0;
  });
});

test('a link from elsewhere that carries the token opens the app', async ({ page, host }) => {
  const foreign = await elsewhere(`<a href="${host.url}">open</a>`);
  // localhost to 127.0.0.1 is cross-site for cookies.
  await page.goto(`http://localhost:${foreign.port}/`);
  await page.click('text=open');
  await page.waitForURL(`${host.origin}/`);
  await expect(page.locator('#app')).not.toBeEmpty();
  foreign.server.close();
});

test('the page itself cannot load or run what is not its own', async ({ page, host, complaints }) => {
  const foreign = await elsewhere('stolen');
  await open(page, host);
  const outcome = await page.evaluate(async (port) => {
    const inline = document.createElement('script');
    inline.textContent = 'window.injected = true';
    document.head.append(inline);
    const fetched = await fetch(`http://127.0.0.1:${port}/`, { mode: 'no-cors' }).then(
      () => 'fetched',
      () => 'blocked',
    );
    const image = await new Promise<string>((resolve) => {
      const element = new Image();
      element.onload = () => resolve('loaded');
      element.onerror = () => resolve('blocked');
      element.src = `http://127.0.0.1:${port}/x.png`;
    });
    let evaluated = 'ran';
    try {
      new Function('return 1')();
    } catch {
      evaluated = 'blocked';
    }
    return { fetched, image, evaluated, injected: 'injected' in window };
  }, foreign.port);
  expect(outcome).toEqual({ fetched: 'blocked', image: 'blocked', evaluated: 'blocked', injected: false });
  foreign.server.close();
  // The console tells of refusals a moment after the page knows, in order: what is said now comes after them.
  await page.evaluate(() => console.error('all refused'));
  await expect.poll(() => complaints.at(-1)).toBe('all refused');
  complaints.length = 0;
});

test('only functions of the contract can be called, with arguments that fit', async ({ page, host }) => {
  await open(page, host);
  // Talks the wire's own format, as a page taken over by an attacker could.
  const answers = await page.evaluate(async () => {
    const socket = new WebSocket(`ws://${location.host}/rpc`);
    await new Promise((resolve) => (socket.onopen = resolve));
    // devalue's flat form of { m, a, i, t: 'q' } as birpc sends it.
    const call = (name: string, args: unknown[]) => {
      const answer = new Promise<string>((resolve) => {
        socket.onmessage = ({ data }) => resolve(data as string);
      });
      const flat: unknown[] = [{ m: 1, a: 2, i: 3, t: 4 }, name, args.map((_, i) => 5 + i), 'id', 'q', ...args];
      socket.send(JSON.stringify(flat));
      return answer;
    };
    return [
      await call('appInfo', []),
      await call('constructor', []),
      await call('__proto__', []),
      await call('open', ['/etc/passwd']),
      await call('game', [-1]),
      await call('games', ['all']),
      await call('beginUpload', ['x', 1.5]),
    ];
  });
  expect(answers[0]).toContain('browser');
  for (const name of ['constructor', '__proto__', 'open']) expect(answers.join()).toContain(`\\"${name}\\" not found`);
  for (const answer of answers.slice(4)) expect(answer).toMatch(/Invalid|Expected/);
});
