import { ReelscopeError } from '../../contract/errors.ts';
import type { ClipRange } from '../../contract/library/clips.ts';
import type { TrackChoice } from '../../contract/library/tracks.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { VideoRow } from '../../db/schema.ts';
import { playedTracks } from '../library/files/chosen-tracks.ts';
import type { Transcoder } from '../workers/transcoder.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { clipNames } from './clip-names.ts';

/** Clip with its resolved source file and name. */
export interface PlannedClip {
  jobId: string;
  /** Absolute path of the source. */
  file: string;
  /** File name of the clip, with extension. */
  name: string;
  /** Requested range in seconds; may end after the video. */
  range: { start: number; end: number };
  /** Range clamped to the video, in seconds. */
  start: number;
  end: number;
  /** Upright frame of the source; null without video, or if the file has not been probed. */
  frame: { width: number; height: number } | null;
  /** Faces to blur; absent: none. */
  blur?: Parameters<Transcoder>[0]['blur'];
  /** Tracks that are played; absent: the first ones. */
  tracks?: TrackChoice | undefined;
}

/**
 * Resolves source files and names of clips. @throws errors of `sources`; ReelscopeError `invalid_request`
 * for a clip outside its video
 */
export async function planClips(
  ranges: readonly ClipRange[],
  sources: {
    video(jobId: string): VideoRow;
    file(video: VideoRow): Promise<string>;
    /** Faces to blur in a range; undefined for none. */
    blur(video: VideoRow, range: PlannedClip['range']): PlannedClip['blur'];
  },
): Promise<PlannedClip[]> {
  const videos = new Map<string, { row: VideoRow; file: string }>();
  for (const { job_id } of ranges) {
    if (videos.has(job_id)) continue;
    const row = sources.video(job_id);
    videos.set(job_id, { row, file: await sources.file(row) });
  }
  const found = ranges.map(({ job_id, start_time: start, end_time }) => {
    const { row, file } = videos.get(job_id)!;
    // A file that has not been probed has no duration yet.
    const end = row.duration > 0 ? Math.min(end_time, row.duration) : end_time;
    if (end <= start) {
      throw new ReelscopeError('invalid_request', sentence('clip.after-end', { name: row.name }), {
        details: { job_id, start_time: start, duration: row.duration },
      });
    }
    const range = { start, end: end_time };
    const blur = sources.blur(row, range);
    return {
      jobId: job_id,
      file,
      title: row.name,
      range,
      start,
      end,
      frame: frameOf(row),
      ...(blur && { blur }),
      tracks: playedTracks(row),
    };
  });
  const names = clipNames(found);
  return found.map(({ title: _, ...clip }, index) => ({ ...clip, name: names[index]! }));
}

function frameOf({ media }: VideoRow): PlannedClip['frame'] {
  const video = media === null ? null : (JSON.parse(media) as MediaInfoWire).video;
  return video && { width: video.width, height: video.height };
}
