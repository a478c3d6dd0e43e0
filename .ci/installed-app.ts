import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * The application as its user has it: installed from an installer, started, quit, and removed. With Node and nothing
 * else of this project.
 */
const TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 30_000;

/** Folders of a trial. */
export interface Trial {
  /** With the installer. */
  folder: string;
  /** For everything that the trial creates. */
  home: string;
  /** Data folder of the application. */
  data: string;
  /** Another program in place of the installed one. */
  given: readonly string[];
}

export interface Installed {
  command: string[];
  /** Removes the application as its user would. */
  uninstall(): void;
}

/** @throws Error if there is no installer, or it fails */
export function install({ folder, home, given }: Trial): Installed {
  if (given.length > 0) return { command: [...given], uninstall() {} };
  const installer = globSync(join(folder, '*.{AppImage,exe}'))[0];
  if (process.platform === 'darwin')
    // Copied from the disk image by .ci/check-dmg.
    return { command: [resolve(folder, 'Reelscope.app/Contents/MacOS/Reelscope')], uninstall() {} };
  if (!installer) throw new Error(`No installer found in ${folder}.`);
  if (process.platform === 'win32') {
    const target = join(home, 'Apps ü', 'Reelscope');
    // NSIS wants /D last, and without quotation marks.
    runVerbatim(installer, '/S', `/D=${target}`);
    const uninstaller = join(target, 'Uninstall Reelscope.exe');
    return {
      command: [join(target, 'Reelscope.exe')],
      uninstall: () => runVerbatim(uninstaller, '/S', `_?=${target}`),
    };
  }
  chmodSync(installer, 0o755);
  // Runners have no FUSE.
  execFileSync(resolve(installer), ['--appimage-extract'], { cwd: home, stdio: 'ignore' });
  return { command: [join(home, 'squashfs-root/reelscope'), '--no-sandbox'], uninstall() {} };
}

/** Starts the application with files to open. */
export function start({ home, data }: Trial, command: readonly string[], ...files: string[]): ChildProcess {
  const [program, ...args] = command;
  return spawn(program!, [...args, `--user-data-dir=${join(home, 'user')}`, ...files], {
    env: { ...process.env, REELSCOPE_DATA_DIR: data, REELSCOPE_PORT: '0' },
    stdio: 'inherit',
  });
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Repeats until a value is there. @throws Error naming `what` if the application ends before, or after four minutes */
export async function until<Value>(
  what: string,
  child: ChildProcess,
  poll: () => Promise<Value | undefined>,
): Promise<Value> {
  const started = performance.now();
  for (;;) {
    const value = await poll();
    if (value !== undefined) return value;
    if (hasEnded(child)) throw new Error(`The application ended before: ${what}.`);
    if (performance.now() - started > TIMEOUT_MS) throw new Error(`Timed out waiting for: ${what}.`);
    await delay(200);
  }
}

/** `server.json` of a running application. */
export interface Server {
  pid: number;
  api_url: string;
  token: string;
}

/** Waits until the application answers. */
export function ready({ data }: Trial, child: ChildProcess): Promise<Server> {
  return until('server', child, async () => {
    try {
      const server = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as Server;
      const answer = await fetch(`${server.api_url}/health`);
      return answer.ok ? server : undefined;
    } catch {
      return undefined;
    }
  });
}

/** Quits as a user does, not by a kill. */
export async function quit({ data, given }: Trial, child: ChildProcess, { pid }: Server): Promise<void> {
  const exited = once(child, 'exit');
  if (process.platform === 'win32') execFileSync('taskkill', ['/PID', String(pid)]);
  else if (process.platform === 'darwin' && given.length === 0)
    execFileSync('osascript', ['-e', 'quit app "Reelscope"']);
  else child.kill('SIGTERM');
  if (!hasEnded(child) && !(await Promise.race([exited, delay(STOP_TIMEOUT_MS)])))
    throw new Error('The application did not quit.');
  if (existsSync(join(data, 'server.json'))) throw new Error('The application quit without closing its library.');
}

/** NSIS reads its command line itself, and wants no quotation marks. */
function runVerbatim(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { windowsVerbatimArguments: true, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}.`);
}
