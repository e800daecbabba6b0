import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { decode, encode } from '../../shared/codec';
import { startBrowserHost, type BrowserHost } from './browser-host';

const folder = mkdtempSync(join(tmpdir(), 'threefold-host-'));
const attached: string[] = [];
let host: BrowserHost;
let token: string;
let cookie: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html>page');
  host = await startBrowserHost({
    root: folder,
    port: 0,
    attach(wire) {
      attached.push('in');
      wire.onMessage((message) => wire.post(message));
      return () => attached.push('out');
    },
  });
  token = new URL(host.url).searchParams.get('token')!;
  cookie = `threefold-${host.port}=${token}`;
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

/** A request as raw as it gets: node:http sends path and headers as they are. */
function get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: host.port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
    })
      .once('error', reject)
      .end();
  });
}

function open(headers: OutgoingHttpHeaders, path = '/rpc'): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode!));
    socket.once('error', reject);
  });
}
const origin = () => `http://127.0.0.1:${host.port}`;

describe('the page', () => {
  test('is served to the cookie that the link set', async () => {
    const first = await get(`/?token=${token}`, { 'sec-fetch-site': 'cross-site' });
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toEqual([`${cookie}; HttpOnly; SameSite=Strict; Path=/`]);
    const page = await get('/', { cookie: `other=1; ${cookie}` });
    expect([page.status, page.body]).toEqual([200, '<!doctype html>page']);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  });

  test.each<[string, string, OutgoingHttpHeaders, number]>([
    ['no cookie', '/', {}, 401],
    ['a wrong cookie', '/', { cookie: 'threefold-PORT=guess' }, 401],
    ["another port's cookie", '/', { cookie: 'threefold-1=TOKEN' }, 401],
    ['a wrong token', '/?token=guess', {}, 403],
    ['an empty token', '/?token=', {}, 403],
    ['a foreign Host', '/', { cookie: 'COOKIE', host: 'rebind.example:PORT' }, 421],
    ['a foreign Host with the right token', '/?token=TOKEN', { host: 'rebind.example:PORT' }, 421],
    ['a Host without the port', '/', { cookie: 'COOKIE', host: '127.0.0.1' }, 421],
    ['another Origin', '/', { cookie: 'COOKIE', origin: 'http://127.0.0.1:1' }, 403],
    ['Origin null', '/', { cookie: 'COOKIE', origin: 'null' }, 403],
    ['another site', '/', { cookie: 'COOKIE', 'sec-fetch-site': 'cross-site' }, 403],
    ['another port of this site', '/', { cookie: 'COOKIE', 'sec-fetch-site': 'same-site' }, 403],
    ['a path that climbs', '/../host-secret', { cookie: 'COOKIE' }, 404],
    ['an encoded path that climbs', '/%2e%2e/host-secret', { cookie: 'COOKIE' }, 404],
    ['a missing file', '/nothing.js', { cookie: 'COOKIE' }, 404],
    ['a folder', '/assets', { cookie: 'COOKIE' }, 404],
  ])('is refused to %s', async (_, path, headers, status) => {
    const fill = (text: string) =>
      text.replace('COOKIE', cookie).replace('TOKEN', token).replace('PORT', String(host.port));
    const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(String(value))]));
    const answer = await get(fill(path), filled);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain(token);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('is read only', async () => expect((await get('/', { cookie }, 'POST')).status).toBe(405));
});

describe('the WebSocket', () => {
  test('carries values both ways and tells of its end', async () => {
    attached.length = 0;
    const socket = (await open({ cookie, origin: origin() })) as WebSocket;
    socket.send(encode({ key: 0xfedcba9876543210n, bytes: new Uint8Array([1, 2]) }));
    const answer = await new Promise((resolve) => socket.once('message', (data) => resolve(decode(String(data)))));
    expect(answer).toEqual({ key: 0xfedcba9876543210n, bytes: new Uint8Array([1, 2]) });
    socket.close();
    await expect.poll(() => attached).toEqual(['in', 'out']);
  });

  test.each<[string, () => OutgoingHttpHeaders, number]>([
    ['no cookie', () => ({ origin: origin() }), 401],
    ['no Origin', () => ({ cookie }), 403],
    ['another local port', () => ({ cookie, origin: 'http://127.0.0.1:1' }), 403],
    ["localhost's page on 127.0.0.1", () => ({ cookie, origin: `http://localhost:${host.port}` }), 403],
    ['a secure origin of the same name', () => ({ cookie, origin: `https://127.0.0.1:${host.port}` }), 403],
    ['a foreign Host', () => ({ cookie, origin: origin(), host: 'rebind.example' }), 421],
  ])('is refused to %s', async (_, headers, status) => expect(await open(headers())).toBe(status));

  test('is at one path only', async () => expect(await open({ cookie, origin: origin() }, '/other')).toBe(404));

  test.each<[string, string | Buffer, number]>([
    ['bytes', Buffer.from([0]), 1003],
    ['text the codec did not write', '{not devalue', 1007],
    ['more than one upload piece', 'x'.repeat((8 << 20) + 1), 1009],
  ])('is closed on %s', async (_, message, code) => {
    const socket = (await open({ cookie, origin: origin() })) as WebSocket;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send(message);
    expect(await closed).toBe(code);
  });
});

test('ends every socket when it closes', async () => {
  const other = await startBrowserHost({ root: folder, port: 0, attach: () => () => {} });
  const idle = connect(other.port, '127.0.0.1');
  await new Promise((resolve) => idle.once('connect', resolve));
  const ended = new Promise((resolve) => idle.once('close', resolve));
  idle.on('error', () => {});
  await other.close();
  await ended;
});

test('does not listen on the addresses of the network', async ({ skip }) => {
  const address = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  skip(!address, 'this machine has no network address');
  const outcome = await new Promise((resolve) => {
    const socket = connect(host.port, address!, () => resolve('connected'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
  expect(outcome).toBe('ECONNREFUSED');
});

test('a port in use is an error', async () => {
  await expect(startBrowserHost({ root: folder, port: host.port, attach: () => () => {} })).rejects.toThrow(
    /EADDRINUSE/,
  );
});
