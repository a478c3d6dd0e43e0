import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitUntil } from '../fixtures/wait.ts';
import type { Inside } from './double/control.ts';

const REGISTER = new URL('./double/register.ts', import.meta.url).href;
/** Starting a browser and a worker with its models may take long on a busy machine. */
const WAIT_OPTIONS = { timeout: 90_000, interval: 100 };

export interface LaunchOptions {
  /** Folder of `electron-vite build`. */
  built: string;
  /** Contains the library and Electron's user data. */
  home: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
}

/** The built application, running under the double. */
export class DoubleApp {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  stderr = '';
  #last = 0;

  constructor({ built, home, args = [], env = {} }: LaunchOptions) {
    this.child = fork(join(built, 'main/index.js'), args, {
      execArgv: ['--import', REGISTER],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        ...process.env,
        REELSCOPE_DOUBLE_HOME: join(home, 'user'),
        REELSCOPE_DATA_DIR: join(home, 'data'),
        REELSCOPE_PORT: '0',
        ...env,
      },
    });
    // Each request also waits for the process's exit.
    this.child.setMaxListeners(0);
    this.child.stderr?.on('data', (part) => {
      this.stderr += part;
    });
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  /** Runs a function in the main process. It can use only its arguments. */
  async inside<Value, Given = undefined>(
    run: (inside: Inside, given: Given) => Value | Promise<Value>,
    given?: Given,
  ): Promise<Value> {
    const id = ++this.#last;
    const answer = new Promise<Value>((resolve, reject) => {
      const heard = (raw: unknown) => {
        const message = raw as { id: number; value: Value; error?: string };
        if (message.id !== id) return;
        this.child.off('message', heard);
        if (message.error === undefined) resolve(message.value);
        else reject(new Error(`${message.error}\n${this.stderr}`));
      };
      this.child.on('message', heard);
      this.child.once('exit', () => reject(new Error(`The application ended.\n${this.stderr}`)));
    });
    this.child.send({ id, code: run.toString(), given });
    return answer;
  }

  /** Waits until a function in the main process returns a truthy value. */
  until<Value, Given = undefined>(
    run: (inside: Inside, given: Given) => Value | Promise<Value>,
    given?: Given,
  ): Promise<Value> {
    return waitUntil(async () => (await this.inside(run, given)) || null, WAIT_OPTIONS) as Promise<Value>;
  }

  /** Text of the page. */
  page(): Promise<string> {
    return this.inside(async ({ page }) => `${page().url()}\n${await page().locator('body').innerText()}`);
  }

  async quit(): Promise<number | null> {
    if (this.child.exitCode === null) this.child.send({ id: ++this.#last, code: '({ app }) => app.quit()' });
    return this.exited;
  }

  async kill(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.exited;
  }
}
