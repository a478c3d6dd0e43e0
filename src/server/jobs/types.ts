import type { Depth } from '../../contract/analysis/depth.ts';
import type { JobEvent } from '../../contract/analysis/events.ts';
import type { JobStatus } from '../../contract/analysis/job.ts';
import type { ModuleInfo, ModuleName } from '../../contract/analysis/modules.ts';
import type { SpeechOptions } from '../../contract/analysis/processing.ts';
import type { QueueWait } from '../../contract/analysis/queue.ts';
import type { TextLanguage } from '../../contract/analysis/text-languages.ts';
import type { TrackChoice } from '../../contract/library/tracks.ts';

export interface StartRequest {
  modules: ModuleName[];
  initialPrompt?: string | null;
  /** Undefined keeps the video's own. */
  speakerCount?: number | null;
  /** Undefined keeps the video's own. */
  speech?: SpeechOptions;
  /** Undefined keeps the video's own. */
  textLanguages?: readonly TextLanguage[];
  /** Undefined keeps the video's own; null leaves the choice to the analysis. */
  tracks?: TrackChoice | null;
  /** `preview` looks at key frames only; `full` by default. */
  depth?: Depth;
  /** `reprocess` clears the video's segments first. */
  action: 'process' | 'reprocess';
  /** `stills`: runs only these modules, on the saved stills of a completed video, at no cost. */
  source?: 'file' | 'stills';
  /** Keeps the modules that a canceled run had finished. */
  isResumed?: boolean;
}

/** Source of job events. */
export interface JobEventSource {
  /**
   * Subscribes to a job's events; with `afterId`, first delivers (synchronously) the kept events after it. `onEnd` is
   * called when the job is removed. Returns a function that unsubscribes. Listeners must not block, since the job waits
   * for them.
   */
  subscribe(jobId: string, listener: (event: JobEvent) => void, afterId?: string, onEnd?: () => void): () => void;
}

/** Queue of analysis jobs. Another user's job is `not_found`. */
export interface JobService {
  /** @throws ReelscopeError `not_found`, `conflict` (queued or processing), `quota_exceeded` */
  start(userId: number, jobId: string, request: StartRequest): Promise<JobStatus>;
  /** @throws ReelscopeError `not_found`, `conflict` (not queued or processing) */
  cancel(userId: number, jobId: string): Promise<JobStatus>;
  /** Cancels all queued and running jobs of a user. @returns their number */
  cancelAll(userId: number): Promise<number>;
  /** Puts a queued job before all others. @throws ReelscopeError `not_found`, `conflict` (not queued) */
  moveFirst(userId: number, jobId: string): Promise<JobStatus>;
  /** Applies a new order or new settings of the queue. */
  queueChanged(): void;
  /** Reason for which no further job starts, other than for its turn. */
  waitsFor(): QueueWait | undefined;
  /** @throws ReelscopeError `not_found` */
  status(userId: number, jobId: string): Promise<JobStatus>;
  readonly events: JobEventSource;
  /** Stops a job's run and drops its events, before its video is deleted. */
  forget(jobId: string): Promise<void>;
  modules(): Promise<ModuleInfo[]>;
  /**
   * Queues running jobs again before it returns, ends their workers, and starts no others, since the system is about to
   * end the process; the attempts don't count. @returns continues, if the process was left alive
   */
  interrupt(): () => void;
  /** Stops the workers; running jobs are queued again at the next start. */
  close(): Promise<void>;
}
