import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Account that starts the application if the script runs as root, which Chromium's sandbox refuses. */
const ACCOUNT = { name: 'nobody', group: 'nogroup' };
/** Two displays of this size beside one another. */
export const DISPLAY_SIZE = { width: 1600, height: 900 };

const XORG_CONFIG = `Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 3840 1200
  EndSubSection
EndSection
`;

/** Displays, window manager, panel, and session bus of one run, with its folder. */
export interface Machine {
  /** Contains the homes and screenshots; belongs to the account of the application. */
  folder: string;
  env: Record<string, string>;
  /** Number of displays. */
  displays: number;
  /** Ends its programs and removes its folder. */
  stop(): void;
}

const hasProgram = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Waits until a condition holds. @throws Error after 20 s */
export async function until<Value>(
  what: string,
  ask: () => Value | Promise<Value>,
): Promise<NonNullable<Awaited<Value>>> {
  const end = performance.now() + 20_000;
  for (;;) {
    const value = await Promise.resolve()
      .then(ask)
      .catch(() => undefined);
    if (value) return value;
    if (performance.now() > end) throw new Error(`Not within 20 s: ${what}`);
    await setTimeout(20);
  }
}

/** Starts displays that nobody sees: Xorg with its dummy driver has two, Xvfb one. */
export async function startMachine(): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'reelscope-desktop-'));
  const children: ChildProcess[] = [];
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' };
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { env: { ...env, ...homeOf(folder, 'session') }, stdio: 'ignore' });
    child.on('error', () => {});
    children.push(child);
  };
  giveAway(folder);
  const name = `:${90 + (process.pid % 900)}`;
  const hasTwo = hasProgram('Xorg') && hasProgram('xrandr');
  if (hasTwo) {
    writeFileSync(join(folder, 'xorg.conf'), XORG_CONFIG);
    const log = ['-logfile', join(folder, 'xorg.log')];
    start('Xorg', name, '-config', join(folder, 'xorg.conf'), '-noreset', '-ac', '-nolisten', 'tcp', ...log);
  } else
    start('Xvfb', name, '-screen', '0', `${DISPLAY_SIZE.width}x${DISPLAY_SIZE.height}x24`, '-ac', '-nolisten', 'tcp');
  Object.assign(env, { DISPLAY: name });
  await until('displays', () => run(env, 'xdpyinfo') !== undefined);
  if (hasTwo) connectDisplays(env);
  const socket = `unix:path=${join(folder, 'bus')}`;
  writeFileSync(join(folder, 'bus.conf'), busConfig(socket));
  start('dbus-daemon', `--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--nopidfile');
  await until('a session bus', () => existsSync(join(folder, 'bus')));
  Object.assign(env, { DBUS_SESSION_BUS_ADDRESS: socket });
  start('openbox');
  start('tint2');
  const displays = Number(/Monitors: (\d+)/.exec(run(env, 'xrandr', '--listmonitors') ?? '')?.[1] ?? 1);
  const stop = () => {
    for (const child of children.reverse()) child.kill('SIGKILL');
    // Processes that were killed may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  return { folder, env, displays, stop };
}

/** Timings of the display mode, as `cvt` computes them. */
const MODE = '1600x900r 118.25 1600 1696 1856 2112 900 903 908 934'.split(' ');

function connectDisplays(env: Record<string, string>): void {
  run(env, 'xrandr', '--newmode', ...MODE);
  for (const output of ['DUMMY0', 'DUMMY1']) run(env, 'xrandr', '--addmode', output, MODE[0]!);
  run(env, 'xrandr', '--output', 'DUMMY0', '--primary', '--mode', MODE[0]!, '--pos', '0x0');
  showSecondDisplay(env, true);
}

/** Connects the second display, on the right of the first one, or disconnects it. */
export function showSecondDisplay(env: Record<string, string>, isOn: boolean): void {
  const place = isOn ? ['--mode', MODE[0]!, '--pos', `${DISPLAY_SIZE.width}x0`] : ['--off'];
  run(env, 'xrandr', '--output', 'DUMMY1', ...place);
}

/** A bus that another account than its owner may use. */
const busConfig = (address: string) => `<busconfig>
  <type>session</type>
  <listen>${address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
  </policy>
</busconfig>
`;

/** Output of a program; undefined if it failed. */
export function run(env: Record<string, string>, program: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 });
  } catch {
    return undefined;
  }
}

/** Variables of an account whose home is a folder of this run. */
export function homeOf(folder: string, name: string): Record<string, string> {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  giveAway(home);
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: home,
    REELSCOPE_DATA_DIR: join(home, 'library'),
    REELSCOPE_PORT: '0',
  };
}

/** Gives a file to the account that starts the application. */
export function giveAway(path: string): void {
  if (process.getuid?.() !== 0) return;
  const id = (flag: string) => Number(execFileSync('id', [flag, ACCOUNT.name], { encoding: 'utf8' }));
  chownSync(path, id('-u'), id('-g'));
}

/** Writes a program that starts another one under the account of the application. @returns its path */
export function startAsUser(folder: string, program: string): string {
  const file = join(folder, `start-${basename(program)}`);
  const { name, group } = ACCOUNT;
  const drop =
    process.getuid?.() === 0 ? `setpriv --reuid=${name} --regid=${group} --clear-groups --inh-caps=-all ` : '';
  writeFileSync(file, `#!/bin/sh\nexec ${drop}"${program}" "$@"\n`, { mode: 0o755 });
  return file;
}
