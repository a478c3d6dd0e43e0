import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
/** Inside the project, so that the built code finds its packages, and apart from `out/`, which a person may be running. */
export const BUILT = join(ROOT, '.artifacts/desktop-journeys');

/** Before the first test of a run: the application as `npm run build` makes it. @throws Error with the builder's words */
export default function setup(): void {
  const electronVite = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js');
  const build = spawnSync(process.execPath, [electronVite, 'build', '--outDir', BUILT], {
    cwd: ROOT,
    encoding: 'utf8',
    // The test runner's own would make it a development build, which is not what ships.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (build.status !== 0) throw new Error(build.stderr || String(build.error));
}
