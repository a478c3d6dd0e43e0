import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { state } from './state.ts';

/** Folder of all files of one test. */
const HOME = process.env['REELSCOPE_DOUBLE_HOME'] ?? '';
const LOCK = join(HOME, 'instance.lock');
const SOCKET =
  process.platform === 'win32' ? `\\\\.\\pipe\\reelscope-${HOME.replace(/\W/g, '')}` : join(HOME, 'i.sock');

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

class App extends EventEmitter {
  readonly isPackaged = false;
  /** Closes the windows; set by the windows themselves. */
  closeWindows: () => Promise<void> = async () => {};
  #server: Server | undefined;
  #handedOver: Promise<void> | undefined;

  constructor() {
    super();
    // As in Electron on Linux and macOS.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.quit());
  }

  requestSingleInstanceLock(): boolean {
    mkdirSync(HOME, { recursive: true });
    const pid = Number(readOr(LOCK, '0'));
    if (pid !== 0 && alive(pid)) {
      const message = JSON.stringify({ argv: process.argv, folder: process.cwd() });
      this.#handedOver = new Promise((done) =>
        connect(SOCKET)
          .end(message)
          .on('close', () => done()),
      );
      return false;
    }
    writeFileSync(LOCK, String(process.pid));
    rmSync(SOCKET, { force: true });
    this.#server = createServer((socket) => {
      let text = '';
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('end', () => {
        const { argv, folder } = JSON.parse(text) as { argv: string[]; folder: string };
        this.emit('second-instance', {}, argv, folder);
      });
    }).listen(SOCKET);
    return true;
  }

  enableSandbox = (): void => {};
  setAppUserModelId = (): void => {};
  whenReady = async (): Promise<void> => {};
  getAppPath = (): string => process.cwd();
  getVersion = (): string => '0.0.0-double';
  getLocale = (): string => process.env['REELSCOPE_DOUBLE_LOCALE'] ?? 'en-GB';
  getLocaleCountryCode = (): string => 'GB';
  getPath = (name: string): string => join(HOME, name);
  setAsDefaultProtocolClient = (): boolean => true;
  setAboutPanelOptions = (): void => {};
  showAboutPanel = (): void => {};
  addRecentDocument = (path: string): void => void state.recentDocuments.push(path);
  clearRecentDocuments = (): void => void state.recentDocuments.splice(0);
  getAppMetrics = () =>
    state.workers.map(({ pid }) => ({ pid, memory: { workingSetSize: 0 }, cpu: { cumulativeCPUUsage: undefined } }));
  setBadgeCount(count: number): boolean {
    state.badge = count;
    return true;
  }

  /** As in Electron: `before-quit` may prevent it; then the windows close and the process exits. */
  quit(): void {
    let prevented = false;
    if (!this.#handedOver) this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (!prevented) void this.#end(0);
  }

  exit(code: number): void {
    void this.#end(code);
  }

  async #end(code: number): Promise<void> {
    await this.#handedOver;
    await this.closeWindows();
    this.#server?.close();
    process.exit(code);
  }
}

function readOr(file: string, fallback: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}

export const app = new App();
export const powerMonitor = new EventEmitter();
