import type { Box, SegmentDraft } from '../../contract/analysis/segment.ts';

/** Kind of evidence for a brand. */
export type EvidenceKind = 'text' | 'reference' | 'model';

interface Evidence {
  kind: EvidenceKind;
  /** Seconds. */
  time: number;
  confidence: number;
  box?: Box;
  /** Recognized words, for `text`. */
  text?: string;
}

/** Maximum gap between findings of one brand that are merged, in seconds. */
const MERGE_SECONDS = 2;
const MAX_BOXES = 120;
const MAX_EVIDENCE = 20;

/** Merges findings into one segment per brand and time range, each with its evidence; ignores case. */
export function mergeBrands(
  found: readonly { kind: EvidenceKind; segments: readonly SegmentDraft[] }[],
): SegmentDraft[] {
  const all = found.flatMap(({ kind, segments }) => segments.map((segment) => withEvidence(kind, segment)));
  all.sort((a, b) => a.start_time - b.start_time);
  const merged: SegmentDraft[] = [];
  for (const segment of all) {
    const at = merged.findIndex((one) => isSame(one, segment));
    if (at < 0) merged.push(segment);
    else merged[at] = joined(merged[at]!, segment);
  }
  return merged;
}

function isSame(a: SegmentDraft, b: SegmentDraft): boolean {
  return a.content.toLowerCase() === b.content.toLowerCase() && b.start_time - a.end_time <= MERGE_SECONDS;
}

function withEvidence(kind: EvidenceKind, segment: SegmentDraft): SegmentDraft {
  const { data } = segment;
  const text = data?.['matched_text'];
  const box = data?.boxes?.[0];
  const evidence: Evidence = {
    kind,
    time: box?.time ?? data?.still_time ?? segment.start_time,
    confidence: data?.confidence ?? 0,
    ...(box && { box }),
    ...(typeof text === 'string' && { text }),
  };
  return { ...segment, data: { ...data, evidence: [evidence] } };
}

function joined(a: SegmentDraft, b: SegmentDraft): SegmentDraft {
  const [one, two] = [a.data ?? {}, b.data ?? {}];
  const better = (two.confidence ?? 0) > (one.confidence ?? 0) ? two : one;
  const boxes = [...(one.boxes ?? []), ...(two.boxes ?? [])].sort((x, y) => (x.time ?? 0) - (y.time ?? 0));
  const evidence = [one, two].flatMap((data) => data['evidence'] as Evidence[]);
  return {
    content: a.content,
    start_time: a.start_time,
    end_time: Math.max(a.end_time, b.end_time),
    data: { ...two, ...one, ...better, boxes: boxes.slice(0, MAX_BOXES), evidence: evidence.slice(0, MAX_EVIDENCE) },
  };
}
