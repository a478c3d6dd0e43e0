import type { SegmentDraft } from '../contract/analysis/segment.ts';

/** Seconds that a finding of a single still lasts at least, if its shot does. */
const MIN_SECONDS = 1;

/**
 * Limits findings of single stills to the shots in which they were seen: nothing is known of what lies between. Pure.
 * @param shots in time order, without gaps
 */
export function withinShots(segments: readonly SegmentDraft[], shots: readonly SegmentDraft[]): SegmentDraft[] {
  return segments.map((segment) => {
    const seen = Math.max(
      segment.start_time,
      segment.data?.still_time ?? 0,
      ...(segment.data?.boxes ?? []).map(({ time }) => time ?? 0),
    );
    const shotEnd = shots.find(({ end_time }) => end_time > seen)?.end_time ?? segment.end_time;
    const end = Math.min(shotEnd, Math.max(segment.end_time, seen + MIN_SECONDS));
    return { ...segment, end_time: Math.max(end, segment.start_time) };
  });
}
