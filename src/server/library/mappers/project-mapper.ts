import { formatTimestamp } from '../../../base/time.ts';
import type { Project } from '../../../contract/library/projects.ts';
import type { ProjectWithCount } from '../../../db/repositories/projects.ts';

export function toProject(row: ProjectWithCount): Project {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    name: row.name,
    description: row.description,
    video_count: row.videoCount,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}
