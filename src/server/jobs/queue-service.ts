import type {
  Priority,
  Queue,
  QueueWait,
  UpdateQueueJobRequest,
  UpdateQueueSettingsRequest,
} from '../../contract/analysis/queue.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { message } from '../../contract/message.ts';
import { estimateSeconds } from '../../core/modules/estimate.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { JobRow, VideoRow } from '../../db/schema.ts';
import { requireVideo } from '../errors/lookup.ts';
import { readSelection } from '../library/module-selection.ts';
import type { QueueGate } from './queue-gate.ts';
import type { JobService } from './types.ts';

const PRIORITY_OF = { high: 1, normal: 0, low: -1 } as const satisfies Record<Priority, JobRow['priority']>;

const NAME_OF: Readonly<Record<JobRow['priority'], Priority>> = { 1: 'high', 0: 'normal', [-1]: 'low' };

/** Runs that an estimate is made of. */
const COMPARED_RUNS = 30;

type QueuedVideo = Pick<VideoRow, 'id' | 'jobId' | 'name' | 'selectedInsights' | 'duration'>;

export type QueueService = ReturnType<typeof createQueueService>;

/** The queue as a whole: its order, its estimate, and when it runs. */
export function createQueueService(parts: {
  store: Store;
  gate: QueueGate;
  jobs: Pick<JobService, 'queueChanged' | 'status' | 'waitsFor'>;
  /** Whether the disk has room for an analysis. */
  hasRoom(): boolean;
}) {
  const { store, gate, jobs, hasRoom } = parts;

  const requireQueued = (isQueued: boolean): void => {
    if (!isQueued) throw new ReelscopeError('conflict', sentence('video.not-queued'));
  };

  const get = async (userId: number): Promise<Queue> => {
    const records = store.usage
      .list(userId)
      .filter(({ state }) => state === 'billed')
      .slice(0, COMPARED_RUNS)
      .map(({ durationMinutes, processingTime, modules }) => ({
        duration_minutes: durationMinutes,
        processing_time: processingTime ?? 0,
        modules,
      }));
    const priorities = store.jobs.priorities();
    const estimateOf = ({ selectedInsights, duration }: QueuedVideo, share = 1): number | null =>
      estimateSeconds(records, readSelection(selectedInsights), duration * share);
    const entry = (
      video: QueuedVideo,
      status: 'queued' | 'processing',
      seconds: number | null,
    ): Queue['jobs'][number] => ({
      job_id: video.jobId,
      name: video.name,
      status,
      priority: NAME_OF[priorities.get(video.id) ?? 0],
      estimated_seconds: seconds === null ? null : Math.round(seconds),
    });
    const running = await Promise.all(
      store.videos.list(userId, { status: 'processing' }).map(async (video) => {
        const { eta_seconds, progress } = await jobs.status(userId, video.jobId);
        return entry(video, 'processing', eta_seconds ?? estimateOf(video, 1 - progress / 100));
      }),
    );
    const queued = store.jobs.queued().filter((video) => video.userId === userId);
    const list = [...running, ...queued.map((video) => entry(video, 'queued', estimateOf(video)))];
    const settings = gate.settings();
    const known = list.map(({ estimated_seconds }) => estimated_seconds);
    const sum = known.reduce<number>((total, seconds) => total + (seconds ?? 0), 0);
    const wait: QueueWait | null = gate.waitsFor() ?? (hasRoom() ? (jobs.waitsFor() ?? null) : 'disk-space');
    return {
      settings,
      waits_for: wait,
      waits_for_text: wait && message(`stage.${wait}`),
      power: gate.power(),
      eta_seconds: list.length === 0 || known.includes(null) ? null : Math.round(sum / settings.concurrency),
      jobs: list,
    };
  };

  return {
    get,

    /** @throws ReelscopeError `invalid_request` */
    async updateSettings(userId: number, changes: UpdateQueueSettingsRequest): Promise<Queue> {
      gate.update(changes);
      jobs.queueChanged();
      return get(userId);
    },

    /** Changes priority and place of a queued analysis. @throws ReelscopeError `not_found`, `conflict` (not queued) */
    async update(userId: number, jobId: string, { priority, position }: UpdateQueueJobRequest): Promise<Queue> {
      requireVideo(store, userId, jobId);
      store.transaction(() => {
        if (priority) requireQueued(store.jobs.setPriority(userId, jobId, PRIORITY_OF[priority]));
        if (position !== undefined) requireQueued(store.jobs.moveTo(userId, jobId, position - 1));
      });
      jobs.queueChanged();
      return get(userId);
    },
  };
}
