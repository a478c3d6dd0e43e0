import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Environment variable with the folder of this run's window, inherited by the test runner's processes. */
const FOLDER = 'REELSCOPE_TEST_WINDOW';

/**
 * Builds the window once per run, apart from `out/`, so that a run tests one state of the sources even if they are edited or
 * built meanwhile.
 * @throws Error with the builder's output
 */
export function windowFolder(): string {
  return process.env[FOLDER] ?? build();
}

function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelscope-window-'));
  process.env[FOLDER] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr, error } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      'vite.renderer.config.ts',
      '--outDir',
      folder,
      '--emptyOutDir',
    ],
    // The test runner sets NODE_ENV to test, which selects React's slower development build.
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) throw new Error(`The window could not be built.\n${stderr || String(error)}`);
  return folder;
}
