import { formatTimestamp, roundSeconds } from '../../../base/time.ts';
import type { Moment, MomentOrigin } from '../../../contract/search/moments.ts';
import type { MomentView } from '../../../db/moments/moment-reads.ts';

export function toMoment(row: MomentView): Moment {
  return {
    id: String(row.id),
    job_id: row.jobId,
    video_title: row.videoName,
    start_time: roundSeconds(row.startTime),
    end_time: row.endTime === null ? null : roundSeconds(row.endTime),
    title: row.title,
    note: row.note,
    tags: row.tags.map(({ id, name, color }) => ({ id: String(id), name, color })),
    origin: row.origin === null ? null : (JSON.parse(row.origin) as MomentOrigin),
    created_by: row.createdBy,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
    deleted_at: row.deletedAt === null ? null : formatTimestamp(row.deletedAt),
  };
}
