import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const requireHere = createRequire(import.meta.url);

/**
 * Returns the path of a file in an installed npm package, even if the package's `exports` do not list it; null if the
 * package or the file is missing.
 */
export function packageFile(packageName: string, file: string): string | null {
  for (const folder of requireHere.resolve.paths(packageName) ?? []) {
    const path = join(folder, packageName, file);
    if (existsSync(path)) return path;
  }
  return null;
}
