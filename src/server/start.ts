import { join } from 'node:path';
import { createLogger, type Logger } from '../base/logger.ts';
import { type Clock, systemClock } from '../base/time.ts';
import { openStore, type Store } from '../db/index.ts';
import { acquireOwnership } from '../db/lock.ts';
import type { GeneratingEngine } from '../models/engine.ts';
import { Installer, type InstallerOptions } from '../models/installer/index.ts';
import { outgoingFetch } from '../models/outgoing.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { KeyUses } from './account/key-usage.ts';
import { LocalIdentity } from './account/local-identity.ts';
import { OidcIdentity, oidcSettings } from './account/oidc-identity.ts';
import { buildServices, type JobFiles } from './build-services.ts';
import { connectLanguageModel } from './chat/connect.ts';
import { answeringSettings } from './embeddings/embedding-choice.ts';
import { createEngineOptions, type EngineOptionsService, modelsFolder } from './engines/engine-options.ts';
import { folderProblem } from './hosting/data-folder-error.ts';
import type { Host } from './hosting/host.ts';
import { keepOwnerFile } from './hosting/keep-lock-file.ts';
import { DEFAULT_PORT } from './hosting/port.ts';
import { createApp } from './http/app.ts';
import { listen } from './http/listener.ts';
import type { Services } from './http/services.ts';
import { type Activity, createActivity } from './jobs/activity.ts';
import { JobEvents } from './jobs/job-events.ts';
import { createJobService } from './jobs/job-service.ts';
import type { JobService, MediaService } from './jobs/types.ts';
import { createJobLedger } from './jobs/usage-accounting.ts';
import type { LanOptions } from './sharing/sharing-service.ts';
import { createMediaService } from './workers/media-service.ts';
import { ServiceWorker } from './workers/service-worker.ts';
import { createTranscoder, type Transcoder } from './workers/transcoder.ts';

export interface StartOptions {
  /** On 127.0.0.1; 0 = any free one. */
  port?: number;
  clock?: Clock;
  /** Origins of web pages that may call, beside the server's own. */
  trustedOrigins?: readonly string[];
  /** Bytes that one upload may have (default 50 GB). */
  uploadLimitBytes?: number;
  /** In the place of the one that the settings name, for tests. */
  languageModel?: () => Promise<GeneratingEngine | null>;
  /** Other models and another disk, for tests. */
  models?: Pick<InstallerOptions, 'catalog' | 'free' | 'retryMs'>;
  /** Another network, for tests. */
  lan?: LanOptions;
  /** In the place of worker processes, for tests. */
  work?: (parts: WorkParts) => Work;
  /** Called with each SQL statement, for tests that count. */
  onStatement?: (sql: string) => void;
}

/** What does the work behind the routes. */
export interface Work {
  media: MediaService;
  /** Writes playable copies and clips; without it, files play as they are. */
  transcode?: Transcoder;
  createJobs(files: JobFiles): JobService;
  close(): Promise<void>;
}

export interface WorkParts {
  host: Host;
  store: Store;
  events: JobEvents;
  log: Logger;
  clock: Clock;
  engineOptions: EngineOptionsService;
}

export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The base of the interface: `url` and `/api`. */
  readonly apiUrl: string;
  readonly port: number;
  readonly services: Services;
  /** What goes on, for a host that shows it. */
  readonly activity: Activity;
  /** Absolute path of a video's source file, of the person at this machine; undefined when it is not there. */
  sourceFile(jobId: string): Promise<string | undefined>;
  /** A token of the user of this machine. */
  localToken(): Promise<{ token: string; expiresMs: number }>;
  close(): Promise<void>;
}

/** Looking for findings to index starts a worker and loads an engine; the window's first page comes before that. */
const INDEXING_AFTER_MS = 500;

/**
 * Builds everything and listens. One process owns a data folder at a time.
 * @throws ReelscopeError `conflict` when the folder or the port is taken; `forbidden`, `storage_full` when the folder can't be used
 */
export async function startServer(host: Host, options: StartOptions = {}): Promise<RunningServer> {
  const { data } = host.folders;
  const clock = options.clock ?? systemClock;
  const log = createLogger(host.log);
  const closing: (() => unknown)[] = [];
  /** Closes what was opened, last first, all of it even when something fails; then the first failure is thrown. */
  const closeAll = async () => {
    const failures: unknown[] = [];
    for (const close of closing.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    const ownership = acquireOwnership(data);
    closing.push(() => ownership.release());
    const { onStatement } = options;
    const store = openStore({ path: join(data, 'reelscope.db'), clock, ...(onStatement && { onStatement }) });
    closing.push(() => store.close());
    const objects = await ObjectStore.open(join(data, 'storage'), clock);
    const uses = new KeyUses(store);
    closing.push(() => uses.close());
    const identity = await LocalIdentity.open(host.secrets, clock);
    const oidc = oidcSettings(store.settings.get('oidc'), process.env);
    const events = new JobEvents(clock);
    const engineOptions = createEngineOptions(store, data);
    const installer = new Installer({
      folder: modelsFolder(data),
      isOffline: engineOptions.isOffline,
      baseUrl: () => engineOptions.get().models_url,
      now: () => clock.now(),
      ...options.models,
    });
    closing.push(() => installer.close());
    const work = (options.work ?? createWork)({ host, store, events, log, clock, engineOptions });
    closing.push(() => work.close());

    const { services, jobs, sweep } = await buildServices({
      host,
      store,
      objects,
      clock,
      log,
      events,
      media: work.media,
      transcode: work.transcode,
      createJobs: work.createJobs,
      identity,
      providers: oidc ? [new OidcIdentity(oidc, clock, log, outgoingFetch(engineOptions.isOffline))] : [],
      uses,
      languageModel: options.languageModel ?? connectLanguageModel(engineOptions),
      uploadLimitBytes: options.uploadLimitBytes,
      engineOptions,
      installer,
      lan: options.lan ?? {},
    });
    closing.push(() => jobs.close());
    closing.push(() => services.proxies.close());
    closing.push(() => services.clips.close());
    closing.push(() => services.embeddingIndex.close());
    const localUser = services.authenticator.localUser();

    const listening = await listen(
      createApp(services, log),
      options.port ?? DEFAULT_PORT,
      options.trustedOrigins ?? [],
    );
    closing.push(() => listening.close());
    const url = `http://127.0.0.1:${listening.port}`;
    const running = {
      ...{ url, apiUrl: `${url}/api`, port: listening.port, services },
      activity: createActivity(store, events, localUser),
      sourceFile: (jobId: string) => services.videoMedia.sourceFile(localUser, jobId),
      localToken: () => identity.issue(),
    };
    const sweeping = new AbortController();
    closing.push(() => sweeping.abort());
    void sweep(sweeping.signal);
    const indexing = setTimeout(() => services.embeddingIndex.check(), INDEXING_AFTER_MS);
    closing.push(() => clearTimeout(indexing));
    closing.push(() => services.sharing.close());
    await services.sharing.resume();
    closing.push(await keepOwnerFile(data, running));
    log.info('listening', { url });
    return { ...running, close: closeAll };
  } catch (error) {
    await closeAll();
    throw folderProblem(error, data) ?? error;
  }
}

/** Worker processes of the host: one for small requests, one for each job. */
function createWork({ host, store, events, log, engineOptions }: WorkParts): Work {
  const worker = new ServiceWorker(host, log);
  const ledger = createJobLedger(store);
  return {
    media: createMediaService(worker),
    transcode: createTranscoder(host, log),
    createJobs: (files) =>
      createJobService({
        store,
        host,
        events,
        ledger,
        log,
        engines: () => answeringSettings(store, engineOptions.forWorker()),
        describe: () => worker.request('describe', { engines: engineOptions.forWorker() }),
        ...files,
      }),
    close: async () => worker.close(),
  };
}
