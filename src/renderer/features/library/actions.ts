import { toError } from '../../../base/errors.ts';
import type { Video } from '../../../contract/video.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { DASHBOARD, VIDEOS } from '../../api/video-cache.ts';

/** What came of an action on several videos. */
export interface Outcome {
  done: number;
  failed: number;
  /** Of the first that failed. */
  reason: string;
}

/** Runs an action on each video in turn; one that fails does not stop the rest. */
async function each(videos: readonly Video[], act: (video: Video) => Promise<unknown>): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failed: 0, reason: '' };
  for (const video of videos) {
    try {
      await act(video);
      outcome.done++;
    } catch (thrown) {
      outcome.failed++;
      outcome.reason ||= toError(thrown).message;
    }
  }
  invalidate(VIDEOS.queryKey, DASHBOARD.queryKey, queries.projects.queryKey, ['video']);
  return outcome;
}

/** Queues them: anew with what they had when they were analysed before, else with all modules that can run. */
export async function processVideos(videos: readonly Video[]): Promise<Outcome> {
  const modules = (await api.modules()).filter((module) => module.available).map((module) => module.name);
  return each(videos, ({ job_id, status }) =>
    status === 'completed' ? api.videos.reprocess(job_id) : api.videos.process(job_id, { modules }),
  );
}

export const moveVideos = (videos: readonly Video[], projectId: string | null): Promise<Outcome> =>
  each(videos, ({ job_id }) => api.videos.update(job_id, { project_id: projectId }));

/** @param withFiles the copies in Reelscope's store too; the files that were added are never touched */
export const deleteVideos = (videos: readonly Video[], withFiles: boolean): Promise<Outcome> =>
  each(videos, async ({ job_id, storage_path }) => {
    await api.videos.remove(job_id);
    // Gone already is what was wanted.
    if (withFiles) await api.storage.removeFile(storage_path).catch(() => {});
  });
