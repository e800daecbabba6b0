import { app, dialog, nativeTheme } from 'electron';
import { join } from 'node:path';
import { registerAppScheme, serveAppScheme } from './app-protocol';
import { filesIn } from './command-line';
import { Log } from './log';
import { buildMenu } from './menu';
import { startServices } from './services';
import { withRecent } from './settings';
import { AppWindow } from './window';

/** The desktop app: one process, one window, the library's thread and the engine's. */

app.setName('Threefold');
// As the installer names it: otherwise the taskbar takes window and shortcut for two programs, and its list has no files.
if (process.platform === 'win32') app.setAppUserModelId('invalid.threefold.app');
app.enableSandbox();
registerAppScheme();

/** What was asked for before there was a window to show it in. */
const early = filesIn(process.argv.slice(app.isPackaged ? 1 : 2), process.cwd());
let openFiles = (files: string[]) => void early.push(...files);

// A second start hands its files to the first and ends.
const isFirst = app.requestSingleInstanceLock({ files: early });
if (!isFirst) app.exit(0);
app.on('second-instance', (_event, _arguments, _folder, data) => {
  // Any program of this user can hold the other end.
  const { files } = (data ?? {}) as { files?: unknown };
  openFiles(Array.isArray(files) ? files.filter((file) => typeof file === 'string') : []);
});
app.on('open-file', (event, file) => {
  event.preventDefault();
  openFiles([file]);
});

async function start(): Promise<void> {
  const folder = app.getPath('userData');
  const log = new Log(join(app.getPath('logs'), 'threefold.log'), process.argv.includes('--verbose'));
  const services = await startServices(folder, log);
  const settings = services.appSettings;
  log.info(`start ${app.getVersion()}, Electron ${process.versions.electron}, ${process.platform} ${process.arch}`);

  await services.settings.onTheme((theme) => (nativeTheme.themeSource = theme));
  serveAppScheme(join(import.meta.dirname, '../renderer'));
  const window = new AppWindow({ services, settings, log, open: (files) => openFiles(files) });

  openFiles = (files) => {
    window.show();
    for (const file of files) {
      app.addRecentDocument(file);
      settings
        .change({ recentFiles: withRecent(settings.values.recentFiles, file) })
        .catch((error: unknown) => log.error(error));
    }
    buildMenu(window, settings);
    if (files.length > 0) services.library.open(files).catch((error: unknown) => log.error(error));
  };
  openFiles(early);
  app.on('activate', () => window.show());

  // Quitting waits until the threads have closed their files; ending a thread under a query ends the process badly.
  let closing: Promise<void> | undefined;
  let closed = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    // Who asks twice waits for the same end.
    closing ??= services
      .close()
      .catch((error: unknown) => log.error(error))
      .then(() => {
        closed = true;
        log.info('end');
        app.quit();
      });
  });
  // The graphics process and its like are started again by Chromium; for the report of a fault.
  app.on('child-process-gone', (_event, { type, reason }) => log.error(`${type} process gone: ${reason}`));
  // start.js waits for this word: an end before it means that Electron could not be started here.
  process.send?.('ready');
}

app
  .whenReady()
  .then(() => (isFirst ? start() : undefined))
  .catch((error: Error) => {
    // A profile that cannot be read or made, for one: without a word there would be a process and no window.
    dialog.showErrorBox('Threefold cannot start', error.message);
    app.exit(1);
  });
