import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { NamedVideo } from '../../contract/library/video.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { coverageOf } from './coverage.ts';
import { mapInParts } from './in-parts.ts';

/** Modules that analyze sound; the others analyze pictures. */
const HEARING: ReadonlySet<ModuleName> = new Set<ModuleName>(['transcription', 'audioevents']);

/** Whether a file is known to have nothing that a module could analyze: no sound, or no picture. */
export function lacksStream({ media }: Pick<VideoRow, 'media'>, module: ModuleName): boolean {
  if (media === null) return false;
  const { audio, video } = JSON.parse(media) as MediaInfoWire;
  return (HEARING.has(module) ? audio : video) === null;
}

/** Returns the time up to which a video is transcribed, in seconds; infinite for all of it, also without sound. */
export function transcribedUntil(store: Pick<Store, 'coverage'>, video: VideoRow): number {
  const [{ status, end_time } = { status: 'not_run', end_time: null }] = coverageOf(store, video, ['transcription']);
  if (status === 'completed' || lacksStream(video, 'transcription')) return Number.POSITIVE_INFINITY;
  return status === 'partial' ? (end_time ?? 0) : 0;
}

/** Returns the videos that may have speech and lack a complete transcript. */
export async function untranscribed(
  store: Pick<Store, 'coverage'>,
  videos: readonly VideoRow[],
): Promise<NamedVideo[]> {
  const ends = await mapInParts(videos, (video) => transcribedUntil(store, video));
  return videos
    .filter((_, i) => ends[i] !== Number.POSITIVE_INFINITY)
    .map(({ jobId, name }) => ({ job_id: jobId, name }));
}
