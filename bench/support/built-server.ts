import { join } from 'node:path';
import { buildProject, VITE } from '../../test/fixtures/build-project.ts';

/** Inside the project, so that the built code finds its packages. */
const FOLDER = join(import.meta.dirname, '../../.artifacts/bench-headless');

/** Builds the command line. @returns its path @throws Error with the builder's output */
export function buildHeadless(): string {
  buildProject(VITE, '--config', 'vite.headless.config.ts', '--outDir', FOLDER);
  return join(FOLDER, 'reelscope.js');
}
