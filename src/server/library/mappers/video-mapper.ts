import { formatTimestamp, roundSeconds } from '../../../base/time.ts';
import type { TrashedVideo } from '../../../contract/library/trash.ts';
import type { Video } from '../../../contract/library/video.ts';
import type { VideoListRow } from '../../../db/repositories/video-reads.ts';

export function toVideo(row: VideoListRow): Video {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    job_id: row.jobId,
    project_id: row.projectId === null ? null : String(row.projectId),
    name: row.name,
    description: row.description,
    status: row.status,
    selected_insights: row.selectedInsights,
    duration: roundSeconds(row.duration),
    file_size: row.fileSize,
    processing_time: roundSeconds(row.processingTime),
    storage_path: row.storagePath,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
    analyzed_at: row.analyzedAt === null ? null : formatTimestamp(row.analyzedAt),
  };
}

/** A video in the trash. */
export function toTrashedVideo(row: VideoListRow): TrashedVideo {
  return { ...toVideo(row), deleted_at: formatTimestamp(row.deletedAt ?? row.updatedAt) };
}
