import { randomUUID } from 'node:crypto';
import { CanceledError } from '../../base/errors.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Logger } from '../../base/logger.ts';
import { type Clock, formatTimestamp } from '../../base/time.ts';
import type { CloserEstimate, CloserLook, CloserLookRequest } from '../../contract/analysis/closer-look.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { CloserSpec } from '../../pipeline/protocol.ts';
import { notFound, requireFound, requireVideo } from '../errors/lookup.ts';
import { requireIdle } from '../errors/open-job.ts';
import { enginesOfRun } from '../jobs/run-engines.ts';
import { buildRunSpec } from '../jobs/run-spec.ts';
import type { SourceService } from '../library/files/sources.ts';
import type { CloserLooker } from '../workers/transcoder.ts';
import { createCloserWriter } from './closer-writer.ts';
import { type CloserPlan, estimateOf, planCloserLook } from './plan.ts';

/** Closer looks that wait or run, of one user. */
const MAX_OPEN = 20;
/** Failed and canceled ones that are remembered. */
const MAX_ENDED = 50;

interface OpenLook extends CloserPlan {
  id: string;
  video: VideoRow;
  /** Seconds that it was expected to take when it was asked for. */
  estimatedSeconds: number;
  status: 'queued' | 'running' | 'failed' | 'canceled';
  progress: number;
  error: CloserLook['error'];
  createdAt: string;
  abort: AbortController;
}

interface CloserServiceParts {
  store: Store;
  source: SourceService;
  clock: Clock;
  log: Logger;
  engines(): EngineSettings;
  stillsFolder(video: VideoRow): Promise<string>;
  /** Nothing can be looked at closer without it. */
  lookCloser: CloserLooker | undefined;
  /** Called after findings were added. */
  changed(): void;
}

/**
 * Closer looks at parts of videos, one at a time, each in a worker process. Those that wait or run are not stored: the
 * next start has forgotten them. Completed ones are stored with the conditions of their video, and their findings like
 * findings that a user added, so that the next analysis keeps them.
 */
export class CloserService {
  readonly #parts: CloserServiceParts;
  readonly #queue = createKeyedQueue<'closer'>();
  readonly #closing = new AbortController();
  readonly #open = new Map<string, OpenLook>();
  readonly #writer;

  constructor(parts: CloserServiceParts) {
    this.#parts = parts;
    this.#writer = createCloserWriter(parts.store);
  }

  /** Newest first. @throws ReelscopeError `not_found` */
  list(userId: number, jobId: string): CloserLook[] {
    const video = requireVideo(this.#parts.store, userId, jobId);
    const current = [...this.#open.values()].filter((look) => look.video.id === video.id).map(viewOf);
    return [...this.#writer.completed(video), ...current].sort((a, b) => b.created_at.localeCompare(a.created_at));
  }

  /** @throws ReelscopeError `not_found` */
  get(userId: number, jobId: string, id: string): CloserLook {
    const found = this.list(userId, jobId).find((look) => look.id === id);
    if (!found) throw notFound('closer-look');
    return found;
  }

  /** @throws ReelscopeError `not_found`, `invalid_request` as `start` */
  estimate(userId: number, jobId: string, request: CloserLookRequest): CloserEstimate {
    const { store } = this.#parts;
    return estimateOf(store, planCloserLook(requireVideo(store, userId, jobId), request));
  }

  /**
   * Starts to look closer, or returns the look that does the same already.
   * @throws ReelscopeError `not_found`, `invalid_request` for a range that is empty or too long or a video without a
   *   picture, `not_ready`, `conflict` while the video is analyzed or too much waits
   */
  async start(userId: number, jobId: string, request: CloserLookRequest): Promise<CloserLook> {
    const { store, lookCloser, source, clock } = this.#parts;
    const video = requireVideo(store, userId, jobId);
    if (!lookCloser) throw new ReelscopeError('not_ready', sentence('closer.unsupported'));
    const plan = planCloserLook(video, request);
    requireIdle(video);
    const key = (look: CloserPlan) => JSON.stringify([look.range, look.region, look.modules]);
    const waiting = [...this.#open.values()].filter((look) => isOpen(look) && look.video.userId === userId);
    const same = waiting.find((look) => look.video.id === video.id && key(look) === key(plan));
    if (same) return viewOf(same);
    if (waiting.length >= MAX_OPEN) throw new ReelscopeError('conflict', sentence('closer.full', { count: MAX_OPEN }));
    await source.require(video);
    const look: OpenLook = {
      ...plan,
      id: randomUUID(),
      video,
      estimatedSeconds: estimateOf(store, plan).seconds,
      status: 'queued',
      progress: 0,
      error: null,
      createdAt: formatTimestamp(clock.now()),
      abort: new AbortController(),
    };
    this.#begin(look);
    return viewOf(look);
  }

  /** Cancels one that waits or runs. @throws ReelscopeError `not_found`, `conflict` if it has ended */
  cancel(userId: number, jobId: string, id: string): CloserLook {
    requireVideo(this.#parts.store, userId, jobId);
    const look = this.#open.get(id);
    if (!look || look.video.jobId !== jobId) {
      this.get(userId, jobId, id);
      throw new ReelscopeError('conflict', sentence('closer.ended'));
    }
    if (!isOpen(look)) throw new ReelscopeError('conflict', sentence('closer.ended'));
    look.status = 'canceled';
    look.abort.abort();
    return viewOf(look);
  }

  close(): void {
    this.#closing.abort();
  }

  async #specOf(look: OpenLook, lookModules: CloserSpec['modules']): Promise<CloserSpec> {
    const { store, source } = this.#parts;
    const video = requireVideo(store, look.video.userId, look.video.jobId);
    const view = requireFound(store.jobs.get(video.userId, video.jobId), 'video');
    const { file: path } = await source.open(video);
    const spec = buildRunSpec(store, view, {
      path,
      stillsFolder: await this.#parts.stillsFolder(video),
      startsWithPreview: false,
    });
    const { savedStills: _, ...run } = { ...spec, finished: this.#writer.known(video), resumed: [] };
    const engines = enginesOfRun(this.#parts.engines(), video, 1);
    return {
      run: { ...run, engines },
      range: look.range,
      region: look.region,
      modules: lookModules,
      skippedTracks: look.skippedTracks,
    };
  }

  async #run(look: OpenLook): Promise<void> {
    const { lookCloser, store } = this.#parts;
    if (look.abort.signal.aborted) return;
    look.status = 'running';
    const started = performance.now();
    const collected = this.#writer.collect(look.video);
    const signal = AbortSignal.any([look.abort.signal, this.#closing.signal]);
    await lookCloser!(await this.#specOf(look, look.modules), {
      signal,
      onProgress: (fraction) => Object.assign(look, { progress: fraction }),
      onMessage: collected.receive,
    });
    if (signal.aborted) throw new CanceledError();
    // It may have been deleted meanwhile.
    requireVideo(store, look.video.userId, look.video.jobId);
    const seconds = (performance.now() - started) / 1000;
    collected.save({
      id: look.id,
      createdAt: look.createdAt,
      ...look.range,
      region: look.region,
      tracks: look.skippedTracks,
      seconds,
    });
    this.#open.delete(look.id);
    this.#parts.changed();
  }

  #begin(look: OpenLook): void {
    this.#open.set(look.id, look);
    this.#queue
      .run('closer', () => this.#run(look))
      .catch((thrown: unknown) => {
        const isCanceled = thrown instanceof CanceledError || look.abort.signal.aborted;
        if (!isCanceled) this.#parts.log.warn('closer look failed', { job_id: look.video.jobId, error: thrown });
        Object.assign(look, isCanceled ? { status: 'canceled' } : { status: 'failed', error: errorText(thrown) });
        const ended = [...this.#open.values()].filter((one) => !isOpen(one));
        for (const one of ended.slice(0, -MAX_ENDED)) this.#open.delete(one.id);
      });
  }
}

function isOpen({ status }: OpenLook): boolean {
  return status === 'queued' || status === 'running';
}

function viewOf({ id, video, range, region, skippedTracks, ...look }: OpenLook): CloserLook {
  return {
    id,
    job_id: video.jobId,
    status: look.status,
    progress: Math.round(look.progress * 100),
    start_time: range.start,
    end_time: range.end,
    region,
    estimated_seconds: look.estimatedSeconds,
    seconds: null,
    modules: [],
    tracks: skippedTracks,
    segment_ids: [],
    error: look.error,
    created_at: look.createdAt,
  };
}
