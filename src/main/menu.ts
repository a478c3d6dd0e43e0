import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, Menu, shell } from 'electron';
import { chooseFiles, chooseTarget, showMessage } from './dialogs.ts';
import type { ElectronHost } from './host.ts';
import { OPENED_EXTENSIONS } from './policies/launch.ts';
import { menuTemplate } from './policies/menu.ts';
import { updatesNotice } from './policies/message-boxes.ts';
import { createRecentFiles } from './recent-files.ts';
import type { MainText } from './text.ts';

export interface MenuParts {
  text: MainText;
  host: ElectronHost;
  importFile(path: string): void;
  showPage(page: string): void;
  /** Undefined if another process owns the library. */
  diagnostics(): Promise<Uint8Array> | undefined;
}

/** Sets the application's menu. @returns a function that adds an imported file to the recent files */
export function installMenu({ text, host, importFile, showPage, diagnostics }: MenuParts): (path: string) => void {
  const recent = createRecentFiles(join(app.getPath('userData'), 'recent.json'));
  app.setAboutPanelOptions({ applicationName: 'Reelscope', applicationVersion: app.getVersion() });

  const importFiles = async () => {
    const paths = await chooseFiles({
      title: text('importTitle'),
      properties: ['openFile', 'multiSelections'],
      filters: [
        { name: text('importFilter'), extensions: [...OPENED_EXTENSIONS] },
        { name: text('importAll'), extensions: ['*'] },
      ],
    });
    for (const path of paths) importFile(path);
  };
  const saveDiagnostics = async () => {
    // Awaited before the dialog opens: a rejection while it is open would go unhandled.
    const collected = await diagnostics();
    if (!collected) throw new Error(text('diagnosticsElsewhere'));
    const path = await chooseTarget({
      title: text('diagnosticsTitle'),
      defaultPath: 'reelscope-diagnostics.zip',
    });
    if (path === undefined) return;
    await writeFile(path, collected);
    shell.showItemInFolder(path);
  };
  const tell = (error: unknown) =>
    dialog.showErrorBox('Reelscope', error instanceof Error ? error.message : String(error));

  function build(): void {
    const state = { platform: process.platform, isDevelopment: !app.isPackaged, recent: recent.list() };
    const actions = {
      importFiles: () => void importFiles().catch(tell),
      openRecent: importFile,
      clearRecent: () => {
        app.clearRecentDocuments();
        recent.clear();
        build();
      },
      showPage,
      about: () => app.showAboutPanel(),
      checkForUpdates: () => void showMessage(updatesNotice(text, app.getVersion())),
      showLogs: () => shell.showItemInFolder(host.logFile),
      saveDiagnostics: () => void saveDiagnostics().catch(tell),
    };
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, actions, text)));
  }
  build();
  return (path) => {
    app.addRecentDocument(path);
    recent.add(path);
    build();
  };
}
