import { roundSeconds } from '../../base/time.ts';
import type { Box, SegmentDraft } from '../../contract/analysis/segment.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { labelParam } from '../shared/findings/labels.ts';
import type { Moment, Track } from './track.ts';

/** Maximum boxes per moment, and moments per segment. */
const MAX_BOXES = 8;
const MAX_MOMENTS = 6;

/** Converts each track to a segment. A label on both sides of a cut has two, each with a still of its own shot. */
export function toSegments(tracks: readonly Track[]): SegmentDraft[] {
  return tracks.toSorted((a, b) => a.start - b.start).map(toSegment);
}

function toSegment({ label, start, end, best, confidence, count, looks, moments, evidence }: Track): SegmentDraft {
  const name = labelParam(label);
  const { message: content, text } =
    count > 1 ? sentence('object.several', { label: name, number: count }) : sentence('object', { label: name });
  return {
    content,
    start_time: roundSeconds(start),
    end_time: roundSeconds(end),
    data: {
      text,
      label,
      confidence: rounded(confidence),
      mean_confidence: rounded(looks.confidenceSum / looks.count),
      count,
      boxes: boxes(best, spread(moments)),
      ...(evidence ? { still_time: roundSeconds(evidence.time) } : {}),
    },
  };
}

/** Boxes of the best moment, then of some others in time order. */
function boxes(best: Moment, others: readonly Moment[]): Box[] {
  return [best, ...others.filter((moment) => moment.time !== best.time)].flatMap((moment) =>
    moment.detections.slice(0, MAX_BOXES).map((detection) => ({
      x: rounded(detection.x),
      y: rounded(detection.y),
      width: rounded(detection.width),
      height: rounded(detection.height),
      time: roundSeconds(moment.time),
      confidence: rounded(detection.confidence),
    })),
  );
}

function spread(moments: readonly Moment[]): Moment[] {
  if (moments.length <= MAX_MOMENTS) return [...moments];
  return Array.from(
    { length: MAX_MOMENTS },
    (_, i) => moments[Math.round((i * (moments.length - 1)) / (MAX_MOMENTS - 1))]!,
  );
}

function rounded(fraction: number): number {
  return Math.round(fraction * 1000) / 1000;
}
