import type { TrackChoice } from '../../contract/library/tracks.ts';
import type { SyncFeatures } from '../../core/sync/features.ts';
import { runMediaPass } from '../../media/media-pass.ts';
import { createFeatureMeter } from './measure-features.ts';

/**
 * Measures what is compared of a file's sound.
 * @param options `onProgress`: seconds of media read so far
 * @throws as {@link runMediaPass}
 */
export async function measureFile(
  path: string,
  options: { tracks?: TrackChoice | undefined; signal?: AbortSignal; onProgress?(time: number): void },
): Promise<SyncFeatures> {
  const meter = createFeatureMeter();
  const { tracks, ...rest } = options;
  await runMediaPass(path, [meter], { ...rest, choice: tracks });
  return meter.finish();
}
