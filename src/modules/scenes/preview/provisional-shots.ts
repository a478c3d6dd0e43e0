import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import type { Boundary } from '../boundary.ts';
import { describeShot } from '../description/describe-shot.ts';
import { ShotStatisticsMeter } from '../description/shot-statistics.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';

/**
 * Shots between boundaries, described by the key frames in them; a shot without a key frame has no still. Pure.
 * @param keys in time order
 * @param end of the video in seconds
 */
export function provisionalShots(
  boundaries: readonly Boundary[],
  keys: readonly FrameSummary[],
  end: number,
  rotation: 0 | 90 | 180 | 270,
): SegmentDraft[] {
  const begins: (Boundary | null)[] = [null, ...boundaries];
  return begins.map((transition, index) => {
    const start = transition?.time ?? 0;
    const next = begins[index + 1];
    const shotEnd = next?.time ?? Math.max(start, end);
    const inside = keys.filter(({ time }) => time >= (transition?.end ?? 0) - 0.001 && time < (next?.start ?? end));
    const meter = new ShotStatisticsMeter();
    for (const key of inside) meter.add(key);
    const middle = (start + shotEnd) / 2;
    const still = inside.toSorted((a, b) => Math.abs(a.time - middle) - Math.abs(b.time - middle))[0];
    return describeShot({
      number: index + 1,
      start,
      end: shotEnd,
      transition,
      isProvisional: true,
      statistics: { ...meter.statistics(rotation), camera: [] },
      stillTime: still?.time,
    });
  });
}
