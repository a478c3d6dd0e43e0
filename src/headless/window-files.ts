import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root: two folders up from src/headless and from out/headless alike. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the built pages of the window are; the server serves them. */
export const WINDOW_FOLDER = join(ROOT, 'out', 'renderer');

/** Sources of the pages; an installed package has none. */
const SOURCES = ['src/renderer/**/*', 'src/contract/**/*', 'src/base/**/*', 'vite.renderer.config.ts'];
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/**
 * Builds the window's pages when they are missing or, with `stale`, older than their sources. An installed package
 * brings its pages along and has nothing to build from, so this does nothing there.
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
