import { app, BrowserWindow, dialog, ipcMain, MessageChannelMain, screen, type IpcMainEvent } from 'electron';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pageOrigin } from './app-protocol';
import type { Log } from './log';
import type { Services } from './services';
import { attach } from './session';
import type { SettingsFile } from './settings';
import { answers, mayClose, type Asker } from './unsaved';
import { fitBounds, smallest } from './window-bounds';

/** For a diagnosis: the app, its host, the system, a line each. */
export const versions = (): string =>
  [
    `Threefold ${app.getVersion()}`,
    `Electron ${process.versions.electron}, Chromium ${process.versions.chrome}, Node ${process.versions.node}`,
    `${process.platform} ${process.arch}`,
  ].join('\n');

/** What the window needs of the app around it. */
export interface Surroundings {
  services: Services;
  settings: SettingsFile;
  log: Log;
  open(files: string[]): void;
}

/** The window with the page in it, made anew when it was closed and is wanted again. */
export class AppWindow {
  readonly around: Surroundings;
  #window: BrowserWindow | undefined;
  #closing: 'asking' | 'agreed' | undefined;

  constructor(around: Surroundings) {
    this.around = around;
    ipcMain.on('want-port', (event) => this.#isOurPage(event) && this.#handOverPort(event));
    ipcMain.on('dropped', (event, paths: unknown) => {
      const known = Array.isArray(paths) && paths.every((path) => typeof path === 'string' && path !== '');
      if (known && this.#isOurPage(event)) around.open(paths as string[]);
    });
  }

  show(): void {
    if (!this.#window) {
      // It shows itself when there is something to be seen.
      this.#window = this.#make();
      return;
    }
    const window = this.#window;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** Ends the page and starts it again, as after a crash. */
  reload(): void {
    this.#window?.webContents.reload();
  }

  async pickGames(): Promise<string[]> {
    const options = {
      title: 'Open games',
      properties: ['openFile' as const, 'multiSelections' as const],
      filters: [
        { name: 'Chess games (PGN)', extensions: ['pgn'] },
        { name: 'All files', extensions: ['*'] },
      ],
    };
    const { filePaths } = await (this.#window
      ? dialog.showOpenDialog(this.#window, options)
      : dialog.showOpenDialog(options));
    return filePaths;
  }

  /** A chess engine's program file; undefined if none was picked. */
  async pickEngine(): Promise<string | undefined> {
    const options = { title: 'Choose a UCI engine', properties: ['openFile' as const] };
    const { filePaths } = await (this.#window
      ? dialog.showOpenDialog(this.#window, options)
      : dialog.showOpenDialog(options));
    return filePaths[0];
  }

  async tell(message: string, detail: string): Promise<void> {
    const box = { type: 'info' as const, title: 'Threefold', message, detail };
    await (this.#window ? dialog.showMessageBox(this.#window, box) : dialog.showMessageBox(box));
  }

  #make(): BrowserWindow {
    const { settings } = this.around;
    const screens = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
    const window = new BrowserWindow({
      ...fitBounds(settings.values.window, screens),
      minWidth: smallest.width,
      minHeight: smallest.height,
      show: false,
      backgroundColor: '#1d1f21',
      webPreferences: {
        preload: join(import.meta.dirname, '../preload/preload.cjs'),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
    });
    if (settings.values.window.maximized) window.maximize();
    this.#remember(window);
    this.#confine(window);
    this.#survive(window);
    this.#askBeforeClosing(window);
    window.once('ready-to-show', () => window.show());
    window.once('closed', () => (this.#window = undefined));
    const { log } = this.around;
    window.webContents.on('preload-error', (_event, _path, error) => log.error(error));
    window.loadURL(`${pageOrigin}/`).catch((error: unknown) => log.error(error));
    return window;
  }

  #remember(window: BrowserWindow): void {
    let timer: NodeJS.Timeout | undefined;
    const save = () => {
      clearTimeout(timer);
      if (window.isMinimized()) return;
      const state = { ...window.getNormalBounds(), maximized: window.isMaximized() };
      this.around.settings.change({ window: state }).catch((error: unknown) => this.around.log.error(error));
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, 500);
    };
    window.on('resize', soon).on('move', soon).on('maximize', soon).on('unmaximize', soon).on('close', save);
    // A window that moves while it closes must not be asked where it is when it has gone.
    window.on('closed', () => clearTimeout(timer));
  }

  /** The page stays where it is: no other address in any frame, no second window, and nothing sent by WebRTC. */
  #confine({ webContents }: BrowserWindow): void {
    webContents.on('will-navigate', (event) => event.preventDefault());
    webContents.on('will-frame-navigate', (event) => event.preventDefault());
    webContents.on('will-redirect', (event) => event.preventDefault());
    webContents.on('will-attach-webview', (event) => event.preventDefault());
    // Nor in the user's browser: the page has no links, and an address can carry away what is in the games.
    webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
    webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  }

  /** Nothing is lost by closing, but what is not in its file should not be so by oversight. */
  #askBeforeClosing(window: BrowserWindow): void {
    const asker: Asker = {
      ask: async ({ message, detail, buttons }) => {
        const box = {
          type: 'question' as const,
          title: 'Threefold',
          message,
          detail,
          buttons,
          defaultId: 0,
          cancelId: 2,
        };
        return answers[(await dialog.showMessageBox(window, box)).response] ?? 'cancel';
      },
      tell: (message, detail) => this.tell(message, detail),
    };
    const { services, log } = this.around;
    // On every system the app ends with its window. A library that cannot answer must not hold it: the journal has all.
    const close = async () => {
      await services.settle();
      const may = await mayClose(services.edits, asker).catch((error: unknown) => (log.error(error), true));
      this.#closing = may ? 'agreed' : undefined;
      if (may) app.quit();
    };
    // The system ends: no time for questions, and what is kept is there again.
    window.on('query-session-end', () => {
      this.#closing = 'agreed';
      void services.settle();
    });
    window.on('close', (event) => {
      if (this.#closing === 'agreed') return;
      event.preventDefault();
      if (this.#closing === undefined) void close();
      this.#closing = 'asking';
    });
    window.once('closed', () => (this.#closing = undefined));
  }

  /** A page that died or hangs is told about and started again; games, engine and journal live in main. */
  #survive(window: BrowserWindow): void {
    const ask = async (what: string, detail: string, buttons: string[]) => {
      this.around.log.error(`${what} (${detail})`);
      const { response } = await dialog.showMessageBox(window, {
        type: 'warning',
        title: 'Threefold',
        message: what,
        detail: 'Opened games and unsaved changes are kept.',
        buttons,
        defaultId: 0,
        cancelId: 0,
      });
      return buttons[response];
    };
    // A hanging page that dies while it is asked about needs no second question.
    let asking = false;
    const askOnce = async (what: string, detail: string, buttons: string[], then: (answer?: string) => void) => {
      if (asking) return;
      asking = true;
      const answer = await ask(what, detail, buttons);
      asking = false;
      if (!window.isDestroyed()) then(answer);
    };
    let endedByUs = false;
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || endedByUs) return;
      void askOnce('The page has stopped working.', reason, ['Start it again', 'Quit'], (answer) =>
        answer === 'Quit' ? app.quit() : window.webContents.reload(),
      );
    });
    window.on('unresponsive', () => {
      void askOnce('The page does not respond.', 'unresponsive', ['Wait', 'Start it again'], (answer) => {
        if (answer === 'Wait' && !window.webContents.isCrashed()) return;
        // A busy page cannot reload itself. Straight after the end of its process it is loaded in a new one.
        endedByUs = true;
        window.webContents.forcefullyCrashRenderer();
        window.webContents.reload();
      });
    });
    window.webContents.on('did-finish-load', () => (endedByUs = false));
  }

  /** Only the main frame of our window, showing our page, gets to talk to main. */
  #isOurPage({ sender, senderFrame }: IpcMainEvent): boolean {
    return (
      sender === this.#window?.webContents &&
      senderFrame === sender.mainFrame &&
      senderFrame.url.startsWith(`${pageOrigin}/`)
    );
  }

  #handOverPort({ senderFrame }: IpcMainEvent): void {
    const { port1, port2 } = new MessageChannelMain();
    const detach = attach(
      {
        post: (message) => port1.postMessage(message),
        onMessage: (listener) => void port1.on('message', ({ data }) => listener(data)),
      },
      this.around.services,
      {
        appInfo: () => ({
          host: 'electron',
          version: app.getVersion(),
          nativeDialogs: true,
          cores: availableParallelism(),
        }),
        versions,
        pickGames: () => this.pickGames(),
        pickEngine: () => this.pickEngine(),
      },
    );
    port1.once('close', detach);
    port1.start();
    senderFrame!.postMessage('port', null, [port2]);
  }
}
