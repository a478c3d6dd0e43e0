import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root: two folders above both src/headless and out/headless. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Folder of the window's built pages, which the server serves. */
export const WINDOW_FOLDER = join(ROOT, 'out', 'renderer');

/** The built command line, which starts in half the time of its source: a few large files instead of 1,400. */
export const BUILT_PROGRAM = join(ROOT, 'out', 'headless', 'reelscope.js');

const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/** Something that Vite builds from sources: files and folders in the project's root. */
interface Build {
  result: string;
  config: string;
  sources: readonly string[];
}

const WINDOW: Build = {
  result: join(WINDOW_FOLDER, 'index.html'),
  config: 'vite.renderer.config.ts',
  sources: ['src/renderer', 'src/contract', 'src/base', 'src/core', 'vite.renderer.config.ts'],
};

const PROGRAM: Build = {
  result: BUILT_PROGRAM,
  config: 'vite.headless.config.ts',
  sources: ['src', 'vite.headless.config.ts', 'bundled-packages.ts', 'package.json', 'package-lock.json'],
};

/**
 * Builds the window's pages if they are missing or, with `stale`, older than their sources. Does nothing in an
 * installed package, which contains the pages but not their sources.
 * @returns a message for the user, or null
 */
export function buildWindow(options: { stale: boolean }): string | null {
  const failure = build(WINDOW, options.stale);
  return failure === null ? null : `The window couldn’t be built, so only the API is available.\n${failure}`;
}

/** Builds the command line if it is missing or older than its sources. @returns a message for the user, or null */
export function buildProgram(): string | null {
  const failure = build(PROGRAM, true);
  return failure === null ? null : `The server couldn’t be built, so it runs from source.\n${failure}`;
}

/** @returns the builder's error output, or null */
function build({ result, config, sources }: Build, stale: boolean): string | null {
  if (!existsSync(join(ROOT, 'src/renderer/index.html')) || !existsSync(VITE)) return null;
  if (existsSync(result) && !(stale && isOlder(result, sources))) return null;
  const built = spawnSync(process.execPath, [VITE, 'build', '--config', config], { cwd: ROOT, encoding: 'utf8' });
  return built.status === 0 ? null : built.stderr || built.error?.message || '';
}

/** Whether a file is older than one of `sources`; a removed file changes its folder. */
function isOlder(result: string, sources: readonly string[]): boolean {
  const built = statSync(result).mtimeMs;
  return sources.some((source) => {
    const path = join(ROOT, source);
    const isFolder = statSync(path).isDirectory();
    const inside = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
    return ['', ...inside].some((name) => statSync(join(path, name)).mtimeMs > built);
  });
}
