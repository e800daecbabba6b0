import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, skipWithoutElectron, test, threadsOutOfReach } from './fixtures';

skipWithoutElectron();

const games = resolve('fixtures/first-light.pgn');
const more = resolve('fixtures/repertoire.pgn');

/** What threads.cjs gives to a test. */
interface Threads {
  endThread(name: string): Promise<void>;
}

/** Clicks an item of the menu bar by its place, such as ['View', 'Theme', 'Dark']; mnemonics aside. */
const choose = (app: import('@playwright/test').ElectronApplication, path: string[]) =>
  app.evaluate(({ Menu, BrowserWindow }, labels) => {
    let items = Menu.getApplicationMenu()!.items;
    const window = BrowserWindow.getAllWindows()[0]!;
    for (const [depth, label] of labels.entries()) {
      const item = items.find((each) => each.label.replace('&', '') === label);
      if (!item) throw new Error(`no menu item ${label} among ${items.map((each) => each.label).join(', ')}`);
      if (depth === labels.length - 1) item.click(undefined, window, window.webContents);
      else items = item.submenu!.items;
    }
  }, path);

test('the window opens and is confined', async ({ desktop: { app, page } }) => {
  await expect(page.getByRole('heading', { name: 'See where a game came back' })).toBeVisible();
  expect(page.url()).toBe('app://threefold/');
  const seen = await page.evaluate(() => ({
    process: typeof (globalThis as { process?: unknown }).process,
    require: typeof (globalThis as { require?: unknown }).require,
    opened: window.open('https://example.org/'),
  }));
  expect(seen).toEqual({ process: 'undefined', require: 'undefined', opened: null });
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]!.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    const { sandbox, contextIsolation, nodeIntegration } = contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration };
  });
  expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false });
});

test('nothing but the page is loaded or reached', async ({ desktop: { page } }) => {
  await page.evaluate(() => (location.href = 'https://example.org/'));
  const outcomes = await page.evaluate(async () => {
    const reach = (url: string) =>
      fetch(url).then(
        (answer) => String(answer.status),
        () => 'refused',
      );
    return {
      web: await reach('https://example.org/'),
      file: await reach('file:///etc/passwd'),
      climbing: await reach('app://threefold/%2e%2e/main/main.js'),
      otherHost: await reach('app://elsewhere/index.html'),
      notifications: await Notification.requestPermission(),
    };
  });
  expect(outcomes).toMatchObject({ web: 'refused', file: 'refused', notifications: 'denied' });
  expect(['404', 'refused']).toContain(outcomes.climbing);
  expect(['404', 'refused']).toContain(outcomes.otherHost);
  expect(page.url()).toBe('app://threefold/');
});

test.describe('with a file on the command line', () => {
  test.use({ files: [games] });

  test('shows its games, and remembers it', async ({ desktop: { app, page } }) => {
    await expect(page.getByRole('option').first()).toContainText('Morphy');
    await choose(app, ['File', 'Close All Games']);
    await expect(page.getByRole('option')).toHaveCount(0);
    await choose(app, ['File', 'Open Recent', 'first-light.pgn']);
    await expect(page.getByRole('option').first()).toContainText('Morphy');
  });

  test('a second start hands its files over and ends', async ({ desktop: { app, page, startAgain } }) => {
    await expect(page.getByRole('option').first()).toContainText('Morphy');
    expect(await startAgain([more])).toBe(0);
    await expect(page.getByText('repertoire.pgn')).toBeVisible();
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  test('a page that died is started again, with the games still there', async ({ desktop: { app, page } }) => {
    await expect(page.getByRole('option').first()).toContainText('Morphy');
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    });
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer());
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(
            "document.querySelector('[role=option]')?.textContent ?? ''",
          ),
        ),
      )
      .toContain('Morphy');
  });
});

test.describe('when a thread dies', () => {
  test.skip(threadsOutOfReach, 'a packaged app loads no script of the test, which is what ends its threads here');
  test.use({ files: [games], script: resolve('e2e/electron/threads.cjs') });

  test('the library says so and reads its files again', async ({ desktop: { app, page } }) => {
    await expect(page.getByRole('option').first()).toContainText('Morphy');
    await app.evaluate(() => (globalThis as unknown as Threads).endThread('library'));
    await expect(page.getByText(/The library's thread stopped .* The files are being read again\./)).toBeVisible();
    await expect(page.getByRole('option').first()).toContainText('Morphy');
  });

  test('quitting ends well all the same', async ({ desktop: { app, page } }) => {
    await expect(page.getByRole('option').first()).toContainText('Morphy');
    await app.evaluate(() => (globalThis as unknown as Threads).endThread('library'));
    const ended = new Promise<number | null>((done) => app.process().once('exit', done));
    await app.evaluate(({ app: running }) => running.quit());
    expect(await ended).toBe(0);
  });
});

test('the menu opens files by the native dialog', async ({ desktop: { app, page } }) => {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [path] })) as unknown as typeof dialog.showOpenDialog;
  }, games);
  await choose(app, ['File', 'Open…']);
  await expect(page.getByRole('option').first()).toContainText('Morphy');
});

test('files dropped on the window are opened from disk', async ({ desktop: { app, page } }) => {
  // A drop that carries a path is what the preload makes of one; a synthetic drag has none.
  await app.evaluate(({ BrowserWindow, ipcMain }, path) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!;
    ipcMain.emit('dropped', { sender: webContents, senderFrame: webContents.mainFrame }, [path]);
  }, games);
  await expect(page.getByRole('option').first()).toContainText('Morphy');
});

test('the theme chosen on the page is the window’s', async ({ desktop: { app, page } }) => {
  const source = () => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
  await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible();
  expect(await source()).toBe('system');
  for (const theme of ['light', 'dark', 'system']) {
    await page.keyboard.press('d');
    await expect.poll(source).toBe(theme);
  }
});

test('the diagnosis names versions and settings, and no file', async ({ desktop: { app, page, startAgain } }) => {
  await startAgain([games]);
  await expect(page.getByRole('option').first()).toBeVisible();
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
  });
  await choose(app, ['Help', 'Copy Diagnosis']);
  const text = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toContain('Electron');
  expect(text).toContain('hashMb');
  expect(text).not.toContain('first-light');
});

test('an edit is saved into its file through the whole app', async ({ desktop: { page, copyOf, startAgain } }) => {
  const copy = await copyOf('first-light.pgn');
  await startAgain([copy]);
  await expect(page.getByRole('option').first()).toContainText('Morphy');
  const failures = await page.evaluate(async () => {
    // Talks the contract on a second port, as the page's own code does on its first.
    const port = await new Promise<MessagePort>((resolve) => {
      window.addEventListener('message', ({ data, ports }) => data === 'threefold:port' && resolve(ports[0]!));
      window.postMessage('threefold:want-port', location.origin);
    });
    const call = (m: string, a: unknown[]) =>
      new Promise((resolve) => {
        port.onmessage = ({ data }) => (data as { i?: string }).i === m && resolve(data);
        port.postMessage({ m, a, i: m, t: 'q' });
      });
    return [
      await call('keepEdit', [{ id: 'x', game: 0, pgn: '[White "Changed"]\n\n*\n\n' }]),
      await call('saveEdit', ['x']),
    ];
  });
  expect(JSON.stringify(failures)).not.toContain('failure');
  await expect(page.getByRole('option').first()).toContainText('Changed');
  expect((await stat(`${copy}.bak`)).size).toBe((await stat(games)).size);
});

test('quitting during an import waits for the library and ends well', async ({
  desktop: { app, folder, startAgain },
}) => {
  const long = join(folder, 'long.pgn');
  await writeFile(long, (await readFile(games, 'utf8')).repeat(2000));
  await startAgain([long]);
  const ended = new Promise<number | null>((done) => app.process().once('exit', done));
  await app.evaluate(({ app: running }) => running.quit());
  expect(await ended).toBe(0);
});

/** What the page does when a game is changed: the contract, on a second port. */
const keepEdit = (page: import('@playwright/test').Page, pgn: string) =>
  page.evaluate(async (text) => {
    const port = await new Promise<MessagePort>((resolve) => {
      window.addEventListener('message', ({ data, ports }) => data === 'threefold:port' && resolve(ports[0]!));
      window.postMessage('threefold:want-port', location.origin);
    });
    return new Promise((resolve) => {
      // Main asks every page whether something is on its way before it closes: this one has nothing.
      port.onmessage = ({ data }) => {
        const { i, m, t } = data as { i?: string; m?: string; t?: string };
        if (i === 'keep') resolve(data);
        else if (t === 'q' && m === 'settle') port.postMessage({ t: 's', i });
      };
      port.postMessage({ m: 'keepEdit', a: [{ id: 'x', game: 0, pgn: text }], i: 'keep', t: 'q' });
    });
  }, pgn);

/** Answers the next native questions with these buttons, and notes what was asked. */
const answering = (app: import('@playwright/test').ElectronApplication, buttons: string[]) =>
  app.evaluate(({ dialog }, wanted) => {
    const asked: string[] = [];
    (globalThis as { asked?: string[] }).asked = asked;
    dialog.showMessageBox = ((_window: unknown, options: Electron.MessageBoxOptions) => {
      asked.push(options.message);
      const response = options.buttons?.indexOf(wanted.shift() ?? '') ?? 0;
      return Promise.resolve({ response, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  }, buttons);

test.describe('closing with unsaved changes', () => {
  const changed = '[White "Changed"]\n\n*\n\n';

  test('asks; Cancel keeps the window, Save writes the file and ends', async ({
    desktop: { app, page, copyOf, startAgain },
  }) => {
    const copy = await copyOf('first-light.pgn');
    await startAgain([copy]);
    await expect(page.getByRole('option').first()).toContainText('Morphy');
    await keepEdit(page, changed);
    await answering(app, ['Cancel', 'Save']);
    await app.evaluate(({ app: running }) => running.quit());
    await expect
      .poll(() => app.evaluate(() => (globalThis as { asked?: string[] }).asked))
      .toEqual(['The changes to one game are not saved yet.']);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    const ended = new Promise<number | null>((done) => app.process().once('exit', done));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
    expect(await ended).toBe(0);
    expect(await readFile(copy, 'utf8')).toContain('[White "Changed"]');
  });

  test('Keep for Later leaves the file as it is', async ({ desktop: { app, page, copyOf, startAgain } }) => {
    const copy = await copyOf('first-light.pgn');
    await startAgain([copy]);
    await expect(page.getByRole('option').first()).toContainText('Morphy');
    await keepEdit(page, changed);
    await answering(app, ['Keep for Later']);
    const ended = new Promise<number | null>((done) => app.process().once('exit', done));
    await app.evaluate(({ app: running }) => running.quit());
    expect(await ended).toBe(0);
    expect(await readFile(copy, 'utf8')).toBe(await readFile(games, 'utf8'));
  });
});
