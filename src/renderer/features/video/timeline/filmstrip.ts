import { countUpTo } from '../player/time-index.ts';
import type { Lane } from './lanes.ts';
import { timeToX, type View, xToTime } from './timeline-view.ts';

/** Aspect ratio of a frame until one is loaded. */
const DEFAULT_ASPECT = 16 / 9;
/** Width of a shot in frames, below which its own still would be a sliver. */
const CROWDED = 0.6;

/** One frame of a filmstrip: the still of the shot at its center. */
export interface FilmFrame {
  left: number;
  width: number;
  /** Seconds; time of the shot's still. */
  stillTime: number;
}

/** Whether shots are too narrow in a view to show a still each. */
export function isCrowded(lane: Lane, view: View, width: number, frameWidth: number): boolean {
  const first = Math.max(0, countUpTo(lane.starts, view.start) - 1);
  const last = countUpTo(lane.starts, view.start + view.span);
  return last - first > 1 && width / (last - first) < frameWidth * CROWDED;
}

/**
 * Frames side by side over the whole lane, which move with the time as the view pans.
 * @param height of a frame in CSS pixels
 * @param aspect width / height of the video's stills, if known
 */
export function filmFrames(lane: Lane, view: View, width: number, height: number, aspect?: number): FilmFrame[] {
  const frameWidth = Math.max(16, Math.round(height * (aspect ?? DEFAULT_ASPECT)));
  const zero = timeToX(view, width, 0);
  const end = Math.min(width, timeToX(view, width, lane.ends.at(-1) ?? 0));
  const frames: FilmFrame[] = [];
  const firstFrame = Math.max(0, Math.floor(-zero / frameWidth));
  for (let left = zero + firstFrame * frameWidth; left < end; left += frameWidth) {
    const shot = Math.max(0, countUpTo(lane.starts, xToTime(view, width, left + frameWidth / 2)) - 1);
    const stillTime = lane.segments[shot]?.data?.still_time;
    if (stillTime !== undefined) frames.push({ left, width: Math.min(frameWidth, end - left), stillTime });
  }
  return frames;
}
