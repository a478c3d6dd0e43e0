import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT } from './command.ts';
import { stopWithThisProcess } from './connection/stop-child.ts';
import { BUILT_PROGRAM, buildProgram, buildWindow } from './project-builds.ts';

/**
 * `npm start`: starts the desktop window if the Electron runtime is installed or can be downloaded, otherwise the same
 * server without a window.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Timeout of the download in milliseconds. */
const INSTALL_TIMEOUT_MS = 180_000;

/** Path of the Electron program, or the reason that it is missing. */
function findElectron(): { program: string } | { missing: string } {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return { missing: 'there is no screen on this machine' };
  }
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  if (!installed(folder)) {
    process.stderr.write('Downloading the Electron runtime (once, about 120 MB)…\n');
    const options = { timeout: INSTALL_TIMEOUT_MS, stdio: 'ignore' } as const;
    spawnSync(process.execPath, [join(folder, 'install.js')], options);
  }
  const program = installed(folder);
  return program ? { program } : { missing: 'the Electron runtime could not be downloaded' };
}

function installed(folder: string): string | undefined {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const program = join(
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'),
    readFileSync(pathFile, 'utf8'),
  );
  return existsSync(program) ? program : undefined;
}

function run(program: string, args: string[]): void {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  stopWithThisProcess(child);
  // Whoever starts it again gets the address of the running server; for npm, that is no error.
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code === EXIT.inUse ? EXIT.done : (code ?? 1)));
}

const electron = findElectron();
if ('program' in electron) {
  const build = spawnSync(process.execPath, [join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (build.status !== 0) process.exit(1);
  run(electron.program, [ROOT, ...process.argv.slice(2)]);
} else {
  process.stderr.write(`No desktop window: ${electron.missing}. Starting the server without it.\n\n`);
  const problem = buildWindow({ stale: true });
  if (problem) process.stderr.write(`${problem}\n`);
  const failure = buildProgram();
  if (failure) process.stderr.write(`${failure}\n`);
  const program = failure ? fileURLToPath(new URL('./reelscope.ts', import.meta.url)) : BUILT_PROGRAM;
  run(process.execPath, [program, 'serve', ...process.argv.slice(2)]);
}
