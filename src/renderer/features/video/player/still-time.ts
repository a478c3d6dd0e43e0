import type { Segment } from '../../../../contract/analysis/segment.ts';

const scenesOf = new WeakMap<readonly Segment[], readonly Segment[]>();

/** Time of the still of the shot at a time; undefined without shots. */
export function stillTimeAt(segments: readonly Segment[], time: number): number | undefined {
  let scenes = scenesOf.get(segments);
  if (!scenes) {
    scenes = segments.filter(({ module, data }) => module === 'scenes' && data?.still_time !== undefined);
    scenesOf.set(segments, scenes);
  }
  let low = 0;
  let high = scenes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scenes[middle]!.start_time <= time) low = middle + 1;
    else high = middle;
  }
  return scenes[Math.max(0, low - 1)]?.data?.still_time;
}
