import { fileURLToPath } from 'node:url';
import { BrowserWindow } from 'electron';

const PRELOAD = fileURLToPath(new URL('../preload/index.cjs', import.meta.url));

let window: BrowserWindow | undefined;
let address = '';

/** Opens the main window on `url`. */
export function openWindow(url: string): void {
  address = url;
  window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 480,
    minHeight: 480,
    // Shown when there is something to see, so that no white flash comes first.
    show: false,
    backgroundColor: '#16181d',
    webPreferences: { preload: PRELOAD, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  window.once('ready-to-show', () => window?.show());
  window.on('closed', () => {
    window = undefined;
  });
  void window.loadURL(url);
}

/** Brings the main window to the front, opening it again when it was closed. */
export function showWindow(): void {
  if (!window) return address ? openWindow(address) : undefined;
  if (window.isMinimized()) window.restore();
  window.focus();
}
