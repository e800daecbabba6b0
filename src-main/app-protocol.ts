import { app, protocol, session } from 'electron';
import { readFile } from 'node:fs/promises';
import { pageFile, pageHeaders } from './page-files';

/** The page's own origin: no file: rights, no web server, nothing else answers there. */
export const pageOrigin = 'app://threefold';

/** Before the app is ready. */
export function registerAppScheme(): void {
  // A page that is taken over could ask for names, and so tell them to whoever answers: there is nobody to ask.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page, and refuses the page everything else: other addresses, and every permission. */
export function serveAppScheme(root: string): void {
  protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url);
    const file = host === 'threefold' && request.method === 'GET' ? pageFile(root, pathname) : undefined;
    const body = file && (await readFile(file).catch(() => undefined));
    return file && body
      ? new Response(new Uint8Array(body), { headers: pageHeaders(file) })
      : new Response('Not found', { status: 404 });
  });

  const own = session.defaultSession;
  own.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  own.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  own.setDevicePermissionHandler(() => false);
  // The policy in the page's headers says the same; this holds where a bug would get round it.
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !/^(app|data|blob|devtools):/.test(url) }));
  own.setSpellCheckerEnabled(false);
}

/** Copying a FEN needs this one; reading the clipboard is not asked for. */
const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
