import { ReelscopeError } from '../../contract/errors.ts';
import type { Video } from '../../contract/library/video.ts';
import type { Store } from '../../db/index.ts';
import { requireFound } from '../errors/lookup.ts';
import { hasOpenJob } from '../errors/open-job.ts';
import { toVideo } from './mappers/video-mapper.ts';
import type { StillFiles } from './stills.ts';

/** Run control needed to delete a video. */
export interface VideoRuns {
  /** @throws ReelscopeError `conflict` when no run is open */
  cancel(userId: number, jobId: string): Promise<unknown>;
  forget(jobId: string): Promise<void>;
}

/** Trash and permanent deletion of videos. Every method throws ReelscopeError `not_found`. */
export function createVideoRemoval(parts: {
  store: Store;
  jobs: VideoRuns;
  stills: StillFiles;
  proxies: { drop(jobId: string): Promise<void> };
}) {
  const { store, jobs, stills, proxies } = parts;
  const any = (userId: number, jobId: string) => requireFound(store.videos.getAny(userId, jobId), 'video');

  /** Cancels an open run, so that it is not billed; a run that has just ended is fine. */
  const cancelIfOpen = async (userId: number, jobId: string): Promise<void> => {
    try {
      await jobs.cancel(userId, jobId);
    } catch (error) {
      if (!(error instanceof ReelscopeError) || error.code !== 'conflict') throw error;
    }
  };

  return {
    /** Stops a video's run and moves the video to the trash; repeatable. */
    async trash(userId: number, jobId: string): Promise<void> {
      // A client may queue it again while its run ends.
      while (hasOpenJob(any(userId, jobId))) await cancelIfOpen(userId, jobId);
      if (any(userId, jobId).deletedAt === null) store.videos.trash(userId, jobId);
    },

    /** Takes a video out of the trash, as it was; repeatable. */
    restore: (userId: number, jobId: string): Video =>
      toVideo(requireFound(store.videos.restore(userId, jobId), 'video')),

    /** Stops a video's run and deletes all of its data except the source file, in the trash or not. */
    async delete(userId: number, jobId: string, by: 'user' | 'system' = 'user'): Promise<void> {
      if (hasOpenJob(any(userId, jobId))) await cancelIfOpen(userId, jobId);
      await jobs.forget(jobId);
      // First, since another program may have the copy open: then nothing else is lost.
      await proxies.drop(jobId);
      const { video } = requireFound(store.videos.delete(userId, jobId, by), 'video');
      store.sourceFiles.delete(userId, video.storagePath);
      await store.segments.deleted();
      // A copy may have been queued meanwhile. What remains of either is deleted with the orphans at the next start.
      await Promise.all([stills.remove(jobId), proxies.drop(jobId)]);
    },
  };
}
