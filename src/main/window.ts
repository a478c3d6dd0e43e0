import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, screen } from 'electron';
import type { Logger } from '../base/logger.ts';
import { BRIDGE_CHANNELS } from '../contract/system/bridge.ts';
import type { Connection } from './connection.ts';
import { showMessage } from './dialogs.ts';
import { readJson, writeJson } from './json-file.ts';
import { trackPlacement } from './placement.ts';
import { crashResponse, isCrash } from './policies/crash-recovery.ts';
import { crashLoopQuestion, crashNotice, unresponsiveQuestion } from './policies/message-boxes.ts';
import { pathOf } from './policies/page-access.ts';
import { SECURE_PAGE } from './policies/web-preferences.ts';
import { MIN_SIZE, placeWindow, WindowState } from './policies/window-bounds.ts';
import type { MainText } from './text.ts';

/** Shown by window managers of Linux; other systems take the icon of the program. */
const ICON = fileURLToPath(new URL('../../resources/icon.png', import.meta.url));
const PRELOAD = fileURLToPath(new URL('../preload/index.cjs', import.meta.url));

/** The main window: restores its bounds, and recovers from crashes of its page. */
export class MainWindow {
  readonly #connection: Connection;
  readonly #log: Logger;
  readonly #text: MainText;
  readonly #stateFile = join(app.getPath('userData'), 'window.json');
  #window: BrowserWindow | undefined;
  #isLoaded = false;
  #crashedMs: number[] = [];

  constructor(connection: Connection, log: Logger, text: MainText) {
    this.#connection = connection;
    this.#log = log;
    this.#text = text;
  }

  get browserWindow(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Brings the window to the front, reopening it if it was closed; with `page`, shows that page. */
  async show(page?: string): Promise<void> {
    const window = this.#window;
    if (!window) return this.#open(page);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    if (page === undefined) return;
    // The page navigates itself, so that its uploads continue; a page that has not loaded yet is loaded at the target.
    if (this.#isLoaded) window.webContents.send(BRIDGE_CHANNELS.showPage, page);
    else await this.#load(window, page);
  }

  async #open(page = '/'): Promise<void> {
    const state = readJson(this.#stateFile, WindowState);
    const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
    const placed = placeWindow(state, displays);
    const window = new BrowserWindow({
      ...placed,
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      title: 'Reelscope',
      ...(process.platform === 'linux' && { icon: ICON }),
      backgroundColor: '#16181d',
      // Shown once it has content, to avoid a white flash.
      show: false,
      webPreferences: { ...SECURE_PAGE, preload: PRELOAD },
    });
    this.#window = window;
    const bounds = trackPlacement(window, placed);
    if (state?.maximized) window.maximize();
    const appear = () => window.isVisible() || window.show();
    window.once('ready-to-show', appear);
    // The event above is missing at some starts of a real Electron.
    window.webContents.once('did-finish-load', appear);
    window.on('close', () => {
      const state = { bounds: bounds(), maximized: window.isMaximized() };
      const error = writeJson(this.#stateFile, state);
      if (error) this.#log.warn('the position of the window could not be saved', { error });
    });
    window.on('closed', () => {
      this.#window = undefined;
      this.#isLoaded = false;
    });
    window.webContents.on('did-finish-load', () => {
      this.#isLoaded = true;
    });
    window.webContents.on('render-process-gone', (_, { reason, exitCode }) => {
      if (isCrash(reason)) void this.#recover(window, exitCode);
    });
    window.on('unresponsive', () => void this.#hangs(window));
    await this.#load(window, page);
  }

  async #load(window: BrowserWindow, page: string): Promise<void> {
    this.#isLoaded = false;
    try {
      await window.loadURL(`${this.#connection.url}${page}#token=${await this.#connection.token()}`);
    } catch (error) {
      // Superseded by another load.
      if ((error as { code?: string }).code !== 'ERR_ABORTED') throw error;
    }
  }

  /** The page shown before the crash, to restore it. */
  #page(window: BrowserWindow): string {
    return pathOf(window.webContents.getURL(), this.#connection.url);
  }

  async #recover(window: BrowserWindow, exitCode: number): Promise<void> {
    this.#log.error('window crashed', { exit_code: exitCode });
    const next = crashResponse(this.#crashedMs, performance.now());
    this.#crashedMs.push(performance.now());
    if (next === 'reload') {
      await this.#load(window, this.#page(window));
      if (window.isDestroyed()) return;
      await showMessage(crashNotice(this.#text), window);
      return;
    }
    if ((await showMessage(crashLoopQuestion(this.#text))) !== 0) return app.quit();
    this.#crashedMs = [];
    // The user may have closed the window while the dialog was open, and opened another.
    if (!window.isDestroyed()) await this.#load(window, '/');
  }

  async #hangs(window: BrowserWindow): Promise<void> {
    this.#log.warn('window unresponsive');
    const answer = await showMessage(unresponsiveQuestion(this.#text));
    if (answer === 1 && !window.isDestroyed()) await this.#load(window, this.#page(window));
  }
}
