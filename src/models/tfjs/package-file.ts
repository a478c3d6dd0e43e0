import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Path of a file that an installed npm package ships, also where the package's `exports` don't list it; null when the
 * package or the file isn't there.
 */
export function packageFile(packageName: string, file: string): string | null {
  for (const folder of require.resolve.paths(packageName) ?? []) {
    const path = join(folder, packageName, file);
    if (existsSync(path)) return path;
  }
  return null;
}
