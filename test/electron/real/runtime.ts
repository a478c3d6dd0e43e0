import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const pathFile = join(folder, 'path.txt');
const program = existsSync(pathFile) ? join(folder, 'dist', readFileSync(pathFile, 'utf8')) : undefined;

function problem(): string | null {
  if (!program || !existsSync(program))
    return 'the Electron runtime is not installed (node node_modules/electron/install.js gets it)';
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  return hasScreen ? null : 'there is no screen (xvfb-run draws one into memory)';
}

/** Why the real Electron can't be driven here; null when it can. */
export const noRuntime: string | null = problem();
/** Path of its program. */
export const runtime = program ?? '';
