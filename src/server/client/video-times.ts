import { readPosition } from '../../base/position.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { MediaDetails } from '../../contract/library/media-details.ts';
import { Video } from '../../contract/library/video.ts';
import { positionOfTimecode } from '../../core/formats/timecode.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { ApiClient } from './api-client.ts';

/** `HH:MM:SS:FF`, with a semicolon before the frames in drop frame. */
const TIMECODE = /^\d{1,2}[:;]\d{2}[:;]\d{2}[:;]\d{1,3}$/;
/** `HH:MM:SS` with an optional fraction: a position, or a timecode of a sound file. */
const CLOCK = /^\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?$/;

/**
 * Whether a text is a time in a video: seconds, a position such as `1:02:03.5`, or a timecode such as `10:00:05:12`.
 */
export function isVideoTime(text: string): boolean {
  return TIMECODE.test(text.trim()) || readPosition(text) !== undefined;
}

/**
 * Reads times in a video, in seconds from its start. Timecodes count from the start timecode of the video. `HH:MM:SS`
 * is a position, and a timecode only where the video has no such position.
 * @param video its id or job id; undefined if it is not known, and then timecodes are refused
 * @throws ReelscopeError `invalid_request` for other text, and for a timecode that the video does not have
 */
export async function secondsIn(
  api: ApiClient,
  video: string | undefined,
  times: readonly (number | string)[],
  signal?: AbortSignal,
): Promise<number[]> {
  const path = video === undefined ? undefined : `/videos/${encodeURIComponent(video)}`;
  const needsVideo = times.some(
    (time) => typeof time === 'string' && (TIMECODE.test(time.trim()) || CLOCK.test(time.trim())),
  );
  const known =
    path !== undefined && needsVideo
      ? {
          ...(await api.get(path, Video, signal)),
          start: (await api.get(`${path}/media`, MediaDetails, signal)).start_timecode,
        }
      : undefined;
  return times.map((time) => {
    if (typeof time === 'number') return time;
    const text = time.trim();
    const position = readPosition(text);
    if (position === undefined && !TIMECODE.test(text))
      throw new ReelscopeError('invalid_request', sentence('time.invalid'));
    if (position !== undefined && (!known?.start || position <= known.duration)) return position;
    const { name, start, duration } = known ?? {};
    if (!start)
      throw new ReelscopeError(
        'invalid_request',
        sentence(name === undefined ? 'time.no-video' : 'time.no-timecode', { name: name ?? '' }),
      );
    const found = positionOfTimecode(text, start, duration!) ?? position;
    if (found === undefined)
      throw new ReelscopeError(
        'invalid_request',
        sentence('time.outside', { timecode: text, name: name!, start: start.timecode }),
      );
    return found;
  });
}
