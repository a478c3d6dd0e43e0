import type { ModuleInfo } from '../contract/analysis/modules.ts';
import type { JobService } from './jobs/types.ts';
import type {
  ClipJoiner,
  CloserLooker,
  PictureRebuilder,
  SideBySideWriter,
  SoundSynchronizer,
  StillBlurrer,
  Transcoder,
} from './workers/transcoder.ts';
import type { MediaService } from './workers/types.ts';

/** Work outside the server's process: worker processes, or a replacement in tests. */
export type WorkerPool = {
  media: MediaService;
  /** Writes playable copies and clips; without it, files are played as stored. */
  transcode?: Transcoder;
  /** Joins clips into one; without it, clips can't be joined. */
  joinClips?: ClipJoiner;
  /** Writes recordings of an event beside one another; without it, that is not possible. */
  writeSideBySide?: SideBySideWriter;
  /** Creates lost stills again; without it, they stay missing. */
  rebuildPictures?: PictureRebuilder;
  /** Blurs faces in copies of stills; without it, links can't have blurred faces. */
  blurStills?: StillBlurrer;
  /** Places recordings on one clock; without it, videos can't be synchronized. */
  syncSounds?: SoundSynchronizer;
  /** Examines parts of videos closely; without it, nothing can be looked at closer. */
  lookCloser?: CloserLooker;
  /** Ends the workers that read a file, and waits for them. */
  release?(path: string): Promise<void>;
  close(): void | Promise<void>;
} & (
  | { describeModules(): Promise<ModuleInfo[]> }
  /** Replaces the job queue. */
  | { jobs: JobService }
);
