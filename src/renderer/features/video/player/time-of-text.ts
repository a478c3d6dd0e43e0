import { readPosition } from '../../../../base/position.ts';
import type { StartTimecode } from '../../../../contract/library/start-timecode.ts';
import { positionOfTimecode, rateOfTimecode } from '../../../../core/formats/timecode.ts';

/**
 * Time of a video that a text names, in seconds: a position, or a timecode of the file. One that may be either is the
 * one that the clock shows; undefined for other text, and for a time outside of the video. Pure.
 */
export function timeOfText(
  text: string,
  { start, duration, clock }: { start: StartTimecode | null; duration: number; clock: 'position' | 'timecode' },
): number | undefined {
  const timecode = start ? positionOfTimecode(text, start, duration) : undefined;
  const read = readPosition(text);
  const position = read !== undefined && read <= duration ? read : undefined;
  // The middle of the frame, since seeking to its edge may show its neighbor.
  const rate = start && rateOfTimecode(start);
  const shown = timecode === undefined || !rate ? timecode : Math.min(duration, timecode + rate.den / rate.num / 2);
  return clock === 'timecode' ? (shown ?? position) : (position ?? shown);
}
