import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serve, serveUntilInterrupted } from './browser-host/serve';
import { fetchElectron } from './fetch-electron';
import { findElectron } from './find-electron';

/** npm start: the desktop window where Electron can be had and started, else the same page in a browser. */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    /** Do not try the desktop window. */
    browser: { type: 'boolean' },
    /** Print the link only. */
    'no-open': { type: 'boolean' },
    /** Where to keep what outlives this run. */
    profile: { type: 'string' },
    /** More in the log, and all of it on standard error. */
    verbose: { type: 'boolean' },
  },
});
const profile = typeof options.profile === 'string' ? options.profile : undefined;
const verbose = options.verbose === true;
const files = positionals.map((file) => resolve(file));
const screen = process.platform !== 'linux' || !!process.env.DISPLAY || !!process.env.WAYLAND_DISPLAY;

/** Megabytes of the download that a log was told of. */
let told = 0;

const reason = options.browser ? '' : await startDesktop();
// undefined: the window was there and has been closed.
if (reason !== undefined) {
  await startBrowser(reason).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

/** Runs the desktop app to its end; or says in one line why it cannot. */
async function startDesktop(): Promise<string | undefined> {
  if (!screen) return 'there is no display here (DISPLAY and WAYLAND_DISPLAY are unset)';
  let electron = findElectron();
  if (!electron.path) {
    process.stdout.write('Fetching Electron, once … ');
    electron = await fetchElectron({ onProgress: showProgress });
    process.stdout.write('\n');
  }
  if (!electron.path) return electron.reason;

  const app = resolve(import.meta.dirname, '../..');
  // Chromium refuses to run sandboxed as root; on a machine where only root exists that is the choice there is.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const inProfile = profile === undefined ? [] : [`--user-data-dir=${resolve(profile)}`];
  const child = spawn(electron.path, [...asRoot, ...inProfile, ...(verbose ? ['--verbose'] : []), app, ...files], {
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  });
  let ready = false;
  let complaint = '';
  child.on('message', (message) => (ready ||= message === 'ready'));
  // Chromium is talkative; until the window is there its words are only kept for the reason.
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (ready) process.stderr.write(text);
    else complaint += text;
  });
  // Ctrl+C reaches the child by itself; we wait for it to close its files.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const end = await new Promise<string | number>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? code ?? 0));
  });
  if (ready || end === 0) {
    process.exitCode = typeof end === 'number' ? end : 1;
    return undefined;
  }
  const line =
    complaint.split('\n').find((text) => /error|cannot|missing|failed/i.test(text)) ?? `it ended with ${end}`;
  return `Electron does not start here (${line.trim()})`;
}

async function startBrowser(why: string): Promise<void> {
  if (why) console.log(`No desktop window: ${why}. Threefold is served to your browser instead.`);
  const served = await serve({ port: 0, files, profile, verbose });
  await serveUntilInterrupted(served, (url) => {
    console.log(`Open ${url}`);
    if (screen && !options['no-open']) openBrowser(url);
  });
}

function showProgress(megabytes: number, ofMegabytes?: number): void {
  const total = ofMegabytes === undefined ? '' : ` of ${ofMegabytes.toFixed(0)}`;
  if (process.stdout.isTTY) process.stdout.write(`\rFetching Electron, once … ${megabytes.toFixed(0)}${total} MB`);
  // In a log file, a word every ten megabytes.
  else if (megabytes >= told + 10) {
    told = megabytes;
    process.stdout.write(`${megabytes.toFixed(0)}${total} MB … `);
  }
}

/** Best effort: the link is printed anyway. */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  spawn(command!, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
