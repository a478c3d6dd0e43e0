import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the path of a file or folder in `weights/`, which lies beside the sources and the builds; null if it is
 * missing. Native code can open it in a packaged application as well, where the weights lie beside the archive.
 * @param file path inside `weights/`
 */
export function weightsFile(file: string): string | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'weights', file);
    if (existsSync(path)) return path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked');
    if (folder === dirname(folder)) return null;
  }
}
