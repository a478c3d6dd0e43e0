import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, link, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STOP_MESSAGE } from '../../src/contract/system/bridge.ts';
import { tempFolder } from '../fixtures/temp.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAUNCHER = join(ROOT, 'bin/reelscope.mjs');

const ECHO =
  'console.log(JSON.stringify({ args: process.argv.slice(2), launched: !!process.env.REELSCOPE_LAUNCHER })); process.exitCode = 7;';
const WAITS = `process.on('message', (message) => { console.log(message); process.exit(130); }); console.log('ready'); setInterval(() => {}, 1000);`;

/** A clone with this Node under another version, and programs as its command line. */
async function clone(files: Record<string, string>, version?: string): Promise<string> {
  const folder = await tempFolder();
  const all = {
    ...files,
    ...(version !== undefined && { 'node_modules/node/package.json': JSON.stringify({ version }) }),
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  if (version !== undefined) {
    const node = join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
    await mkdir(join(node, '..'));
    await link(process.execPath, node).catch(() => copyFile(process.execPath, node));
  }
  await mkdir(join(folder, 'bin'), { recursive: true });
  await copyFile(LAUNCHER, join(folder, 'bin/reelscope.mjs'));
  return join(folder, 'bin/reelscope.mjs');
}

const run = (launcher: string, ...args: string[]) =>
  spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' });

test.each([
  ['another Node than the installed one', '24.0.0', true],
  ['the installed Node', process.versions.node, false],
])('%s runs the source with its arguments and exit code', async (_, version, launched) => {
  const launcher = await clone({ 'src/headless/reelscope.ts': ECHO }, version);
  const { status, stdout } = run(launcher, 'list', '--find', 'a b', '');
  expect(JSON.parse(stdout)).toEqual({ args: ['list', '--find', 'a b', ''], launched });
  expect(status).toBe(7);
});

test('without development packages, the build runs', async () => {
  const launcher = await clone({
    'src/headless/reelscope.ts': 'throw 1',
    'out/headless/reelscope.js': ECHO.replaceAll('`', ''),
  });
  expect(run(launcher, 'show')).toMatchObject({ status: 7, stdout: expect.stringContaining('["show"]') });
});

test.each([
  ['nothing', null, 3],
  ['a file in a folder', 'src/core/texts/en.json', 7],
  ['a folder, from which a file was removed', 'src/core/texts', 7],
  ['the versions of packages', 'package-lock.json', 7],
  ['a file of the window, which it lacks,', 'src/renderer/app.tsx', 3],
])('the build runs unless its source is newer: %s', async (_, newer, expected) => {
  const files = {
    'package-lock.json': '',
    'src/core/texts/en.json': '{}',
    'src/renderer/app.tsx': '',
    'src/headless/reelscope.ts': ECHO,
    'out/headless/reelscope.js': 'process.exitCode = 3',
  };
  const launcher = await clone(files, '24.0.0');
  const root = join(launcher, '../..');
  const built = Date.now() / 1000 + 60;
  await utimes(join(root, 'out/headless/reelscope.js'), built, built);
  if (newer) await utimes(join(root, newer), built + 60, built + 60);
  expect(run(launcher, 'show').status).toBe(expected);
});

test('without packages, it states what to do', async () => {
  const launcher = await clone({ 'src/headless/reelscope.ts': ECHO });
  const { status, stdout, stderr } = run(launcher, 'list');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^reelscope: run npm ci first/);
});

test('a request to end reaches the command', async () => {
  const launcher = await clone({ 'src/headless/reelscope.ts': WAITS }, '24.0.0');
  // On Windows, a signal would end it at once.
  if (process.platform === 'win32') return;
  const child = spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [ready] = await once(child.stdout.setEncoding('utf8'), 'data');
  expect(ready).toBe('ready\n');
  child.kill('SIGTERM');
  const [message] = await once(child.stdout, 'data');
  expect(message).toBe(`${STOP_MESSAGE}\n`);
  expect(await once(child, 'exit')).toEqual([130, null]);
});

test('manifest, README, and the page about agents agree on the Node that is needed', async () => {
  const { bin, engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(bin.reelscope).toBe('bin/reelscope.mjs');
  const version = engines.node.replace('>=', '');
  for (const page of ['README.md', 'docs/mcp.md', 'docs/cli.md', 'CONTRIBUTING.md'])
    expect(await readFile(join(ROOT, page), 'utf8')).toContain(`Node.js ${version} or later`);
});
