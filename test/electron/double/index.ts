/**
 * A double of the `electron` module: the parts that src/main uses, over plain Node and a real Chromium that Playwright
 * drives. It runs the *built* main process, preload script, and worker where Electron's runtime is not available.
 *
 * Not verified (docs/decisions/0010): that Electron itself behaves as its types declare. Menus, trays, docks, dialogs
 * and notifications are recorded, not shown; the preload script runs in the page's main world, so neither context
 * isolation nor the sandbox is tested; keyrings are a fixed key; a utility process is a forked Node; the system's own
 * events (open-file, open-url, suspend) are emitted by tests only; fuses, asar, and installers are not involved.
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
  session,
  shell,
  Tray,
  utilityProcess,
} from './system.ts';
export { BrowserWindow } from './window.ts';
export const net = { fetch };

import { serveCommands } from './control.ts';

serveCommands();
