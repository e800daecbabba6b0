import * as v from 'valibot';
import type { MainApi, PageApi } from '../shared/api';
import { decode, encode } from '../shared/codec';
import { rpc, type ArgumentSchemas, type Wire } from '../shared/rpc';

/** What the page calls: every answer comes later, whichever transport brings it. */
export type Main = {
  [Name in keyof MainApi]: (...args: Parameters<MainApi[Name]>) => Promise<Awaited<ReturnType<MainApi[Name]>>>;
};

// Main is the trusted side: it is enough that an event has the arguments' number and kinds.
const value = v.looseObject({});
const pageSchemas = {
  readingProgress: v.tuple([value]),
  collectionChanged: v.tuple([value]),
  libraryProgress: v.tuple([value]),
  evaluationRemembered: v.tuple([value]),
  searchInfo: v.tuple([value]),
  searchEnded: v.tuple([v.number(), value]),
  notice: v.tuple([value]),
  settle: v.tuple([]),
  labProgress: v.tuple([value]),
} as unknown as ArgumentSchemas<PageApi>;

/** The preload hands over one port when it is asked, and exposes nothing else. */
function electronWire(): Promise<Wire> {
  return new Promise((resolve) => {
    window.addEventListener('message', function receive(event) {
      if (event.source !== window || event.data !== 'threefold:port') return;
      const port = event.ports[0];
      if (!port) return;
      window.removeEventListener('message', receive);
      resolve({
        post: (message) => port.postMessage(message),
        onMessage: (listener) => {
          port.onmessage = ({ data }) => listener(data);
        },
      });
    });
    window.postMessage('threefold:want-port', location.origin);
  });
}

function socketWire(lost: () => void): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/rpc`);
    socket.onerror = () => reject(new Error('no connection to the host'));
    socket.onopen = () => {
      socket.onclose = lost;
      resolve({
        post: (message) => socket.send(encode(message)),
        onMessage: (listener) => {
          socket.onmessage = ({ data }) => listener(decode(data as string));
        },
      });
    };
  });
}

/**
 * Connects to whichever host serves the page. `listen` makes what the host may call, given what the page may call.
 * `lost` is called when the host goes away.
 */
export async function connect(listen: (main: Main) => PageApi, lost: () => void): Promise<void> {
  const wire = location.protocol.startsWith('http') ? await socketWire(lost) : await electronWire();
  const page = {} as PageApi;
  const main = rpc<MainApi, PageApi>(wire, page, pageSchemas) as unknown as Main;
  Object.assign(page, listen(main));
}
