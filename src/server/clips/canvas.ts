import type { PlannedClip } from './plan-clips.ts';

/** Longest and shortest side of 1080p, in landscape or portrait orientation. */
export const FULL_HD = { long: 1920, short: 1080 } as const;

interface Size {
  width: number;
  height: number;
}

/**
 * Frame of a joined clip: the one that most of it has, in even pixels, at most 1080p unless `isFullSize`; null if all
 * of it is sound. Pure.
 */
export function canvasOf(
  clips: readonly Pick<PlannedClip, 'frame' | 'start' | 'end'>[],
  isFullSize = false,
): Size | null {
  const frame = mostFrame(clips);
  return frame && evenSize(frame, isFullSize ? 1 : scaleToFit(frame, FULL_HD));
}

/** The frame that most of some clips has; null if all of them are sound. Pure. */
export function mostFrame(clips: readonly Pick<PlannedClip, 'frame' | 'start' | 'end'>[]): Size | null {
  const seconds = new Map<string, { frame: Size; sum: number }>();
  for (const { frame, start, end } of clips) {
    if (!frame) continue;
    const key = `${frame.width}x${frame.height}`;
    const known = seconds.get(key) ?? { frame, sum: 0 };
    seconds.set(key, { frame, sum: known.sum + end - start });
  }
  return [...seconds.values()].sort((a, b) => b.sum - a.sum)[0]?.frame ?? null;
}

/** Factor, at most 1, by which a frame fits into another one in either orientation. Pure. */
export function scaleToFit({ width, height }: Size, { long, short }: { long: number; short: number }): number {
  return Math.min(1, long / Math.max(width, height), short / Math.min(width, height));
}

/** A scaled frame in even pixels. Pure. */
export function evenSize({ width, height }: Size, scale: number): Size {
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
