import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Folder of the shared photos and clips: `REELSCOPE_BENCH_MEDIA`, or `shared/media` beside the clone or in a folder
 * above it.
 */
export function mediaFolder(): string {
  const given = process.env['REELSCOPE_BENCH_MEDIA'];
  if (given) return given;
  for (let folder = join(import.meta.dirname, '../..'); ; folder = dirname(folder)) {
    const media = join(folder, 'shared/media');
    if (existsSync(media) || dirname(folder) === folder) return media;
  }
}
