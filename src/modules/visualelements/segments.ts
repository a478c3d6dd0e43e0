import { roundSeconds } from '../../base/time.ts';
import { message } from '../../contract/message.ts';
import type { Box, SegmentDraft } from '../../contract/segment.ts';
import { labelParam } from '../shared/findings/labels.ts';
import type { Moment, Track } from './track.ts';

/** Maximum gap across which tracks of one label continue over a cut, in seconds. */
const TOUCHING_SECONDS = 0.3;
/** Maximum boxes per moment, and moments per segment. */
const MAX_BOXES = 8;
const MAX_MOMENTS = 6;

/** Converts tracks to one segment per label and time range; a label on both sides of a cut continues. */
export function toSegments(tracks: readonly Track[]): SegmentDraft[] {
  const groups: Track[][] = [];
  const latest = new Map<string, Track[]>();
  for (const track of tracks.toSorted((a, b) => a.start - b.start)) {
    const group = latest.get(track.label);
    if (group && track.start - group.at(-1)!.end <= TOUCHING_SECONDS) {
      group.push(track);
      continue;
    }
    const started = [track];
    latest.set(track.label, started);
    groups.push(started);
  }
  return groups.map(toSegment);
}

function toSegment(group: readonly Track[]): SegmentDraft {
  const best = group.reduce((a, b) => (b.confidence > a.confidence ? b : a));
  const evidence = group.map((track) => track.evidence).filter((found) => found !== null);
  const still = evidence.reduce<(typeof evidence)[number] | null>(
    (a, b) => (a && a.confidence >= b.confidence ? a : b),
    null,
  );
  const count = Math.max(...group.map((track) => track.count));
  const looks = group.reduce((sum, track) => sum + track.looks.count, 0);
  const confidenceSum = group.reduce((sum, track) => sum + track.looks.confidenceSum, 0);
  const label = labelParam(best.label);
  const text = message(count > 1 ? 'object.several' : 'object', { label, number: count });
  return {
    content: count > 1 ? `${best.label} ×${count}` : best.label,
    start_time: roundSeconds(group[0]!.start),
    end_time: roundSeconds(group.at(-1)!.end),
    data: {
      text,
      label: best.label,
      confidence: rounded(best.confidence),
      mean_confidence: rounded(confidenceSum / looks),
      count,
      boxes: boxes(best.best, spread(group.flatMap((track) => track.moments))),
      ...(still ? { still_time: roundSeconds(still.time) } : {}),
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
