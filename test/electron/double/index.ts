/**
 * A double of the `electron` module: the parts that src/main uses, over plain Node and a real Chromium that Playwright
 * drives. It lets the *built* main process, preload script and worker run where Electron's runtime can't be had.
 *
 * What it does not prove (docs/decisions/0017): that Electron itself does what its types say. Menus, trays, docks,
 * dialogs and notifications are records, not pictures; the preload script runs in the page's own world, so neither context
 * isolation nor the sandbox is tried; keyrings are a fixed key; a utility process is a forked Node; the system's own
 * events (open-file, open-url, suspend) are only emitted when a test says so; fuses, asar and installers play no part.
 */
export { app, powerMonitor } from './app.ts';
export {
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
  Tray,
  utilityProcess,
} from './system.ts';
export { BrowserWindow } from './window.ts';

import { serveCommands } from './control.ts';

serveCommands();
