import type { Logger } from '../../base/logger.ts';
import type { ModuleInfo } from '../../contract/analysis/modules.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import type { Host } from '../hosting/host.ts';
import { FileWorkers } from './file-workers.ts';
import { createMediaService } from './media-service.ts';
import { ServiceWorker } from './service-worker.ts';
import { createFileTasks, type FileTasks } from './transcoder.ts';
import type { MediaService } from './types.ts';

/** Worker processes other than those of analysis jobs. */
export interface WorkerProcesses extends FileTasks {
  media: MediaService;
  /** Lists the analysis modules and whether each can run with the current engine settings. */
  describeModules(): Promise<ModuleInfo[]>;
  close(): void;
}

export function createWorkerProcesses(host: Host, log: Logger, engines: () => EngineSettings): WorkerProcesses {
  const worker = new ServiceWorker(host, log);
  const files = new FileWorkers(host, log);
  return {
    media: createMediaService(worker, files),
    ...createFileTasks(host, log),
    describeModules: () => worker.request('describe', { engines: engines() }),
    close() {
      worker.close();
      files.close();
    },
  };
}
