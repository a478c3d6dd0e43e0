import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProject, VITE } from '../../fixtures/build-project.ts';

/** Environment variable with the folder of this run's window, inherited by the test runner's processes. */
const FOLDER = 'REELSCOPE_TEST_WINDOW';

/**
 * Builds the window once per run, apart from `out/`, so that a run tests one state of the sources even if they are
 * edited or built meanwhile.
 * @throws Error with the builder's output
 */
export function windowFolder(): string {
  return process.env[FOLDER] ?? build();
}

function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelscope-window-'));
  process.env[FOLDER] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildProject(VITE, '--config', 'vite.renderer.config.ts', '--outDir', folder, '--emptyOutDir');
  return folder;
}
