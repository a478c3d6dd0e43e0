import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/*
 * `node .ci/smoke-installer.ts FOLDER`: installs the installer of a folder as a user would, and uses the application, with Node
 * and nothing else of this project: FOLDER also has `smoke.mp4` (`npm run demo:clip`). Arguments after `--` start another program.
 */
const TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 30_000;
/** Everything that a fresh installation offers, and one engine each: FFmpeg, ONNX Runtime, and plain code. */
const MODULES = [
  ...['audioevents', 'chapters', 'keywords', 'logos', 'ocr', 'scenes', 'summary', 'transcription', 'visualelements'],
];
const FINDINGS = { scenes: 3, visualelements: 2, audioevents: 1 };
/** Modules that need ONNX Runtime; unavailable on Intel Macs and on a Windows without the Visual C++ runtime. */
const ON_ONNX = ['audioevents', 'logos', 'ocr', 'visualelements'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Folder of the data folder; a volume under test. */
    'data-root': { type: 'string' },
    /** Expects the modules on ONNX Runtime to be unavailable, and the others to work. */
    'without-onnx': { type: 'boolean', default: process.platform === 'darwin' && process.arch === 'x64' },
    /** Runs on a program that shows no window, such as a double: no second launch. */
    'one-launch': { type: 'boolean', default: false },
  },
});
const [folder, ...given] = positionals;
if (!folder) throw new Error('Usage: smoke-installer.ts FOLDER [-- PROGRAM ARGUMENTS...]');
const home = mkdtempSync(join(tmpdir(), 'reelscope-smoke-'));
// Names outside of ASCII break what passes paths through a code page.
const data = join(values['data-root'] ?? home, 'Jörg 語 ü', 'library');
const withoutOnnx = values['without-onnx'];

interface Installed {
  command: string[];
  /** Removes the application as its user would. */
  uninstall(): void;
}

function install(): Installed {
  if (given.length > 0) return { command: given, uninstall() {} };
  const installer = globSync(join(folder!, '*.{AppImage,exe}'))[0];
  if (process.platform === 'darwin')
    // Copied from the disk image by .ci/check-dmg.
    return { command: [resolve(folder!, 'Reelscope.app/Contents/MacOS/Reelscope')], uninstall() {} };
  if (!installer) throw new Error(`No installer found in ${folder}.`);
  if (process.platform === 'win32') {
    const target = join(home, 'Apps ü', 'Reelscope');
    // NSIS wants /D last, and without quotation marks.
    execFileSync(installer, ['/S', `/D=${target}`], { windowsVerbatimArguments: true });
    const uninstaller = join(target, 'Uninstall Reelscope.exe');
    return {
      command: [join(target, 'Reelscope.exe')],
      uninstall: () => void execFileSync(uninstaller, ['/S', `_?=${target}`], { windowsVerbatimArguments: true }),
    };
  }
  chmodSync(installer, 0o755);
  // Runners have no FUSE.
  execFileSync(resolve(installer), ['--appimage-extract'], { cwd: home, stdio: 'ignore' });
  return { command: [join(home, 'squashfs-root/reelscope'), '--no-sandbox'], uninstall() {} };
}

function start(command: readonly string[], ...files: string[]): ChildProcess {
  const [program, ...args] = command;
  return spawn(program!, [...args, `--user-data-dir=${join(home, 'user')}`, ...files], {
    env: { ...process.env, REELSCOPE_DATA_DIR: data, REELSCOPE_PORT: '0' },
    stdio: 'inherit',
  });
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function until<Value>(what: string, child: ChildProcess, poll: () => Promise<Value | undefined>): Promise<Value> {
  const started = performance.now();
  for (;;) {
    const value = await poll();
    if (value !== undefined) return value;
    if (hasEnded(child)) throw new Error(`The application ended before: ${what}.`);
    if (performance.now() - started > TIMEOUT_MS) throw new Error(`Timed out waiting for: ${what}.`);
    await delay(200);
  }
}

interface Server {
  pid: number;
  api_url: string;
  token: string;
}

function ready(child: ChildProcess): Promise<Server> {
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

async function get<Body>({ api_url, token }: Server, path: string): Promise<Body> {
  const answer = await fetch(`${api_url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Quits as a user does, not by a kill. */
async function quit(child: ChildProcess, { pid }: Server): Promise<void> {
  const exited = once(child, 'exit');
  if (process.platform === 'win32') execFileSync('taskkill', ['/PID', String(pid)]);
  else if (process.platform === 'darwin' && given.length === 0)
    execFileSync('osascript', ['-e', 'quit app "Reelscope"']);
  else child.kill('SIGTERM');
  if (!hasEnded(child) && !(await Promise.race([exited, delay(STOP_TIMEOUT_MS)])))
    throw new Error('The application did not quit.');
  if (existsSync(join(data, 'server.json'))) throw new Error('The application quit without closing its library.');
}

function expect(what: string, actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, got ${a}.`);
  console.log(`ok: ${what}`);
}

interface Video {
  job_id: string;
  status: string;
}

const { command, uninstall } = install();
const [first, second] = [join(home, 'first 語.mp4'), join(home, 'second ü.mp4')];
for (const file of [first, second]) copyFileSync(join(folder, 'smoke.mp4'), file);
let child = start(command, first);
try {
  let server = await ready(child);
  const modules = await get<{ name: string; available: boolean }[]>(server, '/modules');
  expect('modules', modules.map(({ name }) => name).sort(), MODULES);
  const unavailable = modules.filter(({ available }) => !available).map(({ name }) => name);
  const expected = ['transcription', ...(withoutOnnx ? ON_ONNX : [])].sort();
  expect('unavailable modules', unavailable.sort(), expected);

  const ended = await until('analysis', child, async () => {
    const [video] = await get<Video[]>(server, '/videos');
    return video && ['completed', 'failed'].includes(video.status) ? video : undefined;
  });
  expect('analysis', ended.status, 'completed');
  const { segments } = await get<{ segments: { module: string }[] }>(server, `/results/job/${ended.job_id}`);
  for (const [module, least] of Object.entries(FINDINGS)) {
    const count = segments.filter((segment) => segment.module === module).length;
    const enough = withoutOnnx && ON_ONNX.includes(module) ? count === 0 : count >= least;
    expect(`findings of ${module} (${count})`, enough, true);
  }

  if (!values['one-launch']) {
    const other = start(command, second);
    await once(other, 'exit');
    await until('file of the second launch', child, async () =>
      (await get<Video[]>(server, '/videos')).length === 2 ? true : undefined,
    );
    console.log('ok: a second launch hands over its file');
  }
  const before = (await get<Video[]>(server, '/videos')).length;
  await quit(child, server);
  console.log('ok: quits');

  child = start(command);
  server = await ready(child);
  expect('videos after a restart', (await get<Video[]>(server, '/videos')).length, before);
  await quit(child, server);
  uninstall();
  expect('the library is kept', existsSync(join(data, 'reelscope.db')), true);
} finally {
  if (!hasEnded(child)) child.kill('SIGKILL');
  if (!values['data-root']) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
