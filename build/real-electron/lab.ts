import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import type { LockFile } from '../../src/server/hosting/lock-file.ts';
import { homeOf, type Machine, run, startAsUser, until } from './machine.ts';

const SERVER_PROGRAM = join(import.meta.dirname, 'server-program.ts');

/** Maximum width of an icon in the panel, in pixels. */
const TRAY_ICON_LIMIT = 40;

/** Window of X11; lengths in pixels of all displays. */
interface XWindow {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Thrown by a journey that this machine or runtime has no means for. */
export class Impossible extends Error {}

/** @throws Error with `what` unless `isTrue` */
export function expect(isTrue: unknown, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what);
}

/** Message box that the application asked for. */
interface Asked {
  message: string;
  buttons: string[];
}

/** A running application. */
export class OpenApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  readonly output: () => string;

  constructor(electron: ElectronApplication, page: Page, output: () => string) {
    this.electron = electron;
    this.page = page;
    this.output = output;
  }

  /** Message boxes so far; each is answered with `answer`. */
  asked(): Promise<Asked[]> {
    return this.electron.evaluate(() => (globalThis as never as { asked: Asked[] }).asked);
  }

  /** Answers message boxes with this button. */
  answer(button: number): Promise<void> {
    return this.electron.evaluate((_, response) => void Object.assign(globalThis, { response }), button);
  }

  /** Runs an expression in the page, without waiting for a user's gesture. */
  inPage<Value>(expression: string): Promise<Value> {
    return this.page.evaluate(expression) as Promise<Value>;
  }

  /** Waits until the page's address matches. */
  onPage(pattern: RegExp): Promise<true> {
    return until(`page ${pattern}, which is ${this.page.url()}`, () => (pattern.test(this.page.url()) ? true : null));
  }

  /** Quits as the menu does, and waits for the end. @returns exit code */
  async quit(): Promise<number | null> {
    const process = this.electron.process();
    if (process.exitCode !== null) return process.exitCode;
    const ended = once(process, 'exit');
    await this.electron.evaluate(({ app }) => void setTimeout(() => app.quit(), 0)).catch(() => {});
    return Promise.race([ended.then(([code]) => code as number), until('the end', () => null)]);
  }

  /** Process ids of the main process and its children. */
  processes(): number[] {
    const parents = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = readOr(`/proc/${name}/stat`);
        return stat ? [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }] : [];
      });
    const all = new Set([this.electron.process().pid!]);
    for (const pid of all) for (const child of parents) if (child.parent === pid) all.add(child.pid);
    return [...all];
  }
}

/** Starts applications on the machine, each in a home of its own. */
export class Lab {
  readonly machine: Machine;
  readonly screens: string;
  readonly #program: string;
  readonly #start: string;
  readonly #env: Record<string, string>;
  readonly #running = new Set<ChildProcess>();
  /** Error output of all applications. */
  output = '';

  constructor(machine: Machine, program: string, pages: string, screens: string) {
    this.machine = machine;
    this.screens = screens;
    this.#program = program;
    this.#start = startAsUser(machine.folder, program);
    this.#env = {
      ...machine.env,
      REELSCOPE_SCRIPT_NODE: process.execPath,
      REELSCOPE_SCRIPT_SERVER: SERVER_PROGRAM,
      REELSCOPE_SCRIPT_PAGES: pages,
    };
  }

  env(home: string): Record<string, string> {
    return { ...this.#env, ...homeOf(this.machine.folder, home) };
  }

  /** Starts the application, and waits for its window. Message boxes are recorded unless `native`. */
  async open(
    home: string,
    args: string[] = [],
    { native = false, env = {} as Record<string, string> } = {},
  ): Promise<OpenApp> {
    const electron = await _electron.launch({
      executablePath: this.#start,
      chromiumSandbox: true,
      // Pages follow the system.
      colorScheme: null,
      args,
      env: { ...this.env(home), ...env },
      timeout: 30_000,
    });
    let output = '';
    this.#running.add(electron.process());
    electron.process().stderr!.on('data', (part) => {
      output += part;
      this.output += part;
    });
    if (!native) await electron.evaluate(recordDialogs);
    const page = await electron.firstWindow();
    await page.locator('nav a').first().waitFor();
    return new OpenApp(electron, page, () => output);
  }

  /** Starts the application again beside a running one. @returns exit code */
  async second(home: string, ...args: string[]): Promise<number | null> {
    const child = spawn(this.#start, args, { env: this.env(home), stdio: 'ignore' });
    this.#running.add(child);
    return ((await once(child, 'exit')) as [number | null])[0];
  }

  /** Reads from the API of the server of a home. */
  async api<Value>(home: string, path: string): Promise<Value> {
    const { api_url, token } = this.lockFile(home);
    const response = await fetch(`${api_url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return (await response.json()) as Value;
  }

  lockFile(home: string): LockFile {
    return JSON.parse(readFileSync(join(this.machine.folder, home, 'library/server.json'), 'utf8')) as LockFile;
  }

  /** Starts the server that the application finds in its home. @returns its process */
  async server(home: string, port = '0'): Promise<ChildProcess> {
    const env = this.env(home);
    const account = startAsUser(this.machine.folder, process.execPath);
    const child = spawn(
      account,
      [join(import.meta.dirname, '../../src/headless/reelscope.ts'), 'serve', '--json', '--port', port],
      {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    this.#running.add(child);
    await once(child.stdout!, 'data');
    return child;
  }

  /** Starts a program of the desktop, which ends with the journey at the latest. */
  start(program: string, ...args: string[]): ChildProcess {
    const child = spawn(program, args, { env: this.env('desktop'), stdio: 'ignore' });
    this.#running.add(child);
    return child;
  }

  /** Output of a tool of the desktop, such as xdotool. @throws Impossible if it is missing */
  tool(program: string, ...args: string[]): string {
    const output = run(this.machine.env, program, ...args);
    if (output === undefined) throw new Impossible(`${program} is missing or failed`);
    return output;
  }

  /**
   * Windows of the applications that are shown. GTK's dialogs, menus, and icons in the panel have the class of the
   * program, the others that of the product.
   */
  #windows(): XWindow[] {
    const classes = `^(reelscope|${basename(this.#program)})$`;
    const ids = run(this.machine.env, 'xdotool', 'search', '--onlyvisible', '--class', classes) ?? '';
    return ids
      .split('\n')
      .filter(Boolean)
      .flatMap((id) => {
        const shape = run(this.machine.env, 'xdotool', 'getwindowgeometry', '--shell', id) ?? '';
        const [x, y, width, height] = ['X', 'Y', 'WIDTH', 'HEIGHT'].map((name) =>
          Number(new RegExp(`^${name}=(.*)`, 'm').exec(shape)?.[1]),
        );
        return width ? [{ id, x: x!, y: y!, width, height: height! }] : [];
      });
  }

  /** Windows, dialogs, and menus, without icons in the panel and GTK's own helpers. */
  shownWindows(): XWindow[] {
    return this.#windows().filter(({ width, x, y }) => width > TRAY_ICON_LIMIT && x + y > 0);
  }

  /** Center of the icon in the panel. */
  trayIcon(): { x: number; y: number } | undefined {
    const icon = this.#windows().find(({ width, x, y }) => width <= TRAY_ICON_LIMIT && width > 10 && x + y > 0);
    return icon && { x: icon.x + icon.width / 2, y: icon.y + icon.height / 2 };
  }

  /** Takes a picture of the whole desktop. */
  picture(name: string): void {
    run(this.machine.env, 'scrot', '-o', join(this.screens, `${name}.png`));
  }

  /** Ends what a journey left running. */
  endAll(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    this.#running.clear();
  }
}

/** Runs in the main process. */
function recordDialogs({ dialog }: typeof import('electron')): void {
  const state = globalThis as never as { asked: unknown[]; response: number };
  Object.assign(state, { asked: [], response: 0 });
  dialog.showMessageBox = async (...given: unknown[]) => {
    state.asked.push(given.at(-1));
    return { response: state.response, checkboxChecked: false };
  };
  dialog.showErrorBox = (message, detail) => void state.asked.push({ message, detail, buttons: [] });
}

function readOr(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
