import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
/** Inside the project, so that the built code finds its packages, and apart from `out/`, which may be in use. */
export const BUILT = join(ROOT, '.artifacts/desktop-journeys');

/** Builds the application once per run, as `npm run build` does. @throws Error with the builder's output */
export default function setup(): void {
  const electronVite = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js');
  const build = spawnSync(process.execPath, [electronVite, 'build', '--outDir', BUILT], {
    cwd: ROOT,
    encoding: 'utf8',
    // The test runner's own value would select a development build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (build.status !== 0) throw new Error(build.stderr || String(build.error));
}
