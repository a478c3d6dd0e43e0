import type { NamedVideo } from '../../contract/library/video.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { coverageOf } from './coverage.ts';
import { mapInParts } from './in-parts.ts';

/** Returns the time up to which a video is transcribed, in seconds; infinite for all of it, also without sound. */
export function transcribedUntil(store: Pick<Store, 'coverage'>, video: VideoRow): number {
  const isSilent = video.media !== null && (JSON.parse(video.media) as MediaInfoWire).audio === null;
  const [{ status, end_time } = { status: 'not_run', end_time: null }] = coverageOf(store, video, ['transcription']);
  if (isSilent || status === 'completed') return Number.POSITIVE_INFINITY;
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
