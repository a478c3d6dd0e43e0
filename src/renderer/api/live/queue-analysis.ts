import { api, type RunRequest } from '../endpoints.ts';
import { invalidate } from '../query-client.ts';
import { patchVideo, VIDEOS } from '../video-cache.ts';

/** Queues an analysis of a video, which is shown as queued at once. Throws like `request`. */
export async function queueAnalysis(jobId: string, request: RunRequest): Promise<void> {
  await api.videos.process(jobId, request);
  patchVideo(jobId, { status: 'queued' });
  invalidate(VIDEOS.queryKey, ['job', jobId]);
}
