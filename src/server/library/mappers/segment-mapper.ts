import { roundSeconds } from '../../../base/time.ts';
import type { Segment, SegmentData } from '../../../contract/analysis/segment.ts';
import type { SegmentRow } from '../../../db/schema.ts';

/** Whether a stored segment is of a first look. Pure. */
export function isPreview({ data }: Pick<SegmentRow, 'data'>): boolean {
  // Most have no such member; parsing all of a long video takes a second.
  return data?.includes('"preview"') === true && (JSON.parse(data) as SegmentData).preview === true;
}

export function toSegment(row: SegmentRow): Segment {
  return {
    id: String(row.id),
    module: row.module,
    content: row.content,
    start_time: roundSeconds(row.startTime),
    end_time: roundSeconds(row.endTime),
    data: row.data === null ? null : (JSON.parse(row.data) as SegmentData),
    engine: row.engine,
  };
}
