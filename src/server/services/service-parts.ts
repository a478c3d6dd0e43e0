import type { GeneratingEngine } from '../../models/engine.ts';
import type { Pace } from '../../storage/receive.ts';
import type { Foundation } from '../foundation.ts';
import type { Restart } from '../reopenable.ts';
import type { LanOptions } from '../sharing/sharing-service.ts';
import type { SenderOptions } from '../webhooks/sender.ts';
import type { WorkerPool } from '../worker-pool.ts';

/** Inputs of every builder of services. */
export interface ServiceParts extends Foundation {
  work: WorkerPool;
  languageModel: () => Promise<GeneratingEngine | null>;
  uploadLimitBytes?: number | undefined;
  uploadPace?: Pace | undefined;
  freeBytes?: (() => number) | undefined;
  concurrency?: number | undefined;
  isLongLived: boolean;
  restart: Restart;
  lan: LanOptions;
  /** Ports of the loopback listener, once it listens. */
  ownPorts: () => readonly number[];
  webhooks?: SenderOptions | undefined;
}
