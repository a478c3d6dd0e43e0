import type { MainText } from '../text.ts';

/** A menu item: the subset of Electron's template properties in use. */
export interface MenuEntry {
  role?: MenuRole;
  type?: 'separator';
  label?: string;
  accelerator?: string;
  click?: () => void;
  submenu?: MenuEntry[];
}
type MenuRole =
  | ('about' | 'services' | 'hide' | 'hideOthers' | 'unhide' | 'quit' | 'close' | 'minimize' | 'zoom' | 'front')
  | ('undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | 'togglefullscreen')
  | ('window' | 'help')
  | ('zoomIn' | 'zoomOut' | 'resetZoom' | 'reload' | 'toggleDevTools');

export interface MenuActions {
  importFiles(): void;
  openRecent(path: string): void;
  clearRecent(): void;
  showPage(page: string): void;
  about(): void;
  checkForUpdates(): void;
  showLogs(): void;
  saveDiagnostics(): void;
}

export interface MenuState {
  platform: string;
  /** Whether this is a development run, which adds reload and the developer tools. */
  isDevelopment: boolean;
  recent: readonly { path: string; name: string }[];
}

const LINE: MenuEntry = { type: 'separator' };

/** The application's menu, in each platform's conventional structure. */
export function menuTemplate(state: MenuState, actions: MenuActions, text: MainText): MenuEntry[] {
  const isMac = state.platform === 'darwin';
  const settings = { label: text('settings'), accelerator: 'CmdOrCtrl+,', click: () => actions.showPage('/settings') };
  const about: MenuEntry = isMac ? { role: 'about' } : { label: text('about'), click: actions.about };
  const appMenu: MenuEntry[] = [
    about,
    LINE,
    settings,
    LINE,
    { role: 'services' as const },
    LINE,
    ...(['hide', 'hideOthers', 'unhide'] as const).map((role) => ({ role })),
    LINE,
    { role: 'quit' as const },
  ];
  const file: MenuEntry[] = [
    { label: text('importFiles'), accelerator: 'CmdOrCtrl+O', click: actions.importFiles },
    { label: text('recent'), submenu: recentMenu(state, actions, text) },
    LINE,
    ...(isMac ? [{ role: 'close' as const }] : [settings, LINE, { role: 'quit' as const }]),
  ];
  const edit = ['undo', 'redo', LINE, 'cut', 'copy', 'paste', 'selectAll'] as const;
  const view: MenuEntry[] = [
    { label: text('library'), accelerator: 'CmdOrCtrl+1', click: () => actions.showPage('/library') },
    { label: text('search'), accelerator: 'CmdOrCtrl+2', click: () => actions.showPage('/search') },
    { label: text('jobs'), accelerator: 'CmdOrCtrl+3', click: () => actions.showPage('/processing') },
    LINE,
    ...(['resetZoom', 'zoomIn', 'zoomOut'] as const).map((role) => ({ role })),
    LINE,
    { role: 'togglefullscreen' as const },
    ...(state.isDevelopment ? [LINE, { role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
  ];
  const window: MenuEntry[] = [
    { role: 'minimize' as const },
    { role: 'zoom' as const },
    ...(isMac ? [LINE, { role: 'front' as const }] : [{ role: 'close' as const }]),
  ];
  const help: MenuEntry[] = [
    { label: text('showLogs'), click: actions.showLogs },
    { label: text('diagnostics'), click: actions.saveDiagnostics },
    LINE,
    { label: text('updates'), click: actions.checkForUpdates },
    ...(isMac ? [] : [about]),
  ];
  return [
    ...(isMac ? [{ label: 'Reelscope', submenu: appMenu }] : []),
    { label: text('file'), submenu: file },
    { label: text('edit'), submenu: edit.map((role) => (typeof role === 'string' ? { role } : role)) },
    { label: text('view'), submenu: view },
    // The roles add the list of windows and the search field of macOS.
    { role: 'window', label: text('window'), submenu: window },
    { role: 'help', label: text('help'), submenu: help },
  ];
}

function recentMenu({ recent }: MenuState, actions: MenuActions, text: MainText): MenuEntry[] {
  const files = recent.map(({ path, name }) => ({ label: name, click: () => actions.openRecent(path) }));
  if (files.length === 0) return [{ label: text('noRecent') }];
  return [...files, LINE, { label: text('clearRecent'), click: actions.clearRecent }];
}

/** Context menu of the tray icon. @param line state of the queue; opens the list of jobs */
export function trayMenu(line: string, text: MainText, show: (page?: string) => void): MenuEntry[] {
  return [
    { label: line, click: () => show('/processing') },
    { label: text('open'), click: () => show() },
    { type: 'separator' },
    { role: 'quit', label: text('quit') },
  ];
}
