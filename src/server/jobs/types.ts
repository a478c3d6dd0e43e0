import type { JobEvent } from '../../contract/events.ts';
import type { JobStatus } from '../../contract/job.ts';
import type { ModuleInfo, ModuleName } from '../../contract/modules.ts';
import type { EmbeddingUse } from '../../models/engine.ts';
import type { EngineSettings } from '../../pipeline/protocol.ts';

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

/** What a media file is, as far as registering it needs to know. */
export interface MediaInfoWire {
  container: string;
  /** Seconds; 0 when the file does not tell. */
  duration: number;
  sizeBytes: number;
  /** Upright display size in pixels; null for a file without a picture. */
  video: { codec: string; width: number; height: number; frameRate: number } | null;
  audio: { codec: string; sampleRate: number; channels: number } | null;
}

/** Work with files and models that runs outside the server process. */
export interface MediaService {
  /** @throws ReelscopeError `unreadable_media` */
  probe(path: string): Promise<MediaInfoWire>;
  /** Keeps a poster of a file in its folder of stills. @returns whether it has a picture @throws ReelscopeError `unreadable_media` */
  poster(path: string, stillsFolder: string): Promise<boolean>;
  /** A logo as PNG of a size to keep. @throws ReelscopeError `invalid_request` */
  logo(picture: Uint8Array<ArrayBuffer>): Promise<{ picture: Uint8Array; width: number; height: number }>;
  /** L2-normalised vectors in the order of `texts`, by default of the bundled engine. @throws ReelscopeError `model_unavailable` */
  embed(
    texts: string[],
    options?: { use?: EmbeddingUse; engines?: EngineSettings },
  ): Promise<{ model: string; dimension: number; vectors: Float32Array[] }>;
}
