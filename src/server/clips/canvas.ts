import type { PlannedClip } from './plan-clips.ts';

/** Longest and shortest side of a joined clip: 1080p in landscape or portrait orientation. */
const MAX_LONG_SIDE = 1920;
const MAX_SHORT_SIDE = 1080;

/**
 * Frame of a joined clip: the one that most of it has, in even pixels, at most 1080p unless `isFullSize`; null if all
 * of it is sound. Pure.
 */
export function canvasOf(
  clips: readonly Pick<PlannedClip, 'frame' | 'start' | 'end'>[],
  isFullSize = false,
): { width: number; height: number } | null {
  const seconds = new Map<string, { frame: { width: number; height: number }; sum: number }>();
  for (const { frame, start, end } of clips) {
    if (!frame) continue;
    const key = `${frame.width}x${frame.height}`;
    const known = seconds.get(key) ?? { frame, sum: 0 };
    seconds.set(key, { frame, sum: known.sum + end - start });
  }
  const [most] = [...seconds.values()].sort((a, b) => b.sum - a.sum);
  if (!most) return null;
  const { width, height } = most.frame;
  const fitting = Math.min(1, MAX_LONG_SIDE / Math.max(width, height), MAX_SHORT_SIDE / Math.min(width, height));
  const scale = isFullSize ? 1 : fitting;
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
