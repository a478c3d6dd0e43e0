import { type ChildProcess, fork } from 'node:child_process';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type AskedDialog, type MenuItem, state } from './state.ts';

/** A dialog stays open until the test answers it. */
function ask<Answer>(kind: AskedDialog['kind'], given: unknown[]): Promise<Answer> {
  const options = given.at(-1) as Record<string, unknown>;
  return new Promise((answer) => {
    const asked: AskedDialog = {
      kind,
      options,
      answer(value) {
        state.dialogs.splice(state.dialogs.indexOf(asked), 1);
        answer(value as Answer);
      },
    };
    state.dialogs.push(asked);
  });
}

export const dialog = {
  showMessageBox: (...given: unknown[]) => ask<{ response: number }>('message', given),
  showOpenDialog: (...given: unknown[]) => ask<{ filePaths: string[] }>('open', given),
  showSaveDialog: (...given: unknown[]) => ask<{ filePath: string }>('save', given),
  showErrorBox: (message: string, detail: string) => void ask('error', [{ message, detail }]),
};

export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu(menu: MenuItem[]) {
    state.menu = menu;
  },
};

export class Tray extends EventEmitter {
  setToolTip(text: string): void {
    state.tray.tooltip = text;
  }
  setContextMenu(menu: MenuItem[]): void {
    state.tray.menu = menu;
  }
}

export const nativeImage = { createFromPath: (path: string) => ({ path, resize: () => ({ path }) }) };

export class Notification extends EventEmitter {
  static isSupported = (): boolean => true;
  readonly #options: { title: string; body: string };
  constructor(options: { title: string; body: string }) {
    super();
    this.#options = options;
  }
  show(): void {
    state.notifications.push({ ...this.#options, click: () => void this.emit('click') });
  }
}

export const shell = {
  showItemInFolder: (path: string) => void state.shownInFolder.push(path),
  openExternal: async (url: string) => void state.openedOutside.push(url),
};

let lastBlocker = 0;
export const powerSaveBlocker = {
  start() {
    state.blockers.add(++lastBlocker);
    return lastBlocker;
  },
  stop: (id: number) => state.blockers.delete(id),
};

export const session = { defaultSession: new EventEmitter() };

const SCREEN = { workArea: { x: 0, y: 0, width: 1600, height: 1000 } };
export const screen = { getPrimaryDisplay: () => SCREEN, getAllDisplays: () => [SCREEN] };

/** A keyring with one fixed key, or none at all. */
const KEY = Buffer.alloc(16, 7);
export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () =>
    process.env['REELSCOPE_DOUBLE_KEYRING'] === 'none' ? 'basic_text' : 'gnome_libsecret',
  encryptString(text: string) {
    const cipher = createCipheriv('aes-128-ctr', KEY, KEY);
    return Buffer.concat([Buffer.from('v11'), cipher.update(text, 'utf8'), cipher.final()]);
  },
  decryptString(sealed: Buffer) {
    if (sealed.subarray(0, 3).toString() !== 'v11') throw new Error('Error while decrypting the ciphertext.');
    const cipher = createDecipheriv('aes-128-ctr', KEY, KEY);
    return Buffer.concat([cipher.update(sealed.subarray(3)), cipher.final()]).toString('utf8');
  },
};

type Answer = (event: unknown, payload: unknown) => unknown;
export const ipcHandlers = new Map<string, Answer>();
export const ipcMain = { handle: (channel: string, answer: Answer) => void ipcHandlers.set(channel, answer) };

/** Replaces a utility process's `parentPort` in a worker. */
const PARENT_PORT = new URL('./parent-port.ts', import.meta.url).href;

export const utilityProcess = {
  fork(file: string, args: string[]) {
    const child: ChildProcess = fork(file, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--import', PARENT_PORT],
    });
    state.workers.push(child as never);
    const events = new EventEmitter();
    child.on('message', (message) => events.emit('message', message));
    child.on('exit', (code, signal) => events.emit('exit', signal ? 1 : (code ?? 1)));
    return Object.assign(events, {
      get pid() {
        return child.exitCode === null && child.signalCode === null ? child.pid : undefined;
      },
      postMessage: (message: unknown) => void child.send(message as object, () => {}),
      kill: () => child.kill('SIGKILL'),
    });
  },
};
