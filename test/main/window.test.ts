import { expect, it, vi } from 'vitest';
import { createLogger } from '../../src/base/logger.ts';
import { mainText } from '../../src/main/text.ts';
import { MainWindow } from '../../src/main/window.ts';

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    webContents = new EventEmitter();
    visible = false;
    isVisible = () => this.visible;
    show(): void {
      this.visible = true;
    }
    /** Loads without `ready-to-show`. */
    async loadURL(): Promise<void> {
      this.webContents.emit('did-finish-load');
    }
  }
  const display = { workArea: { x: 0, y: 0, width: 1600, height: 900 } };
  const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };
  return { app: { getPath: () => '/nowhere' }, BrowserWindow, dialog: {}, screen };
});

it('appears once its page is loaded, even if Electron never calls it ready', async () => {
  const connection = { url: 'http://127.0.0.1:1', apiUrl: 'http://127.0.0.1:1/api', token: async () => 't' };
  const window = new MainWindow(
    connection,
    createLogger(() => {}),
    mainText('en'),
  );
  await window.show();
  expect(window.browserWindow?.isVisible()).toBe(true);
});
