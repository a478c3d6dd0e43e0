import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { type MessageParam, message } from '../../../contract/message.ts';
import { OBJECT_LABELS, type ObjectLabel } from '../../../core/labels/object-labels.ts';

/** Label of a finding of `visualelements` or `logos`: from its data, otherwise its text up to the first note. */
export function labelOf({ content, data }: SegmentDraft): string {
  return (data?.label ?? content.split(/[:;,(\n]| [–—-] /)[0] ?? '').trim();
}

const KNOWN: ReadonlySet<string> = new Set(OBJECT_LABELS);

/** A label as a part of a message: by its key where it is one of the detector's, else as it is. */
export function labelParam(label: string): MessageParam {
  return KNOWN.has(label) ? message(`label.${label as ObjectLabel}`) : label;
}

/** Detectors list what they merely suspect as well; that is of use in a search, not in a summary or a title. */
const SURE = 0.42;

/** Findings that are confident enough to be stated as facts. */
export function confidentSegments(segments: readonly SegmentDraft[]): SegmentDraft[] {
  return segments.filter(({ data }) => (data?.confidence ?? 1) >= SURE);
}

/** Total time of one label, with overlaps counted once. */
export interface LabelTime {
  label: string;
  /** Seconds. */
  total: number;
  /** Of the longest unbroken stretch. */
  start: number;
  end: number;
}

/** Labels by descending total time. Ranges that touch or overlap count as one. */
export function labelTimes(segments: readonly SegmentDraft[]): LabelTime[] {
  const byKey = new Map<string, LabelTime & { reached: number; from: number }>();
  for (const segment of [...segments].sort((a, b) => a.start_time - b.start_time)) {
    const label = labelOf(segment);
    if (label === '') continue;
    const { start_time: start, end_time: end } = segment;
    const known = byKey.get(label.toLowerCase());
    if (!known) {
      byKey.set(label.toLowerCase(), { label, total: end - start, start, end, reached: end, from: start });
      continue;
    }
    known.total += Math.max(0, end - Math.max(start, known.reached));
    if (start > known.reached) known.from = start;
    known.reached = Math.max(known.reached, end);
    if (known.reached - known.from > known.end - known.start) {
      known.start = known.from;
      known.end = known.reached;
    }
  }
  return [...byKey.values()]
    .map(({ label, total, start, end }) => ({ label, total, start, end }))
    .sort((a, b) => b.total - a.total || a.start - b.start || (a.label < b.label ? -1 : 1));
}
