import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch } from '../../e2e/support/browser.ts';
import { app } from './app.ts';
import { ipcHandlers } from './system.ts';

interface WindowOptions {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  show?: boolean;
  webPreferences: { preload?: string };
}

let browser: Promise<Browser> | undefined;

/** Runs the preload script in the page, with the parts of `electron` available under sandbox. */
function preloadScript(file: string): string {
  return `(() => {
    const listeners = new Map();
    window.open = (url) => void window.__open(new URL(url, location.href).href);
    window.__emit = (channel, payload) => { for (const heard of listeners.get(channel) ?? []) heard({}, payload); };
    const electron = {
      contextBridge: { exposeInMainWorld: (name, value) => { window[name] = value; } },
      ipcRenderer: {
        invoke: (channel, payload) => window.__invoke(channel, payload),
        on: (channel, heard) => listeners.set(channel, [...(listeners.get(channel) ?? []), heard]),
        off: (channel, heard) => listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== heard)),
      },
      webUtils: { getPathForFile: () => '' },
    };
    const require = () => electron;
    const process = { platform: ${JSON.stringify(process.platform)} };
    const exports = {}, module = { exports };
    (() => {
      ${readFileSync(file, 'utf8')}
    })();
  })()`;
}

class WebContents extends EventEmitter {
  readonly session = {
    setPermissionRequestHandler: () => {},
    setPermissionCheckHandler: () => {},
    setDevicePermissionHandler: () => {},
  };
  page: Page | undefined;
  openWindow: (asked: { url: string }) => { action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler(handler: (asked: { url: string }) => { action: string }): void {
    this.openWindow = handler;
  }
  printToPDF = async ({ pageSize }: { pageSize: string }): Promise<Uint8Array> =>
    // Electron passes a plain array to the page, where Playwright would pass the JSON of a Buffer.
    new Uint8Array(await this.page!.pdf({ format: pageSize, preferCSSPageSize: true, printBackground: true }));
  getURL = (): string => this.page?.url() ?? '';
  send(channel: string, payload: unknown): void {
    void this.page?.evaluate(
      ([name, body]) => (globalThis as never as { __emit(name: unknown, body: unknown): void }).__emit(name, body),
      [channel, payload] as const,
    );
  }
}

/** A page of a real browser without a frame; window manager state is only recorded. */
export class BrowserWindow extends EventEmitter {
  static readonly all = new Set<BrowserWindow>();
  static getFocusedWindow = (): BrowserWindow | null => [...BrowserWindow.all].find(({ visible }) => visible) ?? null;
  readonly webContents = new WebContents();
  readonly #options: WindowOptions;
  #context: Promise<BrowserContext>;
  #bounds: { x: number; y: number; width: number; height: number };
  visible: boolean;
  progress = -1;

  constructor(options: WindowOptions) {
    super();
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#options = options;
    this.#bounds = { x, y, width, height };
    this.visible = options.show ?? true;
    BrowserWindow.all.add(this);
    browser ??= launch();
    this.#context = browser.then((one) => one.newContext({ viewport: { width, height }, locale: 'en-GB' }));
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
  }

  get page(): Page | undefined {
    return this.webContents.page;
  }

  async #newPage(): Promise<Page> {
    const page = await (await this.#context).newPage();
    await page.exposeBinding('__invoke', async ({ frame }, channel: string, payload: unknown) => {
      const answer = ipcHandlers.get(channel);
      if (!answer) throw new Error(`No handler registered for '${channel}'`);
      // Playwright passes `undefined` as null.
      const parent = frame.parentFrame();
      return answer({ senderFrame: { url: frame.url(), parent } }, payload ?? undefined);
    });
    await page.exposeBinding('__open', (_, url: string) => this.webContents.openWindow({ url }));
    const { preload } = this.#options.webPreferences;
    if (preload !== undefined) await page.addInitScript(preloadScript(preload));
    page.on('domcontentloaded', () => this.emit('ready-to-show'));
    page.on('load', () => this.webContents.emit('did-finish-load'));
    page.on('crash', () => {
      // Playwright can't reuse a page whose process crashed; Electron starts a new process for the same window.
      this.webContents.page = Object.assign(Object.create(page), { url: () => page.url(), crashed: true });
      this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
    });
    return page;
  }

  async loadURL(url: string): Promise<void> {
    const { page } = this.webContents;
    if (!page || 'crashed' in page) this.webContents.page = await this.#newPage();
    // Loads a new document even if only the fragment differs.
    if (this.page!.url().split('#')[0] === url.split('#')[0]) await this.page!.goto('about:blank');
    await this.page!.goto(url);
  }

  show(): void {
    this.visible = true;
  }
  focus(): void {}
  restore(): void {}
  maximize(): void {}
  isMinimized = (): boolean => false;
  isVisible = (): boolean => this.visible;
  isMaximized = (): boolean => false;
  isDestroyed = (): boolean => !BrowserWindow.all.has(this);
  getBounds = () => this.#bounds;
  getNormalBounds = () => this.#bounds;
  setBounds(bounds: { x: number; y: number; width: number; height: number }): void {
    this.#bounds = bounds;
  }
  setProgressBar(progress: number): void {
    this.progress = progress;
  }

  destroy(): void {
    BrowserWindow.all.delete(this);
    void this.#context.then((context) => context.close());
  }

  async close(): Promise<void> {
    this.emit('close', { preventDefault: () => {} });
    BrowserWindow.all.delete(this);
    await (await this.#context).close().catch(() => {});
    this.emit('closed');
    if (BrowserWindow.all.size === 0) app.emit('window-all-closed');
  }
}

app.closeWindows = async () => {
  app.removeAllListeners('window-all-closed');
  for (const window of [...BrowserWindow.all]) await window.close();
  await (await browser)?.close();
};
