import type { JobEvent } from '../../contract/events.ts';
import type { JobStatus } from '../../contract/job.ts';
import type { ModuleInfo, ModuleName } from '../../contract/modules.ts';

export interface StartRequest {
  modules: ModuleName[];
  initialPrompt?: string | null;
  /** `reprocess` clears the video's segments first. */
  action: 'process' | 'reprocess';
  /** `stills`: only these modules, on what is kept of a completed video; costs nothing. */
  source?: 'file' | 'stills';
}

/** Where a job's events can be heard. */
export interface JobEventSource {
  /**
   * Hears every event of a job from now on; with `afterId`, first (synchronously) those kept that came after it.
   * `onEnd` is called when the job is forgotten. Returns how to stop. Listeners must not block: they are called while the job runs.
   */
  subscribe(jobId: string, listener: (event: JobEvent) => void, afterId?: string, onEnd?: () => void): () => void;
}

/** The queue of analysis jobs. Users see only their own: another's job is `not_found`. */
export interface JobService {
  /** @throws ReelscopeError `not_found`, `conflict` (queued or processing), `quota_exceeded` */
  start(userId: number, jobId: string, request: StartRequest): Promise<JobStatus>;
  /** @throws ReelscopeError `not_found`, `conflict` (not queued or processing) */
  cancel(userId: number, jobId: string): Promise<JobStatus>;
  /** @throws ReelscopeError `not_found` */
  status(userId: number, jobId: string): Promise<JobStatus>;
  readonly events: JobEventSource;
  /** Before a video is deleted: stops its run and drops its events. */
  forget(jobId: string): Promise<void>;
  modules(): Promise<ModuleInfo[]>;
  /** Stops the workers; running jobs go back to the queue at the next start. */
  close(): Promise<void>;
}
