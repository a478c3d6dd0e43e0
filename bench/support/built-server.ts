import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Inside the project, so that the built code finds its packages. */
const FOLDER = join(ROOT, '.artifacts/bench-headless');

/** Builds the command line as `npm run build` does. @returns its path @throws Error with the builder's output */
export function buildHeadless(): string {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const build = spawnSync(
    process.execPath,
    [vite, 'build', '--config', 'vite.headless.config.ts', '--outDir', FOLDER],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  if (build.status !== 0) throw new Error(build.stderr || String(build.error));
  return join(FOLDER, 'reelscope.js');
}
