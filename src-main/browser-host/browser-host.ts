import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { decode, encode } from '../../shared/codec';
import type { Wire } from '../../shared/rpc';
import { pageFile, pageHeaders } from '../page-files';
import { Guard } from './guard';

/** A host that runs: where its page is, and how it ends. */
export interface BrowserHost {
  /** The link with the token: whoever has it has the app. */
  readonly url: string;
  readonly port: number;
  /** Ends every connection; resolves when the port is free again. */
  close(): Promise<void>;
}

/** What is served, where, and to whom a page is joined. */
export interface BrowserHostOptions {
  /** The folder with the built page. */
  root: string;
  /** 0 lets the system choose. */
  port: number;
  /** A page connected; the function it returns is called when that page is gone. */
  attach(wire: Wire): () => void;
}

/** An upload's piece is 4 MB at most; as text it grows by a third. */
const largestMessage = 8 << 20;

const words: Record<number, string> = {
  400: 'Bad request',
  401: 'Open the link that Threefold printed: it carries the token.',
  403: 'Refused: this request did not come from the page of this host, or its token is outdated.',
  404: 'Not found',
  405: 'Only GET',
  421: 'Refused: this host answers only to 127.0.0.1 and localhost.',
};

/** Serves the page on 127.0.0.1, and the contract over a WebSocket. Rejects when the port is taken. */
export async function startBrowserHost({ root, port: wanted, attach }: BrowserHostOptions): Promise<BrowserHost> {
  const server = createServer({ maxHeaderSize: 16 << 10 });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const guard = new Guard(port);

  // close() waits for upgraded sockets for ever, so we end every socket ourselves.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  server.on('request', (request, response) => {
    respond(request, response, root, guard).catch(() => response.destroy());
  });

  const webSockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const refused = request.url === '/rpc' ? guard.refuseSocket(request.headers) : 404;
    if (refused !== undefined) {
      socket.end(`HTTP/1.1 ${refused} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const detach = attach(wireOf(webSocket));
      webSocket.on('close', detach);
      webSocket.on('error', () => webSocket.terminate());
    });
  });

  return {
    port,
    url: `http://127.0.0.1:${port}/?token=${guard.token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, root: string, guard: Guard): Promise<void> {
  const refuse = (status: number) => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    response.end(`${words[status]}\n`);
  };
  // URL would resolve `..`; pageFile wants to see the path as it came.
  const [pathname = '', search = ''] = (request.url ?? '').split('?', 2);

  const token = pathname === '/' ? new URLSearchParams(search).get('token') : null;
  if (token !== null) {
    const refused = guard.refuseLink(request.headers, token);
    if (refused !== undefined) return refuse(refused);
    // Not a redirect: after a click on another site it would not carry the SameSite=Strict cookie just set.
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'set-cookie': guard.cookie,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end('<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>Threefold</title>');
    return;
  }

  const refused = guard.refuseFile(request.headers);
  if (refused !== undefined) return refuse(refused);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const file = pageFile(root, pathname);
  const body = file && (await readFile(file).catch(() => undefined));
  if (!file || !body) return refuse(404);
  response.writeHead(200, pageHeaders(file));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Text that the codec did not write ends the connection: our page never sends any. */
function wireOf(webSocket: WebSocket): Wire {
  return {
    post(message) {
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(encode(message));
    },
    onMessage(listener) {
      webSocket.on('message', (data, isBinary) => {
        if (isBinary) return webSocket.close(1003);
        let message: unknown;
        try {
          message = decode(String(data));
        } catch {
          return webSocket.close(1007);
        }
        listener(message);
      });
    },
  };
}
