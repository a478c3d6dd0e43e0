import { join } from 'node:path';
import { buildProject } from '../../fixtures/build-project.ts';

export const ROOT = join(import.meta.dirname, '../../..');
/** Inside the project, so that the built code finds its packages, and apart from `out/`, which may be in use. */
export const BUILT = join(ROOT, '.artifacts/desktop-journeys');

/** Builds the application once per run. @throws Error with the builder's output */
export default function setup(): void {
  buildProject('electron-vite/bin/electron-vite.js', '--outDir', BUILT);
}
