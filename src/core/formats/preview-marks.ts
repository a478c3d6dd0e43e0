import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';

const MARK = '[Preview]';

/** Marks the text of preview findings, for formats that have no other place for it. Pure. */
export function markPreviews(segments: readonly Segment[]): Segment[] {
  return segments.map((segment) =>
    segment.data?.preview ? { ...segment, content: `${MARK} ${segment.content}` } : segment,
  );
}

/** The same for all segments of results. Pure. */
export function withPreviewMarks(results: Results): Results {
  if (!results.preview) return results;
  const marked = Object.entries(results).map(([name, value]) => [
    name,
    Array.isArray(value) ? markPreviews(value as Segment[]) : value,
  ]);
  return Object.fromEntries(marked) as Results;
}
