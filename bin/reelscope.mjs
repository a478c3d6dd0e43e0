#!/usr/bin/env node
// Runs the command line on the Node that `npm ci` installs: its build where that is as new as the source. Where
// development packages are missing, it runs the build. It must itself run on Node 20, with which the project can be installed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const installed = pathOf('node_modules/node/package.json');
const isInstalled = existsSync(installed);
const version = isInstalled ? JSON.parse(readFileSync(installed, 'utf8')).version : process.versions.node;
const built = pathOf('out/headless/reelscope.js');
const entry = isInstalled && !isNewest(built) ? pathOf('src/headless/reelscope.ts') : built;

if (!existsSync(entry) || Number.parseInt(version, 10) < 22) {
  process.stderr.write(
    'reelscope: run npm ci first, or npm run build for use without development packages on Node 22.22 or later.\n',
  );
  process.exitCode = 1;
} else if (version === process.versions.node) {
  await import(pathToFileURL(entry).href);
} else {
  const node = pathOf(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
  const child = spawn(node, [entry, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Linux has the bytes of arguments with this process; see raw-arguments.ts.
    env: { ...process.env, REELSCOPE_LAUNCHER: String(process.pid) },
  });
  // As contract/system/bridge.ts names it: Windows has no signals for other processes.
  const stop = () => child.connected && child.send('reelscope-stop', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.on(signal, stop);
  child.on('error', (error) => {
    process.stderr.write(`reelscope: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** Whether a file is as new as the command line's source, whose loading takes twice the time. */
function isNewest(file) {
  if (!existsSync(file)) return false;
  const { mtimeMs } = statSync(file);
  const isOlder = (path) => statSync(path).mtimeMs <= mtimeMs;
  // A removed file changes its folder. Nothing of the window is in the build.
  const isFolderOlder = (folder) =>
    isOlder(folder) &&
    readdirSync(folder, { withFileTypes: true }).every((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? entry.name === 'renderer' || isFolderOlder(path) : isOlder(path);
    });
  return isOlder(pathOf('package-lock.json')) && isFolderOlder(pathOf('src'));
}
