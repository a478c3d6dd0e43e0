import type { Video } from '../../../contract/library/video.ts';
import { api } from '../endpoints.ts';
import { MOMENTS, queries, STORIES } from '../queries.ts';
import { invalidate } from '../query-client.ts';
import { DASHBOARD, putVideo, removeCachedVideo, VIDEOS } from '../video-cache.ts';

/**
 * Moves what is deleted to the trash and back, on the server and in the cached lists. Each function throws like
 * `request`.
 */

/** Moves a video to the trash. */
export async function trashVideo(jobId: string): Promise<void> {
  await api.videos.trash(jobId);
  removeCachedVideo(jobId);
  invalidateTrash();
}

export async function restoreVideo(jobId: string): Promise<Video> {
  const video = await api.videos.restore(jobId);
  putVideo(video);
  invalidate(['video', jobId]);
  invalidateTrash();
  return video;
}

/** Deletes a video for good. @param withFile also deletes its copy in the object store; originals are never touched */
export async function deleteVideo(
  { job_id, storage_path }: Pick<Video, 'job_id' | 'storage_path'>,
  withFile: boolean,
): Promise<void> {
  await api.videos.remove(job_id);
  // Already deleted counts as success.
  if (withFile) await api.storage.removeFile(storage_path).catch(() => {});
  invalidateTrash();
}

export async function emptyTrash(): Promise<void> {
  await api.trash.empty();
  invalidateTrash();
}

/** Fetches the trash again, with all lists that what is in it comes from. */
function invalidateTrash(): void {
  invalidate(
    queries.trash.queryKey,
    VIDEOS.queryKey,
    DASHBOARD.queryKey,
    queries.projects.queryKey,
    MOMENTS,
    queries.tags.queryKey,
    STORIES,
    ['storage'],
    ['chats'],
    ['search'],
  );
}
