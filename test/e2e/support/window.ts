import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Where the window of this run is; processes of the test runner are told by it. */
const FOLDER = 'REELSCOPE_TEST_WINDOW';

/**
 * The window as the sources are now, built once for a run and apart from `out/`: a run tests one state of the product,
 * whatever is edited or built meanwhile.
 * @throws Error with the builder's words
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
    // The test runner sets NODE_ENV to test, by which React's development build would be taken: slower, and not what ships.
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) throw new Error(`The window could not be built.\n${stderr || String(error)}`);
  return folder;
}
