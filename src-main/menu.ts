import { app, clipboard, Menu, shell, type MenuItemConstructorOptions } from 'electron';
import { basename } from 'node:path';
import type { SettingsFile } from './settings';
import { versions, type AppWindow } from './window';

const mac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu bar; built anew when the recent files change. */
export function buildMenu(window: AppWindow, settings: SettingsFile): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' as const }] : []),
      fileMenu(window, settings),
      { role: 'editMenu' },
      viewMenu,
      { role: 'windowMenu' },
      helpMenu(window),
    ]),
  );
}

function fileMenu(window: AppWindow, settings: SettingsFile): MenuItemConstructorOptions {
  const { open, services, log } = window.around;
  const complain = (error: unknown) => log.error(error);
  const { recentFiles } = settings.values;
  const forget = () => {
    app.clearRecentDocuments();
    settings.change({ recentFiles: [] }).catch(complain);
    buildMenu(window, settings);
  };
  return {
    label: '&File',
    submenu: [
      {
        label: '&Open…',
        accelerator: 'CmdOrCtrl+O',
        click: () => void window.pickGames().then((files) => files.length > 0 && open(files)),
      },
      {
        label: 'Open &Recent',
        enabled: recentFiles.length > 0,
        submenu: [
          ...recentFiles.map((file) => ({ label: basename(file), toolTip: file, click: () => open([file]) })),
          separator,
          { label: 'Clear List', click: forget },
        ],
      },
      {
        label: '&Close All Games',
        accelerator: 'CmdOrCtrl+Shift+W',
        click: () => services.library.closeAll().catch(complain),
      },
      separator,
      mac ? { role: 'close' } : { role: 'quit', accelerator: 'CmdOrCtrl+Q' },
    ],
  };
}

/** Colours and language are the page's own settings. */
const viewMenu: MenuItemConstructorOptions = {
  label: '&View',
  submenu: [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
    { role: 'toggleDevTools' },
  ],
};

function helpMenu(window: AppWindow): MenuItemConstructorOptions {
  const { log, services } = window.around;
  const copyDiagnosis = async () => {
    clipboard.writeText(await services.diagnosis(versions()));
    await window.tell('The diagnosis is on the clipboard.', 'Versions, settings, engine and its table; no games.');
  };
  return {
    role: 'help',
    submenu: [
      { label: 'Copy &Diagnosis', click: () => void copyDiagnosis() },
      { label: 'Show &Log', click: () => shell.showItemInFolder(log.path) },
      separator,
      { label: '&About Threefold', click: () => void window.tell('Threefold', `${versions()}\n\nGPL-3.0-or-later`) },
    ],
  };
}
