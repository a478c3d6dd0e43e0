import type { BrandRescan, BrandRescanProgress } from '../../contract/analysis/brands.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { errorText } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { hasOpenJob } from '../errors/open-job.ts';
import type { JobService } from '../jobs/types.ts';

export type BrandRescanService = ReturnType<typeof createBrandRescanService>;

/** Rescans saved stills of analyzed videos for brands; does not count against the quota. */
export function createBrandRescanService({ store, jobs }: { store: Store; jobs: JobService }) {
  /** Jobs of each user's last rescan, in memory only: after a restart the jobs continue, without a progress count. */
  const lastRescan = new Map<number, readonly string[]>();

  async function begin(userId: number, jobId: string): Promise<BrandRescan['videos'][number] | null> {
    const as = (outcome: BrandRescan['videos'][number]['outcome'], error: LocalizedText | null = null) => ({
      job_id: jobId,
      outcome,
      error: error?.message ?? null,
      error_text: error?.text ?? null,
    });
    // Read again here, since videos may change while earlier ones are being queued.
    const video = store.videos.get(userId, jobId);
    if (!video) return null;
    if (hasOpenJob(video)) return as('busy');
    if (video.media === null || store.stills.list(userId, jobId).length === 0) return as('no_pictures');
    try {
      await jobs.start(userId, jobId, { modules: ['logos'], action: 'process', source: 'stills' });
      return as('queued');
    } catch (thrown) {
      if (thrown instanceof ReelscopeError && thrown.code === 'not_found') return null;
      if (thrown instanceof ReelscopeError && thrown.code === 'conflict') return as('busy');
      return as('failed', errorText(thrown));
    }
  }

  return {
    /** Queues a rescan of every analyzed video; a video that can't be rescanned does not affect the others. */
    async apply(userId: number): Promise<BrandRescan> {
      const statuses = ['completed', 'queued', 'processing'];
      const all = store.videos.list(userId).filter((video) => statuses.includes(video.status));
      const videos: BrandRescan['videos'] = [];
      for (const { jobId } of all) {
        const begun = await begin(userId, jobId);
        if (begun) videos.push(begun);
      }
      const job_ids = videos.filter(({ outcome }) => outcome === 'queued').map(({ job_id }) => job_id);
      // Videos of a rescan that is still running are busy, but count toward the new progress.
      const going = (lastRescan.get(userId) ?? []).filter((jobId) => isRescanning(userId, jobId));
      lastRescan.set(userId, [...new Set([...going, ...job_ids])]);
      return { job_ids, skipped: videos.length - job_ids.length, videos };
    },

    progress(userId: number): BrandRescanProgress {
      const counts = { total: 0, left: 0, failed: 0, found: 0 };
      for (const jobId of lastRescan.get(userId) ?? []) {
        const view = store.jobs.get(userId, jobId);
        if (!view) continue;
        counts.total++;
        if (hasOpenJob(view.video)) counts.left++;
        else if (view.modules.find(({ module }) => module === 'logos')?.status !== 'completed') counts.failed++;
        else if (store.segments.list(userId, jobId, ['logos']).length > 0) counts.found++;
      }
      return counts;
    },
  };

  function isRescanning(userId: number, jobId: string): boolean {
    return hasOpenJob(store.videos.get(userId, jobId));
  }
}
