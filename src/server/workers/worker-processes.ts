import type { Logger } from '../../base/logger.ts';
import type { EngineSettings } from '../../contract/engine-settings.ts';
import type { ModuleInfo } from '../../contract/modules.ts';
import type { Host } from '../hosting/host.ts';
import { FileWorkers } from './file-workers.ts';
import { createMediaService } from './media-service.ts';
import { ServiceWorker } from './service-worker.ts';
import {
  type ClipJoiner,
  createClipJoiner,
  createPictureRebuilder,
  createTranscoder,
  type PictureRebuilder,
  type Transcoder,
} from './transcoder.ts';
import type { MediaService } from './types.ts';

/** Worker processes other than those of analysis jobs. */
export interface WorkerProcesses {
  media: MediaService;
  transcode: Transcoder;
  joinClips: ClipJoiner;
  rebuildPictures: PictureRebuilder;
  /** Lists the analysis modules and whether each can run with the current engine settings. */
  describeModules(): Promise<ModuleInfo[]>;
  close(): void;
}

export function createWorkerProcesses(host: Host, log: Logger, engines: () => EngineSettings): WorkerProcesses {
  const worker = new ServiceWorker(host, log);
  const files = new FileWorkers(host, log);
  return {
    media: createMediaService(worker, files),
    transcode: createTranscoder(host, log),
    joinClips: createClipJoiner(host, log),
    rebuildPictures: createPictureRebuilder(host, log),
    describeModules: () => worker.request('describe', { engines: engines() }),
    close() {
      worker.close();
      files.close();
    },
  };
}
