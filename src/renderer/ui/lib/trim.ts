import type { Moment } from '../../../contract/search/moments.ts';

/** Times of a moment. */
export type MomentTimes = Pick<Moment, 'start_time' | 'end_time'>;

/** Part of a moment that is dragged. */
export type MomentEdge = 'start' | 'end' | 'whole';

/** Minimum length of a range in seconds. */
const MIN_SECONDS = 0.05;
/** Step of the arrow keys in seconds: of media without frames, and with Shift. */
const SOUND_STEP = 0.1;
const LARGE_STEP = 1;

/** Times of a moment after dragging one of its parts by some seconds, within the video. Pure. */
export function draggedTimes(
  { start_time, end_time }: MomentTimes,
  edge: MomentEdge,
  seconds: number,
  duration: number,
): MomentTimes {
  const clamped = (time: number, least: number, most: number) =>
    Math.round(Math.max(least, Math.min(most, time)) * 1000) / 1000;
  if (end_time === null) return { start_time: clamped(start_time + seconds, 0, duration), end_time };
  if (edge === 'start') return { start_time: clamped(start_time + seconds, 0, end_time - MIN_SECONDS), end_time };
  if (edge === 'end') return { start_time, end_time: clamped(end_time + seconds, start_time + MIN_SECONDS, duration) };
  const start = clamped(start_time + seconds, 0, duration - (end_time - start_time));
  return { start_time: start, end_time: clamped(start + end_time - start_time, 0, duration) };
}

/**
 * Seconds by which a key moves an end: a frame, or 1 s with Shift; 0 for other keys. Pure.
 * @param frameRate frames per second; 0 for audio files, where a step is 0.1 s
 */
export function nudgeOf({ key, shiftKey }: { key: string; shiftKey: boolean }, frameRate: number): number {
  const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key] ?? 0;
  const step = frameRate > 0 ? 1 / frameRate : SOUND_STEP;
  return direction * (shiftKey ? LARGE_STEP : step);
}
