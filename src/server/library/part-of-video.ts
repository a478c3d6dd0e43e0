import { roundSeconds } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { VideoRow } from '../../db/schema.ts';

/**
 * The part of a video between two times in seconds, on whole milliseconds; its end is that of the video at most.
 * @throws ReelscopeError `invalid_request` if nothing of the video is between them
 */
export function partOfVideo({ duration }: Pick<VideoRow, 'duration'>, from: number, to: number) {
  const clamped = (seconds: number) => roundSeconds(duration > 0 ? Math.min(seconds, duration) : seconds);
  const part = { start: clamped(from), end: clamped(to) };
  if (part.end <= part.start) throw new ReelscopeError('invalid_request', sentence('video.range'));
  return part;
}
