import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';

const MARK = '[Preview]';
const CLOSER_MARK = '[Closer look]';

/** Marks the text of preview findings, for formats that have no other place for it. Pure. */
export function markPreviews(segments: readonly Segment[]): Segment[] {
  return segments.map((segment) =>
    segment.data?.preview ? { ...segment, content: `${MARK} ${segment.content}` } : segment,
  );
}

/** The same for all segments of results. Pure. */
export function withPreviewMarks(results: Results): Results {
  return results.preview ? mapSegments(results, markPreviews) : results;
}

/** Marks the text of findings of closer looks, for reports that people read. Pure. */
export function withCloserMarks(results: Results): Results {
  if (!results.segments.some(({ data }) => data?.closer_look)) return results;
  return mapSegments(results, (segments) =>
    segments.map((segment) =>
      segment.data?.closer_look ? { ...segment, content: `${CLOSER_MARK} ${segment.content}` } : segment,
    ),
  );
}

function mapSegments(results: Results, map: (segments: Segment[]) => Segment[]): Results {
  const mapped = Object.entries(results).map(([name, value]) => {
    const isOfSegments = Array.isArray(value) && value.every((one) => typeof one === 'object' && 'content' in one);
    return [name, isOfSegments ? map(value as Segment[]) : value];
  });
  return Object.fromEntries(mapped) as Results;
}
