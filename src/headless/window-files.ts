import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root: two folders above both src/headless and out/headless. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Folder of the window's built pages, which the server serves. */
export const WINDOW_FOLDER = join(ROOT, 'out', 'renderer');

/** Sources of the pages; an installed package has none. */
const SOURCES = ['src/renderer/**/*', 'src/contract/**/*', 'src/base/**/*', 'vite.renderer.config.ts'];
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/**
 * Builds the window's pages if they are missing or, with `stale`, older than their sources. Does nothing in an
 * installed package, which contains the pages but not their sources.
 * @returns a message for the user, or null
 */
export function buildWindow(options: { stale: boolean }): string | null {
  if (!existsSync(join(ROOT, 'src/renderer/index.html')) || !existsSync(VITE)) return null;
  const page = join(WINDOW_FOLDER, 'index.html');
  if (existsSync(page) && !(options.stale && isOlder(page))) return null;
  const build = spawnSync(process.execPath, [VITE, 'build', '--config', 'vite.renderer.config.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (build.status === 0) return null;
  return `The window could not be built, so only the API is there.\n${build.stderr || build.error?.message || ''}`;
}

function isOlder(page: string): boolean {
  const built = statSync(page).mtimeMs;
  return globSync(SOURCES, { cwd: ROOT }).some((file) => statSync(join(ROOT, file)).mtimeMs > built);
}
