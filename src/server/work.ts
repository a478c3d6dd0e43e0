import type { ModuleInfo } from '../contract/modules.ts';
import type { JobService } from './jobs/types.ts';
import type { Transcoder } from './workers/transcoder.ts';
import type { MediaService } from './workers/types.ts';

/** Work outside the server's process: worker processes, or a replacement in tests. */
export type Work = {
  media: MediaService;
  /** Writes playable copies and clips; without it, files are played as stored. */
  transcode?: Transcoder;
  close(): void | Promise<void>;
} & (
  | { describeModules(): Promise<ModuleInfo[]> }
  /** Replaces the job queue. */
  | { jobs: JobService }
);
