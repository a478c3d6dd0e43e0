import type { ModuleInfo, ModuleName } from '../../contract/analysis/modules.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { VideoRow } from '../../db/schema.ts';
import { requireFound, requireVideo } from '../errors/lookup.ts';
import { isPreview } from '../library/mappers/segment-mapper.ts';
import { createAnnouncements } from './announcements.ts';
import { DERIVED_MODULES, withDerivedModules } from './derived-modules.ts';
import { JobRunner, type JobRunnerParts } from './job-runner.ts';
import { previewModules } from './preview-modules.ts';
import type { JobService, StartRequest } from './types.ts';

export interface JobServiceParts extends Omit<JobRunnerParts, 'announce'> {
  describe(): Promise<ModuleInfo[]>;
  /** Time in milliseconds for a canceled worker to send its findings. */
  cancelTimeoutMs?: number;
}

/** Creates the job queue, and starts to run what is queued. */
export function createJobService(parts: JobServiceParts): JobService {
  const { store, events, accounting } = parts;
  const announce = createAnnouncements(store);
  const runner = new JobRunner({ ...parts, announce });
  const current = (video: VideoRow) => store.jobs.get(video.userId, video.jobId);
  const publishQueued = (): void => {
    for (const video of store.jobs.queued()) runner.publish(video, 'status');
  };

  async function cancel(userId: number, jobId: string) {
    const video = requireVideo(store, userId, jobId);
    // The findings up to now remain, since they took the user's time; only then does the job count as canceled.
    const run = runner.runOf(jobId);
    run?.finishEarly(parts.cancelTimeoutMs);
    await run?.ended;
    const before = store.transaction(() => {
      const status = store.jobs.cancel(userId, jobId);
      if (!status) throw new ReelscopeError('conflict', sentence('video.not-running'));
      accounting.dropped(video.jobId);
      announce.canceled(current(video));
      return status;
    });
    runner.publish(video, before === 'processing' ? runner.statusAfter(video) : 'status');
    return runner.statusOf(current(video)!);
  }

  return {
    events,

    async start(userId, jobId, request) {
      const video = requireVideo(store, userId, jobId);
      const queued = store.transaction(() => {
        const modules = modulesFor(parts, userId, jobId, request);
        const view = store.jobs.enqueue(userId, jobId, { ...request, modules });
        if (!view) throw new ReelscopeError('conflict', sentence('video.already-running'));
        // In the same transaction, so that a run that exceeds the quota leaves no trace.
        // A preview costs about a tenth of decoding the file.
        if (request.source !== 'stills' && request.depth !== 'preview') accounting.open(video, request);
        // A summary alone is made of the other findings, so those stay.
        const isDerived = modules.every((module) => DERIVED_MODULES.includes(module));
        if (request.action === 'reprocess' && !isDerived) store.segments.delete(video.id);
        return view;
      });
      runner.publish(video, 'status');
      runner.wake();
      return runner.statusOf(queued);
    },

    cancel,

    async cancelAll(userId) {
      // Queued ones first, so that none starts when a running one ends.
      const queued = store.jobs.queued().filter((video) => video.userId === userId);
      const started = store.videos.list(userId, { status: 'processing' });
      let count = 0;
      for (const { jobId } of [...queued, ...started]) {
        try {
          await cancel(userId, jobId);
          count += 1;
        } catch (error) {
          // It ended, or its video was deleted, meanwhile.
          const isOver = error instanceof ReelscopeError && (error.code === 'conflict' || error.code === 'not_found');
          if (!isOver) throw error;
        }
      }
      return count;
    },

    async moveFirst(userId, jobId) {
      const video = requireVideo(store, userId, jobId);
      if (!store.jobs.moveFirst(userId, jobId)) throw new ReelscopeError('conflict', sentence('video.not-queued'));
      publishQueued();
      return runner.statusOf(current(video)!);
    },

    queueChanged() {
      publishQueued();
      runner.settingsChanged();
    },

    waitsFor: runner.waitsFor,

    status: async (userId, jobId) => runner.statusOf(requireFound(store.jobs.get(userId, jobId), 'video')),

    async forget(jobId) {
      const run = runner.runOf(jobId);
      run?.stop();
      await run?.ended;
      accounting.dropped(jobId);
      events.drop(jobId);
    },

    modules: parts.describe,
    interrupt: () => runner.interrupt(),
    close: () => runner.close(),
  };
}

/** The modules of a run, with those that are derived from findings it renews. */
function modulesFor({ store }: JobServiceParts, userId: number, jobId: string, request: StartRequest): ModuleName[] {
  const findingsOf = (modules: readonly ModuleName[]) => store.segments.list(userId, jobId, modules);
  return request.depth === 'preview'
    ? previewModules(request, modulesOf(findingsOf(request.modules).filter((row) => !isPreview(row))))
    : withDerivedModules(request.modules, modulesOf(findingsOf(DERIVED_MODULES)));
}

function modulesOf(rows: readonly { module: ModuleName }[]): Set<ModuleName> {
  return new Set(rows.map(({ module }) => module));
}
